"""The order of the cards goes along with a hand that was entered street by street."""

import pytest

from tests.browser.scene import GOOD

pytestmark = pytest.mark.browser


def test_street_by_street_the_order_is_known(table):
    here = table(streets=True)
    here.start()
    order = here.hands()[0].players.values_list("seat", flat=True)
    cards = {seat: GOOD[seat - 1].split() for seat in order}
    button = here.hands()[0].button
    turns = sorted(cards, key=lambda seat: (seat <= button, seat))
    for first, last in ((0, 5), (5, 7), (7, 9), (9, 11), (11, 13)):
        for seat in turns:
            here.lay([" ".join(cards[seat][first:last])])
    here.check()
    here.record()
    here.sent()
    sheet = here.hands()[0].sheet
    assert {layout["seat"]: layout["laid"] for layout in sheet} == cards
    assert not here.errors


def test_from_final_layouts_nobody_knows_it(table):
    here = table()
    here.start()
    here.lay(GOOD)
    here.check()
    here.record()
    here.sent()
    assert not any("laid" in layout for layout in here.hands()[0].sheet)
