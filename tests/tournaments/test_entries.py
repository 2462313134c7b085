"""People and their entries: registering one or a list, late, again, and taking back."""

import uuid

import pytest

from core.errors import Refusal
from tests.factories import STACK, Api, Floor, refusal
from tournaments.models import ChipTransfer, Entry, Person
from tournaments.services.people import MAX_LINES, clean_name, read_lines

pytestmark = pytest.mark.django_db
QUICK = [{"level": 100, "seconds": 600}, {"level": 5000, "seconds": 600}]


def enter(floor: Floor, *people: str | dict, **more):
    """Enter people over HTTP as the director."""
    listed = [{"name": person} if isinstance(person, str) else person for person in people]
    return Api(floor.director).post(f"events/{floor.slug}/entries", people=listed, **more)


def chips_in_play(floor: Floor) -> int:
    return sum(floor.event.entries.values_list("stack", flat=True))


class TestRegister:
    def test_one_person_gets_an_entry_and_its_stack(self):
        floor = Floor.open()
        answer = enter(floor, {"name": "Ana Ruiz", "country": "es", "alias": "La Reina"})

        assert answer.json() == {"entries": [1], "version": 3}
        entry = Entry.objects.get()
        assert (entry.number, entry.bullet, entry.stack) == (1, 1, STACK)
        person = (entry.person.name, entry.person.country, entry.person.alias)
        assert person == ("Ana Ruiz", "ES", "La Reina")
        transfer = ChipTransfer.objects.get()
        assert (transfer.kind, transfer.payer, transfer.payee) == ("stack", None, entry)

    def test_a_list_is_entered_in_its_order_by_one_command(self):
        floor = Floor.open()
        names = [f"Player {number}" for number in range(1, 60)]
        assert enter(floor, *names).json() == {"entries": list(range(1, 60)), "version": 3}
        assert list(floor.event.entries.values_list("person__name", flat=True)) == names
        assert chips_in_play(floor) == 59 * STACK

    def test_a_name_that_is_known_means_that_person(self):
        first, second = Floor.open(), Floor.open()
        enter(first, "Ana Ruiz")
        enter(second, "Ana Ruiz")
        assert Person.objects.count() == 1

    def test_who_plays_cannot_enter_again(self):
        floor = Floor.open()
        enter(floor, "Ana Ruiz")
        response = enter(floor, "Ana Ruiz")
        assert refusal(response) == (409, "already_entered")
        assert response.json()["error"]["message"] == (
            "Ana Ruiz already plays in this event (entry 1)."
        )

    def test_the_cashier_registers_and_the_dealer_does_not(self):
        floor = Floor.running(players=3, registration_level=1)
        path = f"events/{floor.slug}/entries"
        people = [{"name": "Late Riser"}]
        assert refusal(Api(floor.dealer(1)).post(path, people=people)) == (403, "not_allowed")
        assert not Person.objects.filter(name="Late Riser").exists()
        assert Api(floor.hire("cashier")).post(path, people=people).status_code == 200

    def test_a_repeated_registration_is_answered_again(self):
        floor, one = Floor.open(), str(uuid.uuid4())
        first = enter(floor, "Ana Ruiz", submission=one)
        assert enter(floor, "Ana Ruiz", submission=one).content == first.content
        assert Entry.objects.count() == Person.objects.count() == 1


