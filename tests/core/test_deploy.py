"""`deploy/` and the settings name the same things."""

import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import yaml
from django.conf import settings
from django.db import connection
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(settings.BASE_DIR)
DEPLOY = ROOT / "deploy"
VARIABLE = re.compile(r"\bTHIRTEEN_[A-Z_]+\b")
# Of the suite itself.
NOT_SETTINGS = {"THIRTEEN_REQUIRE", "THIRTEEN_KILLS", "THIRTEEN_CHROMIUM"}


def named_in(*paths: Path) -> set[str]:
    return {name for path in paths for name in VARIABLE.findall(path.read_text())}


def read_by_us() -> set[str]:
    sources = [*ROOT.glob("config/**/*.py"), *ROOT.glob("core/**/*.py"), *ROOT.glob("web/*.py")]
    names = {name.upper() for name in re.findall(r'secret\("(\w+)"\)', sources_text(sources))}
    return named_in(*sources) | {f"THIRTEEN_{name}" for name in names}


def sources_text(paths: list[Path]) -> str:
    return "\n".join(path.read_text() for path in paths)


def test_every_variable_is_read_and_described():
    used = named_in(*(path for path in DEPLOY.rglob("*") if path.is_file()))
    described = named_in(ROOT / "docs/operations.md")
    assert used - NOT_SETTINGS <= read_by_us()
    assert {name for name in read_by_us() if not name.endswith("_")} - NOT_SETTINGS <= described


def test_compose_starts_each_part_once_and_shows_only_the_proxy():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert {"caddy", "setup", "web", "web2", "worker", "beat", "database", "redis"} == set(services)
    assert [name for name, one in services.items() if "ports" in one] == ["caddy"]
    commands = [" ".join(one.get("command", [])) for one in services.values()]
    assert sum("beat" in command for command in commands) == 1
    for name in ("web", "web2", "worker", "beat", "setup"):
        assert services[name]["read_only"] is True, name
        assert services[name]["cap_drop"] == ["ALL"], name


def test_units_start_programs_that_the_lock_installs():
    programs = set()
    for unit in (DEPLOY / "systemd").glob("*.service"):
        programs |= set(re.findall(r"ExecStart=/srv/thirteen/\.venv/bin/(\w+)", unit.read_text()))
    assert programs == {"uvicorn", "celery"}
    lock = (ROOT / "requirements.txt").read_text()
    assert all(f"\n{program}==" in lock for program in programs)


def test_no_secret_goes_into_an_image_or_a_commit():
    for name in (".dockerignore", ".gitignore"):
        lines = (ROOT / name).read_text().replace("\n/", "\n").splitlines()
        assert {"deploy/.env", "deploy/thirteen.env", "var"} <= {line.rstrip("/") for line in lines}


def test_a_command_by_hand_has_the_places_of_the_units():
    script = (DEPLOY / "thirteen").read_text()
    unit = (DEPLOY / "systemd/common.conf").read_text()
    (places,) = re.findall(r"^Environment=(.*)", unit, re.MULTILINE)
    assert f"export {places}\n" in script
    for said in ("/etc/thirteen.env", "/srv/thirteen"):
        assert said in script
        assert said in unit
    assert subprocess.run(["/bin/sh", "-n", DEPLOY / "thirteen"], check=False).returncode == 0


def test_the_proxy_is_told_what_it_understands():
    """An edit once broke every line of it, and nothing here noticed."""
    known = {
        *("#", "@inside", "@away", "respond", "header", "request_body", "max_size", "}"),
        *("reverse_proxy", "lb_policy", "lb_try_duration", "flush_interval", "handle_errors"),
        *("health_uri", "health_interval", "health_timeout", "{$SITE:localhost}"),
    }
    lines = (DEPLOY / "Caddyfile").read_text().splitlines()
    assert {line.split()[0] for line in lines if line} == known
    if caddy := shutil.which("caddy"):
        given = [caddy, "adapt", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
        done = subprocess.run(given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_no_log_fills_the_disk():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert all(one["logging"]["options"]["max-size"] for one in services.values())


def test_the_grants_name_tables_that_there_are(db):
    named = re.findall(r"\b\w+_\w+\b", (DEPLOY / "grants.sql").read_text().split("truncate on")[1])
    assert len(named) == 3
    assert set(named) <= set(connection.introspection.table_names())


def test_every_package_is_locked_by_its_hash():
    for name in ("requirements.txt", "requirements-dev.txt"):
        for block in re.split(r"\n(?=\S)", (ROOT / name).read_text()):
            if not block.startswith("#"):
                assert re.match(r"[\w.-]+==\S+ \\\n    --hash=sha256:[0-9a-f]{64}", block), block
    assert (ROOT / "Makefile").read_text().count("--require-hashes") == 2


def test_the_lock_is_whole_on_debian_12():
    """It is installed without dependencies, and Debian's Python is older than the newest 3.11."""
    debian = {"python_version": "3.11", "python_full_version": "3.11.2", "extra": ""}
    names = ("requirements.txt", "requirements-dev.txt")
    lock = "\n".join((ROOT / name).read_text() for name in names)
    locked = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    for name in sorted(locked):
        try:
            wanted = [Requirement(line) for line in requires(name) or []]
        except PackageNotFoundError:
            continue  # only older Pythons need it
        for one in wanted:
            if not one.marker or one.marker.evaluate(debian):
                assert canonicalize_name(one.name) in locked, f"{name} needs {one.name}"


def test_the_log_of_the_server_itself_is_ours():
    code = (
        "import json, logging, logging.config;"
        "logging.config.dictConfig(json.load(open('deploy/log.json')));"
        "logging.getLogger('x').warning('session=SECRET')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert '"says": "session=…"' in done.stderr
