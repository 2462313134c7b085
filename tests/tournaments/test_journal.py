"""The journal: one order, exactly once, the right people, and nothing left of what was refused."""

import json
import uuid
from contextlib import suppress
from dataclasses import replace

import pytest

from core.errors import Busy, Conflict, NotAllowed, NotFound, Refusal
from tables.models import Hand
from tables.services import closing
from tests.factories import SHEETS, Api, Floor, call, event_facts, refusal, staff
from tournaments import doors, journal
from tournaments.models import ChipTransfer, Event, EventStaff, JournalEntry, Person, Role

pytestmark = pytest.mark.django_db

DIRECTOR, FLOOR, CASHIER, DEALER, AUDITOR = Role.values
RUNS = {FLOOR, DIRECTOR}
DEALS = {DEALER, *RUNS}
# Who may ask for what (design: reliability 2.3). A new command fails here until it has its line.
MAY = {
    "event.create": {DIRECTOR},
    "event.edit": {DIRECTOR},
    "event.settings": {DIRECTOR},
    "event.publish": {DIRECTOR},
    "event.start": {DIRECTOR},
    "event.finish": {DIRECTOR},
    "event.prices": {DIRECTOR},
    "event.amend": {DIRECTOR},
    "payouts.publish": {DIRECTOR},
    "payouts.change": {DIRECTOR},
    "payouts.confirm": {DIRECTOR, CASHIER},
    "payout.prepare": {DIRECTOR, CASHIER},
    "payout.release": {DIRECTOR, CASHIER},
    "payout.cancel": {DIRECTOR, CASHIER},
    "deal.agree": {DIRECTOR},
    "deal.revoke": {DIRECTOR},
    "entry.remove": {DIRECTOR},
    "entry.rename": {DIRECTOR, CASHIER},
    "entry.add_on": {DIRECTOR, CASHIER},
    "cash.take": {DIRECTOR, CASHIER},
    "drawer.put": {DIRECTOR, CASHIER},
    "drawer.count": {DIRECTOR, CASHIER},
    "staff.assign": {DIRECTOR},
    "staff.remove": {DIRECTOR},
    "entry.register": {DIRECTOR, CASHIER},
    "entry.withdraw": {DIRECTOR, CASHIER},
    "entry.move": RUNS,
    "seat.draw": RUNS,
    "seat.reserve": RUNS,
    "seat.release": RUNS,
    "table.open": RUNS,
    "table.room": RUNS,
    "table.close": RUNS,
    "table.break": RUNS,
    "move.order": RUNS,
    "plan.accept": RUNS,
    "plan.reject": RUNS,
    "plan.redraw": RUNS,
    "seat.redraw": RUNS,
    "move.cancel": RUNS,
    "move.left": DEALS,
    "move.arrived": DEALS,
    "dealer.assign": RUNS,
    "dealer.change": DEALS,
    "clock.pause": RUNS,
    "clock.resume": RUNS,
    "clock.adjust": {DIRECTOR},
    "clock.jump": {DIRECTOR},
    "round.start": RUNS,
    "round.stop": RUNS,
    "hand.start": DEALS,
    "hand.record": DEALS,
    "hand.points": DEALS,
    "hand.misdeal": DEALS,
    "hand.undo": DEALS,
    "hand.correct": RUNS,
    "hand.void": RUNS,
    "hand.late": RUNS,
    "correction.approve": RUNS,
    "correction.drop": RUNS,
    "chips.adjust": RUNS,
    "penalty.give": RUNS,
    "entry.reinstate": RUNS,
    "slip.type": RUNS,
    "slip.enter": RUNS,
    "table.mark": RUNS,
    "table.extra": RUNS,
    "clock.break_now": {DIRECTOR},
    "dealer.rotate": RUNS,
    "head.count": RUNS,
    "bubble.announce": {DIRECTOR},
    "places.order": {DIRECTOR},
    "bounty.assign": {DIRECTOR},
    "bag.count": RUNS,
    "day.end": {DIRECTOR},
    "day.next": {DIRECTOR},
    "day.resume": {DIRECTOR},
    "day.handover": {DIRECTOR},
    "entry.carry": {DIRECTOR},
    "absent.set": DEALS,
    "count.check": DEALS,
    "floor.call": DEALS,
    "floor.cancel": DEALS,
    "floor.take": RUNS,
    "floor.go": RUNS,
    "floor.close": RUNS,
    "correction.ask": DEALS,
    "hand.question": set(),
    "queue.add": DEALS,
    "queue.close": RUNS,
}


