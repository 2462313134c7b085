"""What the long proofs stand on."""

import pytest
from django.db import connection


@pytest.fixture
def patient(db: None) -> None:
    """A proof is one transaction from its first to its last step, and may think between two."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET idle_in_transaction_session_timeout = 0")
