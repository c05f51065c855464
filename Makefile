# Three commands matter: `make play`, `make run` and `make test`.  They create .venv and install what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: run test test-long play bench docs clean

run: $(VENV)/installed
	"$(BIN)/perfectplay" taxman solve 300 --no-records

play: $(VENV)/installed
	"$(BIN)/perfectplay" serve --open

test: $(VENV)/installed-dev
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"
	"$(BIN)/pytest" -n $(WORKERS) -m "not long"
	"$(BIN)/sphinx-build" -q -W -b html docs docs/_build/html

test-long: $(VENV)/installed-dev
	"$(BIN)/pytest" -m long

bench: $(VENV)/installed-dev
	"$(BIN)/python" benchmarks/taxman_exact.py
	"$(BIN)/python" benchmarks/taxman_chain.py
	"$(BIN)/python" benchmarks/taxman_large.py
	"$(BIN)/python" benchmarks/coins.py
	"$(BIN)/python" benchmarks/pursuit.py
	"$(BIN)/python" benchmarks/pursuit_odds.py
	"$(BIN)/python" benchmarks/pursuit_formulas.py
	"$(BIN)/python" benchmarks/web.py

docs: $(VENV)/installed-dev
	"$(BIN)/sphinx-build" -W -b html docs docs/_build/html

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check -e .
	touch "$@"

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check -e . --group dev
	touch "$@" $(VENV)/installed

clean:
	rm -rf $(VENV) docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
