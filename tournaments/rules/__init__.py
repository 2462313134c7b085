"""The floor's rules: structure, clock, places, seat draw and moves.

Pure arithmetic. Instants and random generators come in as arguments; nothing here reads a clock,
draws from a generator of its own, talks to a database or knows Django. What may be refused raises
`FloorError` with a stable code.
"""
