"""Names that would run, on every page there is, in a browser (T11)."""

import pytest
from django.conf import settings

from tests.security.routes import routes
from tests.security.test_hostile_names import hostile_event, signed_in

pytestmark = pytest.mark.browser
HOSTILE = "img[src='x'], svg[onload], iframe, [onmouseover], [onerror]"
RAN = "() => 'pwned' in window"


def test_no_script_runs_on_any_page(opens, address, transactional_db):
    scene = hostile_event()
    client = signed_in(scene)
    paths = sorted(
        {
            path
            for route in routes()
            if (response := client.get(path := scene.address(route))).status_code == 200
            and response.headers.get("Content-Type", "").startswith("text/html")
        }
    )
    assert len(paths) > 40
    page = opens()
    name = settings.SESSION_COOKIE_NAME
    cookie = {"name": name, "value": client.session.session_key, "url": address}
    page.context.add_cookies([cookie])
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for path in paths:
        page.goto(path, wait_until="load")
        assert not page.evaluate(RAN), path
        assert page.locator(HOSTILE).count() == 0, path
    assert dialogs == []
