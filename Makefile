# Four commands matter: `make play`, `make run`, `make test` and `make test-all`.  They create .venv and install what
# they need.
VENV := .venv
BIN := $(VENV)/bin
# This file names the interpreter of a finished environment.  It is missing during an installation, so that make begins
# again with an empty environment after an interruption.
MADE := $(VENV)/made-with
PYTHON ?= $(or $(shell cat "$(MADE)" 2>/dev/null),python3)
WORKERS ?= 2
C_CHECKERS := build/taxman-check build/pursuit-check
NATIVE := src/perfectplay/native
LIBRARY := $(NATIVE)/kernels.library
RESEARCH := research/src/perfectplay_research
# Files that every tool for development needs.
DEVELOP := $(VENV)/installed-dev $(LIBRARY) $(RESEARCH)/kernels.library
PIP = "$(BIN)/python" -m pip install --disable-pip-version-check
NO_INSTALLATION = { echo "The installation did not finish; pip says why above. It needs the network. Run make again: it starts from scratch."; exit 1; }

.DELETE_ON_ERROR:
.PHONY: run test test-all test-newest test-lowest play bench docs links manual site wasm checkers formal schema constraints clean

run: $(VENV)/installed $(LIBRARY)
	"$(BIN)/perfectplay" taxman solve 600 --no-records

play: $(VENV)/installed $(LIBRARY)
	"$(BIN)/perfectplay" serve --open

# Lint, check types, and run all tests except those marked `full`.  This is enough for everyday work.
test: checked
	"$(BIN)/pytest" -n $(WORKERS) --dist=worksteal --hypothesis-profile=day -m "not full" tests

# Run all tests with all examples, including `make formal`.  Use two more processes, because some tests wait for a
# browser, a cluster or a compiler.  Then run the everyday tests again with other versions of the dependencies.  Install
# these while the types are checked, since pip and mypy use one core each.
test-all: WORKERS := 4
test-all: $(DEVELOP)
	$(MAKE) --no-print-directory --jobs=2 $(filter --output-sync,$(.FEATURES:%=--%)) \
	  checked checkers environment-newest environment-lowest
	"$(BIN)/pytest" -n $(WORKERS) --dist=worksteal
	$(call everyday,newest)
	$(call everyday,lowest)

# Run the everyday tests with the newest versions that pip finds, on the newest Python of the PATH, or with the lowest
# versions that pyproject.toml allows.  Both use the newest testing tools.  Do not lint or check types again, nor run tests
# marked `unversioned` with the lowest versions, since the result would be the same as in `make test`; the same is true of all
# tests if Python has the version of .venv and each package that of constraints.txt.
test-newest test-lowest: test-%: environment-%
	$(call everyday,$*)

define everyday
@"$(BIN)/python" --version | cat constraints.txt - > "build/$(1).tested"
@if grep -vxFf "build/$(1).tested" "build/$(1).found"; then \
  echo "These are not the tested versions."; \
  "build/$(1)/bin/pytest" -n $(WORKERS) --dist=worksteal --hypothesis-profile=day -m "$(MARKS_$(1))" tests; \
else \
  echo "The $(1) versions are the tested ones: make test runs the same tests with them."; \
fi
endef

MARKS_newest = not full
MARKS_lowest = not full and not unversioned
PYTHON_newest ?= $(shell for version in 3.14 3.13 3.12; do \
  "python$$version" -c "import sys; print(sys.executable)" 2>/dev/null && break; done)

# The pip of .venv installs these environments without compiling modules that nobody imports.  Each begins empty, because
# an earlier one may have had another Python.
.PHONY: environment-newest environment-lowest
environment-newest environment-lowest: environment-%: build/%.txt $(DEVELOP)
	"$(or $(PYTHON_$*),$(BIN)/python)" -m venv --clear --without-pip "build/$*"
	"$(BIN)/python" -m pip --python "build/$*/bin/python" install --quiet --disable-pip-version-check --no-compile \
	  --upgrade --upgrade-strategy eager -c "build/$*.txt" -e . -e research --group test --group lint
	"$(BIN)/python" -m pip --python "build/$*/bin/python" freeze --exclude-editable > "build/$*.found"
	"build/$*/bin/python" --version >> "build/$*.found"

build/newest.txt:
	mkdir -p build
	touch "$@"

build/lowest.txt: pyproject.toml
	mkdir -p build
	sed -n '/^dependencies/,/^.project.scripts/p' pyproject.toml | grep -o '"[a-z-]*>=[^"]*"' \
	  | sed 's/"//g; s/>=/==/' > "$@"

# Let Python keep compiled modules, even if the environment forbids it: otherwise each program would compile them again.
run play test test-all test-newest test-lowest: export PYTHONDONTWRITEBYTECODE =

.PHONY: checked
checked: $(DEVELOP)
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"

