"""The settings that a fresh installation has, and one more address: a view that does nothing."""

from config.settings.base import *  # noqa: F403  (as all our settings do)

ROOT_URLCONF = "bench.urls"
