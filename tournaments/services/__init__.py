"""The commands of an event, one function each; importing this package registers them all."""

from tournaments.services import (
    amend,
    bounties,
    carry,
    cash,
    chips,
    clock,
    deals,
    entries,
    lifecycle,
    payouts,
    people,
    places,
    portable,
    prices,
    projections,
    settings,
)

__all__ = [
    "amend",
    "bounties",
    "carry",
    "cash",
    "chips",
    "clock",
    "deals",
    "entries",
    "lifecycle",
    "payouts",
    "people",
    "places",
    "portable",
    "prices",
    "projections",
    "settings",
]
