"""The planner by example: floor 7.4, step by step."""

from dataclasses import replace

import pytest

from tests.tournaments.rules.halls import hall, plan, sizes, table
from tournaments.rules.balance import carried_out
from tournaments.rules.errors import FloorError
from tournaments.rules.plan import PlayerState, TableState, Wait
from tournaments.rules.positions import Position


def moves(made):
    return [(move.rule, move.from_table, move.to_table) for move in made.moves]


def codes(made):
    return [fact.code for fact in made.facts if not fact.code.startswith("rival_")]


# Step 1: repair


def test_two_lone_tables_are_paired_and_the_earlier_in_the_break_order_closes():
    made = plan("1 3 1 3 3")
    assert (moves(made), made.closes) == ([("repair_pair", 1, 3)], (1,))
    tables = hall("1 3 1 3 3")
    tables[2] = replace(tables[2], place=0)
    made = plan(tables)
    assert (moves(made), made.closes) == ([("repair_pair", 3, 1)], (3,))
    assert str(made.facts[0]) == (
        "Tables 3 and 1 had one player each. Table 3 comes first in the break order and closes "
        "into table 1."
    )


def test_a_lone_table_closes_into_a_two_handed_one():
    made = plan("3 1 3 2")
    assert (moves(made), made.closes, made.figures.lone_after) == (
        [("repair_close", 2, 4)],
        (2,),
        0,
    )


def test_with_full_tables_only_the_lone_one_is_fed():
    made = plan("3 1 3 3", policy="repair_only")
    assert [(rule, to) for rule, _, to in moves(made)] == [("repair_feed", 2)]
    assert (made.closes, sorted(sizes(hall("3 1 3 3"), made))) == ((), [2, 2, 3, 3])
    assert codes(made) == ["repair_feed"]


def test_a_lone_player_in_fantasyland_stays_and_is_joined_at_once():
    made = plan("1F 3 3 3")
    assert [(rule, to) for rule, _, to in moves(made)] == [("repair_feed", 1)]
    assert made.moves[0].waits_for == ()
    assert made.exempt[0] == (11, 1, "fantasyland")
    assert codes(made) == ["repair_feed_fantasyland"]


def test_a_lone_player_comes_to_a_lone_one_in_fantasyland():
    tables = hall("1 1F 3 3")
    assert moves(plan(tables)) == [("repair_pair", 1, 2)]


def test_with_no_full_table_a_two_handed_one_breaks_for_a_lone_player_in_fantasyland():
    made = plan("1F 2 2 2", policy="repair_only")
    assert {move.rule for move in made.moves} == {"repair_break"}
    assert (made.closes, made.figures.moves, made.figures.lone_after) == ((2,), 2, 0)
    assert codes(made) == ["repair_break"]


def test_three_lone_players_make_one_table_with_two_moves():
    made = plan("1 1 1 3 3", policy="repair_only")
    assert (moves(made), made.closes) == (
        [("repair_pair", 1, 3), ("repair_pair", 2, 3)],
        (1, 2),
    )


def test_closing_both_lone_tables_beats_pairing_them_and_breaking_another():
    assert len(plan("1 1 3 2 2").moves) == 2
    assert plan("1 1 3 2 2").closes == (1, 2)


# What waits


def test_a_lone_player_waits_where_fantasyland_leaves_nobody():
    made = plan("1 3FFF 3FFF")
    assert made.moves == ()
    assert made.waits == (Wait("wait_repair_fantasyland", (1,), (2, 3), 1),)
    assert str(made.waits[0].fact) == (
        "Alone at table 1, and waiting without loss: Fantasyland at table 2, 3 has to end first."
    )


def test_where_only_a_table_with_fantasyland_can_help_the_order_waits_for_its_end():
    """The neighbour moves, never the player in Fantasyland."""
    made = plan("1 3F 3FFF")
    [move] = made.moves
    assert (move.rule, move.from_table, move.to_table) == ("repair_feed", 2, 1)
    assert move.entry in (21, 22)
    assert move.waits_for == ((2, "fantasyland"),)
    assert {exempt.entry for exempt in made.exempt} == {21, 22, 23, 31, 32, 33} - {move.entry}


