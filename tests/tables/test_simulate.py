"""`manage.py simulate`: a whole event of bots, through the commands, to the last payout."""

import sys
import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tables.models import Hand
from tournaments.models import Event
from tournaments.purse import drawer_of

pytestmark = pytest.mark.django_db


class Terminal(StringIO):
    """A terminal in the place of standard output, so that there is a progress bar."""

    def isatty(self) -> bool:
        return True


def simulate(**options: object) -> str:
    said = StringIO()
    call_command("simulate", stdout=said, **options)
    return said.getvalue()


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("vamos", 5), ("bristol-2013", 5), ("criss-cross", 3), ("two-deck-ofc", 7)],
)
def test_an_event_plays_to_its_winner_and_is_sound(ruleset, players):
    said = simulate(players=players, ruleset=ruleset, slug="whole", seed=3)
    event = Event.objects.get(slug="whole")
    assert event.status == Event.Status.FINISHED
    stacks = sorted(event.entries.values_list("stack", flat=True))
    assert stacks == [0] * (players - 1) + [30_000 * players]
    assert f"Eliminations    {players - 1}" in said
    assert f"Verified        sound, {event.version} commands" in said
    assert f"Paid out        {100 * players:,}.00 EUR to " in said
    for line in ("Hands", "Fouls", "Fantasylands", "Seconds", "Hands a second"):
        assert line in said


def story(slug: str) -> list[object]:
    """Who sat where, every card and every chip of an event."""
    event = Event.objects.get(slug=slug)
    hands = Hand.objects.filter(table__event=event).order_by("recorded_seq")
    seats = event.journal.get(kind="seat.draw").answer
    return [seats, *hands.values_list("table__number", "number", "sheet", "next_button")]


def test_the_same_seed_gives_the_same_event():
    for slug, seed in (("one", 5), ("two", 5), ("three", 6)):
        simulate(players=4, slug=slug, seed=seed, no_replay=True)
    assert story("one") == story("two")
    assert story("one") != story("three")


def test_every_prize_is_paid_by_two_people_and_the_drawer_keeps_the_fees():
    simulate(players=8, slug="paid", seed=2)
    event = Event.objects.get(slug="paid")
    payouts = event.payouts.select_related("prepared_by", "released_by")
    assert len(event.prizes) == 2
    assert [one.amount for one in payouts.order_by("-amount")] == event.prizes
    assert sum(event.prizes) == 8 * 100_00
    assert all(one.prepared_by != one.released_by for one in payouts)
    assert drawer_of(event) == 8 * 10_00


LONG = [
    pytest.mark.slow,
    pytest.mark.timeout(7_200),
    # In one transaction PostgreSQL keeps every version of the event's row, and each command reads
    # past all of them; and it ends a transaction that waits half a minute for the replay.
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize("players", [30, pytest.param(300, marks=LONG)])
def test_a_field_is_played_down_by_accepting_what_is_proposed(players):
    """Every move is the planner's, and the event is sound with its journal carried out again."""
    said = simulate(players=players, slug="field", seed=players)
    event = Event.objects.get(slug="field")
    assert f"Verified        sound, {event.version} commands" in said
    moves = event.orders.exclude(state="cancelled")
    assert {one.state for one in moves} == {"arrived"}
    assert all(one.rule and one.arrived_stack == one.left_stack for one in moves)
    assert event.journal.filter(kind="plan.accept").count() > players // 6
    # Closing a table moves two and ends one in three places: fewer moves than players who go out.
    assert players // 3 < moves.count() < players
    assert sum(one.amount for one in event.payouts.all()) == sum(event.prizes) == players * 100_00
    assert event.tables.filter(open=True).count() == 1


def test_live_it_waits_after_every_hand_and_shows_how_far_it_is(monkeypatch):
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    said = simulate(players=2, slug="live", live=True, speed=4, no_replay=True)
    hands = Event.objects.get(slug="live").tables.get().hands.count()
    assert waits == [0.25] * hands
    assert f"1 left, {hands} hands" in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 1}, "at least two"),
        ({"live": True, "speed": 0}, "more than 0"),
        ({"slug": "taken"}, "taken"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(options, sentence):
    Event.objects.create(slug="taken")
    with pytest.raises(CommandError, match=sentence):
        simulate(**options)
