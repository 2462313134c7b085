"""Simulated players: legal hands, the same again from the same chance, and a likely game."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from scoring.autoplay import autoplay
from scoring.bot_eval import placements
from scoring.bot_reach import drawing, reach_five, reach_three, view_of
from scoring.bot_rows import FLUSH, LEVELS, MARK, QUADS, finished, shape_of
from scoring.bots import Player, Strength, play_hand, set_fantasyland
from scoring.cards import DECK
from scoring.errors import RuleError
from scoring.evaluate import strength
from scoring.fantasyland import stays
from scoring.layout import Layout, fouled_rows, strengths
from scoring.options import FantasylandOrder
from scoring.presets import PRESETS
from scoring.royalties import royalties
from scoring.rules import RuleSet
from scoring.table import SeatState, Sheet, TableState, apply, verify

VAMOS = PRESETS["vamos"]


def dealt(hand, seat):
    return Counter(card for street in hand.draws[seat] for card in street)


def played(rules, players, hand, button=1):
    """The outcome for stacks that no hand can empty."""
    seats = tuple(SeatState(one.seat, 10**9, one.fantasyland) for one in players)
    state, sheet = TableState(rules, 1, button, seats), Sheet(hand.layouts)
    assert all(found.code.startswith("foul") for found in verify(state, sheet))
    return apply(state, sheet)


class Game:
    """Hands one after the other, with Fantasyland, the seats changing every hand."""

    def __init__(self, strengths, rules=VAMOS, seed=1):
        self.rules, self.strengths, self.rng = rules, strengths, random.Random(seed)
        self.fantasyland = [0] * len(strengths)
        self.points = [0] * len(strengths)
        self.normal = self.fouls = self.entries = self.fantasyland_fouls = 0

    def play(self, hands):
        count = len(self.strengths)
        for number in range(hands):
            players = [
                Player((place + number) % count + 1, self.fantasyland[place], self.strengths[place])
                for place in range(count)
            ]
            button = number // count % count + 1
            hand = play_hand(self.rules, button, players, self.rng)
            self.count(players, played(self.rules, players, hand, button))
        return self

    def count(self, players, outcome):
        for place, player in enumerate(players):
            found = outcome.player(player.seat)
            self.points[place] += found.points
            self.fantasyland[place] = found.fantasyland_next
            if player.fantasyland:
                self.fantasyland_fouls += found.foul
            else:
                self.normal += 1
                self.fouls += found.foul
                self.entries += bool(found.fantasyland_next)

    @property
    def foul_rate(self):
        return self.fouls / self.normal

    @property
    def entry_rate(self):
        return self.entries / self.normal


# Legality


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_plays_legal_hands(name):
    rules = PRESETS[name]
    rng = random.Random(name)
    choices = (0, *rules.fantasyland_cards)
    for number in range(4):
        players = [
            Player(
                seat,
                fantasyland=rng.choice(choices) if number else 0,
                strength=list(Strength)[(seat + number) % 3],
                absent=seat == number,
            )
            for seat in range(1, rules.max_players + 1)
        ]
        hand = play_hand(rules, 1, players, rng)
        everything = sum((dealt(hand, player.seat) for player in players), Counter())
        assert max(everything.values()) <= rules.decks
        for player in players:
            check_seat(rules, hand, player)
        played(rules, players, hand)


def check_seat(rules, hand, player):
    seat, layout = player.seat, hand.layouts[player.seat]
    streets = [(player.fantasyland, 13)] if player.fantasyland else rules.streets
    assert layout.complete
    assert layout.absent is player.absent
    assert [len(street) for street in hand.draws[seat]] == [deal for deal, _ in streets]
    assert Counter(layout.cards) + Counter(hand.discards[seat]) == dealt(hand, seat)
    before, came = Layout(), Counter()
    for (_, place), cards, after in zip(streets, hand.draws[seat], hand.streets[seat], strict=True):
        came += Counter(cards)
        assert len(after.cards) == len(before.cards) + place
        assert Counter(after.cards) <= came
        for row in ("top", "middle", "bottom"):
            assert after.row(row)[: len(before.row(row))] == before.row(row)
        before = after
    assert before.cards == layout.cards


def test_criss_cross_layouts_are_four_seats():
    rules = PRESETS["criss-cross"]
    hand = play_hand(rules, 2, [Player(seat) for seat in (1, 2, 3, 4)], random.Random(1))
    seats = tuple(SeatState(seat, 1000, 0, owner) for seat, owner in ((1, None), (2, None)))
    seats += tuple(SeatState(seat, 1000, 0, owner) for seat, owner in ((3, 1), (4, 2)))
    outcome = apply(TableState(rules, 1, 2, seats), Sheet(hand.layouts))
    assert len(outcome.pairs) == 4


def test_a_single_player_against_an_absent_one():
    players = [Player(1), Player(2, absent=True)]
    hand = play_hand(VAMOS, 1, players, random.Random(5))
    done = autoplay(VAMOS, hand.draws[2])
    assert hand.layouts[2] == replace(done.layout, absent=True)
    assert hand.discards[2] == done.discards


def test_an_absent_player_in_fantasyland_is_laid_in_order():
    hand = play_hand(VAMOS, 1, [Player(1), Player(2, 15, absent=True)], random.Random(5))
    cards = hand.draws[2][0]
    assert hand.layouts[2].bottom == cards[:5]
    assert hand.discards[2] == cards[13:]


def test_cards_come_in_turn():
    """The deck is dealt from the left of the button; Fantasyland after or before the others."""

    class Unshuffled(random.Random):
        def shuffle(self, x):
            x.reverse()

    players = [Player(1), Player(2, 14), Player(3)]
    last = play_hand(VAMOS, 1, players, Unshuffled(1))
    first = play_hand(
        replace(VAMOS, fl_order=FantasylandOrder.FIRST_FACE_DOWN), 1, players, Unshuffled(1)
    )
    assert set(last.draws[3][0]) == set(DECK[:5])
    assert set(last.draws[1][0]) == set(DECK[5:10])
    assert set(last.draws[2][0]) == set(DECK[34:48])
    assert set(first.draws[2][0]) == set(DECK[:14])
    assert set(first.draws[3][0]) == set(DECK[14:19])


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([Player(1), Player(1)], "bad_seat"),
        ([Player(1), Player(2, 13)], "bad_fantasyland"),
        ([Player(seat) for seat in (1, 2, 3, 4)], "too_many_players"),
    ],
)
def test_what_cannot_be_dealt_is_refused(players, code):
    with pytest.raises(RuleError) as refused:
        play_hand(VAMOS, 1, players, random.Random(1))
    assert refused.value.code == code


# The same chance, the same hand


@pytest.mark.parametrize("name", ["vamos", "ofc", "two-deck"])
def test_the_same_chance_gives_the_same_hand(name):
    players = [Player(1, 0, Strength.CASUAL), Player(2, 0), Player(5, 0, Strength.STRONG)]
    one, other = random.Random(9), random.Random(9)
    for _ in range(3):
        assert play_hand(PRESETS[name], 2, players, one) == play_hand(
            PRESETS[name], 2, players, other
        )
    assert one.getstate() == other.getstate()


# A likely game


def test_a_short_game_is_likely():
    game = Game([Strength.REGULAR] * 3).play(300)
    assert 0.12 <= game.foul_rate <= 0.33
    assert 0.05 <= game.entry_rate <= 0.23
    assert game.fantasyland_fouls == 0


@pytest.mark.slow
def test_a_long_game_keeps_to_the_bands():
    game = Game([Strength.REGULAR] * 3, seed=2).play(2000)
    assert 0.15 <= game.foul_rate <= 0.30
    assert 0.08 <= game.entry_rate <= 0.20
    assert game.fantasyland_fouls == 0


def test_a_strong_player_beats_casual_ones():
    game = Game([Strength.STRONG, Strength.CASUAL], seed=3).play(200)
    assert game.points[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"),
    [(Strength.STRONG, Strength.REGULAR), (Strength.REGULAR, Strength.CASUAL)],
)
def test_strengths_are_ordered_by_the_points_they_win(better, worse):
    game = Game([better, worse], seed=4).play(3000)
    assert game.points[0] > 0


# Fantasyland


def worth(rules, rows):
    return stays(rules, rows), sum(royalties(rules.royalty_table, rows))


def best_of_all(rules, cards):
    """Staying and royalties of the best legal layout of thirteen cards, by trying all of them."""
    hand, found = set(cards), []
    for bottom in combinations(cards, 5):
        rest = hand.difference(bottom)
        for middle in combinations(rest, 5):
            rows = strength(tuple(rest.difference(middle))), strength(middle), strength(bottom)
            if not fouled_rows(rows, strict=rules.strict_rows):
                found.append(worth(rules, rows))
    return max(found)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["vamos", "ofc"])
def test_fantasyland_is_set_as_well_as_can_be(name, seed):
    rules, rng = PRESETS[name], random.Random(seed)
    cards = rng.sample(DECK, 13)
    layout = set_fantasyland(rules, cards, rng, Strength.STRONG)
    assert worth(rules, strengths(layout)) == best_of_all(rules, cards)


def test_rows_that_come_out_equal_are_set_otherwise_under_strict_rows():
    """Two straights of the same height are a foul there, however well the pair of them pays."""
    rules = replace(VAMOS, strict_rows=True)
    cards = ["Qc", "Qh", "Qs", "Jc", "Jh", "Tc", "Th", "9c", "9h", "9s", "8c", "8h", "8s"]
    layout = set_fantasyland(rules, cards, random.Random(1), Strength.STRONG)
    assert not fouled_rows(strengths(layout), strict=True)
    assert worth(rules, strengths(layout)) == best_of_all(rules, cards)


@pytest.mark.parametrize("kind", Strength)
@pytest.mark.parametrize("count", [13, 14, 15, 16, 17])
def test_fantasyland_never_fouls(count, kind):
    rng = random.Random(count)
    for _ in range(25):
        cards = rng.sample(DECK, count)
        layout = set_fantasyland(VAMOS, cards, rng, kind)
        assert layout.complete
        assert not fouled_rows(strengths(layout), strict=False)
        assert Counter(layout.cards) <= Counter(cards)


def test_fantasyland_with_two_decks_and_strict_rows():
    rng = random.Random(1)
    rules = replace(PRESETS["two-deck"], strict_rows=True)
    for _ in range(25):
        cards = rng.sample(DECK * 2, 14)
        layout = set_fantasyland(rules, cards, rng, Strength.REGULAR)
        assert not fouled_rows(strengths(layout), strict=True)
        assert Counter(layout.cards) <= Counter(cards)


# What a player reckons with


@pytest.mark.parametrize("to_come", [0, 1, 3, 12])
def test_chances_are_chances(to_come):
    """Every row's chances lie between 0 and 1 and fall from level to level."""
    rng = random.Random(to_come)
    for _ in range(400):
        count = rng.randrange(5)
        cards = rng.sample(DECK, count)
        mark = sum(MARK[card] for card in cards)
        view = view_of(cards, 1, to_come)
        rows = [reach_five(mark, shape_of(mark), 5 - count, view)]
        if count < 3:
            rows.append(reach_three(shape_of(mark), 3 - count, view))
        for reach in rows:
            assert len(reach) == LEVELS + 1
            assert reach[0] == 1
            assert all(0 <= low <= high + 1e-9 for high, low in pairwise(reach))


