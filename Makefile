# The README's commands. Each does all its own set-up: a virtual environment, what the lock names, and the project itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= star-pontoon
PORT ?= 8021

.DEFAULT_GOAL := help
.PHONY: help run demo play pages quick test samples test-all check bench soak lock clean

# Compiled files are kept: without them every worker would compile all tests anew.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make run       open the casino floor on this machine (PORT=8022 where 8021 is taken)"
	@echo "make demo      open a demo floor, with a person of every role to be by one click"
	@echo "make play      play a round in the terminal (GAME=canberra-pontoon for another table)"
	@echo "make quick     test rules, rounds, tables and money (a minute)"
	@echo "make test      check and test everything, heavy parts as samples (ten minutes)"
	@echo "make test-all  every test at its full size, with coverage (half an hour)"
	@echo "make soak      the long tests: millions of rounds, mutation (hours)"
	@echo "make check     ruff, mypy --strict, and the same for the pages"
	@echo "make bench     measure speed and memory"

# Without the pages the floor is open to programs all the same, and says so to a browser.
run: $(VENV)/run.stamp
	@$(MAKE) --no-print-directory --silent pages || echo "The floor opens without its pages."
	@$(BIN)/boxseat serve --port $(PORT)

demo: $(VENV)/run.stamp
	@$(MAKE) --no-print-directory --silent pages || echo "The floor opens without its pages."
	@$(BIN)/boxseat serve --demo --port $(PORT)

PAGES := src/boxseat/server/pages/index.html

pages: $(PAGES)

# With the machine's npm, or with Node from a wheel where there is none.
$(PAGES): $(VENV)/run.stamp $(shell find web -type f -not -path "*/node_modules/*" 2>/dev/null)
	@echo "Building the pages."
	@command -v npm >/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-pages.lock
	@$(BIN)/python web/build.py

play: $(VENV)/run.stamp
	@$(BIN)/boxseat play $(GAME)

# One worker more than processors, as tests wait for servers, browsers and clocks.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS)
ENGINE := tests/play tests/rulebook tests/clauses
COVERING := $(ENGINE) tests/table/hand_dealt tests/table/irregularities tests/table/permissions
QUICK := tests/test_rooms.py tests/test_tidy.py tests/test_refusal_codes.py $(ENGINE) tests/table tests/ledger tests/properties

quick: $(VENV)/dev.stamp
	$(PYTEST) -m "not heavy" $(QUICK)

# The checks run beside the tests.
test: $(VENV)/dev.stamp $(PAGES)
	@$(MAKE) --no-print-directory --jobs=2 samples check

samples: $(VENV)/dev.stamp $(PAGES)
	$(PYTEST) -m "not heavy"

# The engine's own tests measure its coverage, which must be whole; the long comparisons run without that weight.
test-all: export BOXSEAT_TESTS = all
test-all: $(VENV)/dev.stamp $(PAGES)
	$(PYTEST) --cov --cov-report=term $(COVERING)
	$(PYTEST) $(COVERING:%=--ignore=%)

check: $(VENV)/dev.stamp $(PAGES)
	$(BIN)/python web/build.py run check
	$(BIN)/python web/build.py run lint
	$(BIN)/python web/build.py run test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks

soak: export BOXSEAT_TESTS = all
soak: $(VENV)/dev.stamp
	$(BIN)/python -m tests.soak

lock: $(VENV)/dev.stamp
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml $(LOCKING) -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group dev $(LOCKING) -o requirements-dev.lock
	$(BIN)/uv pip compile --group pages $(LOCKING) -o requirements-pages.lock

LOCKING := --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "boxseat needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run.stamp: $(VENV)/python.stamp requirements.lock pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	BOXSEAT_PAGES=none $(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-dev.lock
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules src/boxseat/server/pages .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis mutants
