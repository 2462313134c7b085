# Two commands: `make run` and `make test`. Needs python3 (3.11 or newer) with venv, and make.

PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/runtime.done
DEV := $(VENV)/dev.done
PACKAGES := accounts config core scoring tables tournaments web manage.py

.PHONY: run test lint bench screenshot clean help
.DEFAULT_GOAL := help

help:
	@echo "make run      set everything up and serve a live demo event on http://127.0.0.1:$(PORT)/"
	@echo "make test     the whole test suite"
	@echo "make lint     format, lint, types, imports, templates"
	@echo "make bench    measurements, as ratios of one run"

run: $(RUNTIME)
	@$(BIN)/python -m config.setup
	@$(BIN)/python manage.py demo --if-empty --port $(PORT)
	@exec $(BIN)/uvicorn config.asgi:application --host $(HOST) --port $(PORT) \
	  --log-level warning --timeout-graceful-shutdown 3

# Those of the tablet by themselves: they keep Playwright's event loop in the thread of the tests.
test: $(DEV)
ifeq ($(strip $(ARGS)),)
	@$(BIN)/python -m pytest -n auto --ignore=tests/browser
	@$(BIN)/python -m pytest -n auto tests/browser
else
	@$(BIN)/python -m pytest -n auto $(ARGS)
endif

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy .
	$(BIN)/djlint --lint templates
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml $(PACKAGES)
	$(BIN)/python manage.py makemigrations --check --dry-run

bench: $(DEV)
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# The stamp says which lock is installed, so a second run starts at once and works offline.
$(RUNTIME): requirements.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing packages (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.txt
	@touch $@

$(DEV): $(RUNTIME) requirements-dev.txt
	@echo "Installing test packages (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.txt
	@touch $@
