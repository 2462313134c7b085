"""Every address there is, from the URL configuration itself: one that is new is asked as well."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

from accounts import links
from tests.factories import Floor

# What stands for the parts of an address that do not name an event, a table or a hand.
KNOWN = {"name": "vamos", "kind": "csv"}
HOLE = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Scene:
    """An event whose addresses are asked, with one player's own."""

    floor: Floor
    token: str

    @classmethod
    def of(cls, floor: Floor) -> "Scene":
        return cls(floor, links.token_of(floor.event.uid, 1))

    def address(self, route: str) -> str:
        """The route with this event's own table, hand and player in it."""
        parts = {
            "slug": self.floor.slug,
            "uid": str(self.floor.table(1).uid),
            "token": self.token,
            **KNOWN,
        }
        return "/" + HOLE.sub(lambda hole: parts.get(hole[1], "1"), route)


def routes(patterns=None, prefix: str = "") -> Iterator[str]:
    """The route of every view."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route
