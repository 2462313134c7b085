"""Settings, by environment. With nothing set: the embedded server (SQLite, one process).

Variables: DATABASE_URL, REDIS_URL, THIRTEEN_DATA, THIRTEEN_SECRET_KEY, THIRTEEN_PIN_KEY,
THIRTEEN_HOSTS, THIRTEEN_ORIGINS, THIRTEEN_ADDRESS, THIRTEEN_HTTPS, THIRTEEN_DEBUG,
THIRTEEN_TIME_ZONE, THIRTEEN_LOGS, THIRTEEN_LOG_LEVEL, THIRTEEN_METRICS_TOKEN, THIRTEEN_BACKUPS,
THIRTEEN_BACKUP_EVERY, THIRTEEN_BACKUP_URL, THIRTEEN_KEEP_NAMES_DAYS,
THIRTEEN_IDLE_MINUTES.
`docs/operations.md` says what they mean.
"""

import os
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.environment import BASE_DIR, data_dir, database, flag, secret, words
from config.schedule import SCHEDULE

DEBUG = flag("THIRTEEN_DEBUG")
SECRET_KEY = secret("secret_key")
PIN_KEY = secret("pin_key")  # apart from the database, where the digests of the PINs are
DATA_DIR = data_dir()
# Its own machine always: the laptop of a room serves its own browser too.
ALLOWED_HOSTS = [*words("THIRTEEN_HOSTS"), "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = words("THIRTEEN_ORIGINS")
ADDRESS = os.environ.get("THIRTEEN_ADDRESS", "")  # in codes that other devices scan
HTTPS = flag("THIRTEEN_HTTPS")
REDIS_URL = os.environ.get("REDIS_URL", "")

INSTALLED_APPS = [
    "core",
    "accounts",
    "tournaments",
    "tables",
    "web",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "web.middleware.Probes",
    "web.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "web.middleware.SessionLimits",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": database(os.environ.get("DATABASE_URL"))}
DATABASE_ROUTERS = ["core.scratch.ScratchRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "core.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        # Once, and not for long: whoever asks can do without.
        "OPTIONS": {
            "socket_timeout": 1,
            "socket_connect_timeout": 1,
            "retry": Retry(NoBackoff(), 0),
        },
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "accounts.signed_in.People",
]
PASSWORD_HASHERS = [
    "accounts.hashers.BoundedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "web:login"
LOGIN_REDIRECT_URL = "web:home"
LOGOUT_REDIRECT_URL = "web:home"
# Never the address alone: a whole venue shares one.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

SESSION_ENGINE = "accounts.signed_in"  # in the database: can be ended from the server
SESSION_COOKIE_AGE = 14 * 3600  # from the sign-in, however busy
IDLE_S = 60 * int(os.environ.get("THIRTEEN_IDLE_MINUTES", "30"))
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("es", _("Spanish")),
    ("pt", _("Portuguese")),
    ("ru", _("Russian")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "config.formats"
USE_TZ = True
TIME_ZONE = os.environ.get("THIRTEEN_TIME_ZONE", "UTC")

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.LeanStorage"},
}

REST_FRAMEWORK: dict[str, Any] = {
    # Against a flood, not against guessing: that is counted in the database. A hall shares one
    # address, so it is wide; staff and tablets are not asked.
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.AnonRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {"anon": "3000/min"},
    "NUM_PROXIES": 0,  # the server itself knows which proxy to believe
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["core.http.DenyAll"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "core.http.answer_error",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Thirteen",
    "DESCRIPTION": "Live Open Face Chinese poker tournaments: hands, standings and the floor.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "core.openapi.add_refusals",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "core.logs.LineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        },
        "json": {"()": "core.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if os.environ.get("THIRTEEN_LOGS") == "json" else "line",
        },
    },
    "root": {"handlers": ["console"], "level": os.environ.get("THIRTEEN_LOG_LEVEL", "WARNING")},
}
METRICS_TOKEN = os.environ.get("THIRTEEN_METRICS_TOKEN", "")

# Where copies of the database go: best on another disk. How often one is made, in seconds.
BACKUP_DIR = Path(os.environ.get("THIRTEEN_BACKUPS", DATA_DIR / "backups"))
BACKUP_DATABASE = database(url) if (url := os.environ.get("THIRTEEN_BACKUP_URL")) else None
BACKUP_EVERY_S = int(os.environ.get("THIRTEEN_BACKUP_EVERY", "60"))

# Names of people who have played in nothing for so long are erased; 0 keeps them.
KEEP_NAMES_DAYS = int(os.environ.get("THIRTEEN_KEEP_NAMES_DAYS", "0"))

# Without a broker every task runs at once where it is asked for, and the web process keeps the
# schedule itself (`config.schedule`). No task holds anything that cannot be lost, so one may run
# twice, late or never; none is put off by more than its own second (Redis would run it again).
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_DEFAULT_QUEUE = "thirteen"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 1200
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 1800}  # above the longest task
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    name: {"task": name, "schedule": every, "options": {"expires": 5 * every}}
    for name, every in SCHEDULE.items()
}
SILENCED_SYSTEM_CHECKS: list[str] = []