def counts() -> dict[str, int]:
    """How many rows there are of everything a command may write."""
    tables = [Event, EventStaff, JournalEntry, Person, ChipTransfer, Hand]
    return {table.__name__: table.objects.count() for table in tables}


class TestOrder:
    def test_versions_count_up_without_a_gap_and_each_has_its_entry(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])

        numbers = list(floor.event.journal.values_list("seq", flat=True))

        assert numbers == list(range(1, floor.event.version + 1))

    def test_the_answer_says_the_version_it_made(self):
        floor = Floor()
        assert floor.do("event.publish")["version"] == floor.event.version == 2

    def test_an_entry_says_who_what_when_and_in_which_role(self, wall):
        floor = Floor.open()
        cashier = floor.hire(CASHIER)
        floor.do("entry.register", by=cashier, people=[])

        entry = floor.event.journal.last()

        assert (entry.kind, entry.facts) == ("entry.register", {"people": []})
        assert (entry.at, entry.role) == (wall.now, CASHIER)
        assert (entry.actor, entry.actor_ref) == (cashier, f"user:{cashier.uid}")

    def test_the_reason_stands_in_the_entry(self):
        floor = Floor.running(players=4)
        free = floor.table(1).seats.filter(entry=None).get()
        floor.do("entry.move", entry=1, table=1, seat=free.number, reason="broken chair")
        assert floor.event.journal.last().reason == "broken chair"

    def test_events_do_not_share_their_numbers(self):
        first, second = Floor(), Floor()
        first.do("event.publish")
        assert (first.event.version, second.event.version) == (2, 1)

    def test_an_unknown_event_is_not_found(self):
        with pytest.raises(NotFound, match="nothing here"):
            journal.execute(uuid.uuid4(), "event.publish", call(staff()))


class TestExactlyOnce:
    def test_the_same_submission_gets_the_stored_bytes_and_changes_nothing(self):
        floor = Floor.running(players=3)
        twice = call(floor.director)
        facts = {"table": 1, "hand": 1, "absent": []}

        first = journal.execute(floor.event.uid, "hand.start", twice, **facts)
        before = counts(), floor.event.version
        again = journal.execute(floor.event.uid, "hand.start", twice, **facts)

        assert again == first == floor.event.journal.last().answer
        assert (counts(), floor.event.version) == before

    def test_an_old_submission_gets_its_old_answer_however_much_happened_since(self):
        floor = Floor()
        early = call(floor.director)
        first = journal.execute(floor.event.uid, "event.publish", early)
        floor.register("Ana", "Boris", "Carla")
        floor.do("seat.draw")
        assert journal.execute(floor.event.uid, "event.publish", early) == first

    def test_creating_twice_under_one_submission_makes_one_event(self):
        twice, facts = call(staff(creates=True)), event_facts()
        assert doors.create_event(twice, **facts) == doors.create_event(twice, **facts)
        assert Event.objects.count() == 1

    def test_other_facts_under_a_used_submission_are_refused(self):
        floor = Floor.running(players=3)
        used = call(floor.director)
        journal.execute(floor.event.uid, "clock.adjust", used, seconds=60)
        with pytest.raises(Conflict) as refused:
            journal.execute(floor.event.uid, "clock.adjust", used, seconds=61)
        assert (refused.value.code, refused.value.status) == ("submission_reused", 409)

    def test_another_command_under_a_used_submission_is_refused(self):
        floor = Floor.running(players=3)
        used = call(floor.director)
        journal.execute(floor.event.uid, "clock.pause", used)
        with pytest.raises(Conflict) as refused:
            journal.execute(floor.event.uid, "clock.resume", used)
        assert refused.value.code == "submission_reused"

    def test_another_event_under_a_used_creation_is_refused(self):
        used = call(staff(creates=True))
        doors.create_event(used, **event_facts(slug="one"))
        with pytest.raises(Conflict) as refused:
            doors.create_event(used, **event_facts(slug="two"))
        assert refused.value.code == "submission_reused"

    def test_somebody_elses_submission_is_refused(self):
        floor = Floor.running(players=3)
        first = call(floor.director)
        journal.execute(floor.event.uid, "clock.pause", first)
        other = call(floor.hire(FLOOR), submission=first.submission)
        with pytest.raises(Conflict) as refused:
            journal.execute(floor.event.uid, "clock.pause", other)
        assert refused.value.code == "submission_reused"

    def test_one_submission_may_serve_two_events(self):
        first, second = Floor(), Floor()
        one = uuid.uuid4()
        for floor in (first, second):
            journal.execute(floor.event.uid, "event.publish", call(floor.director, submission=one))
        assert first.event.status == second.event.status == Event.Status.OPEN

    def test_a_refused_submission_is_not_used_up(self):
        floor = Floor.open(players=1)
        again = call(floor.director)
        with pytest.raises(Refusal):
            journal.execute(floor.event.uid, "seat.draw", again)
        floor.register("Boris")
        journal.execute(floor.event.uid, "seat.draw", again)
        assert floor.event.journal.last().submission == again.submission


