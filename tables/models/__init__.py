"""The felt: tables with their seats, the hands dealt there, tablets, orders and calls."""

from tables.models.bag import Bag
from tables.models.correction import Correction
from tables.models.device import Device, Draft, PairingToken
from tables.models.floor import CountCheck, FloorCall, QueueItem
from tables.models.hand import Hand, HandPlayer
from tables.models.headcount import HeadCount
from tables.models.move import MoveOrder
from tables.models.planning import PlanRuling
from tables.models.slip import PaperSlip
from tables.models.table import Seat, Table

__all__ = [
    "Bag",
    "Correction",
    "CountCheck",
    "Device",
    "Draft",
    "FloorCall",
    "Hand",
    "HandPlayer",
    "HeadCount",
    "MoveOrder",
    "PairingToken",
    "PaperSlip",
    "PlanRuling",
    "QueueItem",
    "Seat",
    "Table",
]
