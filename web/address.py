"""Addresses that another device is to open, in codes and links."""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def address_for_others(request: HttpRequest, path: str) -> str:
    """The full address of a path: under `settings.ADDRESS`, else as this request reached us."""
    base: str = settings.ADDRESS
    return base.rstrip("/") + path if base else request.build_absolute_uri(path)


def only_here(address: str) -> bool:
    """Whether the address means each device itself, so that no other one arrives.

    Example:
        >>> only_here("http://127.0.0.1:8000/"), only_here("https://poker.example/")
        (True, False)
    """
    host = urlsplit(address).hostname or ""
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return number.is_loopback or number.is_unspecified