class TestPermission:
    def test_every_command_has_its_line_in_the_table(self):
        assert journal._commands.keys() == MAY.keys()

    @pytest.mark.parametrize("name", sorted(MAY))
    def test_only_the_roles_of_the_table_may(self, name, monkeypatch):
        floor = Floor()
        people = {role: floor.hire(role) for role in Role.values}
        people["stranger"] = staff()
        # What the command does is of no interest here: it may be asked for, or not.
        nothing = replace(journal._commands[name], run=lambda _ctx, **_facts: {})
        monkeypatch.setitem(journal._commands, name, nothing)
        monkeypatch.setattr(journal, "_guards", [])  # they look at the facts, not at the role

        allowed = set()
        for role, user in people.items():
            with suppress(NotAllowed):
                journal.execute(floor.event.uid, name, call(user))
                allowed.add(role)

        assert allowed == MAY[name]

    def test_a_role_counts_only_in_its_own_event(self):
        mine, other = Floor(), Floor()
        with pytest.raises(NotAllowed):
            other.do("event.publish", by=mine.director)

    def test_a_disabled_user_may_nothing_any_more(self):
        floor = Floor()
        floor.director.is_active = False
        floor.director.save()
        with pytest.raises(NotAllowed):
            floor.do("event.publish")

    def test_a_user_whose_role_was_taken_away_may_nothing_any_more(self):
        floor = Floor.running(players=3)
        helper = floor.hire(FLOOR)
        floor.do("clock.pause", by=helper)
        floor.do("staff.remove", user=str(helper.uid))
        with pytest.raises(NotAllowed):
            floor.do("clock.resume", by=helper)

    def test_a_role_is_taken_away_over_the_api_also_of_an_account_that_was_closed(self):
        floor = Floor.running(players=3)
        helper = floor.hire(FLOOR)
        helper.is_active = False
        helper.save()
        path, facts = f"events/{floor.slug}/staff/remove", {"username": helper.username}
        assert refusal(Api(floor.hire(FLOOR)).post(path, **facts)) == (403, "not_allowed")
        assert Api(floor.director).post(path, **facts).json()["role"] == FLOOR
        assert not floor.event.staff.filter(user=helper).exists()
        assert refusal(Api(floor.director).post(path, **facts)) == (400, "bad_request")

    def test_a_changed_role_counts_at_once(self):
        floor = Floor.running(players=3)
        helper = floor.hire(FLOOR)
        floor.do("staff.assign", user=str(helper.uid), role=AUDITOR)
        with pytest.raises(NotAllowed):
            floor.do("clock.pause", by=helper)

    def test_only_who_may_create_events_creates_one(self):
        with pytest.raises(NotAllowed) as refused:
            doors.create_event(call(staff()), **event_facts())
        assert (refused.value.code, refused.value.status) == ("not_allowed", 403)
        assert not Event.objects.exists()

    def test_the_creator_is_the_director(self):
        floor = Floor()
        assert floor.event.staff.get().role == DIRECTOR
        assert floor.event.staff.get().user == floor.director

    def test_the_system_may_create_and_needs_no_role(self):
        facts = event_facts()
        doors.create_event(call(None), **facts)
        event = Event.objects.get(slug=facts["slug"])
        journal.execute(event.uid, "event.publish", call(None))
        assert event.journal.last().actor_ref == "system:test"
        assert not event.staff.exists()


