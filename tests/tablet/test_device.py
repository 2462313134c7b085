"""Pairing, take-over, revoking: which tablet may act at which table."""

import uuid

import pytest
from rest_framework.test import APIClient

from tables.models import Device, PairingToken, QueueItem
from tables.services import devices
from tests.factories import Floor, staff
from tests.tablet.scene import HEADER, Tablet, code
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=6)


class TestPairing:
    def test_a_code_works_once(self, floor):
        tablet = Tablet(floor, sign_in=False)
        again = APIClient().post(
            "/api/tablet/pair", {"token": tablet.token}, format="json", **HEADER
        )
        assert (again.status_code, code(again)) == (422, "pair_token")

    def test_a_code_can_be_typed(self, floor):
        token = devices.issue_token(floor.director, floor.table(1))
        typed = f" {token[:4]}-{token[4:8]} {token[8:]}".lower().replace("0", "o")
        answer = APIClient().post("/api/tablet/pair", {"token": typed}, format="json", **HEADER)
        assert answer.json()["table"] == 1

    def test_a_code_is_good_for_ten_minutes(self, floor, wall):
        token = devices.issue_token(floor.director, floor.table(1))
        wall.forward(minutes=10, seconds=1)
        answer = APIClient().post("/api/tablet/pair", {"token": token}, format="json", **HEADER)
        assert code(answer) == "pair_token"

    def test_only_a_director_gives_codes(self, floor):
        from core.errors import NotAllowed

        for user in (floor.hire(Role.FLOOR), floor.hire(Role.DEALER), staff()):
            with pytest.raises(NotAllowed):
                devices.issue_token(user, floor.table(1))

    def test_neither_code_nor_cookie_is_in_the_database(self, floor):
        tablet = Tablet(floor, sign_in=False)
        secret = tablet.client.cookies["device"].value
        rows = [*PairingToken.objects.values_list("digest"), *Device.objects.values_list("digest")]
        assert tablet.token not in str(rows)
        assert secret not in str(rows)

    def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(self, floor):
        cookie = Tablet(floor, sign_in=False).paired.cookies["device"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"


class TestContact:
    def test_every_request_is_a_sign_of_life(self, floor, wall):
        tablet = Tablet(floor)
        for ask in (tablet.state, tablet.start, lambda: tablet.record("flush")):
            now = wall.forward(minutes=1)
            ask()
            assert tablet.device.last_contact == now

    def test_what_comes_at_once_is_not_written_again(self, floor, wall, django_assert_num_queries):
        tablet = Tablet(floor)
        wall.forward(minutes=1)
        etag = tablet.get()["ETag"]
        with django_assert_num_queries(1):
            assert tablet.get(HTTP_IF_NONE_MATCH=etag).status_code == 304


class TestTakeOver:
    def test_the_spare_replaces_the_old_one_at_once(self, floor):
        old = Tablet(floor)
        old.start()
        layouts = old.sheet("flush")
        old.put("draft", hand=1, body={"cards": {"1": ["Ah"]}})
        spare = Tablet(floor)
        refused = old.ask("hands/1/record", layouts=layouts)
        assert (refused.status_code, code(refused)) == (403, "device_replaced")
        assert spare.state()["draft"]["body"] == {"cards": {"1": ["Ah"]}}
        assert spare.record("flush")["hand"] == 1

    def test_what_the_old_one_still_holds_goes_to_the_director(self, floor):
        old = Tablet(floor)
        old.start()
        body = {"layouts": old.sheet("flush")}
        Tablet(floor)
        answer = old.ask(
            "refused", command="hands/1/record", body=body, error={"code": "device_replaced"}
        )
        assert answer.status_code == 200
        item = QueueItem.objects.get()
        assert (item.hand, item.body, item.kind) == (1, body, "refused")

    def test_an_answer_that_was_lost_is_given_to_the_old_one_again(self, floor):
        old = Tablet(floor)
        submission = str(uuid.uuid4())
        first = old.post("hands/1/start", submission=submission, absent=[])
        Tablet(floor)
        again = old.post("hands/1/start", submission=submission, absent=[])
        assert (again.status_code, again.content) == (200, first.content)


class TestRights:
    def test_the_body_cannot_name_another_table(self, floor):
        tablet = Tablet(floor, 1)
        answer = tablet.ask("hands/1/start", absent=[], table=2)
        assert (answer.status_code, code(answer)) == (400, "unknown_field")

    def test_a_tablet_of_another_table_is_refused_under_the_lock(self, floor):
        """Whatever a door may do wrong, the journal asks where the tablet stands."""
        from core.errors import NotAllowed
        from tournaments import journal

        tablet = Tablet(floor, 1)
        call = journal.Call(tablet.dealer, uuid.uuid4(), device=str(tablet.device.uid))
        with pytest.raises(NotAllowed, match="table 1"):
            journal.execute(floor.event.uid, "hand.start", call, table=2, hand=1, absent=[])

    def test_without_the_guard_that_would_go_through(self, floor, monkeypatch):
        """The twin: a member of the floor may deal anywhere, so only the guard stops him."""
        from tournaments import journal

        tablet = Tablet(floor, 1)
        tablet.sign_in(floor.hire(Role.FLOOR))
        monkeypatch.setattr(journal, "_guards", [])
        call = journal.Call(tablet.dealer, uuid.uuid4(), device=str(tablet.device.uid))
        journal.execute(floor.event.uid, "hand.start", call, table=2, hand=1, absent=[])
        assert floor.table(2).hands.count() == 1

    def test_a_revoked_tablet_does_nothing_at_all(self, floor):
        tablet = Tablet(floor)
        devices.revoke(floor.director, floor.event, tablet.device.uid)
        answers = [
            tablet.get(),
            tablet.ask("hands/1/start", absent=[]),
            tablet.ask("refused", command="x", body={}, error={}),
            tablet.post("beat", battery=50, unsent=0),
            tablet.put("draft", hand=1, body={}),
            tablet.post("dealer", pin=tablet.pin),
        ]
        assert [(one.status_code, code(one)) for one in answers] == [(403, "device_unknown")] * 6

    def test_a_browser_without_cookie_is_no_tablet(self):
        answer = APIClient().get("/api/tablet/", **HEADER)
        assert (answer.status_code, code(answer)) == (403, "device_unknown")

    def test_nobody_deals_without_a_pin(self, floor):
        tablet = Tablet(floor, sign_in=False)
        answer = tablet.ask("hands/1/start", absent=[])
        assert (answer.status_code, code(answer)) == (403, "dealer_needed")
        assert tablet.state()["dealer"] is None

    def test_a_disabled_dealer_is_refused_at_the_next_request(self, floor):
        tablet = Tablet(floor)
        tablet.dealer.is_active = False
        tablet.dealer.save()
        answer = tablet.ask("hands/1/start", absent=[])
        assert (answer.status_code, code(answer)) == (403, "dealer_needed")

    def test_a_dealer_who_lost_his_role_is_refused_at_the_next_request(self, floor):
        tablet = Tablet(floor)
        floor.do("staff.assign", user=str(tablet.dealer.uid), role=Role.AUDITOR)
        answer = tablet.ask("hands/1/start", absent=[])
        assert (answer.status_code, code(answer)) == (403, "not_allowed")

    def test_a_shift_ends(self, floor, wall):
        tablet = Tablet(floor)
        wall.forward(hours=14, seconds=1)
        assert code(tablet.ask("hands/1/start", absent=[])) == "dealer_needed"

    def test_the_director_may_put_another_dealer_there(self, floor):
        tablet = Tablet(floor)
        other = floor.hire(Role.DEALER)
        floor.do("dealer.assign", table=1, user=str(other.uid))
        assert code(tablet.ask("hands/1/start", absent=[])) == "dealer_needed"


class TestTransient:
    def test_a_beat_reaches_the_board(self, floor):
        tablet = Tablet(floor)
        tablet.post("beat", battery=41, unsent=3)
        device = tablet.device
        assert (device.battery, device.unsent) == (41, 3)

    def test_a_draft_has_a_size(self, floor):
        tablet = Tablet(floor)
        answer = tablet.put("draft", hand=1, body={"cards": "x" * 17_000})
        assert code(answer) == "draft_size"

    def test_a_draft_of_a_hand_that_is_over_is_not_shown(self, floor):
        tablet = Tablet(floor)
        tablet.start()
        tablet.put("draft", hand=1, body={"a": 1})
        assert tablet.state()["draft"]
        tablet.record("flush")
        assert tablet.state()["draft"] is None

    def test_neither_writes_to_the_journal(self, floor):
        tablet = Tablet(floor)
        version = floor.event.version
        tablet.post("beat", battery=None, unsent=0)
        tablet.put("draft", hand=1, body={})
        assert floor.event.version == version


def test_two_tables_two_tablets(floor):
    one, two = Tablet(floor, 1), Tablet(floor, 2)
    assert one.play("flush")["table"] == 1
    assert two.play("flush")["table"] == 2
    assert one.state()["seats"] != two.state()["seats"]


def test_the_journal_names_the_tablet_and_the_dealer(floor):
    tablet = Tablet(floor)
    tablet.start()
    entry = floor.event.journal.get(kind="hand.start")
    assert entry.device == str(tablet.device.uid)
    assert entry.actor == tablet.dealer
