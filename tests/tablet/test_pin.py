"""PINs: who is there, how often one may guess, and what the journal keeps."""

import uuid

import pytest

from accounts import pins
from accounts.models import GuessCounter, Pin
from tables.models import FloorCall
from tables.services import devices
from tests.factories import Floor
from tests.races.start import together
from tests.tablet.scene import Tablet, code
from tournaments.models import Role

WRONG = "000000"


@pytest.fixture
def floor(db) -> Floor:
    return Floor.running(players=6)


@pytest.fixture
def tablet(floor) -> Tablet:
    return Tablet(floor, sign_in=False)


def wrong_pin(floor: Floor) -> str:
    """Six digits that nobody has."""
    taken = set(Pin.objects.values_list("digest", flat=True))
    return next(
        pin for n in range(100) if pins.digest_of(pin := f"{n:06}", floor.event.uid) not in taken
    )


class TestSignIn:
    def test_a_pin_says_who_deals(self, floor, tablet):
        dealer = floor.hire(Role.DEALER)
        assert tablet.sign_in(dealer).json() == {"dealer": {"name": dealer.known_as}}
        assert floor.table(1).dealer == dealer

    def test_it_leaves_a_marker_in_the_journal(self, floor, tablet):
        tablet.sign_in(floor.hire(Role.DEALER))
        entry = floor.event.journal.latest("seq")
        assert (entry.kind, entry.facts["user"]) == ("dealer.change", str(tablet.dealer.uid))

    def test_a_dealer_who_sits_down_elsewhere_has_left_the_first_table(self, floor, tablet):
        dealer = floor.hire(Role.DEALER)
        tablet.sign_in(dealer)
        other = Tablet(floor, 2, sign_in=False)
        other.sign_in(dealer)
        assert tablet.state()["dealer"] is None
        assert code(tablet.ask("hands/1/start", absent=[])) == "dealer_needed"
        assert other.start()["table"] == 2

    def test_signing_out_frees_the_table(self, floor, tablet):
        tablet.sign_in(floor.hire(Role.DEALER))
        assert tablet.delete("dealer").json() == {"dealer": None}
        assert floor.table(1).dealer is None

    def test_a_pin_of_another_event_is_wrong_here(self, floor, tablet):
        other = Floor.running(players=3)
        dealer = other.hire(Role.DEALER)
        pin = devices.issue_pins(other.director, other.event, [dealer])[dealer]
        assert code(tablet.post("dealer", pin=pin)) == "pin_wrong"

    def test_a_new_pin_ends_the_old_one(self, floor, tablet):
        dealer = floor.hire(Role.DEALER)
        tablet.sign_in(dealer)
        old = tablet.pin
        tablet.sign_in(dealer)
        answer = tablet.post("dealer", pin=old)
        assert old == tablet.pin or code(answer) == "pin_wrong"

    def test_a_draft_outlives_the_dealer(self, floor, tablet):
        tablet.sign_in(floor.hire(Role.DEALER))
        tablet.start()
        tablet.put("draft", hand=1, body={"x": 1})
        tablet.sign_in(floor.hire(Role.DEALER))
        assert tablet.state()["draft"]["body"] == {"x": 1}

    def test_a_repetition_after_the_change_gets_the_first_answer(self, floor, tablet):
        tablet.sign_in(floor.hire(Role.DEALER))
        submission = str(uuid.uuid4())
        first = tablet.post("hands/1/start", submission=submission)
        tablet.sign_in(floor.hire(Role.DEALER))
        assert tablet.post("hands/1/start", submission=submission).content == first.content

    def test_no_pin_is_kept_as_it_is(self, floor, tablet):
        tablet.sign_in(floor.hire(Role.DEALER))
        row = Pin.objects.get()
        assert tablet.pin not in row.digest
        assert tablet.pin not in "".join(floor.event.journal.values_list("arguments", flat=True))

    def test_the_digest_needs_the_key(self, floor, settings):
        first = pins.digest_of("123456", floor.event.uid)
        settings.PIN_KEY = "another key"
        assert pins.digest_of("123456", floor.event.uid) != first


