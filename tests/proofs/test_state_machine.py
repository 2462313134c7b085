"""Every command in any order: what a stateful search finds must hold after each step.

``THIRTEEN_STEPS=10000`` for a long run, which goes on until each rule has fired a hundred times. A
rule asks as a director would; what the event refuses must leave nothing behind.
"""

import json
import os
import uuid
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from core.errors import Conflict, Refusal
from scoring.errors import RuleError
from tables.models import Hand, MoveOrder
from tests.factories import SHEETS, Floor, Json, layouts, seats_in_order
from tournaments import journal, purse, verify
from tournaments.journal import Call
from tournaments.models import Entry, Event, Role
from tournaments.rules.errors import FloorError

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("patient"),
    pytest.mark.timeout(0),
]
STEPS = int(os.environ.get("THIRTEEN_STEPS", "120"))
EACH = 40 if STEPS < 1_000 else 80
"""Steps of one event."""
LONG, OFTEN = 5_000, 100
"""From so many steps on it goes on until each rule has fired so often."""
REFUSED = (Refusal, RuleError, FloorError)
FIRED: Counter[str] = Counter()
DONE: Counter[str] = Counter()
SIZES = {2: ("even", "kings on top"), 3: ("flush", "one fouls", "aces on top", "big win")}
STACK, PLAYERS = 3_000, 7
small = st.integers(0, 6)


