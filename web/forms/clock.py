"""Forms about the clock: time added or taken, a line to go to, a break now, extra time."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import Table
from tables.services.rounds import MOST_EXTRA
from tournaments.rules.structure import MOST_HANDS, BreakSegment, Structure
from web.forms.moves import reason_field
from web.templatetags.cards import chips

MOST_MINUTES = 1440


class MinutesForm(forms.Form):
    """Minutes for what is left of the level or break."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        help_text=gettext_lazy("With a minus they are taken away."),
    )


class HandsForm(forms.Form):
    """Hands for the present level, where levels last hands."""

    hands = forms.IntegerField(
        label=gettext_lazy("Hands"),
        min_value=-MOST_HANDS,
        max_value=MOST_HANDS,
        help_text=gettext_lazy("Every table plays so many more; with a minus, fewer."),
    )


class LineForm(forms.Form):
    """A line of the structure."""

    segment = forms.TypedChoiceField(label=gettext_lazy("Line"), coerce=int)

    def __init__(self, *args: object, structure: Structure, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["segment"].choices = lines_of(structure)  # type: ignore[attr-defined]


class BreakNowForm(forms.Form):
    """A break that begins now."""

    reason = reason_field()


class ExtraForm(forms.Form):
    """Extra time of a table."""

    table = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes into the next break"), min_value=0, max_value=MOST_EXTRA
    )
    reason = reason_field()

    def __init__(self, *args: object, tables: list[Table], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["table"].choices = [(one.number, one.number) for one in tables]  # type: ignore[attr-defined]


def lines_of(structure: Structure) -> list[tuple[int, str]]:
    """Every line of a structure in words, with its index."""
    found, level = [], 0
    for index, line in enumerate(structure.segments):
        minutes = {"minutes": line.seconds // 60}
        if isinstance(line, BreakSegment):
            found.append((index, _("Break, %(minutes)s min") % minutes))
            continue
        level += 1
        facts = {"level": level, "value": chips(line.point_value), **minutes}
        said = _("Level %(level)s: %(value)s a point, %(minutes)s min")
        if line.hands:
            said = _("Level %(level)s: %(value)s a point, %(hands)s hands")
        found.append((index, said % {**facts, "hands": line.hands}))
    return found
