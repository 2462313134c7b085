"""The tables as their dealers use them over HTTP."""

from django.apps import apps

from tests.factories import SHEETS, Api, Floor, layouts

DEEP = [{"level": 100, "seconds": 600}, {"level": 5000, "seconds": 600}]


class Tablet:
    """A dealer at a table: addresses and sheets of the hand that is being played."""

    def __init__(self, floor: Floor, table: int = 1) -> None:
        self.floor = floor
        self.api = Api(floor.dealer(table))
        self.path = f"tables/{floor.table(table).uid}"
        self.order: list[int] = []

    def start(self, hand: int = 1, **facts):
        response = self.api.post(f"{self.path}/hands/{hand}/start", **facts)
        if response.status_code == 200:
            self.order = response.json()["order"]
        return response

    def sheet(self, name: str = "flush") -> list[dict]:
        return layouts(self.order, SHEETS[name])

    def preview(self, sheet: list[dict], hand: int = 1):
        return self.api.send(f"{self.path}/hands/{hand}/preview", {"layouts": sheet})

    def record(self, sheet: list[dict], hand: int = 1, **facts):
        return self.api.post(f"{self.path}/hands/{hand}/record", layouts=sheet, **facts)

    def undo(self, hand: int = 1):
        return self.api.post(f"{self.path}/hands/{hand}/undo")


def row_counts() -> dict[str, int]:
    """How many rows every table of the database has."""
    return {model._meta.label: model.objects.count() for model in apps.get_models()}
