"""The tablet's shell: pages without a name or a number in them, the same bytes for everyone.

What a table shows comes from ``/api/tablet/``; these pages may be kept by a service worker.
"""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from core.errors import NotFound

SHELL_FILES = ("js/tablet/**/*", "css/*.css", "img/sprite.svg")
SHELL_TEMPLATES = ("dealer/tablet.html", "dealer/pair.html", "dealer/sw.js")


@login_not_required
@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """The page a dealer lives in."""
    return _page(request, "dealer/tablet.html")


@login_not_required
@require_safe
def pair(request: HttpRequest) -> HttpResponse:
    """Reads the code behind the ``#``, which no server and no log ever sees, and sends it."""
    response = _page(request, "dealer/pair.html")
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_not_required
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker that keeps the shell; its version changes when a file of the shell does."""
    context = {"version": shell_version()}
    response = render(request, "dealer/sw.js", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@login_not_required
@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """What makes the page installable."""
    path = finders.find("tablet.webmanifest")
    if path is None:
        raise NotFound("not_found")
    return HttpResponse(Path(path).read_bytes(), content_type="application/manifest+json")


def shell_version() -> str:
    """A digest of everything the worker keeps; read once a process, anew while developing."""
    return _digest() if settings.DEBUG else _digest_once()


@cache
def _digest_once() -> str:
    return _digest()


def _digest() -> str:
    base = Path(settings.STATICFILES_DIRS[0])
    files = [path for pattern in SHELL_FILES for path in sorted(base.glob(pattern))]
    files += [Path(settings.TEMPLATES[0]["DIRS"][0]) / name for name in SHELL_TEMPLATES]
    found = hashlib.sha256()
    for path in files:
        if path.is_file():
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _page(request: HttpRequest, template: str) -> HttpResponse:
    response = render(request, template)
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response
