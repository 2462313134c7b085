"""Forms of corrections: the points of a hand, a penalty, chips by hand, a player who comes back."""

from itertools import combinations
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import Hand
from tables.points import MOST_POINTS
from tournaments.journal import Facts
from tournaments.models import Entry, Event
from tournaments.selectors import entries_of
from web.forms.hand import entry_order
from web.forms.moves import reason_field


class PointsForm(forms.Form):
    """A hand whose cards nobody knows: the points of each pair, and who plays Fantasyland next."""

    def __init__(self, hand: Hand, data: Any = None) -> None:
        super().__init__(data, initial=_typed_points(hand) if data is None else None)
        self.players = entry_order(hand)
        names = {one.seat: one.entry.person.display_name for one in self.players}
        self.pairs = list(combinations([one.seat for one in self.players], 2))
        for a, b in self.pairs:
            label = _("Points that %(a)s wins from %(b)s") % {"a": names[a], "b": names[b]}
            self.fields[f"points_{a}_{b}"] = forms.IntegerField(
                label=label, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )
        cards = sorted(hand.table.event.ruleset.fantasyland_cards)
        choices = [("0", _("no Fantasyland")), *((str(one), str(one)) for one in cards)]
        for one in self.players:
            label = _("Fantasyland cards of %(name)s in the next hand") % {"name": names[one.seat]}
            self.fields[f"cards_{one.seat}"] = forms.ChoiceField(label=label, choices=choices)

    def facts(self) -> Facts:
        """The facts of ``hand.correct``."""
        data = self.cleaned_data
        points = [{"a": a, "b": b, "points": data[f"points_{a}_{b}"]} for a, b in self.pairs]
        cards = {one.seat: int(data[f"cards_{one.seat}"]) for one in self.players}
        granted = [{"seat": seat, "cards": count} for seat, count in cards.items() if count]
        return {"points": points, "fantasyland": granted}


class PenaltyForm(forms.Form):
    """Points that a player pays to each opponent."""

    points = forms.TypedChoiceField(
        label=gettext_lazy("Points to each opponent"),
        coerce=int,
        choices=[(number, str(number)) for number in (1, 2, 3, 6, 10)],
        help_text=gettext_lazy("1 for an exposed card, 3 for a missed turn."),
    )
    reason = reason_field()


class BackForm(forms.Form):
    """A player who is out comes back."""

    chips = forms.IntegerField(
        label=gettext_lazy("Chips of your ruling"),
        required=False,
        min_value=1,
        max_value=10**9,
    )
    reason = reason_field()

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if entry.removal:
            del self.fields["chips"]


class BountyForm(forms.Form):
    """Who has the bounty of a player who is out."""

    to = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who has it"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    reason = reason_field()

    def __init__(self, *args: Any, entry: Entry, others: list[Entry], **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"to": entry.bounty_to})
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (one.number, one.person.name) for one in others if one.number != entry.number
        ]


class ChipsForm(forms.Form):
    """Chips that the house bank gives or takes."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    chips = forms.IntegerField(
        label=gettext_lazy("Chips"),
        min_value=-(10**9),
        max_value=10**9,
        help_text=gettext_lazy("With a minus they are taken away."),
    )
    reason = reason_field()

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        living = [entry for entry in entries_of(event) if entry.out_seq is None]
        living.sort(key=lambda entry: entry.person.name.casefold())
        self.fields["entry"].choices = [  # type: ignore[attr-defined]
            (entry.number, f"{entry.person.name} · {entry.stack}") for entry in living
        ]


class WhichForm(forms.Form):
    """Which hand of which table."""

    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=10**6)
    hand = forms.IntegerField(label=gettext_lazy("Hand"), min_value=1, max_value=10**6)


def _typed_points(hand: Hand) -> dict[str, Any]:
    """The points as they count now, if the hand was settled by points."""
    if not hand.points_only:
        return {}
    typed: dict[str, Any] = {}
    for one in hand.sheet["points"]:
        typed[f"points_{one['a']}_{one['b']}"] = one["points"]
        typed[f"points_{one['b']}_{one['a']}"] = -one["points"]
    for one in hand.sheet["fantasyland"]:
        typed[f"cards_{one['seat']}"] = str(one["cards"])
    return typed
