"""Who may touch a hand over HTTP, from where, and with what kind of request."""

import pytest
from django.contrib.sessions.models import Session

from tables.models import Hand
from tests.factories import Api, Floor, refusal, staff
from tests.tables.dealing import Tablet, row_counts

pytestmark = pytest.mark.django_db


class TestWho:
    @pytest.fixture
    def two(self) -> tuple[Tablet, Tablet]:
        """Two heads-up tables with their dealers."""
        floor = Floor.running(players=4)
        return Tablet(floor, 1), Tablet(floor, 2)

    def test_a_dealer_acts_at_his_own_table_only(self, two):
        own, other = two
        own.start()
        path = f"{own.path}/hands/1"
        assert refusal(other.api.post(f"{path}/record", layouts=own.sheet("even"))) == (
            403,
            "not_allowed",
        )
        assert refusal(other.api.post(f"{own.path}/hands/2/start")) == (403, "not_allowed")
        own.record(own.sheet("even"))
        assert refusal(other.api.post(f"{path}/undo")) == (403, "not_allowed")

    def test_a_dealer_who_was_taken_from_the_table_acts_there_no_more(self, two):
        own, _ = two
        own.start()
        own.floor.do("dealer.assign", table=1, user=None)
        assert refusal(own.record(own.sheet("even"))) == (403, "not_allowed")

    @pytest.mark.parametrize("role", ["director", "floor"])
    def test_the_floor_acts_at_every_table(self, two, role):
        own, other = two
        own.start()
        api = Api(own.floor.hire(role))
        path = f"{own.path}/hands/1"
        assert api.post(f"{path}/record", layouts=own.sheet("even")).status_code == 200
        assert api.post(f"{path}/undo").status_code == 200
        assert api.post(f"{other.path}/hands/1/start").status_code == 200

    @pytest.mark.parametrize("role", ["cashier", "auditor"])
    def test_who_only_counts_or_reads_records_nothing(self, dealt, role):
        api = Api(dealt.floor.hire(role))
        response = api.post(f"{dealt.path}/hands/1/record", layouts=dealt.sheet())
        assert refusal(response) == (403, "not_allowed")

    def test_who_is_not_logged_in_records_nothing(self, dealt):
        for path in ("start", "record", "undo", "preview"):
            response = Api().post(f"{dealt.path}/hands/1/{path}", layouts=dealt.sheet())
            assert refusal(response) == (403, "not_signed_in")

    def test_who_does_not_work_here_finds_nothing(self, dealt):
        response = Api(staff()).post(f"{dealt.path}/hands/1/record", layouts=dealt.sheet())
        assert refusal(response) == (404, "not_found")

    def test_a_disabled_dealer_is_out_at_once(self, dealt):
        dealer = dealt.floor.table(1).dealer
        dealer.is_active = False
        dealer.save()
        assert refusal(dealt.record(dealt.sheet())) == (403, "not_signed_in")

    def test_a_session_that_was_ended_is_out_at_once(self, dealt):
        Session.objects.all().delete()
        assert refusal(dealt.record(dealt.sheet())) == (403, "not_signed_in")


class TestCsrf:
    @pytest.fixture
    def page(self, dealt) -> Api:
        """The dealer's browser, which sends its session cookie with every request."""
        return Api(dealt.floor.table(1).dealer, enforce_csrf_checks=True)

    def test_a_session_without_the_token_writes_nothing(self, dealt, page):
        before = row_counts()
        for path in ("hands/2/start", "hands/1/record", "hands/1/undo"):
            response = page.post(f"{dealt.path}/{path}", layouts=dealt.sheet())
            assert refusal(response) == (403, "csrf")
        assert row_counts() == before

    def test_with_the_token_it_does(self, dealt, page):
        token = "x" * 32
        page.client.cookies["csrf"] = token
        page.client.credentials(HTTP_X_CSRFTOKEN=token)
        response = page.post(f"{dealt.path}/hands/1/record", layouts=dealt.sheet())
        assert response.status_code == 200

    def test_forms_and_files_are_not_read(self, dealt):
        response = dealt.api.client.post(
            f"/api/{dealt.path}/hands/1/record", {"layouts": "[]"}, format="multipart"
        )
        assert response.status_code == 415


class TestBody:
    @pytest.mark.parametrize("text", ["", "{", "[", "nonsense", "\x00"])
    def test_what_is_no_json_is_refused(self, dealt, text):
        response = dealt.api.client.post(
            f"/api/{dealt.path}/hands/1/record", text, content_type="application/json"
        )
        assert response.status_code == 400

    @pytest.mark.parametrize("body", [[], "text", 7, None, True])
    def test_what_is_no_object_is_refused(self, dealt, body):
        response = dealt.api.send(f"{dealt.path}/hands/1/record", body)
        assert response.status_code == 400

    @pytest.mark.parametrize("rows", [None, "AhKhQh", {}, [1, 2, 3], [["Ah"]], ["Ah" * 50]])
    def test_a_row_is_a_list_of_texts(self, dealt, rows):
        sheet = dealt.sheet()
        sheet[1]["top"] = rows
        assert dealt.record(sheet).status_code in {400, 422}
        assert Hand.objects.get().state == "started"

    def test_a_get_changes_nothing(self, dealt):
        for path in ("start", "record", "undo", "preview"):
            response = dealt.api.get(f"{dealt.path}/hands/1/{path}")
            assert response.status_code == 405
