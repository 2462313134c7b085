"""Accounts of staff: who makes them, and what their passwords are."""

import pytest

from accounts.models import User
from accounts.services import PASSWORD_SIGNS, create_account, usernames
from core.errors import BadRequest, Conflict, NotAllowed
from tests.factories import staff

pytestmark = pytest.mark.django_db


def test_the_password_opens_the_account_and_is_long() -> None:
    password = create_account(staff(creates=True), " marta ")
    user = User.objects.get(username="marta")
    assert user.check_password(password)
    assert password not in user.password
    assert len(password) >= 12
    assert set(password) <= set(PASSWORD_SIGNS)
    assert (user.may_create_events, user.is_staff, user.is_superuser) == (False, False, False)


def test_no_two_passwords_are_alike() -> None:
    boss = staff(creates=True)
    assert len({create_account(boss, f"dealer{number}") for number in range(5)}) == 5


def test_only_who_creates_events_creates_accounts() -> None:
    with pytest.raises(NotAllowed):
        create_account(staff(), "marta")
    assert not User.objects.filter(username="marta").exists()


@pytest.mark.parametrize("name", ["", "two words", "x" * 151])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadRequest):
        create_account(staff(creates=True), name)


def test_a_taken_name_keeps_its_password() -> None:
    boss = staff(creates=True)
    password = create_account(boss, "marta")
    with pytest.raises(Conflict):
        create_account(boss, "Marta")
    assert User.objects.get(username="marta").check_password(password)


def test_who_left_is_not_offered() -> None:
    staff("here")
    User.objects.create(username="gone", is_active=False)
    assert "here" in usernames()
    assert "gone" not in usernames()


def test_the_first_account_of_an_installation_creates_events() -> None:
    User.objects.create_superuser("marta", password="thirteen cards")
    assert User.objects.get(username="marta").may_create_events
