"""Paper as a PDF: headings, lines and tables down A4 pages, in letters of all our languages."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
WIDTH, HEIGHT = A4
MARGIN = 42
LEADING = 1.45
ROW = 17
ELLIPSIS = "…"


@cache
def _register() -> None:
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(FONTS / f"{name}.ttf")))


class Paper:
    """A document that is written from top to bottom; a new page begins where one is full."""

    def __init__(self, title: str) -> None:
        _register()
        self._bytes = BytesIO()
        # The same content gives the same bytes: no time and no random number in the file.
        self._canvas = Canvas(self._bytes, pagesize=A4, invariant=True, pageCompression=True)
        self._canvas.setTitle(title)
        self._title = title
        self._page = 0
        self._y = 0.0
        self._turn()

    def heading(self, text: str, *, size: int = 15) -> None:
        """A line in bold."""
        self._write(text, BOLD, size)

    def line(self, text: str, *, size: int = 9) -> None:
        """A line; what does not fit is cut off with an ellipsis."""
        self._write(text, PLAIN, size)

    def gap(self, points: float = 10) -> None:
        """Leave some room."""
        self._y -= points

    def new_page(self) -> None:
        """Go on at the top of a page; on an empty one nothing happens."""
        if self._y < HEIGHT - MARGIN:
            self._turn()

    def keep(self, points: float) -> None:
        """Go on at the top of a page if so much room is not left on this one."""
        if self._y - points < MARGIN:
            self._turn()

    def table(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        *,
        goes_on: bool = False,
        tall: float = ROW,
    ) -> None:
        """Rows under a head that stands again on each page.

        Args:
            head: the titles of the columns.
            rows: the cells of each line.
            widths: parts of the width of the page; a column of numbers has one below zero and is
                written from the right.
            goes_on: these rows belong to the table before them, whose head stands already.
            tall: the height of a row; what is filled in by hand needs more.
        """
        if not goes_on:
            self._row(head, widths, BOLD)
        for row in rows:
            if self._y - tall < MARGIN:
                self._turn()
                self._row(head, widths, BOLD)
            self._row(row, widths, PLAIN, tall)

    def finish(self) -> bytes:
        """The PDF."""
        self._foot()
        self._canvas.save()
        return self._bytes.getvalue()

    def _write(self, text: str, font: str, size: int) -> None:
        self.keep(size * LEADING)
        self._y -= size * LEADING
        self._canvas.setFont(font, size)
        self._canvas.drawString(MARGIN, self._y, _cut(text, font, size, WIDTH - 2 * MARGIN))

    def _row(
        self, cells: Sequence[str], widths: Sequence[float], font: str, tall: float = ROW
    ) -> None:
        self._y -= tall
        unit = (WIDTH - 2 * MARGIN) / sum(map(abs, widths))
        self._canvas.setFont(font, 9)
        x = float(MARGIN)
        for cell, part in zip(cells, widths, strict=True):
            wide = abs(part) * unit
            text = _cut(cell, font, 9, wide - 6)
            if part < 0:
                self._canvas.drawRightString(x + wide - 6, self._y, text)
            else:
                self._canvas.drawString(x, self._y, text)
            x += wide
        self._canvas.setLineWidth(0.4 if font == PLAIN else 0.9)
        self._canvas.line(MARGIN, self._y - 5, WIDTH - MARGIN, self._y - 5)

    def _turn(self) -> None:
        if self._page:
            self._foot()
            self._canvas.showPage()
        self._page += 1
        self._y = HEIGHT - MARGIN

    def _foot(self) -> None:
        self._canvas.setFont(PLAIN, 7)
        self._canvas.drawString(MARGIN, MARGIN - 16, _cut(self._title, PLAIN, 7, WIDTH / 2))
        self._canvas.drawRightString(WIDTH - MARGIN, MARGIN - 16, str(self._page))


def _cut(text: str, font: str, size: float, wide: float) -> str:
    """As much of the text as fits."""
    if pdfmetrics.stringWidth(text, font, size) <= wide:
        return text
    while text and pdfmetrics.stringWidth(text + ELLIPSIS, font, size) > wide:
        text = text[:-1]
    return text + ELLIPSIS