def test_the_final_table_waits_for_fantasyland_there():
    made = plan("2F 1")
    assert (moves(made), made.closes) == ([("final_table", 2, 1)], (2,))
    assert made.moves[0].waits_for == ((1, "fantasyland"),)
    assert made.moves[0].gets.players == 3


def test_nothing_waits_for_fantasyland_while_others_can_help():
    made = plan("1 2F 2 3 3 3")
    assert (moves(made), made.moves[0].waits_for) == ([("repair_close", 1, 3)], ())


def test_an_order_waits_for_the_live_hands_of_both_tables():
    tables = [
        table(1, 3, playing=True, ends_in_s=40),
        table(2, 1),
        table(3, 3, playing=True, ends_in_s=90),
    ]
    made = plan(tables)
    assert made.moves[0].waits_for == ((1, "hand"),)
    assert made.figures.idle_s == 40


def test_two_lone_players_in_fantasyland_need_a_ruling():
    assert [wait.code for wait in plan("1F 1F").waits] == ["wait_repair_ruling"]


def test_locks_can_leave_no_opponent():
    made = plan([table(1, 1), table(2, 3, locked=True)])
    assert (made.moves, made.waits) == ((), (Wait("wait_repair_locked", (1,), (2,), 1),))
    assert {exempt.reason for exempt in made.exempt} == {"locked"}


def test_heads_up_an_odd_player_waits():
    made = plan("1 2 2", max_players=2)
    assert (made.moves, made.waits) == ((), (Wait("wait_repair_odd", (1,), (), 1),))


def test_heads_up_lone_players_are_paired():
    made = plan("1 2 1 2", max_players=2)
    assert moves(made) == [("repair_pair", 1, 3)]


# Step 2: consolidation


def test_from_three_two_handed_tables_on_the_first_in_the_break_order_breaks():
    made = plan("3 2 2 2")
    assert {move.rule for move in made.moves} == {"consolidate"}
    assert (made.closes, sorted(move.to_table for move in made.moves)) == ((2,), [3, 4])
    assert [str(fact) for fact in made.facts] == [
        (
            "9 players fit on 3 tables and 4 were open. Table 2 is due in the break order and "
            "breaks; its seats are drawn."
        ),
        "Table 1 was due in the break order and passed over: it has more players than table 2.",
        "Table 3 comes later in the break order and stays.",
    ]


@pytest.mark.parametrize("text", ["3 2 2", "2 2 3 3 3"])
def test_two_two_handed_tables_stay(text):
    assert plan(text).moves == ()


def test_repair_only_keeps_tables_open_for_newcomers():
    assert plan("3 2 2 2", policy="repair_only").moves == ()


def test_tables_with_fantasyland_are_passed_over_and_receive_nobody():
    made = plan("2F 2 2 2 3")
    assert (made.closes, {move.to_table for move in made.moves}) == ((2,), {3, 4})
    assert codes(made) == ["consolidate", "passed_fantasyland"]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"locked": True}, "locked"),
        ({"feature": True}, "feature"),
        ({"protected": True}, "protected"),
        ({"players": (PlayerState(1, 1, protected=True), PlayerState(2, 2))}, "protected"),
        ({"players": (PlayerState(1, 1, moving=True), PlayerState(2, 2))}, "moving"),
    ],
)
def test_tables_the_house_keeps_are_passed_over(facts, why):
    made = plan([replace(table(1, 2), **facts), *hall("2 2 2 2 3")[1:]])
    assert (made.closes, codes(made)) == ((2,), ["consolidate", f"passed_{why}"])


@pytest.mark.parametrize(("look_ahead", "breaks"), [(0, 1), (1, 1), (2, 3), (None, 3)])
def test_how_far_a_larger_table_is_passed_over_is_a_published_number(look_ahead, breaks):
    assert plan("3 3 2 2 2", look_ahead=look_ahead).closes == (breaks,)


