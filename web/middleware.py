"""What stands before all pages: the probes of whoever watches, and one log line a request."""

import hmac
import json
import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import logout
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from core import health, logs, metrics
from tournaments.models import Event

Answer = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("thirteen.request")
GIVEN_ID = re.compile(r"[\w-]{8,64}")
LOCAL = {"127.0.0.1", "::1"}
HEADER = "X-Request-ID"
BEGAN, SEEN = "began", "seen"
SEEN_EVERY_S = 60
"""How often a session writes down that it is used."""
QUIET = ("/static/", "/healthz", "/readyz", "/metrics")


class Probes:
    """`/healthz`, `/readyz` and `/metrics`, before hosts, sessions and redirects are looked at.

    A watcher on the same machine asks by number, without TLS and without a cookie.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.answers = {"/healthz": healthz, "/readyz": readyz, "/metrics": figures}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a probe, or pass the request on."""
        answer = self.answers.get(request.path) if request.method in {"GET", "HEAD"} else None
        if answer is None:
            return self.get_response(request)
        response = answer(request)
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return response


def healthz(_request: HttpRequest) -> HttpResponse:
    """This process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Each look with its finding; 503 when no hand could be recorded.

    With ``?strict`` 503 for anything that is not well: for an alarm, not for a proxy, which must
    not take a server away because Redis is gone.
    """
    found = health.looks()
    counts = found if "strict" in request.GET else [look for look in found if look.needed]
    well = all(look.ok for look in counts)
    said = {look.name: {"ok": look.ok, "says": look.says} for look in found}
    text = json.dumps({"ready": well, "looks": said}) + "\n"
    return HttpResponse(text, content_type="application/json", status=200 if well else 503)


def figures(request: HttpRequest) -> HttpResponse:
    """The metrics, for the holder of the token; without a token set, for this machine alone."""
    if not _may_measure(request):
        return HttpResponse("not found\n", content_type="text/plain", status=404)
    try:
        metrics.RUNNING.set(Event.objects.filter(status=Event.Status.RUNNING).count())
    except DatabaseError:
        metrics.RUNNING.set(-1)
    return HttpResponse(metrics.page(), content_type=metrics.CONTENT_TYPE)


def _may_measure(request: HttpRequest) -> bool:
    token: str = settings.METRICS_TOKEN
    if token:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), token.encode())
    # Through a proxy everybody comes from this machine; who did says so in a header.
    return request.META.get("REMOTE_ADDR") in LOCAL and "X-Forwarded-For" not in request.headers


class RequestLog:
    """Gives every request an id, counts it, and writes one line about it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, then write down what became of it."""
        given = request.headers.get(HEADER, "")
        ident = given if GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
        began = time.perf_counter()
        with logs.about(request_id=ident) as said:
            response = self.get_response(request)
            seconds = time.perf_counter() - began
            response[HEADER] = ident
            if not request.path.startswith(QUIET):
                _written(request, response, seconds, said)
        return response


def _written(
    request: HttpRequest, response: HttpResponse, seconds: float, said: logs.Facts
) -> None:
    match = request.resolver_match
    route = "/" + match.route if match else "none"
    metrics.REQUESTS.labels(route, response.status_code).inc()
    metrics.SECONDS.labels(request.method or "").observe(seconds)
    if "command" in said:
        outcome = "done" if response.status_code < 400 else "refused"
        metrics.COMMANDS.labels(said["command"], outcome).inc()
    user = getattr(request, "user", None)
    facts = {
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "user": str(user.uid) if user is not None and user.is_authenticated else "",
    }
    logger.info("%s %s %s", request.method, route, response.status_code, extra=facts)


class SessionLimits:
    """Ends a session that nobody has used for long, or that began too long ago.

    A page that asks by itself is nobody: only what a person opens or sends counts.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Sign out whose time is over, then answer."""
        now = int(time.time())
        began, seen = request.session.get(BEGAN), request.session.get(SEEN)
        # A session that no sign-in of ours made (a script, a test) has Django's end alone.
        if began is not None and seen is not None:
            if now - seen > settings.IDLE_S or now - began > settings.SESSION_COOKIE_AGE:
                logout(request)
            elif now - seen > SEEN_EVERY_S and not _asks_by_itself(request):
                request.session[SEEN] = now
        return self.get_response(request)


def begin_session(request: HttpRequest) -> None:
    """Somebody signed in: his time begins."""
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


def _asks_by_itself(request: HttpRequest) -> bool:
    return request.method == "GET" and "HX-Request" in request.headers
