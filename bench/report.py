"""One table of results: what was measured, how it compares, and what was wanted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """What a ratio or a count should be."""

    bound: float
    at_least: bool = False

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.bound:g}"

    def met(self, value: float) -> bool:
        """Whether a value is good enough."""
        return value >= self.bound if self.at_least else value <= self.bound


@dataclass(frozen=True, slots=True)
class Line:
    """One result: ``value`` is a ratio inside this run, or a count; ``figures`` are absolute."""

    what: str
    value: float | None = None
    goal: Goal | None = None
    figures: str = ""

    def cells(self) -> tuple[str, str, str, str, str]:
        """What stands in the columns of the table."""
        value = "" if self.value is None else f"{self.value:.3g}"
        if self.goal is None or self.value is None:
            return self.what, value, "", "", self.figures
        verdict = "met" if self.goal.met(self.value) else "MISSED"
        return self.what, value, str(self.goal), verdict, self.figures


HEAD = ("", "ratio", "goal", "", "absolute figures of this machine")


def table(title: str, lines: list[Line]) -> str:
    """The lines under their title, in columns."""
    rows = [HEAD, *(line.cells() for line in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    text = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([title, *(f"  {line}" for line in text), ""])
