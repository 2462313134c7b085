"""The rules of Open Face Chinese poker as a pure library: no Django, no clock, no chance, no I/O.

Read the modules in this order; each knows only those before it:

``errors``      why the rules say no, with a stable code
``cards``       card text, and the census of a row
``evaluate``    how strong a row is, three cards and five on one scale
``rules``       a rule set: every house rule as data (its types: ``options``, ``tariff``,
                ``settings``)
``royalties``   extra points of a row
``fantasyland`` who plays the next hand in Fantasyland
``presets``     the rule sets that rooms have used, with their sources
``layout``      thirteen cards in three rows, and when they foul
``deal``        streets, cards and turns of one hand
``naturals``    hands over all thirteen cards
``points``      what two layouts are worth against each other
``settlement``  points into chips: order, cap, short payers
``button``      where the button goes, who acts when
``autoplay``    the cards of a player who is not there
``table``       one whole hand: `verify`, then `apply` (its records: ``hand``, ``checks``,
                ``outcome``)
``tally``       points and chips of many hands, fast
``notation``    hands as text; ``entry``: as a dealer types them
``explain``     an outcome as sentences (``sentences``)
``contract``    the JSON lines of ``python -m scoring``
``bots``        players for simulations, in three strengths; all ``bot_`` modules are theirs

Seats are whole numbers that rise clockwise; chips and points are whole numbers.
"""