def test_tables_that_could_close_wait_for_fantasyland():
    made = plan("2F 2F 2F 3")
    assert made.waits == (Wait("wait_close_fantasyland", (), (1, 2, 3), 1),)


def test_tables_that_could_close_but_for_the_house():
    tables = [table(number, 2, protected=True) for number in (1, 2, 3)]
    made = plan([*tables, table(4, 3, feature=True)])
    assert made.waits == (Wait("wait_close_locked", (), (1, 2, 3, 4), 1),)


def test_a_full_table_breaks_where_no_smaller_one_may():
    tables = [table(number, 2, protected=True) for number in (1, 2, 3)]
    assert plan([*tables, table(4, 3)]).closes == (4,)


def test_several_tables_break_at_once():
    made = plan("2 2 2 2 2 2")
    assert (made.closes, sizes(hall("2 2 2 2 2 2"), made)) == ((1, 2), [3, 3, 3, 3])


def test_an_empty_table_closes_unless_empty_seats_are_wanted():
    assert plan("3 0 3 3").closes == (2,)
    assert codes(plan("3 0 3 3")) == ["close_empty"]
    assert plan("3 0 3 3", policy="repair_only").closes == ()


# Four-handed tables


def test_four_handed_a_lone_player_joins_the_smallest_table():
    assert moves(plan("1 3 2 4", max_players=4)) == [("repair_close", 1, 3)]


def test_four_handed_a_lone_table_is_fed_from_the_fullest_table():
    tables = [table(1, 1, protected=True), table(2, 3), table(3, 4)]
    made = plan(tables, max_players=4, policy="repair_only")
    assert moves(made) == [("repair_feed", 3, 1)]
    assert codes(made) == ["repair_feed_kept"]


def test_four_handed_one_table_may_feed_two():
    tables = [table(number, 1, protected=True) for number in (1, 2)]
    tables += [table(3, 4), table(4, 4, locked=True)]
    made = plan(tables, max_players=4, policy="repair_only")
    assert {move[:2] for move in moves(made)} == {("repair_feed", 3)}
    assert sizes(tables, made) == [2, 2, 2, 4]


# Step 3: who moves, and where


def donors(**facts):
    """A lone player who stays, and two full tables with one player each who may go."""
    tables = [table(1, 1, feature=True, button=3)]
    for number in (2, 3):
        fixed = [replace(player, protected=True) for player in table(number, 3).players]
        fixed[2] = PlayerState(number * 10 + 3, 3, **(facts if number == 2 else {}))
        tables.append(table(number, 3, button=1, hand=9))
        tables[-1] = replace(tables[-1], players=tuple(fixed))
    return tables


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"moves": 1}, "moves"),
        ({"moved_at": 8}, "recent"),
        ({"position_debt": 2}, "position"),
        ({"met": frozenset({11})}, "met"),
    ],
)
def test_the_mover_costs_least_by_the_first_term_that_differs(facts, why):
    for seed in range(4):
        [move] = plan(donors(**facts), seed).moves
        assert (move.entry, move.rival.entry, move.rival.why) == (33, 23, why)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"button": 3}, "due"),
        ({"playing": True, "ends_in_s": 60}, "idle"),
        ({"spot": (3, 4)}, "walk"),
    ],
)
def test_the_table_he_comes_from_counts(facts, why):
    tables = donors(position_debt=1 if why == "due" else 0)
    tables[1] = replace(tables[1], **facts)
    for seed in range(4):
        [move] = plan(tables, seed).moves
        assert (move.entry, move.rival.entry, move.rival.why) == (33, 23, why)


def test_a_table_whose_players_had_most_heads_up_hands_is_spared():
    tables = donors()
    neighbours = [replace(player, two_handed=9) for player in tables[1].players]
    tables[1] = replace(tables[1], players=tuple(neighbours))
    [move] = plan(tables).moves
    assert (move.entry, move.rival.why) == (33, "two_handed")


