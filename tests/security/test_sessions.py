"""Sessions: new at each sign-in, ended when nobody is there, and dead for who left (T07, T08)."""

import time
import uuid

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Pin, User
from tests.factories import Api, Floor, refusal
from tests.tablet.scene import Tablet
from tournaments.models import Role

pytestmark = pytest.mark.django_db
PASSWORD = "thirteen cards each"


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass when they are told to."""

    class Clock:
        now = time.time()

        def forward(self, seconds: float) -> None:
            self.now += seconds

    clock = Clock()
    monkeypatch.setattr("web.middleware.time.time", lambda: clock.now)
    return clock


@pytest.fixture
def floor() -> Floor:
    floor = Floor.running(players=3)
    floor.director.set_password(PASSWORD)
    floor.director.save()
    return floor


def signed_in(floor: Floor, **headers: str) -> Client:
    client = Client(**headers)
    facts = {"username": floor.director.username, "password": PASSWORD}
    assert client.post("/login/", facts).status_code == 302
    return client


def is_in(client: Client, floor: Floor, **headers: str) -> bool:
    return client.get(f"/d/{floor.slug}/", headers=headers).status_code == 200


class TestRotation:
    def test_a_session_from_before_is_worth_nothing_after_the_sign_in(self, floor):
        client = Client()
        client.get("/login/")
        session = client.session
        session["planted"] = 1
        session.save()
        before = session.session_key
        client.cookies[settings.SESSION_COOKIE_NAME] = before
        facts = {"username": floor.director.username, "password": PASSWORD}
        client.post("/login/", facts)
        after = client.cookies[settings.SESSION_COOKIE_NAME].value
        assert after != before
        other = Client()
        other.cookies[settings.SESSION_COOKIE_NAME] = before
        assert not is_in(other, floor)

    def test_signing_out_ends_it_on_the_server(self, floor):
        client = signed_in(floor)
        stolen = Client()
        stolen.cookies[settings.SESSION_COOKIE_NAME] = client.session.session_key
        assert is_in(stolen, floor)
        client.post("/logout/")
        assert not is_in(stolen, floor)

    def test_a_new_password_ends_the_other_sessions(self, floor):
        client = signed_in(floor)
        floor.director.set_password("another thirteen cards")
        floor.director.save()
        assert not is_in(client, floor)


class TestEnd:
    def test_who_does_nothing_is_signed_out(self, floor, clock):
        client = signed_in(floor)
        clock.forward(settings.IDLE_S)
        assert is_in(client, floor)
        clock.forward(settings.IDLE_S + 1)
        assert not is_in(client, floor)

    def test_a_page_that_asks_by_itself_is_nobody(self, floor, clock):
        client = signed_in(floor)
        for _ in range(4):
            clock.forward(settings.IDLE_S / 3)
            client.get(f"/d/{floor.slug}/now/", headers={"HX-Request": "true"})
        assert not is_in(client, floor)

    def test_fourteen_hours_end_it_however_busy(self, floor, clock):
        client = signed_in(floor)
        for _ in range(14 * 3):
            clock.forward(1199)
            assert is_in(client, floor)
        clock.forward(60)
        assert not is_in(client, floor)

    def test_the_api_ends_with_it(self, floor, clock):
        client = signed_in(floor)
        clock.forward(settings.IDLE_S + 1)
        body = {"submission": str(uuid.uuid4())}
        path = f"/api/events/{floor.slug}/clock/pause"
        assert client.post(path, body, "application/json").status_code in {403, 404}
        assert not floor.event.journal.filter(kind="clock.pause").exists()


class TestLeaver:
    """The promise is a minute; it is the next request."""

    def test_page_api_tablet_and_pin_are_dead_at_once(self, floor):
        tablet = Tablet(floor, 1)
        leaver = tablet.dealer
        leaver.set_password(PASSWORD)
        leaver.save()
        client = Client()
        client.post("/login/", {"username": leaver.username, "password": PASSWORD})
        api = Api(leaver)
        assert client.get(f"/e/{floor.slug}/deal/1/").status_code == 200
        tablet.start()
        call_command("end_account", leaver.username)
        assert client.get(f"/e/{floor.slug}/deal/1/").status_code == 302
        answer = api.post(f"tables/{floor.table().uid}/hands/1/record", layouts=[])
        assert answer.status_code in {403, 404}
        sheet = tablet.sheet("flush")
        assert refusal(tablet.ask("hands/1/record", layouts=sheet))[1] == "dealer_needed"
        assert not Pin.objects.filter(user=leaver).exists()
        assert tablet.post("dealer", pin=tablet.pin).status_code != 200
        facts = {"username": leaver.username, "password": PASSWORD}
        assert Client().post("/login/", facts).status_code == 200, "the form again"

    def test_his_name_stays_in_the_log(self, floor):
        leaver = floor.hire(Role.FLOOR)
        call_command("end_account", leaver.username)
        assert User.objects.get(pk=leaver.pk).is_active is False
        call_command("verify_event", floor.slug)

    def test_nobody_of_that_name(self):
        with pytest.raises(CommandError, match="no account nobody"):
            call_command("end_account", "nobody")


class TestGuessing:
    @pytest.fixture(autouse=True)
    def _counted(self, settings):
        settings.AXES_ENABLED = True

    def test_five_wrong_passwords_lock_the_name_from_that_address(self, floor):
        client = Client()
        wrong = {"username": floor.director.username, "password": "wrong"}
        statuses = [client.post("/login/", wrong).status_code for _ in range(6)]
        assert statuses[-1] == 429
        right = {**wrong, "password": PASSWORD}
        assert client.post("/login/", right).status_code == 429
        elsewhere = Client(REMOTE_ADDR="10.1.1.1")
        assert elsewhere.post("/login/", right).status_code == 302, "a hall shares one address"
