"""How cards, rows and chips are written on a page: ``"Th"`` is printed as 10 of hearts.

Pure functions. Codes are rank then suit, as everywhere in the project; ``""`` is an empty slot.
"""

from collections.abc import Sequence

from django import template
from django.templatetags.static import static
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

register = template.Library()

ROW_SIZES = {"top": 3, "middle": 5, "bottom": 5}
ROW_NAMES = {
    "top": _("Top row"),
    "middle": _("Middle row"),
    "bottom": _("Bottom row"),
}
ROW_SHORT = {
    "top": pgettext_lazy("row", "Top"),
    "middle": pgettext_lazy("row", "Mid"),
    "bottom": pgettext_lazy("row", "Bot"),
}
RANKS = {
    "A": pgettext_lazy("rank", "ace"),
    "K": pgettext_lazy("rank", "king"),
    "Q": pgettext_lazy("rank", "queen"),
    "J": pgettext_lazy("rank", "jack"),
    "10": pgettext_lazy("rank", "ten"),
    "9": pgettext_lazy("rank", "nine"),
    "8": pgettext_lazy("rank", "eight"),
    "7": pgettext_lazy("rank", "seven"),
    "6": pgettext_lazy("rank", "six"),
    "5": pgettext_lazy("rank", "five"),
    "4": pgettext_lazy("rank", "four"),
    "3": pgettext_lazy("rank", "three"),
    "2": pgettext_lazy("rank", "two"),
}
SUITS = {
    "s": pgettext_lazy("suit in the name of a card", "spades"),
    "h": pgettext_lazy("suit in the name of a card", "hearts"),
    "d": pgettext_lazy("suit in the name of a card", "diamonds"),
    "c": pgettext_lazy("suit in the name of a card", "clubs"),
}


@register.filter
def card_rank(card: object) -> str:
    """The index as printed on the card: A K Q J 10 9 ... 2."""
    rank = str(card)[:-1].upper()
    return "10" if rank == "T" else rank


@register.filter
def card_suit(card: object) -> str:
    """The suit's letter: s, h, d or c."""
    return str(card)[-1:].lower()


@register.filter
def card_name(card: object) -> str:
    """The name that is read aloud: "queen of hearts"."""
    rank, suit = card_rank(card), card_suit(card)
    if rank not in RANKS or suit not in SUITS:
        return str(card)
    return pgettext("name of a card", "%(rank)s of %(suit)s") % {
        "rank": RANKS[rank],
        "suit": SUITS[suit],
    }


@register.filter
def slots(cards: Sequence[object] | None, row: str) -> list[object]:
    """The cards of a row, filled up with empty slots to the row's size."""
    laid = list(cards or [])
    return laid + [""] * (ROW_SIZES.get(row, len(laid)) - len(laid))


@register.filter
def is_new(card: object, new: Sequence[object] | None) -> str:
    """The class of a card that came with the street that is shown."""
    return "is-new" if card and card in (new or ()) else ""


@register.filter
def row_name(row: str) -> str:
    """The full name of a row."""
    return str(ROW_NAMES.get(row, row))


@register.filter
def row_short(row: str) -> str:
    """The short name of a row, for narrow boards."""
    return str(ROW_SHORT.get(row, row))


@register.filter
def chips(amount: int | None) -> str:
    """A whole number grouped as the reader's language does: 1,800, 1.800 or 1 800."""
    # Django's own `number_format` takes ten times as long, and a list has thousands of these.
    return "" if amount is None else f"{amount:,}".replace(",", get_format("THOUSAND_SEPARATOR"))


@register.filter
def delta(amount: int) -> str:
    """A change of chips or points: a sign and a word besides the colour."""
    if not amount:
        return mark_safe('<span class="delta muted">0</span>')
    name, kind, word = ("up", "gain", _("up")) if amount > 0 else ("down", "loss", _("down"))
    return format_html(
        '<span class="delta {}"><svg class="icon" width="18" height="18" aria-hidden="true">'
        '<use href="{}#{}"></use></svg> {}<span class="sr-only"> {}</span></span>',
        *(kind, static("img/sprite.svg"), name, chips(abs(amount)), word),
    )


@register.filter
def magnitude(amount: int) -> int:
    """The size of a change; its sign is drawn."""
    return abs(amount)