# Run the benchmarks that mention `make bench`.
bench: $(DEVELOP)
	for file in $$(grep -l "make bench" benchmarks/*.py); do "$(BIN)/python" "$$file" || exit 1; done

# Compile the certificate checkers in C.  Without a compiler, skip them unless PERFECTPLAY_COMPILER=required.
checkers:
	@if command -v $(CC) >/dev/null; then \
	  $(MAKE) --no-print-directory $(C_CHECKERS); \
	else \
	  echo "There is no C compiler, $(CC): the checkers in C, $(C_CHECKERS), are left out."; \
	  test "$$PERFECTPLAY_COMPILER" != required; \
	fi

build/%-check: checkers/%_check.c
	mkdir -p build
	$(CC) -O2 -std=c11 -Wall -Wextra -Wpedantic -Werror -o "$@" $<

# Build the proof in Rocq in build/formal, test that it has no axioms, and run the extracted checker on all certificates.
# Then compute scores from the rules alone.  No other target needs this one.
formal:
	@if command -v coqc >/dev/null && command -v ocamlopt >/dev/null && command -v cadical >/dev/null; then \
	  $(MAKE) --no-print-directory -C formal check scores; \
	else \
	  echo "The proof needs Rocq, OCaml and CaDiCaL: apt-get install coq ocaml-nox cadical"; \
	  test "$$PERFECTPLAY_ROCQ" != required; \
	fi

docs: $(DEVELOP)
	"$(BIN)/sphinx-build" -W -b html docs docs/_build/html

# Check external links.  This needs the network, so no other target runs it.
links: $(VENV)/installed-dev
	"$(BIN)/sphinx-build" -b linkcheck docs docs/_build/links

# Write the man pages.  Run this after changing a command or an option.
manual: $(VENV)/installed-dev
	"$(BIN)/python" docs/manual.py man

# Write the web app as a folder of files for any host.  npm fetches its Python interpreter.
site: docs
	"$(BIN)/perfectplay" site build/site

# Compile the kernels and the checkers in C to WebAssembly. The files are committed: the bundle needs them.
wasm: web-ui/public/kernels.wasm $(C_CHECKERS:build/%=web-ui/src/generated/%.wasm)

web-ui/src/generated/%-check.wasm: checkers/%_check.c $(wildcard checkers/pages/*) $(NATIVE)/build.py $(VENV)/installed-dev
	"$(BIN)/python" $(NATIVE)/build.py "$@"

web-ui/public/kernels.wasm: $(wildcard $(NATIVE)/*.[ch]) $(NATIVE)/build.py $(VENV)/installed-dev
	"$(BIN)/python" $(NATIVE)/build.py "$@"

# Write the description of the HTTP API, the types of the pages, and the bundle.  Run this after changing an answer.
schema: $(VENV)/installed-dev
	"$(BIN)/python" web-ui/types/openapi.py
	cd web-ui/types && npm ci --no-audit --no-fund && npm run build
	cd web-ui && npm ci --no-audit --no-fund && npm run check && npm run build

# Create the environment again if PYTHON names another interpreter than last time.
ifneq ($(PYTHON),$(shell cat "$(MADE)" 2>/dev/null))
.PHONY: $(MADE)
endif
$(MADE):
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("This is Python " + sys.version.split()[0] + ".")' || { \
	  echo "perfectplay needs Python 3.11 or later. Name it, as in: make $(MAKECMDGOALS) PYTHON=python3.13"; \
	  exit 1; \
	}
	@echo "Creating the virtual environment $(VENV)."
	$(PYTHON) -m venv --clear $(VENV)
	@echo "$(PYTHON)" > "$@"

# Install the tested versions, since newer ones may fail in ways that no test has seen.  Do not compile all modules, which
# is half of pip's work: Python compiles the imported ones on first use.
$(VENV)/installed: pyproject.toml constraints.txt $(MADE)
	@echo "Installing perfectplay and what it needs into $(VENV): about 24 MB to fetch, mostly numpy and HiGHS."
	@rm -f "$(MADE)"
	$(PIP) --no-compile -c constraints.txt -e . || $(NO_INSTALLATION)
	@echo "$(PYTHON)" > "$(MADE)"
	@touch "$@"

# Compile the kernels again after a C file has changed; the installation compiles them first.  Without a C compiler, pip
# fetches one.
$(LIBRARY): $(wildcard $(NATIVE)/*.[ch]) | $(VENV)/installed
	@"$(BIN)/python" $(NATIVE)/build.py || { test $$? -eq 2 && $(PIP) --quiet --no-deps -e .; }

$(RESEARCH)/kernels.library: $(RESEARCH)/kernels.c $(NATIVE)/kernels.h $(NATIVE)/library.c | $(VENV)/installed-dev
	@"$(BIN)/python" $(NATIVE)/build.py $(RESEARCH) || { test $$? -eq 2 && $(PIP) --quiet --no-deps -e research; }

$(VENV)/installed-dev: pyproject.toml research/pyproject.toml constraints.txt $(MADE)
	@echo "Installing perfectplay with its tools for development into $(VENV), which takes some minutes."
	@rm -f "$(MADE)"
	$(PIP) --quiet "pip>=25.1" || $(NO_INSTALLATION)
	$(PIP) --quiet -c constraints.txt -e . -e research --group dev || $(NO_INSTALLATION)
	@echo "$(PYTHON)" > "$(MADE)"
	@touch "$@" "$(VENV)/installed"

# Write the tested versions to constraints.txt.  Remove .venv first, and run the tests with the new versions.
constraints: $(MADE)
	$(PIP) --quiet "pip>=25.1"
	$(PIP) --quiet -e . -e research --group dev
	{ sed -n '/^#/p' constraints.txt; "$(BIN)/python" -m pip freeze --exclude-editable; } > constraints.new
	mv constraints.new constraints.txt

clean:
	rm -rf $(VENV) docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
