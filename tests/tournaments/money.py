"""An event with money in it: what the tests of prices, cash and payouts stand on."""

from typing import Any

from tests.factories import SHEETS, Floor
from tournaments.models import Role

PRICES: dict[str, Any] = {
    "currency": "EUR",
    "buy_in": 200_00,
    "fee": 20_00,
    "staff_bp": 300,
    "paid_percent": 50,
    "unit": 5_00,
}
SOLD, POOL = 3 * 200_00, 3 * 194_00


def priced(**changes: Any) -> Floor:
    """An event that is open for registration and has prices; a stack is less than a big win."""
    facts = {"starting_stack": 1_000, **changes}
    floor = Floor(**facts)
    floor.do("event.prices", prices=PRICES)
    floor.do("event.publish")
    return floor


def in_play(players: int = 3) -> Floor:
    """The same in play at one table, everybody entered and nobody has paid."""
    floor = priced()
    floor.register(*(f"Player {number}" for number in range(1, players + 1)))
    floor.do("seat.draw")
    floor.do("event.start")
    return floor


def played_out() -> Floor:
    """Three players, three prizes; the second and the third went out together and share."""
    floor = in_play()
    floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
    floor.play(SHEETS["big win"])
    floor.do("event.finish")
    return floor


def an_add_on_and_a_no_show(wall) -> Floor:
    """What a desk does to single players between hands."""
    floor = Floor(registration_level=1)
    floor.do(
        "event.prices", prices={**PRICES, "add_on": 100_00, "add_on_chips": 5_000, "bounty": 50_00}
    )
    floor.do("event.publish")
    floor.register("Ana", "Boris", "Caio", "Dana")
    floor.do("seat.draw")
    floor.do("event.start")
    floor.do("entry.add_on", entry=1, paid=True)
    floor.do("entry.rename", entry=3)
    floor.do(
        "event.amend",
        reason="it is late",
        structure=floor.event.segments[:5],
        registration_level=2,
        reentry_limit=None,
    )
    floor.do("entry.remove", entry=2, removal="no_show", reason="never came")
    floor.do("bounty.assign", entry=2, to=[1, 3], reason="nobody played against him")
    return floor


def a_night_with_money(wall) -> Floor:
    """Prices, takings, a refund, counts of the drawer, and prizes that two people pay."""
    floor = priced()
    cashier = floor.hire(Role.CASHIER)
    floor.do("event.prices", prices={**PRICES, "fee": 25_00}, reason="the room costs more")
    floor.do("drawer.put", by=cashier, amount=100_00, reason="change")
    entries = floor.register("Ana", "Boris", "Caio", "Dana")
    for entry in entries:
        floor.do("cash.take", by=cashier, entry=entry)
    floor.do("entry.withdraw", entry=entries[-1])
    floor.do("drawer.count", by=cashier, counted=775_00)
    floor.do("drawer.count", by=cashier, counted=770_00, reason="a note is missing")
    floor.do("seat.draw")
    floor.do("event.start")
    floor.do("payouts.publish", amounts=[400_00, 182_00])
    floor.do("payouts.change", amounts=[300_00, 182_00, 100_00], reason="three are paid")
    floor.do("payouts.confirm", by=cashier, agree=True)
    floor.do("clock.pause")
    evenly = {"kind": "even", "saved": 0, "amounts": {"1": 197_00, "2": 195_00, "3": 190_00}}
    floor.do("deal.agree", **evenly)
    floor.do("deal.revoke", reason="one wants to play")
    floor.do("clock.resume")
    floor.do("head.count", table=1, players=3)
    floor.do("bubble.announce")
    floor.play(SHEETS["big win"])
    out = floor.event.entries.exclude(out_seq=None).order_by("number")
    both = list(out.values_list("number", flat=True))
    floor.do("places.order", groups=[[both[0]], [both[1]]], reason="he had left first")
    floor.do("places.order", groups=[both], reason="the video shows both")
    floor.do("event.finish")
    for entry in entries[:-1]:
        floor.do("payout.prepare", by=cashier, entry=entry)
    floor.do("payout.cancel", entry=entries[0])
    floor.do("payout.prepare", entry=entries[0])
    floor.do("payout.release", by=cashier, entry=entries[0])
    for entry in entries[1:-1]:
        floor.do("payout.release", entry=entry)
    return floor
