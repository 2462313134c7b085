"""The files that can be asked for at the desk: what each is called, and how it is written."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.models import Event
from web import hand_list, printouts
from web.pdf import Paper

Write = Callable[[Event, BinaryIO], printouts.Parts]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: ``write`` fills it, and says after each part how far it is."""

    label: Promise
    write: Write
    ending: str = "pdf"
    content_type: str = "application/pdf"


def _on_paper(label: Promise, write: Callable[[Event, Paper], printouts.Parts]) -> Kind:
    def fill(event: Event, file: BinaryIO) -> Iterator[tuple[int, int]]:
        paper = Paper(f"{event.name} · {label}")
        yield from write(event, paper)
        file.write(paper.finish())

    return Kind(label, fill)


KINDS = {
    "sheets": _on_paper(gettext_lazy("Sheets and slips"), printouts.table_sheets),
    "seats": _on_paper(gettext_lazy("Seats by name"), printouts.seat_lists),
    "results": _on_paper(gettext_lazy("Results"), printouts.results),
    "hands": Kind(gettext_lazy("All hands"), hand_list.write, "csv", "text/csv; charset=utf-8"),
}