class Evening(RuleBasedStateMachine):
    """One event; ``last`` is what was sent last and its answer."""

    wall: Any
    looked_at = ""

    @initialize(regrets=st.integers(0, 2))
    def begin(self, regrets: int) -> None:
        self.floor = Floor.open(
            slug=f"m-{uuid.uuid4().hex[:12]}",
            starting_stack=STACK,
            registration_level=5,
            reentry_limit=None,
        )
        self.second = self.floor.hire(Role.DIRECTOR)
        self.dealer = self.floor.hire(Role.DEALER)
        self.floor.do("event.prices", prices=PRICES, reason="now")
        self.floor.register(*(f"Player {number}" for number in range(1, PLAYERS + 1)))
        self.last: tuple[str, Call, Json, str] | None = None
        self.names = PLAYERS
        for one in range(regrets):
            [number] = self.floor.register(f"Regret {one}")
            self.ask("entry.withdraw", entry=number)
        self.floor.do("seat.draw")
        self.floor.do("event.start")

    def ask(self, name: str, /, *, by: Any = None, reason: str = "because", **facts: Any) -> Any:
        """Ask for a command; a refusal must leave the event as it was."""
        FIRED[name] += 1
        before = self.event.version, self.event.head_digest
        self.wall.forward(seconds=20)
        call = Call(by or self.floor.director, uuid.uuid4(), reason)
        try:
            answer = journal.execute(self.event.uid, name, call, **facts)
        except REFUSED:
            assert (self.event.version, self.event.head_digest) == before
            return None
        DONE[name] += 1
        self.last = (name, call, facts, answer)
        return json.loads(answer)

    @property
    def event(self) -> Event:
        return self.floor.event

    def table(self, pick: int) -> int:
        tables = list(self.event.tables.filter(open=True).values_list("number", flat=True))
        return tables[pick % len(tables)] if tables else 1

    def entry(self, pick: int, **which: Any) -> int:
        found = list(self.event.entries.filter(**which).values_list("number", flat=True))
        return found[pick % len(found)] if found else 1

    # --- Hands

    @rule(pick=small)
    def start(self, pick: int) -> None:
        table = self.table(pick)
        self.ask("hand.start", table=table, hand=self.floor.next_hand(table), absent=[])

    @rule(pick=small, sheet=st.integers(0, 3))
    def record(self, pick: int, sheet: int) -> None:
        open_hands = Hand.objects.filter(table__event=self.event, state="started")
        hands = list(open_hands.order_by("pk"))
        if not hands:
            self.start(pick)
            return
        hand = hands[pick % len(hands)]
        self.ask(
            "hand.record", table=hand.table.number, hand=hand.number, **self.cards(hand, sheet)
        )

    @rule(pick=small, sheet=st.integers(0, 3))
    def play(self, pick: int, sheet: int) -> None:
        """What happens most of the evening."""
        self.start(pick)
        self.record(pick, sheet)

    def cards(self, hand: Hand, sheet: int) -> Json:
        order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
        names = SIZES.get(len(order), SIZES[3])
        chosen = SHEETS[names[sheet % len(names)]]
        return {"layouts": layouts(order, (chosen * 2)[: len(order)])}

    @rule(pick=small)
    def undo(self, pick: int) -> None:
        table = self.table(pick)
        self.ask("hand.undo", table=table, hand=self.floor.next_hand(table) - 1)

    @rule(pick=small)
    def misdeal(self, pick: int) -> None:
        self.start(pick)
        table = self.table(pick)
        self.ask("hand.misdeal", table=table, hand=self.floor.next_hand(table) - 1)

    @rule(pick=small, sheet=st.integers(0, 3))
    def correct(self, pick: int, sheet: int) -> None:
        hand = self.recorded(pick)
        if hand:
            where = {"table": hand.table.number, "hand": hand.number}
            self.ask("hand.correct", **where, **self.cards(hand, sheet))

    @rule(pick=small)
    def void(self, pick: int) -> None:
        hand = self.recorded(pick)
        if hand:
            self.ask("hand.void", table=hand.table.number, hand=hand.number)

    def recorded(self, pick: int) -> Hand | None:
        """A hand that was recorded; the first one is played for it."""
        hands = Hand.objects.filter(table__event=self.event, state="recorded").order_by("pk")
        if not hands.exists():
            self.play(pick, 0)
        found = list(hands)
        return found[pick % len(found)] if found else None

    @rule()
    def approve_correction(self) -> None:
        self.settle_correction("correction.approve")

    @rule()
    def drop_correction(self) -> None:
        self.settle_correction("correction.drop")

    def settle_correction(self, how: str) -> None:
        asked = self.event.corrections.order_by("-seq").values_list("seq", flat=True)
        waiting = asked.filter(state="waiting").first() or asked.first()
        self.ask(how, by=self.second, number=waiting or 1)

    @rule(pick=small, away=st.booleans())
    def absent(self, pick: int, away: bool) -> None:
        seat = self.event.tables.filter(seats__entry__isnull=False).values_list(
            "number", "seats__number"
        )
        table, number = seat[pick % len(seat)] if seat else (1, 1)
        self.ask("absent.set", table=table, seat=number, absent=away)

    # --- The same thing again, and too late

    @rule()
    def duplicate(self) -> None:
        if self.last:
            FIRED["duplicate"] += 1
            name, call, facts, answer = self.last
            before = self.event.version
            assert journal.execute(self.event.uid, name, call, **facts) == answer
            assert self.event.version == before

    @rule()
    def same_submission_for_something_else(self) -> None:
        if self.last:
            FIRED["reused"] += 1
            _, call, _, _ = self.last
            with pytest.raises(Conflict):
                journal.execute(self.event.uid, "clock.adjust", call, seconds=77)

    @rule()
    def stale(self) -> None:
        FIRED["stale"] += 1
        call = Call(self.second, uuid.uuid4(), "", self.event.version - 1)
        with pytest.raises(REFUSED):
            journal.execute(self.event.uid, "clock.pause", call)

    @rule(name=st.sampled_from(["clock.pause", "entry.register", "event.finish", "payout.release"]))
    def by_nobody_of_that_role(self, name: str) -> None:
        FIRED["not allowed"] += 1
        with pytest.raises(Refusal):
            journal.execute(self.event.uid, name, Call(self.dealer, uuid.uuid4()))

    # --- People

    @rule(seat=st.booleans())
    def register(self, seat: bool) -> None:
        self.names += 1
        try:
            self.floor.register(f"Late {self.names}")
        except REFUSED:
            return
        finally:
            FIRED["register"] += 1
        DONE["register"] += 1
        if seat:
            self.seat_late()

    @rule(pick=small)
    def re_enter(self, pick: int) -> None:
        FIRED["re-enter"] += 1
        out = self.event.entries.exclude(out_seq=None).select_related("person")
        names = [entry.person.name for entry in out]
        if names:
            try:
                self.floor.register(names[pick % len(names)])
            except REFUSED:
                return
            DONE["re-enter"] += 1

    @rule()
    def seat_late(self) -> None:
        self.ask("seat.draw")

    @rule(pick=small)
    def bust(self, pick: int) -> None:
        self.ask("entry.remove", entry=self.entry(pick, out_seq=None), removal="disqualified")

    @rule(pick=small)
    def reinstate(self, pick: int) -> None:
        self.ask("entry.reinstate", entry=self.entry(pick))

    @rule(pick=small)
    def withdraw(self, pick: int) -> None:
        self.ask("entry.withdraw", entry=self.entry(pick))

    @rule(pick=small, points=st.integers(1, 20))
    def penalty(self, pick: int, points: int) -> None:
        self.ask("penalty.give", entry=self.entry(pick, out_seq=None), points=points)

    @rule(pick=small, chips=st.integers(-5, 5).filter(bool))
    def adjust_chips(self, pick: int, chips: int) -> None:
        lines = [{"entry": self.entry(pick, out_seq=None), "chips": 100 * chips}]
        self.ask("chips.adjust", lines=lines)

    @rule(off=st.booleans())
    def disable(self, off: bool) -> None:
        """A director who is disabled does nothing; the other one goes on."""
        FIRED["disable"] += 1
        self.second.is_active = not off
        self.second.save()
        if off:
            with pytest.raises(Refusal):
                journal.execute(self.event.uid, "clock.pause", Call(self.second, uuid.uuid4()))
        self.second.is_active = True
        self.second.save()

    # --- Tables and clock

    @rule(pick=small, to=small, seat=st.integers(1, 3))
    def move(self, pick: int, to: int, seat: int) -> None:
        """Two of them to one seat."""
        for which in (pick, pick + 1):
            entry = self.entry(which, out_seq=None)
            self.ask("entry.move", entry=entry, table=self.table(to), seat=seat)

    @rule(pick=small, to=small, seat=st.integers(1, 3))
    def order(self, pick: int, to: int, seat: int) -> None:
        facts = {"entry": self.entry(pick, out_seq=None), "table": self.table(to), "seat": seat}
        self.ask("move.order", **facts)

    @rule()
    def leave(self) -> None:
        self.carry_out("move.left")

    @rule()
    def arrive(self) -> None:
        """Who was only told to go goes first."""
        if not MoveOrder.objects.filter(event=self.event, state="left").exists():
            self.carry_out("move.left")
        self.carry_out("move.arrived")

    @rule()
    def cancel_move(self) -> None:
        self.carry_out("move.cancel")

    def carry_out(self, step: str) -> None:
        """The next step of the newest order that is there for it, or of any."""
        orders = MoveOrder.objects.filter(event=self.event).order_by("-number")
        ready = {"move.left": ["ordered"], "move.arrived": ["left"]}.get(step, ["ordered", "left"])
        order = orders.filter(state__in=ready).first() or orders.first()
        facts: Json = {"order": order.number if order else 1}
        if step != "move.cancel":
            end = "origin" if step == "move.left" else "target"
            facts["table"] = getattr(order, end).number if order else 1
            facts["stack"] = order.entry.stack if order else 0
        self.ask(step, **facts)

    @rule(pick=small)
    def break_table(self, pick: int) -> None:
        self.ask("table.break", table=self.table(pick))

    @rule()
    def open_table(self) -> None:
        if self.event.tables.filter(open=True).count() < 5:
            self.ask("table.open")

    @rule(pick=small)
    def close_table(self, pick: int) -> None:
        self.ask("table.close", table=self.table(pick))

    @rule(segment=st.integers(0, 9))
    def level(self, segment: int) -> None:
        self.ask("clock.jump", segment=segment)

    @rule()
    def pause(self) -> None:
        """A pause that lasted would refuse all that comes after it."""
        self.ask("clock.pause")
        self.ask("clock.resume")

    @rule()
    def break_now(self) -> None:
        self.ask("clock.break_now")

    @rule(seconds=st.integers(-600, 600))
    def adjust_clock(self, seconds: int) -> None:
        self.ask("clock.adjust", seconds=seconds)

    @rule(minutes=st.integers(1, 40))
    def time_passes(self, minutes: int) -> None:
        FIRED["time"] += 1
        self.wall.forward(minutes=minutes)

    # --- Money

    @rule(pick=small)
    def take(self, pick: int) -> None:
        """Of somebody who owes, and of him again."""
        owing = self.event.sales.filter(paid_seq=None, cancelled_seq=None)
        numbers = sorted(set(owing.values_list("entry__number", flat=True)))
        for _ in range(2):
            self.ask("cash.take", entry=numbers[pick % len(numbers)] if numbers else 1)

    @rule()
    def prizes(self) -> None:
        """Nobody may enter any more, so the prizes are known, and two people say so."""
        self.ask("clock.jump", segment=LATE)
        self.ask("payouts.publish", amounts=self.amounts(2))
        self.ask("payouts.change", amounts=self.amounts(3))
        self.ask("payouts.confirm", by=self.second, agree=True)

    def amounts(self, less: int) -> list[int]:
        """A prize for each place, so that whoever is out has one."""
        pool, places = purse.pool_of(self.event).total, max(1, self.event.entries.count())
        each = pool // (less * places)
        return [pool - each * (places - 1), *[each] * (places - 1)]

    @rule(pick=small)
    def pay(self, pick: int) -> None:
        """Who is out, or anybody where nobody is; taken back once, and then handed out."""
        if not self.event.prizes:
            self.prizes()
        out = self.event.entries.exclude(out_seq=None).exists()
        entry = self.entry(pick, **({"out_seq__isnull": False} if out else {}))
        self.ask("payout.prepare", entry=entry)
        self.ask("payout.cancel", entry=entry)
        self.ask("payout.prepare", entry=entry)
        self.ask("payout.release", by=self.second, entry=entry)

    @rule(amount=st.integers(-5_000, 20_000))
    def drawer(self, amount: int) -> None:
        self.ask("drawer.put", amount=amount)
        self.ask("drawer.count", counted=abs(amount))

    # --- What must hold

    @invariant()
    def the_books_are_right(self) -> None:
        """After each step that changed something; one that was refused is looked at with the next.

        The version is the journal, every chip is explained, and nobody sits who is out.
        """
        if not hasattr(self, "floor") or self.event.head_digest == self.looked_at:
            return
        event = self.event
        self.looked_at = event.head_digest
        head = event.journal.order_by("-seq").first()
        assert (event.version, event.head_digest) == (head.seq, head.digest)
        assert list(verify.chip_problems(event)) == []
        sitting = Entry.objects.filter(event=event, seat__isnull=False)
        assert not sitting.exclude(out_seq=None, withdrawn=False).exists()

    def teardown(self) -> None:
        """The whole journal once more, from nothing."""
        if hasattr(self, "floor"):
            assert list(verify.problems(self.event)) == []


PRICES = {"currency": "EUR", "buy_in": 10_000, "fee": 1_000}
LATE = 12
"""A segment after the end of registration."""


ONLY_REFUSED = {"duplicate", "reused", "stale", "not allowed", "disable", "time"}
"""What is no command, or is there to be refused."""


def evenings(steps: int, **more: Any) -> None:
    """So many steps, in evenings of one event each."""
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=max(1, steps // EACH),
            stateful_step_count=EACH,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            **more,
        ),
        _min_steps=EACH,  # else the first evenings are over before they have begun
    )


def test_any_order_of_commands_keeps_the_books(wall, monkeypatch):
    monkeypatch.setattr(Evening, "wall", wall, raising=False)
    FIRED.clear()
    DONE.clear()
    evenings(STEPS)
    while STEPS >= LONG and min(FIRED.values()) < OFTEN:  # the dice favour some rules
        evenings(LONG // 10, derandomize=False, database=None)
    told = {name: (fired, DONE[name]) for name, fired in FIRED.most_common()}
    print(f"{sum(FIRED.values())} fired, {sum(DONE.values())} carried out: {told}")
    assert DONE["hand.record"] > 0
    if STEPS >= LONG:
        assert set(FIRED) - set(DONE) <= ONLY_REFUSED, told
