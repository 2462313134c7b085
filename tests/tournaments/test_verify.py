"""`manage.py verify_event` says that an event is sound, or names what was tampered with."""

import json
import uuid
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.db.models import F

from tables.models import Hand, HandPlayer, Seat
from tests.factories import SHEETS, Floor, event_facts, staff
from tests.tournaments.scenes import SCENES
from tournaments import journal
from tournaments.models import ChipTransfer, Event, JournalEntry, Role

pytestmark = pytest.mark.django_db
ROW = 4  # the entry that the tests tamper with: somewhere in the middle


def verify(floor: Floor, *, replay: bool = False) -> str:
    """What `verify_event` complains of; an empty text when it exits with success."""
    complaints = StringIO()
    options = {"no_replay": not replay, "stdout": StringIO(), "stderr": complaints}
    failed = False
    try:
        call_command("verify_event", floor.slug, **options)
    except CommandError as error:
        failed = bool(error.returncode)
    assert failed == bool(complaints.getvalue()), "it fails when it complains, and only then"
    return complaints.getvalue()


@pytest.fixture
def floor() -> Floor:
    """An event with two recorded hands."""
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.play(SHEETS["one fouls"])
    return floor


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


class TestSound:
    def test_an_event_that_nobody_touched_is_sound(self, floor):
        assert verify(floor, replay=True) == ""

    @pytest.mark.parametrize("scene", SCENES)
    def test_a_replay_gives_the_same_rows(self, scene, wall):
        assert verify(scene(wall), replay=True) == ""

    def test_the_scenes_use_every_command_there_is(self, wall):
        used = JournalEntry.objects.values_list("kind", flat=True)
        for scene in SCENES:
            scene(wall)
        missing = journal._commands.keys() - set(used)
        assert not missing, f"add to a scene in tests/tournaments/scenes.py: {sorted(missing)}"

    def test_a_member_of_staff_who_left_does_not_break_the_replay(self, floor):
        dealer = floor.dealer(1)
        dealer.is_active = False
        dealer.save()
        assert verify(floor, replay=True) == ""

    def test_an_event_of_the_system_itself_is_sound(self):
        from tests.factories import call
        from tournaments import doors

        facts = event_facts()
        doors.create_event(call(None), **facts)
        call_command("verify_event", facts["slug"], stdout=StringIO())

    def test_verifying_writes_nothing(self, floor):
        before = floor.event.version, JournalEntry.objects.count(), ChipTransfer.objects.count()
        verify(floor, replay=True)
        after = floor.event.version, JournalEntry.objects.count(), ChipTransfer.objects.count()
        assert after == before

    def test_an_unknown_event_is_named_with_those_there_are(self, floor):
        with pytest.raises(CommandError, match=f"no event nowhere.*{floor.slug}"):
            call_command("verify_event", "nowhere")


class TestJournalRows:
    CHANGES = {
        models.CharField: "tampered",
        models.TextField: '{"tampered":1}',
        models.UUIDField: uuid.UUID(int=7),
        models.DateTimeField: F("at") + timedelta(seconds=1),
    }
    COLUMNS = [
        column.attname
        for column in JournalEntry._meta.concrete_fields
        if column.name not in {"id", "event", "seq"}
    ]

    @pytest.mark.parametrize("column", COLUMNS)
    def test_an_altered_column_names_its_row(self, floor, column):
        field = JournalEntry._meta.get_field(column)
        value = next(
            (new for kind, new in self.CHANGES.items() if isinstance(field, kind)), staff().pk
        )
        floor.event.journal.filter(seq=ROW).update(**{column: value})
        assert f"entry {ROW}" in verify(floor)

    def test_a_row_without_its_actor_is_named(self, floor):
        floor.event.journal.filter(seq=ROW).update(actor=None)
        assert f"entry {ROW}" in verify(floor)

    def test_a_deleted_row_is_named(self, floor):
        sql("DELETE FROM tournaments_journalentry WHERE seq = %s", ROW)
        assert f"entry {ROW} is missing; entry {ROW + 1} follows" in verify(floor)

    def test_a_deleted_last_row_is_missed(self, floor):
        last = floor.event.version
        sql("DELETE FROM tournaments_journalentry WHERE seq = %s", last)
        assert f"the event is at version {last}, the journal at {last - 1}" in verify(floor)

    def test_swapped_rows_are_both_named(self, floor):
        for old, new in ((ROW, 1000), (ROW + 1, ROW), (1000, ROW + 1)):
            sql("UPDATE tournaments_journalentry SET seq = %s WHERE seq = %s", new, old)
        complaints = verify(floor)
        assert f"entry {ROW} (" in complaints
        assert f"entry {ROW + 1} (" in complaints

    def test_an_inserted_row_is_named(self, floor):
        forged = floor.event.journal.get(seq=ROW)
        last = floor.event.version
        sql("UPDATE tournaments_journalentry SET seq = seq + 1000 WHERE seq >= %s", ROW)
        sql("UPDATE tournaments_journalentry SET seq = seq - 999 WHERE seq >= 1000")
        forged.pk, forged.submission = None, uuid.uuid4()
        forged.save(force_insert=True)
        complaints = verify(floor)
        assert f"entry {ROW} (" in complaints
        assert f"the event is at version {last}, the journal at {last + 1}" in complaints

    def test_a_well_made_row_after_the_last_one_is_found(self, floor):
        last = floor.event.journal.last()
        forged = floor.event.journal.last()
        forged.pk, forged.submission, forged.seq = None, uuid.uuid4(), last.seq + 1
        forged.previous_digest = last.digest
        forged.digest = journal.entry_digest(forged)
        forged.save(force_insert=True)
        assert f"at version {last.seq}, the journal at {last.seq + 1}" in verify(floor)

    def test_a_forger_who_computes_all_digests_again_is_found_by_the_replay(self, floor):
        target = floor.event.journal.filter(kind="hand.record").last()
        target.arguments = target.arguments.replace('"declared_foul":false', '"declared_foul":true')
        target.save()
        previous = ""
        for entry in floor.event.journal.order_by("seq"):
            entry.previous_digest = previous
            entry.digest = previous = journal.entry_digest(entry)
            entry.save()
        Event.objects.filter(slug=floor.slug).update(head_digest=previous)

        assert verify(floor) == "", "the digests alone cannot show it"
        assert f"entry {target.seq} (hand.record)" in verify(floor, replay=True)


