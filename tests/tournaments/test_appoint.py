"""The event whose only director can sign in no more gets another, from the server."""

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from accounts.services import end_account
from tests.factories import Floor
from tests.web.pages import Browser, text

pytestmark = pytest.mark.django_db


def test_somebody_else_directs_and_the_log_says_why(capsys):
    floor = Floor.running(players=3)
    end_account(floor.director.username)
    other = User.objects.create_user("relief")
    assert Browser(other).get(f"/d/{floor.slug}/").status_code == 404
    call_command("appoint", floor.slug, "Relief", "--reason", "the director is ill")
    assert Browser(other).get(f"/d/{floor.slug}/").status_code == 200
    assert "the director is ill" in text(Browser(other).get(f"/d/{floor.slug}/log/"))
    call_command("verify_event", floor.slug)
    assert "sound" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("slug", "name", "says"), [("nowhere", "x", "no event nowhere"), (None, "x", "createsuperuser")]
)
def test_what_is_not_there_is_said(slug, name, says):
    slug = slug or Floor.running(players=3).slug
    with pytest.raises(CommandError, match=says):
        call_command("appoint", slug, name, "--reason", "a test")


def test_who_is_gone_is_not_appointed():
    floor = Floor.running(players=3)
    end_account(floor.director.username)
    with pytest.raises(CommandError, match="no account"):
        call_command("appoint", floor.slug, floor.director.username, "--reason", "a test")
