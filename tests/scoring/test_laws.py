"""What must hold for every hand, whatever lies there."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.cards import DECK
from scoring.entry import parse_entries
from scoring.explain import explain
from scoring.layout import Layout
from scoring.notation import format_hand, format_layout, parse_hand, parse_layout
from scoring.points import read_board, score_pair
from scoring.presets import PRESETS, customise, describe, preset
from scoring.settlement import Debt, Status, settle
from scoring.table import PairValue, SeatState, Sheet, TableState, apply, verify
from scoring.tally import Deal, Player, tally

CHOICES = {
    "cap": ["start", "current", "none", "pair_min"],
    "settlement": ["pairs", "payer_rounds"],
    "exact_cover": ["alive", "out"],
    "winnings_usable": [True, False],
    "simultaneous_rank": ["start_stack", "payment_order"],
    "scoring": ["1-6", "2-4"],
    "royalties": ["net", "trump"],
    "moon": [0, 20],
    "naturals": [{}, {"dragon": 13}],
    "strict_rows": [True, False],
    "button_frozen_in_fl": [True, False],
    "absent": ["autoplay", "foul", "dead_3"],
}
overrides = st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in CHOICES.items()})
rulesets = st.builds(
    lambda name, changes: customise(preset(name), changes),
    st.sampled_from(sorted(PRESETS)),
    overrides,
)


@st.composite
def layouts(draw, cards):
    """A layout of thirteen cards, grouped so that a good part of them is legal."""
    if draw(st.booleans()):
        cards = sorted(cards, key=lambda card: (sum(card[0] == c[0] for c in cards), card))
    layout = Layout(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
    mark = draw(st.sampled_from(["", "", "", "declared_foul", "absent"]))
    return replace(layout, **{mark: True}) if mark else layout


@st.composite
def hands(draw, rules=rulesets):
    """A state and a sheet that may be scored."""
    ruleset = draw(rules)
    count = draw(st.integers(2, min(ruleset.max_players, 4)))
    seats = draw(st.lists(st.integers(1, 9), min_size=count, max_size=count, unique=True))
    pack = draw(st.permutations(DECK * ruleset.decks))
    sheet = {
        seat: draw(layouts(pack[13 * place : 13 * place + 13])) for place, seat in enumerate(seats)
    }
    cards = st.sampled_from((0, *ruleset.fantasyland_cards))
    states = [SeatState(seat, draw(st.integers(1, 80)), draw(cards)) for seat in seats]
    values = ()
    if draw(st.booleans()):
        values = (PairValue(seats[0], seats[1], draw(st.integers(1, 9))),)
    state = TableState(
        ruleset, draw(st.integers(1, 9)), draw(st.sampled_from(seats)), tuple(states), values
    )
    return state, Sheet(sheet)


law = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


@law
@given(hands())
def test_a_hand_that_is_verified_is_settled_soundly(hand):
    state, sheet = hand
    verify(state, sheet)
    outcome = apply(state, sheet)
    start = {seat.seat: seat.stack for seat in state.seats}
    stacks = {player.seat: player.stack for player in outcome.players}
    assert sum(player.points for player in outcome.players) == 0
    assert sum(stacks.values()) == sum(start.values())
    assert min(stacks.values()) >= 0
    out = {seat for seat, stack in stacks.items() if stack == 0}
    assert sorted(seat for group in outcome.eliminated for seat in group) == sorted(out)
    assert outcome.next_button not in out
    assert not any(outcome.player(seat).fantasyland_next for seat in out)
    paid = dict.fromkeys(start, 0)
    for payment in outcome.payments:
        assert 0 <= payment.paid <= payment.owed <= payment.due
        assert payment.due > 0
        paid[payment.payer] -= payment.paid
        paid[payment.payee] += payment.paid
        assert (payment.status is Status.VOID) == bool(payment.gone)
        if payment.status is Status.FULL:
            assert payment.paid == payment.due
    assert stacks == {seat: start[seat] + paid[seat] for seat in start}


@law
@given(hands())
def test_nobody_wins_more_from_one_opponent_than_the_cap(hand):
    state, sheet = hand
    start = {seat.seat: seat.stack for seat in state.seats}
    for payment in apply(state, sheet).payments:
        if state.ruleset.cap == "start":
            assert payment.paid <= start[payment.payee]
        if state.ruleset.cap == "pair_min":
            assert payment.paid <= min(start[payment.payee], start[payment.payer])
        assert payment.paid <= sum(start.values())


@law
@given(hands(), st.randoms(use_true_random=False))
def test_the_order_of_players_and_cards_means_nothing(hand, chance):
    state, sheet = hand
    seats = list(state.seats)
    chance.shuffle(seats)
    shuffled = {}
    for seat in seats:
        layout = sheet.layouts[seat.seat]
        rows = {
            row: tuple(chance.sample(layout.row(row), len(layout.row(row))))
            for row in ("top", "middle", "bottom")
        }
        shuffled[seat.seat] = replace(layout, **rows)
    again = apply(replace(state, seats=tuple(seats)), Sheet(shuffled))
    assert again == apply(state, sheet)


@law
@given(hands(), st.permutations("cdhs"))
def test_suits_are_only_names(hand, suits):
    state, sheet = hand
    names = str.maketrans("cdhs", "".join(suits))
    renamed = {}
    for seat, layout in sheet.layouts.items():
        rows = {
            row: tuple(card[0] + card[1].translate(names) for card in layout.row(row))
            for row in ("top", "middle", "bottom")
        }
        renamed[seat] = replace(layout, **rows)
    assert apply(state, Sheet(renamed)) == apply(state, sheet)


@law
@given(hands(), st.integers(1, 5))
def test_seats_are_only_places(hand, shift):
    """Moving everybody round the table by the same number of seats changes numbers only."""
    state, sheet = hand
    seats = tuple(replace(seat, seat=seat.seat + shift) for seat in state.seats)
    pairs = tuple(
        replace(pair, first=pair.first + shift, second=pair.second + shift)
        for pair in state.pair_values
    )
    moved = replace(state, seats=seats, button=state.button + shift, pair_values=pairs)
    again = apply(moved, Sheet({seat + shift: one for seat, one in sheet.layouts.items()}))
    outcome = apply(state, sheet)
    assert again.next_button == outcome.next_button + shift
    assert [one.stack for one in again.players] == [one.stack for one in outcome.players]


@law
@given(rulesets, st.permutations(DECK), st.data())
def test_points_are_antisymmetric(rules, pack, data):
    first = read_board(rules, 1, data.draw(layouts(pack[:13])))
    second = read_board(rules, 2, data.draw(layouts(pack[13:26])))
    one, other = score_pair(rules, first, second), score_pair(rules, second, first)
    assert (one.points, one.scoop, one.royalties) == (-other.points, -other.scoop, -other.royalties)
    assert one.decided is other.decided
    if one.rows:
        assert one.rows == tuple(-row for row in other.rows)
        assert one.points == sum(one.rows) + one.scoop + one.royalties


@law
@given(hands())
def test_a_foul_earns_nothing_and_stays_nowhere(hand):
    state, sheet = hand
    for player in apply(state, sheet).players:
        if player.foul:
            assert sum(player.royalties) == player.fantasyland_next == 0
        else:
            assert player.foul_rows == ()


@law
@given(hands())
def test_scoring_twice_gives_the_same(hand):
    state, sheet = hand
    first, second = apply(state, sheet), apply(state, sheet)
    assert first == second
    assert json.dumps(first.as_json()) == json.dumps(second.as_json())


@law
@given(hands())
def test_a_hand_survives_its_notation(hand):
    assert parse_hand(format_hand(*hand)) == hand


@law
@given(hands())
def test_layouts_survive_their_notation(hand):
    _, sheet = hand
    for layout in sheet.layouts.values():
        assert parse_layout(format_layout(layout)) == layout


@law
@given(hands())
def test_a_hand_can_be_typed(hand):
    """Bottom, middle, top of every seat in one line, as a dealer reads them."""
    state, sheet = hand
    order = [seat.seat for seat in state.order]
    plain = {
        seat: replace(one, declared_foul=False, absent=False) for seat, one in sheet.layouts.items()
    }
    lines = ["".join(plain[seat].bottom + plain[seat].middle + plain[seat].top) for seat in order]
    entries = parse_entries("\n".join(lines), order, decks=state.ruleset.decks)
    assert {seat: entry.layout() for seat, entry in entries.items()} == plain


@law
@given(hands())
def test_every_hand_can_be_explained(hand):
    state, sheet = hand
    outcome = apply(state, sheet)
    story = explain(state, sheet, outcome)
    text = story.text()
    assert "{" not in text
    assert len(story.payments) == len(outcome.payments)
    for pair, told in zip(outcome.pairs, story.pairs, strict=True):
        assert told.seats == (pair.a, pair.b)
        assert told.sentences


@law
@given(rulesets)
def test_rule_sets_survive_json(rules):
    again = type(rules).from_json(json.loads(json.dumps(rules.as_json())))
    assert again == rules
    assert hash(again) == hash(rules)


amounts = st.integers(1, 50)


@law
@given(overrides, st.lists(amounts, min_size=2, max_size=5), st.data())
def test_settling_moves_chips_and_makes_none(changes, stacks, data):
    rules = customise(preset("vamos"), changes)
    seats = range(1, len(stacks) + 1)
    debts = []
    for first in seats:
        for second in range(first + 1, len(stacks) + 1):
            ends = data.draw(st.sampled_from([(first, second), (second, first), None]))
            if ends:
                debts.append(Debt(*ends, data.draw(st.integers(1, 120))))
    done = settle(rules, list(zip(seats, stacks, strict=True)), debts)
    after = dict(done.stacks)
    assert sum(after.values()) == sum(stacks)
    assert min(after.values()) >= 0
    assert {(one.payer, one.payee) for one in done.payments} == {debt[:2] for debt in debts}
    groups = [seat for group in done.eliminated for seat in group]
    assert sorted(groups) == [seat for seat in seats if not after[seat]]
    starts = [stacks[seat - 1] for seat in groups]
    assert starts == sorted(starts, reverse=True)


@law
@given(hands())
def test_the_tally_counts_as_the_table_does(hand):
    state, sheet = hand
    state = replace(state, pair_values=())
    outcome = apply(state, sheet)
    players = [
        Player(seat.stack, seat.fantasyland, sheet.layouts[seat.seat]) for seat in state.order
    ]
    [results] = tally(state.ruleset, [Deal(state.point_value, players)])
    expected = [(one.points, one.stack, one.fantasyland_next) for one in outcome.players]
    assert [tuple(one) for one in results] == expected


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_dealt_and_is_described_by_its_name(name):
    rules = preset(name)
    assert PRESETS[describe(rules)[0]] == rules
    assert describe(rules)[1] == {}
    cards = max((rules.street_cards, *rules.fantasyland_cards))
    assert rules.max_players * cards <= rules.decks * 52
