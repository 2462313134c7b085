"""The one translated sentence for each error code.

The English sentence lives beside its code (`core.errors`, `scoring.errors`,
`tournaments.rules.errors`) and is the msgid in ``locale/``.
"""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from django.utils.translation import gettext, gettext_lazy

ROWS = {
    "top": gettext_lazy("top"),
    "middle": gettext_lazy("middle"),
    "bottom": gettext_lazy("bottom"),
}
# Placeholders that hold the name of a row.
ROW_PARAMS = ("row", "other_row", "upper", "lower")


@runtime_checkable
class Coded(Protocol):
    """What every error of ours carries: a stable code, placeholders and an English template."""

    @property
    def code(self) -> str:
        """The stable name of the reason."""

    @property
    def params(self) -> Mapping[str, str | int]:
        """The placeholders of the sentence."""

    @property
    def template(self) -> str:
        """The English sentence with its placeholders."""


def sentence(error: Coded) -> str:
    """The error in the language of the reader: what happened, then what to do.

    Example:
        >>> from core.errors import Refusal
        >>> sentence(Refusal("hand_not_open", table=4))
        'No hand is open at table 4. Start the next hand first.'
    """
    params = dict(error.params)
    for name in ROW_PARAMS:
        row = params.get(name)
        if row in ROWS:
            params[name] = str(ROWS[str(row)])
    return gettext(error.template).format_map(params)
