"""Sentences that explain a hand: a key with its facts, and the one table of English templates.

A site translates the templates; facts that are words (rows, ranks, hands) are sentences too, so
that they are translated with them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.cards import RANKS
from scoring.evaluate import Combination

TEMPLATES: dict[str, str] = {
    "row.top": "top row",
    "row.middle": "middle row",
    "row.bottom": "bottom row",
    "hand.high_card": "{rank} high",
    "hand.pair": "a pair of {ranks}",
    "hand.two_pair": "two pair, {ranks} and {lower}",
    "hand.three_of_a_kind": "three {ranks}",
    "hand.straight": "a straight to the {rank}",
    "hand.flush": "a flush, {rank} high",
    "hand.full_house": "a full house, {ranks} full of {lower}",
    "hand.four_of_a_kind": "four {ranks}",
    "hand.straight_flush": "a straight flush to the {rank}",
    "hand.royal_flush": "a royal flush",
    "hand.five_of_a_kind": "five {ranks}",
    "hand.ranks": "{hand} ({cards})",
    "shown": "Seat {seat}, {row}: {hand}.",
    "shown.royalty": "Seat {seat}, {row}: {hand}, royalty {points}.",
    "foul.rows": "Seat {seat} fouls: {upper_hand} in the {upper}, only {lower_hand} in the "
    "{lower}.",
    "foul.equal": "Seat {seat} fouls: the {upper} must be weaker than the {lower}, and is not.",
    "foul.incomplete": "Seat {seat} fouls: {count} of 13 cards lie there.",
    "foul.declared": "Seat {seat} fouls: the director declared it.",
    "foul.absent": "Seat {seat} fouls: nobody played it.",
    "dead": "Seat {seat} is dead: nobody played it.",
    "row.won": "Seat {winner} wins the {row}: {hand} over {other}.",
    "row.tied": "The {row} is even: both show {hand}.",
    "pair.scoop": "Seat {winner} wins all three rows: {points} more.",
    "pair.two_rows": "Seat {winner} wins most rows: {points} more.",
    "pair.foul": "Seat {loser} fouls and loses to seat {winner} all three rows and {points} more.",
    "pair.both_foul": "Seats {a} and {b} both foul: nothing between them.",
    "pair.moon": "Seat {winner} shoots the moon: {points} points instead of the count.",
    "pair.natural": "Seat {winner} has a natural: {points} points instead of the count.",
    "pair.cancel": "Seats {a} and {b} both hold a special hand: nothing between them.",
    "pair.dead": "Seat {loser} is dead and loses {points} points to seat {winner}.",
    "pair.both_dead": "Seats {a} and {b} are both dead: nothing between them.",
    "pair.royalties": "Royalties: {first} for seat {a}, {second} for seat {b}.",
    "pair.trumped": "Royalties of the rows won: {points} for seat {winner} in the end.",
    "pair.points": "Points: {points} to seat {winner}, from seat {loser}.",
    "pair.even": "Seats {a} and {b} are even.",
    "pay.points": "Seat {payer} pays seat {payee} {paid} ({points} × {value}).",
    "pay.net": "Seat {payer} pays seat {payee} {paid} for all their layouts together.",
    "pay.nothing": "Seat {payer} pays seat {payee} nothing of {due}.",
    "pay.cap.start": "{due} would be due, but seat {payee} started with {limit} and wins no more "
    "than that from one player.",
    "pay.cap.current": "{due} would be due, but seat {payee} has {limit} at this moment and wins "
    "no more than that.",
    "pay.cap.pair_min": "{due} would be due, but the smaller of the two stacks was {limit} at the "
    "start.",
    "pay.short": "Seat {payer} owes {owed} and has {funds} for it.",
    "pay.out": "Seat {payer} is out at once.",
    "pay.void": "Seat {seat} was out already.",
    "end.out": "Seat {seat} is out.",
    "end.level": "Seats {seats} are out and finish level.",
    "end.stack": "Seat {seat}: {start} before, {stack} now.",
    "end.fl_enters": "Seat {seat} enters Fantasyland with {cards} cards.",
    "end.fl_stays": "Seat {seat} stays in Fantasyland with {cards} cards.",
    "end.fl_leaves": "Seat {seat} leaves Fantasyland.",
    "end.button_stays": "The button stays at seat {button}.",
    "end.button_moves": "The button moves to seat {button}.",
}
"""English template by key; the sentences in braces are filled in first."""

_WORDS = (
    ("two", "twos"),
    ("three", "threes"),
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
    ("seven", "sevens"),
    ("eight", "eights"),
    ("nine", "nines"),
    ("ten", "tens"),
    ("jack", "jacks"),
    ("queen", "queens"),
    ("king", "kings"),
    ("ace", "aces"),
)
TEMPLATES.update({f"rank.{rank}": one for rank, (one, _) in zip(RANKS, _WORDS, strict=True)})
TEMPLATES.update({f"ranks.{rank}": many for rank, (_, many) in zip(RANKS, _WORDS, strict=True)})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A key of `TEMPLATES` with the facts for its placeholders.

    Example:
        >>> say("end.out", seat=2).text()
        'Seat 2 is out.'
    """

    key: str
    facts: "Mapping[str, Fact]"

    def text(self, translate: Callable[[str], str] = str) -> str:
        """The sentence in words; ``translate`` turns an English template into another language."""
        filled = {
            name: fact.text(translate) if isinstance(fact, Sentence) else fact
            for name, fact in self.facts.items()
        }
        return translate(TEMPLATES[self.key]).format_map(filled)


Fact = str | int | Sentence
"""What a placeholder stands for."""


def say(key: str, **facts: Fact) -> Sentence:
    """The sentence with these facts."""
    return Sentence(key, facts)


def row_name(row: str) -> Sentence:
    """The row in words."""
    return say(f"row.{row}")


def hand_name(hand: Combination) -> Sentence:
    """What a row shows, in words.

    Example:
        >>> from scoring.evaluate import Category
        >>> hand_name(Combination(Category.FULL_HOUSE, (3, 2))).text()
        'a full house, threes full of twos'
    """
    if hand.royal:
        return say("hand.royal_flush")
    key = f"hand.{hand.category.name.lower()}"
    first, second = hand.tiebreak[0], (*hand.tiebreak, 2)[1]
    facts = {"rank": _rank(first), "ranks": _ranks(first), "lower": _ranks(second)}
    # Only what the name says: two hands of one name are then equal sentences.
    return say(
        key, **{name: fact for name, fact in facts.items() if f"{{{name}}}" in TEMPLATES[key]}
    )


def full_name(hand: Combination) -> Sentence:
    """What a row shows, with every rank that breaks ties.

    Example:
        >>> from scoring.evaluate import Category
        >>> full_name(Combination(Category.PAIR, (12, 7))).text()
        'a pair of queens (Q 7)'
    """
    cards = " ".join(RANKS[rank - 2] for rank in hand.tiebreak)
    return say("hand.ranks", hand=hand_name(hand), cards=cards)


def _rank(rank: int) -> Sentence:
    return say(f"rank.{RANKS[rank - 2]}")


def _ranks(rank: int) -> Sentence:
    return say(f"ranks.{RANKS[rank - 2]}")
