"""Copies of the database count when they were opened and found sound, and not before."""

import os
import secrets
import sqlite3
import stat
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from psycopg import sql

import tables
from config import setup
from core import backups, leftovers
from core.models import Backup
from tests.factories import SHEETS, Floor
from tournaments import keeping, tasks
from tournaments.models import Entry, Event, JournalEntry

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    return settings.BACKUP_DIR


@pytest.fixture
def floor() -> Floor:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    return floor


@pytest.fixture
def application():
    """A block in which we are a role that owns nothing, as the application may be."""
    role, was = f"h_role_{secrets.token_hex(4)}", connection.settings_dict["USER"]

    def sign_in(name: str) -> None:
        connection.close()
        connection.settings_dict["USER"] = name

    @contextmanager
    def block():
        password = str(connection.settings_dict["PASSWORD"])
        made = sql.SQL("create role {} login password {}").format(sql.Identifier(role), password)
        with backups.server() as server:
            server.execute(made)
            sign_in(role)
            try:
                yield
            finally:
                sign_in(was)
                server.execute(
                    sql.SQL("drop owned by {0}; drop role {0}").format(sql.Identifier(role))
                )

    return block


class TestVerified:
    def test_a_sound_copy_counts(self, floor, folder):
        row = keeping.back_up(replay=True)
        assert row.problem == ""
        assert row.verified_at is not None
        assert row.replayed
        file = folder / row.name
        assert (row.size, row.digest) == (file.stat().st_size, backups.digest_of(file))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert [path.name for path in folder.iterdir()] == [row.name], "nothing else is left"

    def test_opening_it_changes_nothing_in_it(self, floor, folder):
        copy = backups.make(NOW)
        assert keeping.problem_of(copy.path, replay=True) == ""
        assert backups.digest_of(copy.path) == copy.digest

    def test_an_event_that_does_not_fit_its_journal_does_not_count(self, floor, caplog):
        Entry.objects.filter(event=floor.event, number=1).update(stack=1)
        row = keeping.back_up()
        assert row.verified_at is None
        assert f"{floor.slug}: chips: entry 1 has 1" in row.problem
        assert f"{row.name} does not count: {floor.slug}: chips" in caplog.text

    def test_a_damaged_file_does_not_count(self, floor, monkeypatch):
        made = backups.make

        def damage(now):
            copy = made(now)
            with copy.path.open("r+b") as file:
                file.seek(copy.size // 2)
                file.write(b"\0" * 4096)
            return copy

        monkeypatch.setattr(backups, "make", damage)
        row = keeping.back_up()
        assert row.verified_at is None
        assert row.problem

    def test_a_copy_that_cannot_be_made_is_said(self, floor, folder, monkeypatch):
        def full(_target):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(backups, "_copy_sqlite", full)
        monkeypatch.setattr(backups, "_dump", full)
        row = keeping.back_up()
        assert "No space left" in row.problem
        assert list(folder.iterdir()) == [], "no half of it has a name"


class TestSchedule:
    def test_every_minute_while_an_event_is_played_and_else_once_a_day(self, settings):
        settings.BACKUP_EVERY_S = 60
        Backup.objects.create(name="last", made_at=NOW, verified_at=NOW)
        assert not keeping.is_due(NOW + timedelta(hours=23))
        assert keeping.is_due(NOW + timedelta(hours=24))
        Floor.running(players=3)
        assert not keeping.is_due(NOW + timedelta(seconds=59))
        assert keeping.is_due(NOW + timedelta(seconds=60))

    def test_every_minute_too_while_anything_is_done(self, settings, wall):
        """Registrations and payouts outside of play are as much worth as hands."""
        settings.BACKUP_EVERY_S = 60
        Floor.open(3)
        Backup.objects.create(name="last", made_at=wall.now, verified_at=wall.now)
        assert not keeping.is_due(wall.now + timedelta(hours=23))
        floor = Floor.open(3)
        last = floor.event.journal.latest("seq").at
        Backup.objects.update(made_at=last - timedelta(seconds=1))
        assert not keeping.is_due(last + timedelta(seconds=58))
        assert keeping.is_due(last + timedelta(seconds=59))

    def test_one_that_does_not_count_is_not_the_one_of_the_day(self):
        Backup.objects.create(name="bad", made_at=NOW, problem="permission denied")
        assert not keeping.is_due(NOW + timedelta(minutes=14))
        assert keeping.is_due(NOW + timedelta(minutes=15))

    def test_the_task_twice_is_one_copy(self, floor):
        tasks.back_up()
        tasks.back_up()
        assert Backup.objects.count() == 1

    def test_the_journals_are_carried_out_again_every_quarter_of_an_hour(self, floor):
        replayed = [keeping.back_up(NOW + timedelta(minutes=n)).replayed for n in (0, 1, 14, 15)]
        assert replayed == [True, False, False, True]

    def test_no_event_changes(self, floor):
        before = floor.event.version, floor.event.head_digest
        tasks.back_up()
        assert (floor.event.version, floor.event.head_digest) == before


class TestAge:
    def test_none_is_stale(self):
        assert keeping.age(NOW) == keeping.Age(None, stale=True, problem="")

    @pytest.mark.parametrize(("seconds", "stale"), [(0, False), (180, False), (181, True)])
    def test_after_three_minutes_it_is_red(self, settings, seconds, stale):
        settings.BACKUP_EVERY_S = 60
        Backup.objects.create(name="good", made_at=NOW, verified_at=NOW)
        found = keeping.age(NOW + timedelta(seconds=seconds))
        assert (found.at, found.stale) == (NOW, stale)

    def test_a_newer_one_that_does_not_count_does_not_count(self):
        Backup.objects.create(name="good", made_at=NOW, verified_at=NOW)
        Backup.objects.create(name="bad", made_at=NOW + timedelta(seconds=60), problem="damaged")
        assert keeping.age(NOW + timedelta(seconds=61)) == keeping.Age(NOW, False, "damaged")


class TestKeep:
    def test_the_last_ones_stay_however_old(self):
        old = [NOW - timedelta(days=400 + n) for n in range(5)]
        assert backups.keep(old, NOW) == set(old[:3])

    def test_a_minute_a_copy_for_a_week_is_few_files(self):
        made = [NOW - timedelta(minutes=n) for n in range(7 * 24 * 60)]
        kept = backups.keep(made, NOW)
        assert 61 + 23 + 6 <= len(kept) <= 61 + 24 + 8
        assert all(NOW - timedelta(minutes=n) in kept for n in range(61))

    def test_what_does_not_stay_is_gone_from_the_disk(self, folder):
        folder.mkdir()
        for days in (0, 1, 2, 3, 200):
            at = NOW - timedelta(days=days)
            (folder / f"b{days}").touch()
            Backup.objects.create(name=f"b{days}", made_at=at, verified_at=at)
        keeping._forget_old(NOW)
        assert sorted(path.name for path in folder.iterdir()) == ["b0", "b1", "b2", "b3"]
        assert Backup.objects.count() == 4

    def test_of_those_that_do_not_count_the_newest_ten_stay(self, folder):
        """One a minute for a day once filled the disk that the good ones needed."""
        folder.mkdir()
        for n in range(20):
            (folder / f"bad{n}").touch()
            Backup.objects.create(name=f"bad{n}", made_at=NOW - timedelta(minutes=n), problem="x")
        keeping._forget_old(NOW)
        assert {path.name for path in folder.iterdir()} == {f"bad{n}" for n in range(10)}


class TestRestore:
    def test_what_was_there_is_there_again(self, floor):
        row = keeping.back_up()
        head = floor.event.head_digest
        floor.do("clock.pause")
        call_command("restore_backup", backups.folder() / row.name, "--replace")
        assert Event.objects.get(slug=floor.slug).head_digest == head
        call_command("verify_event", floor.slug)

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="a file is SQLite's")
    def test_whoever_has_the_database_open_goes_on_with_what_is_restored(self, floor):
        """A file put in its place once left a process that could neither read nor write."""
        row = keeping.back_up()
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
            other.execute("select count(*) from tournaments_event").fetchall()
            floor.do("clock.pause")
            call_command("restore_backup", backups.folder() / row.name, "--replace")
            versions = other.execute("select version from tournaments_event").fetchall()
            assert versions == [(floor.event.version,)]
            other.execute("update tournaments_event set name = 'written'")
            other.commit()
        assert floor.event.name == "written"

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="a file is SQLite's")
    def test_what_is_no_database_any_more_is_replaced(self, floor):
        row = keeping.back_up()
        connection.close()
        Path(connection.settings_dict["NAME"]).write_bytes(b"spilled coffee" * 1000)
        backups.restore(backups.folder() / row.name)
        assert Event.objects.get(slug=floor.slug).version == floor.event.version

    def test_it_does_not_throw_away_events_unasked(self, floor):
        row = keeping.back_up()
        with pytest.raises(CommandError, match=r"holds 1 events.* --replace"):
            call_command("restore_backup", backups.folder() / row.name)

    def test_an_unsound_copy_is_not_restored(self, floor):
        copy = backups.make(timezone.now())
        version = floor.event.version
        if connection.vendor == "sqlite":
            with sqlite3.connect(copy.path) as inside:
                inside.execute("update tournaments_entry set stack = stack + 1 where number = 1")
            inside.close()
        else:
            copy.path.write_bytes(copy.path.read_bytes()[:-200])
        with pytest.raises(CommandError, match="is not sound, nothing was restored"):
            call_command("restore_backup", copy.path, "--replace")
        assert floor.event.version == version

    @pytest.mark.needs("postgresql")
    def test_the_application_has_its_rights_again(self, floor, settings, application):
        """It once came back with tables that only their owner could read."""
        row = keeping.back_up()
        settings.BACKUP_DATABASE = dict(connection.settings_dict)
        with application():
            backups.restore(backups.folder() / row.name)
            assert Event.objects.get(slug=floor.slug).version == floor.event.version
            floor.do("clock.pause")
            with pytest.raises(ProgrammingError, match="permission denied"):
                JournalEntry.objects.update(seq=7)

    @pytest.mark.needs("postgresql")
    def test_the_set_up_works_as_the_owner_and_gives_the_rights(self, floor, settings, application):
        settings.BACKUP_DATABASE = dict(connection.settings_dict)
        with application():
            with pytest.raises(ProgrammingError, match="permission denied"):
                Event.objects.count()
            setup.migrate()
            assert Event.objects.count() == 1

    @pytest.mark.parametrize("says", ["newer code", "older code"])
    def test_a_copy_of_another_version_says_so(self, floor, says):
        """Restored in a hurry, it once answered with the end of a traceback."""
        recorder = MigrationRecorder(connection)
        newest = max(path.stem for path in Path(tables.__path__[0], "migrations").glob("0*.py"))
        name = "9999_later" if says == "newer code" else newest
        recorder.ensure_schema()
        try:
            for app in apps.get_app_configs():  # the suite makes its tables without them
                for path in Path(app.path, "migrations").glob("0*.py"):
                    recorder.record_applied(app.label, path.stem)
            if says == "newer code":
                recorder.record_applied("tables", name)
            else:
                recorder.record_unapplied("tables", name)
            copy = backups.make(timezone.now())
        finally:
            recorder.flush()
        with pytest.raises(CommandError, match=rf"nothing was restored.*{says}.*tables\.{name}"):
            call_command("restore_backup", copy.path, "--replace")

    def test_the_other_kind_of_database(self, floor, tmp_path, monkeypatch):
        other = tmp_path / ("x.pgdump" if connection.vendor == "sqlite" else "x.sqlite3")
        other.touch()
        with pytest.raises(backups.BackupError, match="import_event"):
            backups.restore(other)


