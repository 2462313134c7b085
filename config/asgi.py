"""The one entry point of the web server, in development and production.

A thin layer answers what must be cheap for thousands (the live streams); everything else goes to
Django's WSGI handler in a bounded pool of threads that live as long as the process. Django's own
ASGI handler gives each request a throw-away thread and leaks persistent database connections;
`docs/adr/0003-server.md` has the figures.
"""

import gc
import os
import sys
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
django_pages = get_wsgi_application()

from django.conf import settings  # noqa: E402  (needs the apps loaded)
from django.core.exceptions import ImproperlyConfigured  # noqa: E402

from config import schedule  # noqa: E402
from web.live import App, LiveLayer  # noqa: E402
from web.shed import Shed  # noqa: E402

THREADS = int(os.environ.get("THIRTEEN_THREADS", "8"))
# Both sides speak ASGI and WSGI; only their names for the types differ.
pages = cast("App", WSGIMiddleware(cast("Any", django_pages), workers=THREADS))
application = LiveLayer(Shed(pages, THREADS))

if not settings.REDIS_URL:
    if int(os.environ.get("WEB_CONCURRENCY", "1")) > 1:
        raise ImproperlyConfigured("Several processes need REDIS_URL to hear of each other.")
    schedule.start()

# A thread that works on a page holds Python for so long at a time. The loop, which answers phones
# from memory and tells the streams, asks for it anew after every look at its sockets.
sys.setswitchinterval(0.0005)
# What was loaded stays: the collector need not look through all of it while thousands wait.
gc.collect()
gc.freeze()
