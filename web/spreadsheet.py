"""A workbook that somebody sends, as the lines that a person would type."""

import csv
import zipfile
from io import BytesIO, StringIO

from openpyxl import load_workbook

from tournaments.services.people import COLUMNS, MAX_LINES

MOST_BYTES = 20_000_000
BROKEN = (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile)


def is_workbook(data: bytes) -> bool:
    """Whether these bytes are a workbook (or at least packed like one) and no text."""
    return data.startswith(b"PK\x03\x04")


def text_of(data: bytes) -> str:
    """The first sheet as CSV: its first columns, no more lines than an import takes and one.

    Raises:
        ValueError: when it cannot be read, or would be too much when unpacked.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > MOST_BYTES:
                raise ValueError("too big")
        book = load_workbook(BytesIO(data), read_only=True, data_only=True)
        text = StringIO()
        writer = csv.writer(text)
        rows = book.worksheets[0].iter_rows(max_row=MAX_LINES + 2, values_only=True)
        for row in rows:
            cells = ["" if cell is None else str(cell) for cell in row[: len(COLUMNS)]]
            writer.writerow(" ".join(cell.split()) for cell in cells)
        book.close()
    except BROKEN as error:
        raise ValueError("no workbook") from error
    return text.getvalue()
