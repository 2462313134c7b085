"""What the settings promise (reliability, 5.1), read from the real ones."""

import json
import subprocess
import sys
import threading

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from rest_framework.test import APIRequestFactory
from rest_framework.throttling import AnonRateThrottle

from accounts import hashers
from core.http import DenyAll
from tests.security.routes import routes

NAMES = (
    "DEBUG", "PASSWORD_HASHERS", "SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_NAME",
    "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SECURE_HSTS_SECONDS", "X_FRAME_OPTIONS",
    "SECURE_SSL_REDIRECT", "SECURE_REFERRER_POLICY", "DATA_UPLOAD_MAX_MEMORY_SIZE",
    "DATA_UPLOAD_MAX_NUMBER_FIELDS", "SILENCED_SYSTEM_CHECKS", "USE_X_FORWARDED_HOST",
    "ATOMIC_REQUESTS",
)  # fmt: skip


@pytest.fixture(scope="module")
def production(tmp_path_factory) -> dict:
    """The real settings behind HTTPS, as JSON."""
    code = (
        "import json; from django.conf import settings as s;"
        f"print(json.dumps({{n: getattr(s, n, None) for n in {NAMES!r}}}"
        "| {'rest': {n: str(v) for n, v in s.REST_FRAMEWORK.items()},"
        "'csp': s.CONTENT_SECURITY_POLICY['DIRECTIVES']}))"
    )
    env = {
        "THIRTEEN_DATA": str(tmp_path_factory.mktemp("data")),
        "THIRTEEN_HTTPS": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
        "PATH": "",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_cookies_and_headers(production):
    wanted = {
        "DEBUG": False,
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_NAME": "__Host-csrf",
        "SESSION_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "X_FRAME_OPTIONS": "DENY",
        "SECURE_REFERRER_POLICY": "same-origin",
        "USE_X_FORWARDED_HOST": False,
        "SILENCED_SYSTEM_CHECKS": [],
    }
    assert {name: production[name] for name in wanted} == wanted
    assert production["DATA_UPLOAD_MAX_MEMORY_SIZE"] <= 256 * 1024


def test_the_content_policy_lets_in_nothing_inline_and_nothing_foreign(production):
    allowed = {source for sources in production["csp"].values() for source in sources}
    assert allowed == {"'none'", "'self'", "data:"}
    assert production["csp"]["img-src"] == ["'self'", "data:"]
    assert all("data:" not in production["csp"][name] for name in ("script-src", "style-src"))


def test_the_api_denies_by_default_and_reads_json_only(production):
    assert "core.http.DenyAll" in production["rest"]["DEFAULT_PERMISSION_CLASSES"]
    assert production["rest"]["DEFAULT_PARSER_CLASSES"] == "['rest_framework.parsers.JSONParser']"
    assert not DenyAll().has_permission(None, None)


def test_passwords_are_argon2_first(production):
    assert production["PASSWORD_HASHERS"][0] == "accounts.hashers.BoundedArgon2PasswordHasher"
    hasher = hashers.BoundedArgon2PasswordHasher()
    encoded = hasher.encode("thirteen cards", "saltsaltsalt")
    assert encoded.startswith("argon2$argon2id$")
    assert hasher.verify("thirteen cards", encoded)
    assert not hasher.verify("fourteen cards", encoded)


def test_two_passwords_are_hashed_at_one_time(monkeypatch):
    running, most, guard = 0, 0, threading.Lock()
    both = threading.Barrier(2, timeout=10)

    def slow(_self, _password, _salt):
        nonlocal running, most
        with guard:
            running += 1
            most = max(most, running)
        both.wait()
        with guard:
            running -= 1
        return ""

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slow)
    hasher = hashers.BoundedArgon2PasswordHasher()
    threads = [threading.Thread(target=hasher.encode, args=("x", "s")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert most == hashers.AT_ONCE


@pytest.mark.parametrize("password", ["short", "password1234", "123456789012"])
def test_a_weak_password_is_refused(password):
    with pytest.raises(ValidationError):
        validate_password(password)


def test_there_is_no_admin_site():
    assert "django.contrib.admin" not in settings.INSTALLED_APPS
    assert not any("admin" in route for route in routes())


def test_a_flood_of_the_api_from_one_address_is_cut_off(monkeypatch):
    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "3/min"})
    request = APIRequestFactory().get("/api/events", REMOTE_ADDR="203.0.113.9")
    request.user = None
    throttle = AnonRateThrottle
    assert [throttle().allow_request(request, None) for _ in range(4)] == [True, True, True, False]
    other = APIRequestFactory().get("/api/events", REMOTE_ADDR="203.0.113.10")
    other.user = None
    assert throttle().allow_request(other, None)
