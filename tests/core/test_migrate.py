"""`manage.py migrate` leaves the tables of an event in play alone."""

import pytest
from django.core.management import CommandError, call_command

from tests.factories import Floor
from tournaments.management.commands import migrate

pytestmark = pytest.mark.django_db


@pytest.fixture
def pending(monkeypatch):
    """There is something to migrate."""
    monkeypatch.setattr(migrate, "_something_to_do", lambda _alias: True)


def test_it_refuses_while_an_event_is_played(pending):
    floor = Floor.running()
    with pytest.raises(CommandError, match=f"{floor.slug} is being played.*--while-live"):
        call_command("migrate", verbosity=0)


def test_it_does_it_for_who_insists(pending):
    Floor.running()
    call_command("migrate", "--while-live", verbosity=0)


def test_it_does_it_between_events(pending):
    Floor.open(2)
    call_command("migrate", verbosity=0)


def test_the_demo_holds_nobody_up(pending):
    Floor.running(slug="demo")
    call_command("migrate", verbosity=0)


def test_with_nothing_to_do_there_is_nothing_to_refuse():
    Floor.running()
    call_command("migrate", verbosity=0)
