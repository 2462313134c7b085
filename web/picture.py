"""A hand as a picture for links: boards on felt, no names, so that nothing of anybody is copied.

1200 x 630 pixels, as pages that show links want it. Ranks are drawn with the font inside Pillow,
suits as shapes: nothing has to be installed.
"""

from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from web.boards import BoardView

SIZE = WIDTH, HEIGHT = 1200, 630
FELT, DEEP, WHITE, GOLD, MUTED = "#0B5C4A", "#084638", "#FFFFFF", "#F6C956", "#CFE6DD"
SUITS = {"s": "#000000", "h": "#DF1B0E", "d": "#0A2AAE", "c": "#087F78"}
MARGIN, HEAD, GAP = 40, 96, 24
ROWS = (3, 5, 5)
Draw = ImageDraw.ImageDraw
Box = tuple[int, int, int, int]


def picture_of(boards: Sequence[BoardView], title: str) -> bytes:
    """The boards side by side as a PNG. ``title``: Latin letters and digits only."""
    image = Image.new("RGB", SIZE, FELT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, HEAD), fill=DEEP)
    draw.text((MARGIN, HEAD // 2), "Thirteen", font=_font(48), fill=WHITE, anchor="lm")
    draw.text((WIDTH - MARGIN, HEAD // 2), title, font=_font(40), fill=MUTED, anchor="rm")
    wide = (WIDTH - 2 * MARGIN - GAP * (len(boards) - 1)) // max(1, len(boards))
    for number, board in enumerate(boards):
        _board(draw, board, MARGIN + number * (wide + GAP), wide)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _board(draw: Draw, board: BoardView, left: int, wide: int) -> None:
    gap = max(4, wide // 60)
    card = min((wide - 4 * gap) // 5, 92)
    high = card * 7 // 5
    top = HEAD + (HEIGHT - HEAD - 3 * high - 2 * GAP - 50) // 2
    for row, count in zip(board.rows, ROWS, strict=True):
        start = left + (wide - count * card - (count - 1) * gap) // 2
        for number, code in enumerate(row.cards):
            x = start + number * (card + gap)
            _card(draw, str(code), (x, top, x + card, top + high))
        top += high + GAP
    note = "FOUL" if board.foul else f"+{sum(row.royalty for row in board.rows)}"
    middle = left + wide // 2
    draw.text((middle, top + 16), note, font=_font(40), fill=GOLD, anchor="mm")


def _card(draw: Draw, code: str, box: Box) -> None:
    left, top, right, bottom = box
    wide = right - left
    draw.rounded_rectangle(box, radius=wide // 8, fill=WHITE)
    colour = SUITS[code[-1]]
    rank = code[:-1].replace("T", "10")
    font = _font(wide * 5 // 9)
    draw.text((left + wide // 2, top + wide * 2 // 5), rank, font=font, fill=colour, anchor="mm")
    size = wide * 4 // 9
    SHAPES[code[-1]](draw, (left + right) // 2, bottom - size * 4 // 5, size, colour)


def _heart(draw: Draw, x: int, y: int, size: int, colour: str) -> None:
    half, quarter = size // 2, size // 4
    for side in (-1, 1):
        draw.circle((x + side * quarter, y - quarter // 2), quarter + 1, fill=colour)
    low = y - quarter // 3
    draw.polygon([(x - half, low), (x + half, low), (x, y + half)], fill=colour)


def _diamond(draw: Draw, x: int, y: int, size: int, colour: str) -> None:
    half, side = size // 2, size * 2 // 5
    draw.polygon([(x, y - half), (x + side, y), (x, y + half), (x - side, y)], fill=colour)


def _spade(draw: Draw, x: int, y: int, size: int, colour: str) -> None:
    half, quarter = size // 2, size // 4
    for side in (-1, 1):
        draw.circle((x + side * quarter, y + quarter // 2), quarter + 1, fill=colour)
    high = y + quarter // 3
    draw.polygon([(x - half, high), (x + half, high), (x, y - half)], fill=colour)
    _stem(draw, x, y, size, colour)


def _club(draw: Draw, x: int, y: int, size: int, colour: str) -> None:
    quarter = size // 4
    for shift, height in ((-quarter, quarter // 2), (quarter, quarter // 2), (0, -quarter)):
        draw.circle((x + shift, y + height), quarter, fill=colour)
    _stem(draw, x, y, size, colour)


def _stem(draw: Draw, x: int, y: int, size: int, colour: str) -> None:
    half, foot = size // 2, size // 6
    draw.polygon([(x, y), (x + foot, y + half), (x - foot, y + half)], fill=colour)


SHAPES: dict[str, Callable[[Draw, int, int, int, str], None]] = {
    "h": _heart,
    "d": _diamond,
    "s": _spade,
    "c": _club,
}


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