def test_what_is_equal_is_drawn():
    movers = {plan(donors(), seed).moves[0].entry for seed in range(20)}
    assert movers == {23, 33}
    assert plan(donors()).moves[0].rival.why == "draw"


def test_whoever_is_due_to_act_first_moves_to_where_he_acts_first():
    lone, full = table(1, 1, feature=True, button=3), table(2, 3, button=1)
    [move] = plan([lone, full]).moves
    assert (move.from_seat, move.due, move.gets) == (3, Position(1, 3), Position(1, 2))
    assert move.debt == 0
    assert move.rival.table == 1


def test_the_button_is_not_granted_if_another_seat_is_free():
    """From the button to the button would be even; first to act is given all the same."""
    lone = table(1, 1, button=3)
    pairs = [table(2, 2, button=2), table(3, 2, button=1)]
    made = plan([lone, *pairs, table(4, 3)])
    [move] = made.moves
    assert (move.due.kind, move.to_table, move.gets.kind) == ("button", 3, "first")
    assert move.rival == (11, 2, 3, "button")


def test_luck_of_earlier_moves_is_evened_out():
    """Due first, and one worth unlucky so far: the middle is nearer to what he is owed."""
    player = PlayerState(11, 3, position_debt=-1)
    lone = replace(table(1, 1, button=1), players=(player,))
    pairs = [table(2, 2, button=1), table(3, 2, button=3)]
    made = plan([lone, *pairs, table(4, 3)])
    assert (made.moves[0].to_table, made.moves[0].gets.kind) == (3, "middle")
    assert made.moves[0].rival.why == "position"
    after = {each.entry: each for each in carried_out([lone, *pairs], made)[1].players}
    assert after[11] == PlayerState(11, 3, moves=1, moved_at=5)


def test_a_second_lone_player_is_needed_by_the_first():
    made = plan("1 1 1 2 2", policy="repair_only")
    whys = {move.rival.why for move in made.moves if move.rule == "repair_pair"}
    assert "needed" in whys


def test_seats_that_others_take_are_no_runners_up():
    made = plan("1 1 1 1 1 1 3", policy="repair_only")
    assert [(move.rule, move.rival) for move in made.moves] == [("repair_pair", None)] * 3


def test_the_set_of_tables_that_receive_a_breaking_table_is_the_best():
    tables = [table(number, 2, spot=(0, number * 9)) for number in range(1, 6)]
    tables[1] = replace(tables[1], playing=True, ends_in_s=100)
    made = plan([*tables, *hall("3 3 3 3 3 3 3")[5:]])
    assert made.closes == (1,)
    assert {move.to_table for move in made.moves} == {3, 4}


def test_a_breaking_table_goes_where_hands_end_when_its_own_does():
    busy = {"playing": True}
    tables = [table(1, 2, ends_in_s=100, **busy), table(2, 2), table(3, 2, ends_in_s=90, **busy)]
    tables += [table(4, 2, ends_in_s=200, **busy), table(5, 2, ends_in_s=120, **busy)]
    made = plan([*tables, *hall("3 3 3 3 3 3")[5:]])
    assert {move.to_table for move in made.moves} == {3, 5}
    assert made.figures.idle_s == 10 + 20


def test_seats_of_a_breaking_table_are_drawn():
    drawn = {
        tuple((move.entry, move.to_table) for move in plan("2 2 2 3", seed).moves)
        for seed in range(30)
    }
    assert drawn == {((11, 2), (12, 3)), ((11, 3), (12, 2))}


def test_more_moves_than_a_batch():
    text = " ".join(["1"] * 30 + ["1F"] * 15 + ["3"] * 20)
    made = plan(text, policy="repair_only")
    assert len(made.moves) == 23
    assert min(sizes(hall(text), made)) >= 2


# Entries without a seat


def test_an_entry_without_a_seat_joins_a_lone_player_before_anyone_moves():
    made = plan("1 3 3", waiting=[99])
    assert moves(made) == [("seat", None, 1)]
    [move] = made.moves
    assert (move.from_seat, move.due, move.debt) == (None, None, 0)
    assert (made.figures.moves, made.figures.idle_s) == (0, 0)


