"""From the director's board to the table and back: pairing, the PIN, and what the board shows."""

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from tables.models import Device
from tests.browser.scene import GOOD, until

pytestmark = pytest.mark.browser
BATTERY = "navigator.getBattery = async () => ({ level: 0.41 });"


@pytest.fixture
def desk(table, browser):
    """The scene, and the director's page of tablets."""
    here = table(signed_in=False)
    client = Client()
    client.force_login(here.floor.director)
    context = browser.new_context(base_url=here.address)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": here.address}
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto(f"/d/{here.floor.slug}/devices/")
    yield here, page
    context.close()


def test_a_tablet_that_cannot_scan_is_paired_by_typing(desk):
    here, page = desk
    tablet = here.blank()
    tablet.goto(f"{here.address}/tablet/")
    tablet.locator("#pair").click()
    page.locator('form[action$="/devices/pair/"] button').first.click()
    tablet.locator("#code").fill("0000-0000-0000")
    tablet.locator("form button").click()
    expect(tablet.locator("#said")).to_contain_text("not good any more")
    tablet.locator("#code").fill(page.get_by_test_id("pairing-code").inner_text().lower())
    tablet.locator("form button").click()
    here.sign_in(tablet)
    here.at("ready", tablet)


def test_a_tablet_is_paired_and_the_board_knows_how_it_is(desk):
    here, page = desk
    tablet = here.blank()
    tablet.add_init_script(BATTERY)
    page.locator('form[action$="/devices/pair/"] button').first.click()
    tablet.goto(page.get_by_test_id("pairing-link").get_attribute("href"))
    tablet.wait_for_url("**/tablet/")  # the code is in no address that is kept
    here.sign_in(tablet)
    expect(here.page.locator("#wait-text")).to_contain_text("Another tablet")
    here.start(tablet)
    here.lay(GOOD, tablet)
    here.check(tablet)
    tablet.route("**/record", lambda route: route.abort())  # this one does not get through
    here.record(tablet)
    tablet.reload()  # a sign of life at once, not in half a minute
    device = Device.objects.get(ended_at=None, revoked_at=None)
    seen = Device.objects.filter(pk=device.pk, battery=41, unsent=1)
    until(tablet, seen.exists)
    page.goto(f"/d/{here.floor.slug}/devices/")
    row = page.locator("tr, li", has_text=device.name).first
    expect(row.locator("td.num")).to_have_text(["41 %", "1"])  # battery, unsent
    for words in (device.dealer.known_as, "last contact "):
        expect(row).to_contain_text(words)
    tablet.unroute("**/record")
    tablet.evaluate("() => dispatchEvent(new Event('online'))")
    here.sent(tablet)
    tablet.reload()
    until(tablet, Device.objects.filter(pk=device.pk, unsent=0).exists)
    assert [hand.state for hand in here.hands()] == ["recorded"]
