"""A real Chromium in front of the real server: uvicorn in a thread, a database in a file."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.handlers.wsgi import WSGIHandler
from playwright.sync_api import Browser, Page, expect

from config.storage import LeanStorage
from core import live
from tests.browser.scene import Shelf, Table
from tests.conftest import chromium
from web.live import App, LiveLayer

# Playwright's sync interface keeps an event loop in this thread.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Proves that a page asks nobody else for anything.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": ARGUMENTS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as a venue gets them: stripped, hashed, compressed."""
    folder = tmp_path_factory.mktemp("collected") / "static"
    shutil.copytree(settings.STATICFILES_DIRS[0], folder)
    storage = LeanStorage(location=folder, base_url=settings.STATIC_URL)
    files = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    for _, _, processed in storage.post_process({name: (storage, name) for name in files}):
        assert not isinstance(processed, Exception), processed
    other = "drf_spectacular_sidecar"  # not ours: as it comes
    shutil.copytree(cast("str", finders.find(other)), folder / other)
    return folder


@pytest.fixture(scope="session")
def _server(collected: Path) -> Iterator[tuple[str, list[live.Listener]]]:
    """What `config.asgi` serves, without its clockwork."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "STATIC_ROOT", collected)
        patch.setattr(settings, "WHITENOISE_AUTOREFRESH", False)
        pages = WSGIMiddleware(cast("Any", WSGIHandler()))
    with serving(LiveLayer(cast("App", pages))) as there:
        yield there, list(live._listeners)


@pytest.fixture
def address(
    _server: tuple[str, list[live.Listener]], monkeypatch: pytest.MonkeyPatch, _own_channels: None
) -> str:
    """Where the server answers; it hears what this test announces."""
    there, listeners = _server
    monkeypatch.setattr(live, "_listeners", [*live._listeners, *listeners])
    return there


@contextmanager
def serving(application: Any) -> Iterator[str]:
    """A server in a thread; gives its address."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(
        application,
        port=port,
        lifespan="on",
        log_level="warning",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=300,  # a slow test is not an idle visitor
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://localhost:{port}"
    server.should_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def _shelf(_server: tuple[str, list[live.Listener]], browser: Browser) -> Shelf:
    return Shelf(_server[0], browser)


@pytest.fixture
def opens(address: str, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page in a context of its own; ``opens(locale="ru")``."""
    contexts = []

    def open_page(**options: Any) -> Page:
        contexts.append(browser.new_context(base_url=address, **options))
        return contexts[-1].new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def table(
    transactional_db: None, address: str, _shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Table]]:
    """Makes a table with its tablet; ``table(stacks=[...], streets=True, ...)``."""
    from tables.services import hands

    drawn = hands._button
    # The first button is drawn by lot; here it is always on the last seat.
    monkeypatch.setattr(
        hands,
        "_button",
        lambda ctx, last, seats: drawn(ctx, last, seats) if last else seats[-1].number,
    )
    made: list[Table] = []

    def make(**facts: Any) -> Table:
        made.append(Table(_shelf, **facts))
        return made[-1]

    yield make
    _shelf.put_back()
    assert [error for one in made for error in one.errors] == []
