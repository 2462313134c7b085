"""Spanish: 1.800, as chips are written in Spain; Django's own is a space."""

THOUSAND_SEPARATOR = "."
