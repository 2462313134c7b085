"""Addresses of the tablet's shell and of the director's pages about tablets."""

from django.urls import path

from web.pages import page
from web.views import devices, tablet

BOARD = "d/<slug:slug>/devices/"

urlpatterns = [
    path("tablet/", tablet.shell, name="tablet"),
    path("tablet/pair/", tablet.pair, name="tablet_pair"),
    path("tablet/sw.js", tablet.service_worker, name="tablet_worker"),
    path("tablet/manifest.webmanifest", tablet.manifest, name="tablet_manifest"),
    path(BOARD, page(devices.board), name="devices"),
    path(f"{BOARD}pair/", page(devices.pair), name="devices_pair"),
    path(f"{BOARD}revoke/", page(devices.revoke), name="devices_revoke"),
    path(f"{BOARD}unlock/", page(devices.unlock), name="devices_unlock"),
    path(f"{BOARD}pins/", page(devices.pins), name="devices_pins"),
]
