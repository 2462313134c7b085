"""The floor of a simulated event: entries, rounds of hands, levels, moves, the last payout.

The director here accepts every proposal of the planner, and every player goes at once. Levels go
by hands, since a simulated event takes seconds and the clock takes hours.
"""

import random
import uuid
from collections.abc import Iterator

from django.utils import timezone

from accounts.services import program_account
from core.errors import Refusal
from tables.models import MoveOrder
from tables.models.move import OPEN_ORDER
from tables.services.planning import proposal_of
from tournaments import doors, journal
from tournaments.journal import Call
from tournaments.models import Event, Role
from tournaments.purse import dues_of, suggested_prizes
from tournaments.rules.payouts import Prices
from tournaments.selectors import entries_of
from tournaments.services.people import Line
from tournaments.simulation import Simulation

STACK = 30_000
PRICES = Prices(currency="EUR", buy_in=100_00, fee=10_00, unit=5_00)
CASHIERS = ("simulated-cashier", "simulated-director")
"""Who prepares a payout and who releases it. They have no password: nobody can be them."""
HANDS_PER_LEVEL = 8
FIRST_NAMES = (
    *("Ana", "Boris", "Caio", "Dana", "Eva", "Hugo", "Igor", "Inés", "Li", "Maria"),
    *("Bruno", "Carla", "Diego", "Elena", "Felipe", "Greta", "Ivan", "Joana", "Kei", "Lucía"),
    *("Marek", "Nora", "Olga", "Paulo", "Rosa", "Stefan", "Teresa", "Uwe", "Vera", "Yuri"),
)
LAST_NAMES = (
    *("Álvarez", "Becker", "Castro", "Dimitrov", "Esteves", "Ferrari", "García", "Horváth"),
    *("Ivanova", "Jensen", "Kovač", "Lima", "Moreau", "Novak", "Oliveira", "Petrov"),
    *("Quintana", "Rossi", "Sokolov", "Torres", "Urban", "Vidal", "Weber", "Xu"),
    *("Yamada", "Zeman", "Andersson", "Bakker", "Costa", "Duarte", "Fischer", "Gomes"),
    *("Hansen", "Kim", "Laine", "Mendes", "Nowak", "Prado", "Sato", "Varga"),
)


def simulated_event(slug: str, players: int, ruleset: str) -> Event:
    """A published event of the simulator's own, open for so many players."""

    def call() -> Call:
        return Call(None, uuid.uuid4(), system="simulate")

    doors.create_event(
        call(),
        slug=slug,
        name=f"Simulated: {players} players, {ruleset}",
        ruleset=ruleset,
        overrides={},
        starting_stack=STACK,
        registration_level=0,
        reentry_limit=0,
        time_zone="UTC",
    )
    event = Event.objects.get(slug=slug)
    journal.execute(event.uid, "event.prices", call(), prices=PRICES.as_json())
    journal.execute(event.uid, "event.publish", call())
    event.refresh_from_db()
    return event


def name_of(number: int) -> str:
    """A name that no other number has: of a thousand players, no two are called the same.

    Example:
        >>> name_of(1), name_of(31), name_of(1201)
        ('Boris Becker', 'Boris Castro', 'Boris Becker 2')
    """
    rounds, first = divmod(number, len(FIRST_NAMES))
    again, shift = divmod(rounds, len(LAST_NAMES))
    last = LAST_NAMES[(first + shift) % len(LAST_NAMES)]
    return f"{FIRST_NAMES[first]} {last}{f' {again + 1}' if again else ''}"


class SimulatedFloor:
    """A whole event, one round of hands at a step.

    Args:
        event: it is published, and nobody is entered.
        players: how many people enter.
        rng: all chance of the simulation.
    """

    def __init__(self, event: Event, players: int, rng: random.Random) -> None:
        self.play = Simulation(event.uid, event.ruleset, rng, "simulate")
        self.levels = [level.segment for level in event.structure.levels]
        self.rng = rng
        self.entries = players
        self.rounds = 0
        self.level = 0
        self.moves: dict[int, int] = {}
        self.paid: dict[int, int] = {}
        self.event = event
        self._register(event, players)

    @property
    def left(self) -> int:
        """Players who still have chips, those between two tables too."""
        return self.entries - self.play.tallies.eliminations

    def run(self) -> Iterator[int]:
        """Play to the end; gives the number of players left after each hand."""
        self.play.draw()
        self.play.ask("event.start")
        self.play.ask("payouts.publish", amounts=list(suggested_prizes(self.event)))
        while self.left > 1:
            for table in list(self.play.tables.values()):
                if len(table.seats) > 1:
                    self.play.play(table)
                    yield self.left
            self.rounds += 1
            if self.rounds % HANDS_PER_LEVEL == 0:
                self._next_level()
            self._balance()
        self.play.ask("event.finish")
        self._pay_out()

    def _register(self, event: Event, players: int) -> None:
        lines = [Line(number, name_of(number)) for number in range(1, players + 1)]
        doors.register(event, self.play.call(), lines, paid=True)

    def _pay_out(self) -> None:
        """Every prize by two people."""
        self.event.refresh_from_db()
        pair = [program_account(name) for name in CASHIERS]
        for user in pair:
            self.play.ask("staff.assign", user=str(user.uid), role=Role.CASHIER)
        for entry, amount in sorted(dues_of(self.event, entries_of(self.event)).items()):
            self.play.ask("payout.prepare", by=pair[0], entry=entry)
            self.play.ask("payout.release", by=pair[1], entry=entry)
            self.paid[entry] = amount

    def _next_level(self) -> None:
        if self.level + 1 < len(self.levels):
            self.level += 1
            self.play.ask("clock.jump", segment=self.levels[self.level])

    def _balance(self) -> None:
        """Carry out what can be: orders of former rounds, then what the planner says now."""
        self._carry_out()
        self.event.refresh_from_db()
        found = proposal_of(self.event, timezone.now())
        if found is None:
            return
        if found.acts:
            self.play.ask("plan.accept", **found.facts)
            self._carry_out()
        elif any(wait.code == "wait_repair_ruling" for wait in found.plan.waits):
            self._rule()

    def _rule(self) -> None:
        """All who are left sit alone in Fantasyland: the last one goes to the first."""
        first, *_, last = [table for table in self.play.tables.values() if table.seats]
        [(old, entry)] = last.seats.items()
        seat = min(set(range(1, self.event.ruleset.chairs + 1)) - set(first.seats))
        why = "all alone in Fantasyland"
        self.play.ask("entry.move", reason=why, entry=entry, table=first.number, seat=seat)
        del last.seats[old]
        self.play.sit(entry, first.number, seat)

    def _carry_out(self) -> None:
        """Players go and arrive, their chips counted at both ends, where Fantasyland lets them."""
        orders = self.event.orders.filter(OPEN_ORDER).select_related("entry", "origin", "target")
        for order in orders.order_by("number"):
            if order.state == MoveOrder.State.ORDERED and not self._goes("move.left", order):
                continue
            self.play.tables[order.origin.number].seats.pop(order.origin_seat, None)
            if self._goes("move.arrived", order):
                self.play.sit(order.entry.number, order.target.number, order.target_seat)
                self.moves[order.entry.number] = self.moves.get(order.entry.number, 0) + 1

    def _goes(self, command: str, order: MoveOrder) -> bool:
        here = order.origin if command == "move.left" else order.target
        stack = order.entry.stack
        try:
            self.play.ask(command, table=here.number, order=order.number, stack=stack)
        except Refusal as refusal:
            if refusal.code != "table_locked_fl":
                raise
            return False
        return True
