"""A second factor for who wants one: on, asked for, once each, counted, off (ASVS 6.3.3)."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from accounts import totp
from accounts.models import Totp, User
from tests.web.pages import text
from web.views import account

pytestmark = pytest.mark.django_db
PASSWORD = "thirteen cards each"
VECTORS = {59: "287082", 1111111109: "081804", 1234567890: "005924", 20000000000: "353130"}


@pytest.fixture
def user(wall) -> User:
    return User.objects.create_user("marta", password=PASSWORD)


def code(user: User, wall, *, steps: int = 0) -> str:
    step = int(wall.now.timestamp()) // totp.STEP_S + steps
    return totp.code_at(totp._secret(Totp.objects.get(user=user)), step)


def enrolled(user: User, wall) -> Client:
    """Signed in, with the factor switched on just now."""
    client = Client()
    client.post("/login/", {"username": "marta", "password": PASSWORD})
    page = client.get("/account/")
    assert "Switch on" in text(page)
    response = client.post("/account/", {"code": code(user, wall)})
    assert (response.status_code, response["Location"]) == (302, "/account/")
    wall.forward(seconds=60)
    return client


def with_password(client: Client | None = None) -> Client:
    client = client or Client()
    response = client.post("/login/", {"username": "marta", "password": PASSWORD})
    assert response["Location"] == "/login/code/"
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


@pytest.mark.parametrize(("at", "digits"), VECTORS.items())
def test_it_is_rfc_6238(at, digits):
    assert totp.code_at(b"12345678901234567890", at // 30) == digits


def test_the_database_holds_no_secret(user, wall):
    secret = totp.offer(user).secret
    assert totp.offer(user).secret == secret
    row = Totp.objects.get()
    assert secret not in str(row.__dict__)


def test_without_it_a_password_is_enough(user):
    client = Client()
    assert client.post("/login/", {"username": "marta", "password": PASSWORD})["Location"] == "/"


def test_a_wrong_code_does_not_switch_it_on(user):
    client = Client()
    client.post("/login/", {"username": "marta", "password": PASSWORD})
    client.get("/account/")
    for typed in ("000000", "12345", "١٢٣٤٥٦", ""):
        assert client.post("/account/", {"code": typed}).status_code == 422
    assert not totp.is_on(user)


def test_with_it_a_password_opens_nothing(user, wall):
    enrolled(user, wall)
    client = with_password()
    assert not is_in(client)
    assert client.get("/d/x/").status_code == 302
    assert client.post("/login/code/", {"code": code(user, wall)})["Location"] == "/"
    assert is_in(client)


def test_the_page_one_came_for_is_opened_after_the_code(user, wall):
    enrolled(user, wall)
    client = Client()
    client.post("/login/?next=/account/", {
        "username": "marta", "password": PASSWORD, "next": "/account/"})  # fmt: skip
    assert client.post("/login/code/", {"code": code(user, wall)})["Location"] == "/account/"


def test_each_code_is_good_once(user, wall):
    enrolled(user, wall)
    typed = code(user, wall)
    assert with_password().post("/login/code/", {"code": typed}).status_code == 302
    assert with_password().post("/login/code/", {"code": typed}).status_code == 422


@pytest.mark.parametrize(
    ("steps", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_clock_may_be_half_a_minute_off(user, wall, steps, good):
    enrolled(user, wall)
    wall.forward(minutes=5)
    answer = with_password().post("/login/code/", {"code": code(user, wall, steps=steps)})
    assert (answer.status_code == 302) is good


def test_five_wrong_codes_lock_it_for_everybody(user, wall):
    enrolled(user, wall)
    for client in (with_password(), with_password()):
        for _ in range(3):
            client.post("/login/code/", {"code": "000000"})
    page = with_password().post("/login/code/", {"code": code(user, wall)})
    assert "Too many wrong codes" in text(page)
    wall.forward(minutes=6)
    assert with_password().post("/login/code/", {"code": code(user, wall)}).status_code == 302


def test_the_password_waits_five_minutes_for_the_code(user, wall):
    enrolled(user, wall)
    client = with_password()
    wall.forward(seconds=account.CODE_WAITS_S + 1)
    response = client.post("/login/code/", {"code": code(user, wall)})
    assert response["Location"] == "/login/"
    assert not is_in(client)


def test_who_left_meanwhile_stays_out(user, wall):
    enrolled(user, wall)
    client = with_password()
    User.objects.update(is_active=False)
    client.post("/login/code/", {"code": code(user, wall)})
    assert not is_in(client)


def test_switching_it_off_takes_a_code_and_makes_the_authenticator_worthless(user, wall):
    client = enrolled(user, wall)
    before = totp._secret(Totp.objects.get())
    assert client.post("/account/", {"code": "000000"}).status_code == 422
    assert totp.is_on(user)
    wall.forward(seconds=60)
    assert client.post("/account/", {"code": code(user, wall)}).status_code == 302
    assert not totp.is_on(user)
    assert totp._secret(Totp.objects.get()) != before


def test_who_lost_his_authenticator_is_helped_on_the_server(user, wall):
    enrolled(user, wall)
    call_command("code_off", "marta")
    client = Client()
    assert client.post("/login/", {"username": "marta", "password": PASSWORD})["Location"] == "/"


def test_there_is_no_second_step_without_the_first():
    assert Client().get("/login/code/")["Location"] == "/login/"
    assert timedelta(seconds=account.CODE_WAITS_S) == timedelta(minutes=5)
