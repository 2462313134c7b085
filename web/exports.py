"""Results as files: CSV, XLSX, JSON, and the plain list that result databases take.

Names are the public ones, as they are shown now. A cell that a spreadsheet would read as a formula
gets an apostrophe in front: names are typed by strangers.
"""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from io import BytesIO, StringIO

from openpyxl import Workbook

from tables.broadcast import entries_seen
from tournaments import purse
from tournaments.models import Event
from tournaments.rules.payouts import Prices
from tournaments.selectors import is_over, places_of

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
COLUMNS = ("place", "place_last", "player", "country", "entry", "bullet", "prize", "currency")


@dataclass(frozen=True, slots=True)
class Result:
    """Where one entry finished, and its prize in minor units; places tie up to ``place_last``."""

    place: int
    place_last: int
    player: str
    country: str
    entry: int
    bullet: int
    prize: int


def results_of(event: Event) -> list[Result]:
    """Every place that is final, best first."""
    entries = entries_seen(event)
    placed, dues = places_of(event, entries), purse.dues_of(event, entries)
    over = is_over(event)
    rows = [
        Result(
            *placed[entry.number],
            entry.person.display_name,
            entry.person.country,
            entry.number,
            entry.bullet,
            dues.get(entry.number, 0),
        )
        for entry in entries
        if over or entry.out_seq is not None
    ]
    return sorted(rows, key=lambda row: (row.place, row.entry))


def safe_cell(text: str) -> str:
    """The text as a spreadsheet may open it.

    Example:
        >>> safe_cell("=1+1"), safe_cell("  @x"), safe_cell("Ana")
        ("'=1+1", "'  @x", 'Ana')
    """
    dangerous = text.startswith(FORMULA_SIGNS) or text.strip().startswith(FORMULA_SIGNS)
    return f"'{text}" if dangerous else text


def as_csv(rows: Sequence[Result], prices: Prices) -> bytes:
    """The results as CSV in UTF-8 with its mark, so that every spreadsheet reads the letters."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in rows:
        cells = _cells(row, prices)
        writer.writerow(safe_cell(cell) if isinstance(cell, str) else cell for cell in cells)
    return text.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Sequence[Result], prices: Prices) -> bytes:
    """The results as a workbook: texts are typed as texts, numbers as numbers."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(COLUMNS)
    for at, row in enumerate(rows, start=2):
        for column, value in enumerate(_cells(row, prices), start=1):
            cell = sheet.cell(at, column)
            cell.value = safe_cell(value) if isinstance(value, str) else value
            if isinstance(value, str):
                cell.data_type = "s"
    found = BytesIO()
    book.save(found)
    return found.getvalue()


def as_json(event: Event, rows: Sequence[Result]) -> bytes:
    """The results as JSON; prizes in whole minor units."""
    said = {
        "event": event.name,
        "slug": event.slug,
        "status": event.status,
        "version": event.seen_version,
        "currency": event.prices.currency,
        "digits": event.prices.digits,
        "results": [asdict(row) for row in rows],
    }
    return json.dumps(said, ensure_ascii=False, indent=1).encode()


def as_list(event: Event, rows: Sequence[Result]) -> bytes:
    """The list that result databases such as the Hendon Mob's take: place, name, country, prize."""
    lines = [event.name, ""]
    for row in rows:
        prize = f"{_decimal(row.prize, event.prices)} {event.prices.currency}" if row.prize else ""
        lines.append("\t".join([str(row.place), row.player, row.country, prize]).rstrip("\t"))
    return ("\n".join(lines) + "\n").encode()


def _cells(row: Result, prices: Prices) -> list[str | int | Decimal]:
    found = asdict(row)
    prize = _decimal(row.prize, prices)
    return [*(found[name] for name in COLUMNS[:-2]), prize, prices.currency]


def _decimal(amount: int, prices: Prices) -> Decimal:
    return Decimal(amount).scaleb(-prices.digits)
