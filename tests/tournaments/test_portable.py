"""An event as a file: out, in somewhere else, the same to the last digest; or not at all."""

import gzip
import hashlib
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Link, Pin, User
from core.errors import Refusal
from core.scratch import scratch_database
from tables.models import Device
from tests.factories import SHEETS, Floor, call
from tests.tablet.scene import Tablet
from tournaments import journal, verify
from tournaments.models import Event, Person, Role
from tournaments.services import portable

pytestmark = pytest.mark.django_db
STORED = Path(__file__).parent.parent / "vectors" / "event-format-1.jsonl"


def written(floor: Floor) -> bytes:
    file = BytesIO()
    portable.write(floor.event, file)
    return file.getvalue()


def lines_of(packed: bytes) -> list[dict]:
    return [json.loads(line) for line in gzip.decompress(packed).splitlines()]


def packed(lines: list[dict]) -> bytes:
    """The file of these lines, with an end that fits: as somebody would who knows the format."""
    text = b"".join(journal.canonical(line).encode() + b"\n" for line in lines)
    end = {"kind": "end", "lines": len(lines), "digest": hashlib.sha256(text).hexdigest()}
    return gzip.compress(text + journal.canonical(end).encode() + b"\n")


def elsewhere(file: bytes) -> tuple[int, str, list, list[str]]:
    """What an empty installation makes of a file."""
    with scratch_database():
        event = portable.read(BytesIO(file))
        rows = list(journal.projected_rows(event))
        return event.version, event.head_digest, rows, list(verify.problems(event, replay=False))


