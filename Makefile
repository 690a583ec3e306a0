# Everything runs inside .venv, which the first target that needs it makes.

PYTHON := .venv/bin/python -P
PYTEST_ARGS ?=
TESTS ?= -m "not thorough"
LOCK_ARGS ?=
# Many tests wait for a page or a process: three times as many workers as cores keep the cores busy.
WORKERS ?= $(shell echo $$(($$(nproc 2>/dev/null || echo 2) * 3)))
MINIWOB_ARGS ?=

# Rooms that are pure: sentences, rules, plans, decisions. They need no Debian package, no browser and no model.
PURE := contracts graph interpret plan policy rules situate
QUICK := $(PURE:%=tests/%) tests/test_architecture.py tests/test_public_api.py

# Whatever is imported is compiled once, not by every process that a test starts.
unexport PYTHONDONTWRITEBYTECODE

DOCS_TOOLS := build/docs-tools
COMPILE := .venv/bin/uv pip compile --no-config --quiet --universal \
	--python-version 3.11 --generate-hashes --no-header --no-annotate $(LOCK_ARGS)

.DEFAULT_GOAL := help
.PHONY: help quick test test-thorough test-all test-mcp-servers check lint format docs hooks bench bench-language bench-miniwob bench-pages bench-todomvc tables together lock wheel clean venv debian-packages
.NOTPARALLEL:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

quick: venv ## the inner loop: the pure rooms without their slow tests, in less than a minute of CPU
	$(PYTHON) -m pytest -q -p no:schemathesis -p no:xdist -m "not slow" --hypothesis-profile=quick --ignore=tests/interpret/llm $(QUICK) $(PYTEST_ARGS)

test: venv debian-packages ## install what the tests need and run them, a file at a time in each worker (PYTEST_ARGS="-k launcher")
	@# Only what failed is run again (1): a run that was broken off (2) has left out the rest.
	$(PYTHON) -m pytest --workers=$(WORKERS) $(TESTS) $(PYTEST_ARGS); status=$$?; [ $$status = 1 ] || exit $$status; \
	echo 'What failed beside others on a busy machine is run once more, alone:'; \
	$(PYTHON) -m pytest --workers=1 --last-failed --last-failed-no-failures none $(TESTS) $(PYTEST_ARGS)

test-thorough: ## all tests, also those that take long and show in more places what others show in some
	@$(MAKE) --no-print-directory test TESTS=

test-all: venv debian-packages ## the tests under Python 3.11, 3.12 and 3.13, as far as they are on this machine
	@mkdir -p build
	$(PYTHON) -m nox --report build/nox.json $(NOX_ARGS); status=$$?; $(PYTHON) scripts/tell_sessions.py build/nox.json; exit $$status

test-mcp-servers: venv ## MCP servers of others that need Node, and the protocol's conformance tests (needs npm)
	scripts/install-mcp-servers
	$(PYTHON) -m pytest -q tests/tools/mcp/node_servers.py tests/doors/mcp/conformance.py $(PYTEST_ARGS)

lint: venv ## format, lint and types, of the code, the tests and the scripts that run in pages
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) scripts/lint_pages.py
	$(PYTHON) -m mypy

check: ## everything that CI runs: lint and the site, beside all tests
	@mkdir -p build
	@$(MAKE) --no-print-directory debian-packages & debian=$$!; \
	$(MAKE) --no-print-directory venv || { wait; exit 1; }; \
	(log=build/lint.log; $(MAKE) --no-print-directory lint docs >$$log 2>&1 || { cat $$log; exit 1; }) & lint=$$!; \
	wait $$debian; \
	$(MAKE) --no-print-directory test; status=$$?; \
	wait $$lint || { echo 'lint or the site failed: see build/lint.log'; status=1; }; \
	exit $$status

format: venv ## rewrite the sources in the house format, with the safe lint fixes
	$(PYTHON) -m ruff check --fix-only .
	$(PYTHON) -m ruff format .

docs: venv $(DOCS_TOOLS)/requirements-docs.lock ## build the site into build/site; every warning is an error
	@NO_MKDOCS_2_WARNING=1 $(DOCS_TOOLS)/bin/python -P -m mkdocs build --strict --quiet

$(DOCS_TOOLS)/requirements-docs.lock: requirements-docs.lock
	rm -rf $(DOCS_TOOLS)
	.venv/bin/python -m venv --without-pip $(DOCS_TOOLS)
	.venv/bin/uv pip install --no-config --no-cache --quiet --python $(DOCS_TOOLS)/bin/python --require-hashes --no-deps --requirement $< || \
	.venv/bin/python -m pip --python $(DOCS_TOOLS)/bin/python install --quiet --disable-pip-version-check --no-compile --require-hashes --no-deps --requirement $<
	cp $< $@

hooks: venv ## check each commit before it is made (pre-commit, with the tools of .venv)
	.venv/bin/pre-commit install

bench: venv ## measure speed and memory
	$(PYTHON) bench/startup.py
	$(PYTHON) bench/run.py
	$(PYTHON) bench/sets.py
	$(PYTHON) bench/execution.py
	$(PYTHON) bench/journal_costs.py
	$(PYTHON) bench/browser.py
	$(PYTHON) bench/ambient.py
	$(PYTHON) bench/service.py
	$(PYTHON) bench/mcp_costs.py
	$(PYTHON) bench/fleet_costs.py

bench-language: venv ## measure the grammar: reach, cost per clause, loading, hostile texts, a local model beside it
	$(PYTHON) bench/language.py

bench-miniwob: venv ## MiniWoB++ from the sentence to the reward, no model (MINIWOB_ARGS="--other-seeds 20 click-pie")
	$(PYTHON) bench/miniwob_tasks.py $(MINIWOB_ARGS)

bench-pages: venv ## everyday tasks on real applications, judged by their data (PAGES_ARGS="books widgets", "--table bench/page_tasks_more.toml")
	bench/install-page-sites
	$(PYTHON) bench/page_tasks.py $(PAGES_ARGS)

bench-todomvc: venv ## TodoMVC: one sentence adds a todo in every implementation that works here (TODOMVC_ARGS="vue react")
	$(PYTHON) bench/todomvc.py $(TODOMVC_ARGS)

tables: venv ## parse the rule, word and language tables ahead of time
	$(PYTHON) scripts/compile_tables.py

lock: venv ## pin the dependencies of pyproject.toml again (LOCK_ARGS=--upgrade for the newest)
	$(COMPILE) pyproject.toml --extra browser --extra desktop --extra serve --extra mcp \
		--overrides scripts/lock-overrides.txt --output-file requirements.lock
	$(COMPILE) pyproject.toml --group dev --extra llm --extra browser --extra desktop \
		--extra serve --extra mcp --extra fleet --constraint requirements.lock \
		--overrides scripts/lock-overrides.txt --output-file requirements-dev.lock
	$(COMPILE) --group bench --overrides scripts/lock-overrides.txt --output-file requirements-bench.lock
	$(COMPILE) --group docs --output-file requirements-docs.lock
	@# No release of Linux's kernel is a version to pip, which stops at a marker that compares the two.
	@sed -i -E "s/platform_release >= '[0-9.]+' and //" requirements*.lock

together: venv ## list the modules that everyday commands load together, which are then made at once
	$(PYTHON) scripts/list_together.py

wheel: venv ## build the wheel into dist/
	$(PYTHON) -m build --wheel --no-isolation --outdir dist

clean: ## remove .venv and everything that was built
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

venv:
	@scripts/prepare-venv --dev

debian-packages:
	@scripts/install-debian-packages tests/debian-packages.txt
