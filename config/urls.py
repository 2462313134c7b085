"""All addresses. Pages at the root, the API below ``/api/``."""

from django.urls import include, path

urlpatterns = [
    path("api/", include("tables.urls")),
    path("api/", include("tournaments.urls")),
    path("", include("web.urls")),
]
handler404 = "web.views.errors.not_found"