def test_a_draw_is_counted_exactly():
    """Two of three cards out of 47 are among nine outs as often as counting all draws says."""
    hits = sum(len({*draw} & {*range(9)}) >= 2 for draw in combinations(range(47), 3))
    assert drawing(47, 3, 2)[9] == pytest.approx(hits / 16215)


def test_a_full_row_is_what_it_shows():
    assert finished(("Qh", "Qd", "4c")).level == 11
    assert finished(("2c", "2d", "2h", "9s", "9c")).full


def test_dead_cards_count():
    """A flush draw whose cards are out is worth less than a live one."""
    held = ["2h", "5h", "9h", "Kh"]
    mark = sum(MARK[card] for card in held)
    shape = shape_of(mark)
    alive = reach_five(mark, shape, 1, view_of(held, 1, 3))
    dead = reach_five(mark, shape, 1, view_of([*held, "3h", "4h", "6h", "7h", "8h"], 1, 3))
    assert alive[FLUSH] > dead[FLUSH] > 0


def test_four_of_a_kind_waits_for_nothing():
    mark = sum(MARK[card] for card in ("9c", "9d", "9h", "9s"))
    reach = reach_five(mark, shape_of(mark), 1, view_of(["9c", "9d", "9h", "9s"], 1, 3))
    assert len(reach) == LEVELS + 1
    assert sum(reach) == QUADS + 1


def test_every_placement_is_there_once():
    ways, _ = placements(5, 5, (3, 5, 5))
    assert len(ways) == len(set(ways)) == 232
    assert RuleSet().streets[0] == (5, 5)