class TestStale:
    def test_who_looks_at_the_present_may_go_on(self):
        floor = Floor()
        seen = call(floor.director, expected_version=floor.event.version)
        journal.execute(floor.event.uid, "event.publish", seen)

    def test_who_looks_at_the_past_is_refused_with_the_head(self):
        floor = Floor.running(players=3)
        seen = floor.event.version
        floor.do("clock.pause")
        late = call(floor.director, expected_version=seen)
        with pytest.raises(Conflict) as refused:
            journal.execute(floor.event.uid, "clock.resume", late)
        assert (refused.value.code, refused.value.status) == ("stale_event", 409)
        assert refused.value.head == {"version": seen + 1}

    def test_a_repeated_submission_is_never_stale(self):
        floor = Floor()
        seen = call(floor.director, expected_version=1)
        first = journal.execute(floor.event.uid, "event.publish", seen)
        assert journal.execute(floor.event.uid, "event.publish", seen) == first


class TestRefused:
    def test_a_refused_command_leaves_no_row_and_takes_no_number(self):
        floor = Floor.running(players=3)
        before = counts(), floor.event.version, floor.event.head_digest
        with pytest.raises(Refusal):
            floor.do("hand.start", table=9, hand=1, absent=[])
        assert (counts(), floor.event.version, floor.event.head_digest) == before

    def test_a_command_that_breaks_halfway_leaves_nothing(self, monkeypatch):
        floor = Floor.running(players=3)
        floor.start(1)
        before = counts(), floor.event.version

        def broken(*_args):
            raise RuntimeError("the power went")

        monkeypatch.setattr(closing, "_count_fantasyland", broken)  # after the chips have moved
        with pytest.raises(RuntimeError):
            floor.record(1, SHEETS["flush"])

        assert (counts(), floor.event.version) == before
        assert set(floor.event.entries.values_list("stack", flat=True)) == {30_000}

    def test_a_refused_creation_leaves_no_event(self):
        with pytest.raises(Exception, match="rule set"):
            doors.create_event(call(staff(creates=True)), **event_facts(ruleset="whist"))
        assert counts()["Event"] == counts()["JournalEntry"] == 0

    def test_a_locked_database_is_busy_and_may_be_asked_again(self, monkeypatch):
        from django.db import OperationalError

        def locked(_uid):
            raise OperationalError("database is locked")

        floor = Floor()
        monkeypatch.setattr(journal, "_locked", locked)
        with pytest.raises(Busy) as refused:
            floor.do("event.publish")
        assert refused.value.status == 503


def test_the_canonical_text_is_one_for_one_value():
    assert journal.canonical({"b": [1], "a": {"d": None, "c": "é"}}) == (
        '{"a":{"c":"é","d":null},"b":[1]}'
    )


def test_the_answer_is_canonical_json_with_the_version():
    floor = Floor()
    text = journal.execute(floor.event.uid, "event.publish", call(floor.director))
    assert text == journal.canonical(json.loads(text)) == '{"status":"open","version":2}'