class TestAllOrNone:
    def test_one_who_plays_already_keeps_the_whole_list_out(self):
        floor = Floor.open()
        enter(floor, "Ana Ruiz")
        before = floor.event.version
        assert refusal(enter(floor, "Boris Petrov", "Ana Ruiz", "Caio Lima"))[0] == 409
        assert Entry.objects.count() == 1
        assert floor.event.version == before

    def test_nobody_is_left_behind_from_a_refused_list(self):
        floor = Floor.open()
        enter(floor, "Ana Ruiz")
        enter(floor, "Boris Petrov", "Ana Ruiz")
        assert [person.name for person in Person.objects.all()] == ["Ana Ruiz"]

    def test_people_who_were_known_before_stay(self):
        floor, other = Floor.open(), Floor.open()
        enter(other, "Boris Petrov")
        enter(floor, "Ana Ruiz")
        enter(floor, "Boris Petrov", "Ana Ruiz")
        assert Person.objects.filter(name="Boris Petrov").exists()

    def test_a_name_twice_in_one_list_is_refused(self):
        floor = Floor.open()
        response = enter(floor, "Ana Ruiz", "Boris Petrov", "ana ruiz")
        assert refusal(response) == (400, "bad_request")
        assert "people.3.name" in response.json()["error"]["message"]
        assert not Person.objects.exists()

    def test_a_bad_name_is_named_by_its_line(self):
        response = enter(Floor.open(), "Ana Ruiz", "Boris\u202ePetrov")
        assert refusal(response) == (400, "bad_request")
        assert "people.2.name" in response.json()["error"]["message"]
        assert not Person.objects.exists()


class TestNames:
    @pytest.mark.parametrize(
        "name",
        [
            "Ana\u202eziuR",  # turns the direction of writing
            "Ana\u2066Ruiz\u2069",
            "Ana\u200bRuiz",  # no width
            "Ana\x00Ruiz",
            "Ana\x1b[31mRuiz",
            "Ana\x7fRuiz",
            "\ufeffAna",
            "Ana\ue000Ruiz",  # no letter anybody knows
            "A" * 61,
            " ",
            "",
        ],
    )
    def test_what_a_screen_cannot_show_is_refused(self, name):
        assert clean_name(name) == ""
        assert refusal(enter(Floor.open(), name)) == (400, "bad_request")
        assert not Person.objects.exists()

    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("  Ana   Ruiz ", "Ana Ruiz"),
            ("Jose\u0301 Nun\u0303ez", "José Nuñez"),
            ("Дмитрий Ъ", "Дмитрий Ъ"),
            ("李 伟", "李 伟"),
            ("O'Brien-Smith Jr.", "O'Brien-Smith Jr."),
            ("<img onerror=alert(1)>", "<img onerror=alert(1)>"),  # shown as text, never as markup
        ],
    )
    def test_what_people_are_called_is_kept(self, typed, kept):
        enter(Floor.open(), typed)
        assert Person.objects.get().name == kept


class TestImportFile:
    def test_names_aliases_and_countries_are_read(self):
        lines, problems = read_lines("name,alias,country\nAna Ruiz,La Reina,es\nBoris Petrov\n")
        assert problems == []
        assert [(line.name, line.alias, line.country) for line in lines] == [
            ("Ana Ruiz", "La Reina", "ES"),
            ("Boris Petrov", "", ""),
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "Ana;;ES\nBoris;;RU",
            "\ufeffname,alias,country\nAna,,ES\nBoris,,RU",
            "Ana,,ES\r\n\r\nBoris,,RU\r\n",
            '"Ana",,ES\n"Boris",,RU',
            "Ana\t\tES\nBoris\t\tRU",
        ],
    )
    def test_the_usual_files_are_read(self, text):
        lines, problems = read_lines(text)
        assert problems == []
        assert [(line.name, line.country) for line in lines] == [("Ana", "ES"), ("Boris", "RU")]

    def test_every_bad_line_is_reported_with_its_number_and_reason(self):
        lines, problems = read_lines(
            "Ana Ruiz,,ES\n,,ES\nBoris\u202e,,RU\nCaio,,Brazil\nDana,a,b,c\nana ruiz\nEva"
        )
        assert [line.name for line in lines] == ["Ana Ruiz", "Eva"]
        assert [(p.number, p.problem) for p in problems] == [
            (2, "The name is empty, too long or has signs that cannot be shown."),
            (3, "The name is empty, too long or has signs that cannot be shown."),
            (4, "The country is two letters, such as ES."),
            (5, "Too many columns. Use name, alias, country."),
            (6, "The same name as line 1."),
        ]

    def test_a_line_with_another_separator_or_an_open_quote_is_reported(self):
        lines, problems = read_lines('Ana,La Reina,ES\nNew One;Nj;AR\n"Not closed,foo,ES\nEva,,CZ')
        assert [line.name for line in lines] == ["Ana", "Eva"]
        assert [(p.number, p.problem[:24]) for p in problems] == [
            (2, "The name holds a separat"),
            (3, "A quotation mark is not "),
        ]

    def test_reading_a_file_writes_nothing(self):
        read_lines("Ana Ruiz\nBoris Petrov")
        assert not Person.objects.exists()

    def test_a_file_without_end_is_refused(self):
        lines = "\n".join(f"Player {number}" for number in range(MAX_LINES + 1))
        assert [problem.number for problem in read_lines(lines)[1]] == [MAX_LINES + 1]

    @pytest.mark.parametrize("text", ["", "\n\n", "name,alias,country\n", '"never closed', "\x00"])
    def test_strange_files_are_read_without_breaking(self, text):
        lines, _problems = read_lines(text)
        assert len(lines) <= 1


