"""Settings of the test suite: fast password hashing, plain static files, a file database."""

import os
import tempfile

os.environ.setdefault("THIRTEEN_DATA", tempfile.mkdtemp(prefix="thirteen-test-"))
os.environ.setdefault("THIRTEEN_SECRET_KEY", "only-for-tests-" * 4)

from config.settings.base import *

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
AXES_ENABLED = False
WHITENOISE_AUTOREFRESH = True  # the static files where they are written, not collected
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {"anon": None}
