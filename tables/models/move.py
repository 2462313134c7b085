"""Orders to move: a player leaves one table with counted chips and arrives with them at another."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table
from tournaments.models import Entry, Event


class MoveOrder(models.Model):
    """One player's way from his table to a seat at another, chips counted at both ends.

    Between leaving and arriving he has no seat; the seat he is sent to is kept for him from the
    order on. The chips in the books do not move: a count that differs is for the floor.
    """

    class State(models.TextChoices):
        """How far he has come."""

        ORDERED = "ordered", _("ordered")
        LEFT = "left", _("on the way")
        ARRIVED = "arrived", _("arrived")
        CANCELLED = "cancelled", _("cancelled")

    event = models.ForeignKey(Event, models.PROTECT, related_name="orders")
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="orders")
    origin = models.ForeignKey(Table, models.PROTECT, related_name="orders_out")
    origin_seat = models.PositiveSmallIntegerField()
    target = models.ForeignKey(Table, models.PROTECT, related_name="orders_in")
    target_seat = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.ORDERED)
    reason = models.CharField(max_length=200)
    # Of a proposal: the planner's rule, and how much better off his position is for it, signed.
    rule = models.CharField(max_length=20, blank=True)
    debt = models.SmallIntegerField(default=0)
    ordered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    left_stack = models.PositiveBigIntegerField(null=True)
    arrived_at = models.DateTimeField(null=True)
    arrived_stack = models.PositiveBigIntegerField(null=True)
    # The last hand his new table had started by then.
    arrived_hand = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="order_number_once"),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(state__in=["ordered", "left"]),
                name="one_open_order_an_entry",
            ),
            models.UniqueConstraint(
                fields=["target", "target_seat"],
                condition=Q(state__in=["ordered", "left"]),
                name="one_open_order_a_seat",
            ),
            models.CheckConstraint(condition=~Q(origin=F("target")), name="order_between_tables"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


OPEN_ORDER = Q(state__in=[MoveOrder.State.ORDERED, MoveOrder.State.LEFT])
"""Orders that are not carried out yet."""


def kept_seats(event: Event) -> set[tuple[int, int]]:
    """Seats that wait for somebody who was sent there: (table, seat) by number."""
    orders = event.orders.filter(OPEN_ORDER)
    return set(orders.values_list("target__number", "target_seat"))


__all__ = ["OPEN_ORDER", "MoveOrder", "kept_seats"]
