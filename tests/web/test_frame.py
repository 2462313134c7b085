"""What all pages share: logging in, refusals, languages, no inline code, every command in words."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.factories import Floor
from tests.web.pages import Browser, text
from tournaments import journal
from web.log import _WRITERS, MONEY_WRITERS, SAID
from web.presets import choices

TEMPLATES = sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))


@pytest.mark.django_db
def test_log_in_and_out() -> None:
    User.objects.create_user("marta", password="thirteen cards")
    client = Client()
    assert "Sign in" in text(client.get("/login/"))
    response = client.post("/login/", {"username": "marta", "password": "wrong"})
    assert response.status_code == 200
    assert "marta" in response.content.decode()
    response = client.post("/login/", {"username": "marta", "password": "thirteen cards"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.post("/logout/")["Location"] == "/"
    assert "Sign out" not in text(client.get("/"))


@pytest.mark.django_db
def test_a_fragment_of_an_ended_session_opens_the_log_in_page() -> None:
    floor = Floor.running()
    client = Client()
    response = client.get(f"/d/{floor.slug}/now/", headers={"HX-Request": "true"}, follow=True)
    assert response.status_code == 204
    assert response["HX-Redirect"].startswith("/login/")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("came_from", "back"),
    [("http://testserver/d/x/", "next=http"), ("https://evil.example/", "/login/")],
)
def test_after_logging_in_only_our_own_pages_are_opened(came_from: str, back: str) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": came_from}
    target = Client().get("/login/", headers=headers)["HX-Redirect"]
    assert target.rstrip("?").endswith(back) or back in target
    assert "evil" not in target


@pytest.mark.django_db
def test_refusals_are_pages_and_fragments() -> None:
    page = Browser().get("/e/none/")
    assert "<html" in page.content.decode()
    fragment = Browser().get("/e/none/standings/", hx_request="true")
    assert fragment.status_code == 404
    assert "<html" not in fragment.content.decode()
    assert "There is nothing here" in text(fragment)


@pytest.mark.django_db
def test_a_busy_database_is_said_and_may_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("tournaments.access.visible_event", locked)
    response = Browser().get("/e/any/")
    assert response.status_code == 503
    assert "The event is busy." in text(response)


@pytest.mark.django_db
def test_old_pages_cannot_send() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/login/", {"username": "x"})
    assert response.status_code == 403
    assert "too old to send from" in text(response)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es", "pt", "ru"])
def test_the_language_is_chosen_by_a_form(language: str) -> None:
    client = Client()
    response = client.post("/language/", {"language": language, "next": "/"})
    assert response.status_code == 302
    assert f'<html lang="{language}"' in client.get("/").content.decode()


@pytest.mark.django_db
def test_api_docs_have_no_inline_code() -> None:
    body = Client().get("/api/docs/").content.decode()
    assert "swagger-ui" in body
    assert not re.search(r"<script(?![^>]*\bsrc=)", body)
    assert "<style" not in body


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_no_inline_code(template: Path) -> None:
    source = template.read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", source)
    assert "<style" not in source
    assert not re.search(r"<[^>{]*\s(style|on[a-z]+)=", source)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_form_that_posts_is_protected(template: Path) -> None:
    source = template.read_text()
    for form in re.findall(r"<form[^>]*method=\"post\".*?</form>", source, flags=re.DOTALL):
        assert "csrf_token" in form or "hx-headers" in source


def test_every_command_has_words_in_the_log() -> None:
    said = {*SAID, *_WRITERS, *MONEY_WRITERS}
    assert set(journal._commands) <= said


def test_every_rule_set_has_a_name() -> None:
    assert choices()[0][0] == "vamos"
    assert all(str(label) != name for name, label in choices())