def _alter_outcome(floor: Floor) -> None:
    hand = Hand.objects.first()
    hand.outcome["players"][0]["points"] += 1
    hand.save()


def _alter_sheet(floor: Floor) -> None:
    hand = Hand.objects.first()
    hand.sheet[0]["declared_foul"] = True
    hand.save()


def _two_queens_of_hearts(floor: Floor) -> None:
    hand = Hand.objects.first()
    hand.sheet[0]["top"][0] = hand.sheet[1]["top"][0]
    hand.save()


TAMPERING = {
    "an amount": (
        lambda _: ChipTransfer.objects.filter(kind="payment").update(amount=F("amount") + 1),
        "chips: entry",
    ),
    "a payment left out": (
        lambda _: ChipTransfer.objects.filter(kind="payment").last().delete(),
        "its transfers say",
    ),
    "a stack": (
        lambda floor: floor.event.entries.filter(number=2).update(stack=F("stack") + 500),
        "chips: entry 2 has",
    ),
    "the sum of the stacks": (
        lambda floor: floor.event.entries.filter(number=2).update(stack=F("stack") + 500),
        "90500 in play, 90000 issued",
    ),
    "an outcome": (_alter_outcome, "table 1 hand 1: scored again, the result differs"),
    "a sheet": (_alter_sheet, "table 1 hand 1: scored again, the result differs"),
    "an impossible sheet": (_two_queens_of_hearts, "table 1 hand 1: the stored sheet is refused"),
    "points": (
        lambda _: HandPlayer.objects.filter(hand__number=2, seat=3).update(points=99),
        "table 1 hand 2 seat 3: 99 points",
    ),
    "chips after a hand": (
        lambda _: HandPlayer.objects.filter(hand__number=1, seat=1).update(
            stack_after=F("stack_after") + 1
        ),
        "table 1 hand 1 seat 1",
    ),
    "chips before a hand": (
        lambda _: HandPlayer.objects.filter(hand__number=2, seat=1).update(
            stack_before=F("stack_before") + 1
        ),
        "table 1 hand 2 seat 1: dealt in with",
    ),
    "the point value of a hand": (
        lambda _: Hand.objects.filter(number=1).update(point_value=200),
        "table 1 hand 1: scored again",
    ),
}
TAMPERING_FOR_REPLAY = {
    "the name of the event": (
        lambda floor: Event.objects.filter(slug=floor.slug).update(name="Another"),
        "replay: event: name is 'Another', the journal says 'Friday night'",
    ),
    "a seat": (
        lambda _: Seat.objects.filter(number=1).update(entry=None),
        "replay: table 1 seat 1: entry is None",
    ),
    "a role": (
        lambda floor: floor.event.staff.update(role=Role.AUDITOR),
        "role is 'auditor', the journal says 'director'",
    ),
    "the button of the next hand": (
        lambda _: Hand.objects.filter(number=2).update(next_button=9),
        "replay: table 1 hand 2: next_button is 9",
    ),
    "a hand that never was": (
        lambda floor: Hand.objects.create(
            table=floor.table(1),
            number=3,
            level=1,
            point_value=100,
            button=1,
            started_seq=1,
            started_at=floor.event.journal.first().at,
            rules_version="1",
        ),
        "replay: table 1 hand 3",
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found_and_named(floor, what):
    tamper, complaint = TAMPERING[what]
    tamper(floor)
    assert complaint in verify(floor)


@pytest.mark.parametrize("what", TAMPERING_FOR_REPLAY)
def test_the_replay_finds_what_nothing_else_would(floor, what):
    tamper, complaint = TAMPERING_FOR_REPLAY[what]
    tamper(floor)
    assert verify(floor) == ""
    assert complaint in verify(floor, replay=True)


def test_answers_of_the_journal_are_json(floor):
    for entry in floor.event.journal.all():
        assert json.loads(entry.answer)["version"] == entry.seq
