"""The journal in words: prices, prizes, cash and payouts."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from tournaments.rules.payouts import Prices
from web.templatetags.money import money as written
from web.templatetags.money import plain_money

Name = Callable[[int], str]
Money = Callable[[int], str]


def _confirmed(facts: dict[str, Any], _entry: Name, _money: Money) -> str:
    return (
        _("Change of the prizes confirmed") if facts["agree"] else _("Change of the prizes dropped")
    )


def _published(facts: dict[str, Any], _entry: Name, money: Money) -> str:
    return _("Prizes published: %(money)s") % {"money": money(sum(facts["amounts"]))}


def _put(facts: dict[str, Any], _entry: Name, money: Money) -> str:
    put = _("%(money)s put into the drawer")
    said = put if facts["amount"] > 0 else _("%(money)s taken out of the drawer")
    return said % {"money": money(abs(facts["amount"]))}


def _counted(facts: dict[str, Any], _entry: Name, money: Money) -> str:
    difference = facts["difference"]
    if not difference:
        return _("Drawer counted, all right")
    said = (
        _("Drawer counted, %(money)s over")
        if difference > 0
        else _("Drawer counted, %(money)s missing")
    )
    return said % {"money": money(abs(difference))}


def _about(template: Callable[[], str]) -> Callable[[dict[str, Any], Name, Money], str]:
    """A line about one entry and an amount."""

    def write(facts: dict[str, Any], entry: Name, money: Money) -> str:
        return template() % {"entry": entry(facts["entry"]), "money": money(facts["amount"])}

    return write


def _bounty(facts: dict[str, Any], entry: Name, _money: Money) -> str:
    to = ", ".join(entry(number) for number in facts["to"]) or "–"
    return _("Bounty of entry %(entry)s: %(to)s") % {"entry": entry(facts["entry"]), "to": to}


def _prices(facts: dict[str, Any], _entry: Name, _money: Money) -> str:
    """Everything that was set; the currency may be another one by now."""
    prices = Prices.from_json(facts["prices"])
    said = _("Prices set: %(prices)s")
    if not prices.currency:
        return said % {"prices": _("This event takes no money")}
    amounts = (
        (_("Buy-in"), prices.buy_in),
        (_("Fee"), prices.fee),
        (_("Bounty"), prices.bounty),
        (_("Guaranteed prize pool"), prices.guarantee),
        (_("Add-on"), prices.add_on),
    )
    parts = [f"{label} {written(amount, prices)}" for label, amount in amounts if amount]
    if prices.staff_bp:
        percent = plain_money(prices.staff_bp, Prices("EUR"))
        share = _("Staff share")
        parts.append(f"{share} {percent}\u00a0%")
    parts.append(_("%(percent)s%% of the entries are paid") % {"percent": prices.paid_percent})
    return said % {"prices": " · ".join(parts)}


WRITERS: dict[str, Callable[[dict[str, Any], Name, Money], str]] = {
    "bounty.assign": _bounty,
    "event.prices": _prices,
    "payouts.publish": _published,
    "payouts.change": lambda *_all: _("Other prizes asked for"),
    "payouts.confirm": _confirmed,
    "payout.prepare": _about(lambda: _("Payout of entry %(entry)s prepared: %(money)s")),
    "payout.release": _about(lambda: _("Payout of entry %(entry)s released: %(money)s")),
    "payout.cancel": _about(lambda: _("Payout of entry %(entry)s taken back: %(money)s")),
    "deal.agree": lambda facts, _entry, money: (
        _("Deal made: %(money)s shared") % {"money": money(sum(facts["amounts"].values()))}
    ),
    "deal.revoke": lambda *_all: _("Deal taken back"),
    "cash.take": _about(lambda: _("Entry %(entry)s paid %(money)s")),
    "drawer.put": _put,
    "drawer.count": _counted,
}
