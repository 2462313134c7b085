"""What the environment says: folders, secrets, databases, and whether the disk is meant."""

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from config import environment

FILE = {"ENGINE": "django.db.backends.sqlite3"}


@pytest.fixture
def data(monkeypatch, tmp_path) -> Path:
    """An installation's empty data folder."""
    folder = tmp_path / "data"
    monkeypatch.setenv("THIRTEEN_DATA", str(folder))
    monkeypatch.delenv("THIRTEEN_SECRET_KEY", raising=False)
    return folder


class TestFlags:
    @pytest.mark.parametrize("text", ["1", "true", "YES", " on "])
    def test_yes(self, monkeypatch, text):
        monkeypatch.setenv("THIRTEEN_X", text)
        assert environment.flag("THIRTEEN_X")

    @pytest.mark.parametrize("text", ["", "0", "no", "off", "maybe"])
    def test_no(self, monkeypatch, text):
        monkeypatch.setenv("THIRTEEN_X", text)
        assert not environment.flag("THIRTEEN_X", default=True)

    def test_words_are_separated_by_commas(self, monkeypatch):
        monkeypatch.setenv("THIRTEEN_X", " a, b,,c ")
        assert environment.words("THIRTEEN_X") == ["a", "b", "c"]


class TestSecret:
    def test_it_is_made_once_and_only_its_owner_reads_it(self, data):
        first = environment.secret("secret_key")
        path = data / "secret_key.secret"
        assert environment.secret("secret_key") == first == path.read_text()
        assert len(first) >= 50
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert [file.name for file in data.iterdir()] == ["secret_key.secret"]

    def test_processes_that_start_together_get_the_same_one(self, data):
        code = "from config.environment import secret; print(secret('pepper'))"
        command = [sys.executable, "-c", code]
        started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(6)]
        found = {process.communicate()[0] for process in started}
        assert found == {(data / "pepper.secret").read_bytes() + b"\n"}
        assert [file.name for file in data.iterdir()] == ["pepper.secret"]

    def test_every_installation_has_its_own(self, data, monkeypatch, tmp_path):
        first = environment.secret("secret_key")
        monkeypatch.setenv("THIRTEEN_DATA", str(tmp_path / "other"))
        assert environment.secret("secret_key") != first

    def test_nobody_else_of_the_machine_reads_the_folder(self, data):
        """The database in it has names and digests of passwords."""
        assert stat.S_IMODE(environment.data_dir().stat().st_mode) == 0o700

    def test_a_variable_goes_before_the_file(self, data, monkeypatch):
        monkeypatch.setenv("THIRTEEN_SECRET_KEY", "given")
        assert environment.secret("secret_key") == "given"
        assert not data.exists()


class TestDatabase:
    def test_without_a_url_it_is_a_file_in_the_data_folder(self, data):
        found = environment.database(None)
        assert found["ENGINE"] == FILE["ENGINE"]
        assert found["NAME"] == str(data / "thirteen.sqlite3")

    @pytest.mark.parametrize(
        ("url", "path"),
        [("sqlite:///var/x.db", "var/x.db"), ("sqlite:////srv/a%20b.db", "/srv/a b.db")],
    )
    def test_a_file_of_its_own(self, url, path):
        assert environment.database(url)["NAME"] == path

    def test_postgresql(self):
        found = environment.database("postgresql://td:p%40ss@db:6432/thirteen?sslmode=require")
        parts = {name: found[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")}
        assert parts == {
            "NAME": "thirteen", "USER": "td", "PASSWORD": "p@ss", "HOST": "db", "PORT": "6432"
        }  # fmt: skip
        assert found["OPTIONS"]["sslmode"] == "require"

    @pytest.mark.parametrize("url", ["mysql://db/x", "http://db", "db"])
    def test_nothing_else(self, url):
        with pytest.raises(ValueError, match="use postgresql or sqlite"):
            environment.database(url)

    @pytest.mark.parametrize(
        ("version", "journal"),
        [((3, 40, 1), "TRUNCATE"), ((3, 51, 2), "TRUNCATE"), ((3, 51, 3), "WAL")],
    )
    def test_wal_only_where_its_reset_bug_is_mended(self, data, monkeypatch, version, journal):
        monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
        assert f"journal_mode={journal}" in environment.database(None)["OPTIONS"]["init_command"]


@pytest.mark.django_db
class TestDisk:
    """A commit means the disk. No kill can show it, so the settings are read back."""

    def ask(self, question: str) -> str:
        with connection.cursor() as cursor:
            cursor.execute(question)
            return str(cursor.fetchone()[0])

    def test_sqlite_waits_for_it_and_keeps_foreign_keys(self):
        if connection.vendor != "sqlite":
            pytest.skip("this run is on PostgreSQL")
        mode = self.ask("PRAGMA journal_mode")
        assert (mode, self.ask("PRAGMA synchronous")) in {("truncate", "3"), ("wal", "2")}
        assert self.ask("PRAGMA foreign_keys") == "1"

    @pytest.mark.needs("postgresql")
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("fsync", "on"),
            ("full_page_writes", "on"),
            ("synchronous_commit", "on"),
            ("lock_timeout", "5s"),
            ("default_transaction_isolation", "read committed"),
        ],
    )
    def test_postgresql_waits_for_it_and_not_for_ever_for_a_lock(self, name, value):
        assert self.ask(f"SHOW {name}") == value