def test_the_command_says_where_it_is(floor, capsys):
    call_command("back_up")
    assert "verified. SHA-256" in capsys.readouterr().out
    Entry.objects.filter(event=floor.event, number=1).update(stack=1)
    with pytest.raises(CommandError, match="does not count"):
        call_command("back_up")


class TestLeftBehind:
    """By a worker that was killed over a backup."""

    OLD = timezone.now() - timedelta(hours=2)

    def test_drafts_and_opened_copies_are_swept_and_finished_ones_are_not(self, floor, folder):
        names = ("a.pgdump.part", "b.sqlite3.verify-00", "thirteen-elsewhere.sqlite3")
        for name in (*names, "young.sqlite3.part"):
            (backups.folder() / name).touch(mode=0o600)
        for name in names:
            os.utime(folder / name, (self.OLD.timestamp(),) * 2)
        row = keeping.back_up()
        left = {path.name for path in folder.iterdir()}
        assert left == {row.name, "thirteen-elsewhere.sqlite3", "young.sqlite3.part"}

    @pytest.mark.needs("postgresql")
    def test_databases_of_a_verification_are_swept(self):
        names = [
            f"{backups.VERIFYING}_{int(at.timestamp())}_{secrets.token_hex(4)}"
            for at in (self.OLD, timezone.now())
        ]
        with backups.server() as server:
            for name in names:
                server.execute(f"create database {name}")
            leftovers.sweep(timezone.now())
            asked = "select datname from pg_database where datname = any(%s)"
            found = [name for (name,) in server.execute(asked, [names]).fetchall()]
            server.execute(f"drop database {names[1]}")
        assert found == names[1:]