class TestRoundTrip:
    def test_the_same_rows_to_the_last_digest(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        floor.hire(Role.DEALER, table=1)
        event = floor.event
        version, head, rows, problems = elsewhere(written(floor))
        assert (version, head) == (event.version, event.head_digest)
        assert rows == list(journal.projected_rows(event))
        assert problems == []

    def test_it_goes_on_there(self):
        floor = Floor.running(players=3)
        floor.start()
        before, file = floor.event.version, written(floor)
        with scratch_database():
            event = portable.read(BytesIO(file))
            director = User.objects.get(uid=floor.director.uid)
            journal.execute(event.uid, "clock.pause", call(director))
            assert Event.objects.get(uid=event.uid).version == before + 1

    def test_tablets_pins_and_links_work_there(self):
        floor = Floor.running(players=3)
        tablet = Tablet(floor)
        with scratch_database():
            assert not Device.objects.exists()
        file = written(floor)
        device, pin = tablet.device, Pin.objects.get()
        with scratch_database():
            portable.read(BytesIO(file))
            there = Device.objects.get()
            assert (there.uid, there.digest) == (device.uid, device.digest)
            assert there.dealer.uid == tablet.dealer.uid
            assert Pin.objects.get().digest == pin.digest

    def test_nobody_signs_in_without_a_new_password(self):
        floor = Floor.running(players=3)
        floor.director.set_password("long enough password")
        floor.director.save()
        file = written(floor)
        assert b"argon2" not in gzip.decompress(file)
        assert floor.director.password.encode() not in gzip.decompress(file)
        with scratch_database():
            portable.read(BytesIO(file))
            assert not User.objects.get(uid=floor.director.uid).has_usable_password()

    def test_who_left_is_gone_there_too(self):
        floor = Floor.running(players=3)
        leaver = floor.hire(Role.DEALER, table=1)
        leaver.is_active = False
        leaver.save()
        with_leaver = written(floor)
        with scratch_database():
            portable.read(BytesIO(with_leaver))
            assert User.objects.get(uid=leaver.uid).is_active is False

    def test_somebody_else_with_that_name_keeps_it(self):
        floor = Floor.running(players=3)
        file = written(floor)
        with scratch_database():
            User.objects.create(username=floor.director.username.upper())
            portable.read(BytesIO(file))
            name = User.objects.get(uid=floor.director.uid).username
            assert name == f"{floor.director.username}-{str(floor.director.uid)[:8]}"

    def test_what_was_erased_here_stays_erased(self):
        floor = Floor.running(players=3)
        file = written(floor)
        person = Person.objects.first()
        with scratch_database():
            Person.objects.create(uid=person.uid, name="erased", display="anonymous")
            portable.read(BytesIO(file))
            assert Person.objects.get(uid=person.uid).name == "erased"


class TestRefused:
    def refused(self, file: bytes) -> str:
        with scratch_database():
            with pytest.raises(Refusal) as caught:
                portable.read(BytesIO(file))
            assert not Event.objects.exists(), "nothing is left behind"
            assert not User.objects.exists()
        assert caught.value.code == "import_broken"
        return str(caught.value)

    @pytest.fixture
    def file(self) -> bytes:
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        return written(floor)

    @pytest.mark.parametrize("cut", [0, 10, 500])
    def test_a_file_that_was_cut(self, file, cut):
        assert "cut" in self.refused(file[:cut])

    def test_lines_that_are_missing_at_the_end(self, file):
        text = b"\n".join(gzip.decompress(file).splitlines()[:-2]) + b"\n"
        assert "cut" in self.refused(gzip.compress(text))

    def test_a_changed_letter(self, file):
        text = gzip.decompress(file).replace(b"Player 1", b"Player 9")
        assert "changed since" in self.refused(gzip.compress(text))

    def test_something_that_is_no_export(self):
        assert "no export" in self.refused(b"name,country\nAna,ES\n")
        assert "no export" in self.refused(gzip.compress(b"[]\n"))

    def test_a_newer_format(self, file):
        lines = lines_of(file)[:-1]
        lines[0]["format"] = portable.FORMAT + 1
        assert "newer version" in self.refused(packed(lines))

    @pytest.mark.parametrize(
        "change",
        [
            lambda entry: entry.update(reason="forged"),
            lambda entry: entry.update(answer=entry["answer"].replace("30000", "30001")),
            lambda entry: entry.update(arguments=entry["arguments"].replace("8", "9")),
            lambda entry: entry.update(role="director", seed="00"),
            lambda entry: entry.update(actor_ref="system:forged"),
        ],
    )
    def test_an_entry_that_was_altered_by_who_knows_the_format(
        self, file, change: Callable[[dict], None]
    ):
        lines = lines_of(file)[:-1]
        entries = [line for line in lines if line["kind"] == "entry"]
        change(entries[-1])
        if packed(lines) == packed(lines_of(file)[:-1]):
            pytest.skip("nothing to change in this entry")
        assert "journal" in self.refused(packed(lines))

    def test_an_entry_taken_out_or_put_elsewhere(self, file):
        lines = lines_of(file)[:-1]
        at = next(n for n, line in enumerate(lines) if line["kind"] == "entry") + 3
        assert "journal" in self.refused(packed(lines[:at] + lines[at + 1 :]))
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        assert "journal" in self.refused(packed(swapped))
        assert "head" in self.refused(packed([one for one in lines if one is not lines[-1]]))

    def test_a_bomb(self, file, monkeypatch):
        monkeypatch.setattr(portable, "MOST_BYTES", 2000)
        assert "too big" in self.refused(file)

    def test_an_event_that_is_here(self):
        floor = Floor.running(players=3)
        file = written(floor)
        with pytest.raises(Refusal, match="is here already"):
            portable.read(BytesIO(file))

    def test_an_address_that_is_taken(self):
        floor = Floor.running(players=3)
        file = written(floor)
        with scratch_database():
            Event.objects.create(slug=floor.slug)
            with pytest.raises(Refusal) as caught:
                portable.read(BytesIO(file))
        assert caught.value.code == "slug_taken"


class TestCommands:
    def test_out_and_in(self, tmp_path, capsys):
        floor = Floor.running(players=3)
        path = tmp_path / "event.thirteen"
        call_command("export_event", floor.slug, path)
        assert path.stat().st_mode & 0o777 == 0o600
        with scratch_database():
            call_command("import_event", path)
        said = capsys.readouterr().out
        assert f"{floor.event.version} commands carried out again" in said
        assert floor.director.username in said.split("No password yet")[1]

    def test_they_say_what_is_wrong(self, tmp_path):
        floor = Floor.running(players=3)
        path = tmp_path / "event.thirteen"
        with pytest.raises(CommandError, match="no event nowhere"):
            call_command("export_event", "nowhere", path)
        path.touch()
        with pytest.raises(CommandError, match="File exists"):
            call_command("export_event", floor.slug, path)
        with pytest.raises(CommandError, match="No such file"):
            call_command("import_event", tmp_path / "none")
        with pytest.raises(CommandError, match="cut"):
            call_command("import_event", path)


def test_a_file_of_the_first_format_is_still_taken():
    """Written once by the version that had it, and never again: every later one must take it.

    (Before the first release it was made anew when answers of commands changed.)
    """
    with scratch_database():
        event = portable.read(BytesIO(gzip.compress(STORED.read_bytes())))
        assert event.slug == "stored-format-1"
        assert list(verify.problems(event, replay=False)) == []
        assert Link.objects.exists()