class TestLateRegistration:
    @pytest.fixture
    def floor(self, wall) -> Floor:
        """Registration is open to the end of level 2."""
        structure = [{"level": value, "seconds": 600} for value in (100, 200, 300)]
        return Floor.running(players=4, structure=structure, registration_level=2)

    def test_it_is_open_until_the_level_ends(self, floor, wall):
        wall.forward(minutes=19, seconds=59)
        assert enter(floor, "Late Riser").status_code == 200
        assert floor.event.entries.last().stack == STACK

    def test_it_is_closed_from_the_next_level_on(self, floor, wall):
        wall.forward(minutes=20)
        response = enter(floor, "Late Riser")
        assert refusal(response) == (422, "registration_closed")
        assert response.json()["error"]["message"] == "Registration is closed since level 3."

    def test_a_paused_clock_keeps_it_open(self, floor, wall):
        wall.forward(minutes=19)
        floor.do("clock.pause")
        wall.forward(hours=2)
        assert enter(floor, "Late Riser").status_code == 200

    def test_a_freeze_out_is_closed_by_its_start(self):
        floor = Floor.running(players=3, registration_level=0)
        assert refusal(enter(floor, "Late Riser")) == (422, "registration_closed")

    def test_a_late_player_gets_a_free_seat_by_draw(self, floor):
        (entry,) = floor.register("Late Riser")
        (drawn,) = floor.do("seat.draw")["seats"]
        assert drawn["entry"] == entry
        seat = floor.table(drawn["table"]).seats.get(number=drawn["seat"])
        assert seat.entry.number == entry

    def test_one_late_player_without_a_free_seat_waits(self):
        floor = Floor.running(players=3, registration_level=2)
        floor.register("Late Riser")
        with pytest.raises(Refusal) as refused:
            floor.do("seat.draw")
        assert refused.value.code == "no_free_seat"

    def test_a_table_that_the_floor_opened_for_him_is_his(self):
        floor = Floor.running(players=3, registration_level=2)
        (entry,) = floor.register("Late Riser")
        floor.do("table.open")
        assert floor.do("seat.draw")["seats"][0]["table"] == 2
        assert floor.table(2).seats.filter(entry__number=entry).exists()

    def test_two_late_players_without_a_free_seat_open_a_table(self):
        floor = Floor.running(players=3, registration_level=2)
        floor.register("Late Riser", "Later Riser")
        drawn = floor.do("seat.draw")["seats"]
        assert {seat["table"] for seat in drawn} == {2}


