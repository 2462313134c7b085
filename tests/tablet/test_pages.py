"""The shell of the tablet, and the director's page about tablets, PINs, calls and the queue."""

import re
import uuid

import pytest
from django.test import Client

from tables.models import Device, FloorCall, QueueItem
from tests.factories import Floor
from tests.tablet.scene import HEADER, Tablet
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def submission() -> str:
    return str(uuid.uuid4())


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3)


def desk(floor: Floor, user=None) -> Client:
    client = Client()
    client.force_login(user or floor.director)
    return client


class TestShell:
    def test_the_same_bytes_for_everyone_and_nothing_private(self, floor):
        tablet = Tablet(floor)
        mine = Client()
        mine.cookies["device"] = tablet.client.cookies["device"].value
        first, second = Client().get("/tablet/"), mine.get("/tablet/")
        assert first.status_code == 200
        assert first.content == second.content
        assert floor.event.name not in first.content.decode()

    def test_the_pairing_page_sends_no_referrer(self):
        answer = Client().get("/tablet/pair/")
        assert answer.status_code == 200
        assert answer["Referrer-Policy"] == "no-referrer"

    def test_the_worker_names_its_version_and_is_asked_for_each_time(self):
        answer = Client().get("/tablet/sw.js")
        assert answer["Content-Type"].startswith("text/javascript")
        assert answer["Cache-Control"] == "no-cache"
        assert re.search(r'tablet-[0-9a-f]{16}"', answer.content.decode())

    def test_the_manifest(self):
        answer = Client().get("/tablet/manifest.webmanifest")
        assert answer["Content-Type"] == "application/manifest+json"
        assert answer.content.startswith(b"{")


class TestBoard:
    def test_a_tablet_is_paired_by_the_code_on_the_page(self, floor):
        page = desk(floor).post(f"/d/{floor.slug}/devices/pair/", {"table": "1"})
        assert page.status_code == 200
        assert "no-store" in page["Cache-Control"]
        text = page.content.decode()
        assert "data:image/svg+xml" in text
        token = re.search(r"/tablet/pair/#([\w-]+)", text)[1]
        assert f">{token[:4]}-{token[4:8]}-{token[8:]}<" in text  # for who cannot scan
        answer = Client().post(
            "/api/tablet/pair", {"token": token}, content_type="application/json", **HEADER
        )
        assert answer.json()["table"] == 1

    def test_the_code_leads_to_where_the_director_is(self, floor, settings):
        settings.ALLOWED_HOSTS = ["club.example"]
        path = f"/d/{floor.slug}/devices/pair/"
        text = desk(floor).post(path, {"table": "1"}, HTTP_HOST="club.example").content.decode()
        assert 'href="http://club.example/tablet/pair/#' in text
        assert "The tablet must reach http://club.example." in text
        assert "cannot reach" not in text

    @pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
    def test_a_code_that_leads_no_tablet_anywhere_says_so(self, floor, settings, host):
        settings.ALLOWED_HOSTS = ["*"]
        path = f"/d/{floor.slug}/devices/pair/"
        text = desk(floor).post(path, {"table": "1"}, HTTP_HOST=host).content.decode()
        assert f"A tablet cannot reach http://{host}:" in text

    def test_the_address_for_others_can_be_set(self, floor, settings):
        settings.ADDRESS = "https://club.example/"
        text = desk(floor).post(f"/d/{floor.slug}/devices/pair/", {"table": "1"}).content.decode()
        assert 'href="https://club.example/tablet/pair/#' in text
        assert "cannot reach" not in text

    def test_it_shows_what_the_tablets_said(self, floor):
        tablet = Tablet(floor)
        tablet.post("beat", battery=41, unsent=3)
        text = desk(floor).get(f"/d/{floor.slug}/devices/").content.decode()
        assert "41 %" in text
        assert tablet.device.name in text
        assert tablet.dealer.known_as in text

    def test_somebody_is_on_it(self, floor):
        tablet = Tablet(floor)
        tablet.do("floor", reason="ruling")
        call = FloorCall.objects.get()
        marta = floor.hire(Role.FLOOR)
        body = {"command": "floor.take", "number": call.seq, "submission": submission()}
        desk(floor, marta).post(f"/d/{floor.slug}/devices/", body)
        assert tablet.state()["floor"]["taken_by"] == marta.known_as
        assert marta.known_as in desk(floor).get(f"/d/{floor.slug}/devices/").content.decode()

    def test_what_was_typed_is_readable_and_can_be_closed(self, floor):
        tablet = Tablet(floor)
        body = {"layouts": [{"seat": 1, "top": ["<b>Ah"]}]}
        tablet.do("refused", command="hands/4/record", body=body, error={"message": "Stale."})
        page = desk(floor).get(f"/d/{floor.slug}/devices/").content.decode()
        assert "&lt;b&gt;Ah" in page
        assert "<b>Ah" not in page
        item = QueueItem.objects.get()
        body = {
            "command": "queue.close",
            "number": item.seq,
            "note": "entered from the slip",
            "submission": submission(),
        }
        desk(floor).post(f"/d/{floor.slug}/devices/", body)
        assert QueueItem.objects.get().note == "entered from the slip"
        assert (
            "entered from the slip" in desk(floor).get(f"/d/{floor.slug}/devices/").content.decode()
        )

    def test_a_lost_tablet_is_revoked(self, floor):
        tablet = Tablet(floor)
        body = {"device": str(tablet.device.uid)}
        desk(floor).post(f"/d/{floor.slug}/devices/revoke/", body)
        assert tablet.get().status_code == 403

    def test_pins_are_shown_once(self, floor):
        dealer = floor.hire(Role.DEALER)
        page = desk(floor).post(f"/d/{floor.slug}/devices/pins/", {"user": [str(dealer.uid)]})
        pin = re.search(r"(\d{3}) (\d{3})", page.content.decode())
        assert "no-store" in page["Cache-Control"]
        tablet = Tablet(floor, sign_in=False)
        assert tablet.post("dealer", pin="".join(pin.groups())).status_code == 200
        again = desk(floor).get(f"/d/{floor.slug}/devices/").content.decode()
        assert pin[0] not in again

    @pytest.mark.parametrize("path", ["pair/", "revoke/", "unlock/", "pins/"])
    @pytest.mark.parametrize("role", [Role.FLOOR, Role.DEALER, Role.CASHIER])
    def test_only_a_director_gives_rights(self, floor, role, path):
        tablet = Tablet(floor)
        body = {"table": "1", "device": str(tablet.device.uid), "user": [str(tablet.dealer.uid)]}
        answer = desk(floor, floor.hire(role)).post(f"/d/{floor.slug}/devices/{path}", body)
        assert answer.status_code == (403 if role == Role.FLOOR else 404)
        assert Device.objects.get(uid=tablet.device.uid).live

    def test_the_public_and_dealers_do_not_see_it(self, floor):
        url = f"/d/{floor.slug}/devices/"
        assert desk(floor, floor.hire(Role.DEALER)).get(url).status_code == 404
        assert Client().get(url).status_code == 302

    def test_statements_do_not_grow_with_the_tables(self, django_assert_max_num_queries):
        floor = Floor.running(players=12)
        for number in range(1, 5):
            Tablet(floor, number)
        client = desk(floor)
        with django_assert_max_num_queries(16):
            client.get(f"/d/{floor.slug}/devices/")