def test_entries_wait_for_a_seat_lowest_number_first():
    made = plan("2 3 3", waiting=[98, 97])
    assert [move.entry for move in made.moves] == [97]
    assert made.waits == (Wait("wait_seat", count=1),)


def test_an_empty_table_opens_for_two():
    made = plan("3 3 0", waiting=[98, 99])
    assert {move.to_table for move in made.moves} == {3}
    assert made.closes == ()


def test_an_empty_table_opens_for_one_with_an_opponent_from_a_full_table():
    made = plan("3 3 0", waiting=[99])
    assert [move.to_table for move in made.moves] == [3, 3]
    assert {move.rule for move in made.moves} == {"seat", "repair_feed"}
    after = carried_out(hall("3 3 0"), made)
    assert PlayerState(99, made.moves[0].to_seat) in after[2].players


# Step 5: the late phase


def test_from_six_players_on_tables_break_whatever_the_policy():
    made = plan("2 2 2", policy="repair_only")
    assert (made.closes, codes(made)) == ((1,), ["late_phase", "consolidate"])


def test_at_four_two_tables_play_hand_for_hand():
    made = plan("2 2")
    assert (made.moves, codes(made)) == ((), ["hand_for_hand"])


@pytest.mark.parametrize(("text", "final"), [("2 1", 1), ("1 2", 2), ("1 1 1", 3), ("1F 2", 1)])
def test_three_players_make_the_final_table(text, final):
    made = plan(text, policy="repair_only")
    assert {move.to_table for move in made.moves} == {final}
    assert str(made.facts[0]) == f"3 players are left: they meet at table {final}."


def test_hand_for_hand_a_lone_holder_is_not_waited_for():
    assert plan("1F 3 3 3", hand_for_hand=True).moves
    made = plan([table(1, 2, playing=True), *hall("3 1 3")[1:]], hand_for_hand=True)
    assert (made.moves, made.waits, made.facts) == ((), (Wait("wait_round", (), (1,)),), ())


# Figures, and what is refused


def test_the_figures_of_a_plan():
    tables = hall("3 2 2 2 3FF 1 2")
    first = [replace(player, moves=2) for player in tables[0].players]
    tables[0] = replace(tables[0], players=tuple(first))
    figures = plan(tables).figures
    assert (figures.players, figures.moves) == (15, 3)
    assert (figures.moves_most, figures.moves_spread) == (2, 2)
    assert (figures.tables_before, figures.tables_after, figures.tables_least) == (7, 5, 5)
    assert (figures.lone_before, figures.lone_after) == (1, 0)
    assert (figures.two_handed_before, figures.two_handed_after) == (8, 0)
    assert figures.exempt_fantasyland == 3
    figures = plan("3 1 3 3 2F 2F 2F").figures
    assert (figures.two_handed_before, figures.two_handed_after) == (6, 10)


def test_before_the_first_hand_nobody_is_owed_a_position():
    made = plan([TableState(1, (PlayerState(1, 1),)), TableState(2, (PlayerState(2, 1),))])
    assert (made.moves[0].due, made.moves[0].gets, made.moves[0].debt) == (None, None, 0)


@pytest.mark.parametrize(
    ("tables", "how", "code"),
    [
        ([], {"max_players": 1}, "draw_max_players"),
        ([], {"policy": "loose"}, "moves_unknown_policy"),
        ([table(1, 2), table(1, 2)], {}, "moves_table_twice"),
        ([table(1, 2)], {"waiting": [11]}, "moves_entry_twice"),
        ([TableState(1, (PlayerState(1, 1), PlayerState(2, 1)))], {}, "moves_seat_twice"),
        ([table(1, 4)], {}, "moves_seat_number"),
    ],
)
def test_what_cannot_be_planned(tables, how, code):
    with pytest.raises(FloorError) as raised:
        plan(tables, **how)
    assert raised.value.code == code
    assert "{" not in str(raised.value)
