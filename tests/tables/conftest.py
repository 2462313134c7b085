"""A dealer at a three-handed table, before and during his first hand."""

import pytest

from tests.factories import Floor
from tests.tables.dealing import Tablet


@pytest.fixture
def tablet() -> Tablet:
    """The dealer of a three-handed table; the event is running."""
    return Tablet(Floor.running(players=3))


@pytest.fixture
def dealt(tablet) -> Tablet:
    """Hand 1 is being played."""
    tablet.start()
    return tablet