class TestReentry:
    def running(self, **facts) -> Floor:
        """Two players at 5,000 a point: 31 points are more than a stack."""
        floor = Floor.running(players=2, structure=QUICK, registration_level=2, **facts)
        floor.do("clock.jump", segment=1)
        return floor

    def test_who_is_out_comes_again_as_a_new_entry(self):
        floor = self.running(reentry_limit=1)
        floor.bust("Player 1")
        assert enter(floor, "Player 1").json()["entries"] == [3]
        entry = floor.event.entries.get(number=3)
        assert (entry.person.name, entry.bullet, entry.stack) == ("Player 1", 2, STACK)
        assert chips_in_play(floor) == 3 * STACK

    def test_the_limit_counts_re_entries_a_person(self):
        floor = self.running(reentry_limit=1)
        floor.bust("Player 1")
        enter(floor, "Player 1")
        floor.do("seat.draw")
        floor.bust("Player 1")
        response = enter(floor, "Player 1")
        assert refusal(response) == (422, "reentry_limit")
        assert response.json()["error"]["message"] == "Player 1 has used all 1 re-entries."

    def test_a_freeze_out_allows_none(self):
        floor = self.running(reentry_limit=0)
        floor.bust("Player 1")
        assert refusal(enter(floor, "Player 1")) == (422, "reentry_limit")

    def test_without_a_limit_one_comes_as_often_as_registration_is_open(self):
        floor = self.running(reentry_limit=None)
        for _ in range(4):
            floor.bust("Player 1")
            enter(floor, "Player 1")
            floor.do("seat.draw")
        assert floor.event.entries.last().bullet == 5

    def test_a_new_seat_is_drawn_for_the_new_entry(self):
        floor = self.running(reentry_limit=1)
        floor.bust("Player 1")
        enter(floor, "Player 1")
        (drawn,) = floor.do("seat.draw")["seats"]
        assert (drawn["entry"], drawn["table"]) == (3, 1)


class TestWithdraw:
    def test_the_chips_go_back_to_the_house_and_the_number_is_not_given_again(self):
        floor = Floor.open(players=2)
        api = Api(floor.director)
        answer = api.post(f"events/{floor.slug}/entries/2/withdraw")
        assert answer.json()["entry"] == 2
        assert chips_in_play(floor) == STACK
        assert floor.register("Late Riser") == [3]

    def test_who_was_taken_back_may_enter_as_if_he_had_never_been_here(self):
        floor = Floor.open(players=2)
        floor.do("entry.withdraw", entry=2)
        floor.register("Player 2")
        assert floor.event.entries.last().bullet == 1

    def test_who_was_taken_back_is_not_in_the_standings(self):
        floor = Floor.open(players=3)
        floor.do("entry.withdraw", entry=2)
        rows = Api().get(f"events/{floor.slug}/standings").json()["rows"]
        assert [row["number"] for row in rows] == [1, 3]

    @pytest.mark.parametrize(
        ("entry", "code"), [(9, "entry_unknown"), (0, "entry_unknown"), (10**30, "entry_unknown")]
    )
    def test_an_unknown_entry_is_refused(self, entry, code):
        floor = Floor.open(players=2)
        response = Api(floor.director).post(f"events/{floor.slug}/entries/{entry}/withdraw")
        assert refusal(response) == (422, code)

    def test_twice_is_refused(self):
        floor = Floor.open(players=2)
        floor.do("entry.withdraw", entry=2)
        with pytest.raises(Refusal) as refused:
            floor.do("entry.withdraw", entry=2)
        assert refused.value.code == "entry_unknown"

    def test_who_has_a_seat_is_not_taken_back(self):
        floor = Floor.open(players=2)
        floor.do("seat.draw")
        with pytest.raises(Refusal) as refused:
            floor.do("entry.withdraw", entry=2)
        assert refused.value.code == "entry_playing"

    def test_nobody_is_taken_back_after_the_start(self):
        floor = Floor.running(players=2)
        with pytest.raises(Refusal) as refused:
            floor.do("entry.withdraw", entry=2)
        assert refused.value.code == "event_status"
