"""Structures: templates, validation with codes, depth."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.button import MOST
from tournaments.rules.errors import TEMPLATES, FloorError
from tournaments.rules.structure import (
    MOST_SECONDS,
    BreakSegment,
    Level,
    LevelSegment,
    Structure,
    depth,
    shallow_levels,
    structure_problems,
    vamos_structure,
)


def level(value, seconds=1800):
    return LevelSegment(value, seconds)


@st.composite
def structures(draw):
    values = sorted(draw(st.lists(st.integers(1, 10**6), min_size=1, max_size=8)))
    segments = []
    for value in values:
        if segments and draw(st.booleans()):
            segments.append(BreakSegment(draw(st.integers(1, 5000))))
        segments.append(LevelSegment(value, draw(st.integers(1, 5000))))
    return Structure(tuple(segments))


def test_vamos_has_twenty_levels_and_a_break_after_every_ninety_minutes_of_play():
    structure = vamos_structure()
    assert [found.point_value for found in structure.levels] == [
        *(100, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000),
        *(2500, 3000, 4000, 5000, 6000, 8000, 10000, 15000, 20000, 25000),
    ]
    assert {found.seconds for found in structure.levels} == {1800}
    played = 0
    for segment in structure.segments:
        if isinstance(segment, BreakSegment):
            assert (segment.seconds, played) == (900, 5400)
            played = 0
        else:
            played += segment.seconds
    assert played <= 5400


@pytest.mark.parametrize(
    ("segments", "codes"),
    [
        ((), ["structure_empty"]),
        ((BreakSegment(60), level(100)), ["structure_first_not_level"]),
        ((level(100), BreakSegment(60)), ["structure_ends_with_break"]),
        ((level(0),), ["structure_point_value"]),
        ((level(-100),), ["structure_point_value"]),
        ((level(True),), ["structure_point_value"]),
        ((level(100.0),), ["structure_point_value"]),
        ((level(100, 0),), ["structure_seconds"]),
        ((level(MOST),), []),
        ((level(MOST + 1),), ["structure_too_big"]),
        ((level(100, MOST_SECONDS),), []),
        ((level(100, MOST_SECONDS + 1),), ["structure_too_big"]),
        ((level(100), BreakSegment(-1), level(100)), ["structure_seconds"]),
        ((level(200), level(100)), ["structure_point_value_falls"]),
        ((level(200), level(100), level(150)), ["structure_point_value_falls"] * 2),
        (
            (level(1), BreakSegment(9), BreakSegment(9), level(1)),
            ["structure_two_breaks"],
        ),
        ((level(100), level(100), level(200)), []),
    ],
)
def test_every_problem_has_its_code_and_the_first_is_raised(segments, codes):
    assert [problem.code for problem in structure_problems(segments)] == codes
    if codes:
        with pytest.raises(FloorError) as raised:
            Structure(segments)
        assert raised.value.code == codes[0]
    else:
        Structure(segments)


def test_a_refusal_names_the_line_counted_from_one():
    (problem,) = structure_problems((level(200), level(100)))
    assert str(problem) == "The point value falls from 200 to 100 in line 2. Enter 200 or more."


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (None, 1),
        ({"level": 100, "seconds": 60}, 1),
        ([{"level": 100, "seconds": 60}, {"pause": 60}], 2),
        ([{"level": 100}], 1),
        ([{"level": "100", "seconds": 60}], 1),
        ([{"level": 100, "seconds": 60, "ante": 5}], 1),
        ([{"level": 100, "seconds": 60}, {"break": 60, "seconds": 60}], 2),
        ([{"level": 100, "seconds": 1.5}], 1),
    ],
)
def test_json_of_another_form_is_refused_with_its_line(data, line):
    with pytest.raises(FloorError) as raised:
        Structure.from_json(data)
    assert (raised.value.code, raised.value.params) == ("structure_shape", {"line": line})


@settings(deadline=None)
@given(structures())
def test_json_goes_there_and_back(structure):
    assert Structure.from_json(structure.as_json()) == structure


@settings(deadline=None)
@given(structures())
def test_levels_are_numbered_without_gaps_and_breaks_belong_to_the_level_before(structure):
    assert [found.number for found in structure.levels] == list(range(1, len(structure.levels) + 1))
    for index, segment in enumerate(structure.segments):
        found = structure.level_at(index)
        own = index - 1 if isinstance(segment, BreakSegment) else index
        assert found.segment == own


def test_level_at_a_break_is_the_level_that_ended():
    assert vamos_structure().level_at(3) == Level(3, 2, 300, 1800)


def test_aria_2013_depth_as_in_rules_2_2():
    aria = depth(vamos_structure(), 30_000)
    assert aria[:10] == (300, 150, 100, 75, 60, 50, 37, 30, 20, 15)
    assert shallow_levels(vamos_structure(), 30_000) == tuple(range(9, 21))
    assert shallow_levels(vamos_structure(), 30_000, points=16)[0] == 10


@pytest.mark.parametrize("stack", [0, -1, 1.5, True])
def test_depth_needs_a_stack(stack):
    with pytest.raises(FloorError) as raised:
        depth(vamos_structure(), stack)
    assert raised.value.code == "structure_stack"


def test_every_sentence_says_what_happened_and_what_to_do():
    for code, sentence in TEMPLATES.items():
        assert sentence.endswith("."), code
        assert len(sentence.replace("{at}", "").split(". ")) >= 2 or ": " in sentence, code