class TestGuessing:
    def test_five_wrong_ones_lock_for_five_minutes_then_ten(self, floor, tablet, wall):
        pin = wrong_pin(floor)
        lefts = [tablet.post("dealer", pin=pin).json()["error"] for _ in range(5)]
        assert [one["params"].get("left") for one in lefts] == [4, 3, 2, 1, None]
        assert lefts[4]["code"] == "pin_locked"
        assert lefts[4]["params"] == {"minutes": 5}
        wall.forward(minutes=5, seconds=1)
        wall.forward(minutes=10)  # the first five are out of the window by now
        codes = [code(tablet.post("dealer", pin=pin)) for _ in range(5)]
        assert codes == ["pin_wrong"] * 4 + ["pin_locked"]
        assert tablet.post("dealer", pin=pin).json()["error"]["params"] == {"minutes": 10}

    def test_while_locked_the_right_pin_is_not_even_looked_at(self, floor, tablet, monkeypatch):
        dealer = floor.hire(Role.DEALER)
        right = devices.issue_pins(floor.director, floor.event, [dealer])[dealer]
        for _ in range(5):
            tablet.post("dealer", pin=wrong_pin(floor))
        looked: list[str] = []
        monkeypatch.setattr(pins, "owner_of", lambda pin, scope: looked.append(pin))
        assert code(tablet.post("dealer", pin=right)) == "pin_locked"
        assert looked == []

    def test_ten_in_ten_minutes_lock_the_tablet_and_call_the_floor(self, floor, tablet, wall):
        pin = wrong_pin(floor)
        for _ in range(5):
            tablet.post("dealer", pin=pin)
        wall.forward(minutes=5, seconds=1)
        codes = [code(tablet.post("dealer", pin=pin)) for _ in range(5)]
        assert codes[-1] == "device_locked"
        assert FloorCall.objects.get().reason == FloorCall.Reason.GUESSING
        wall.forward(days=1)
        dealer = floor.hire(Role.DEALER)
        right = devices.issue_pins(floor.director, floor.event, [dealer])[dealer]
        assert code(tablet.post("dealer", pin=right)) == "device_locked"
        devices.unlock(floor.director, floor.event, tablet.device.uid)
        assert tablet.post("dealer", pin=right).status_code == 200

    def test_a_right_pin_forgives_itself_only(self, floor, tablet):
        """Else somebody with a PIN of his own could wipe the slate between guesses."""
        dealer = floor.hire(Role.DEALER)
        right = devices.issue_pins(floor.director, floor.event, [dealer])[dealer]
        pin = wrong_pin(floor)
        for _ in range(4):
            tablet.post("dealer", pin=pin)
        assert tablet.post("dealer", pin=right).status_code == 200
        assert code(tablet.post("dealer", pin=pin)) == "pin_locked"

    def test_old_failures_are_forgotten(self, floor, tablet, wall):
        pin = wrong_pin(floor)
        for _ in range(4):
            tablet.post("dealer", pin=pin)
        wall.forward(minutes=16)
        assert tablet.post("dealer", pin=pin).json()["error"]["params"] == {"left": 4}

    def test_letters_are_no_pin(self, tablet):
        assert tablet.post("dealer", pin="12345a").status_code == 400
        assert GuessCounter.objects.count() == 0


def guess_at_once(floor: Floor, key: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many of 200 parallel guesses are compared with anything."""
    evaluated: list[str] = []
    monkeypatch.setattr(pins, "owner_of", lambda pin, scope: evaluated.append(pin))
    from django.utils import timezone

    scope, now = floor.event.uid, timezone.now()

    def guess() -> None:
        for _ in range(10):
            pins.try_pin(WRONG, scope, key, now)

    together([guess] * 20)
    return len(evaluated)


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
class TestParallelGuesses:
    def test_at_most_five_of_two_hundred_are_evaluated(self, monkeypatch):
        floor = Floor.running(players=3)
        assert guess_at_once(floor, "device:one", monkeypatch) == 5

    def test_counted_after_comparing_they_get_through(self, monkeypatch):
        """The twin: read the counter without its lock, as a throttle in a cache does."""
        import time

        def careless(key, now):
            row, _ = GuessCounter.objects.get_or_create(key=key)
            if row.failures >= pins.TRIES:
                return pins.Guess(locked_until=now)
            time.sleep(0.05)  # as long as a comparison takes
            GuessCounter.objects.filter(key=key).update(failures=row.failures + 1)
            return pins.Guess(left=1)

        monkeypatch.setattr(pins, "take_try", careless)
        floor = Floor.running(players=3)
        assert guess_at_once(floor, "device:two", monkeypatch) > 5
