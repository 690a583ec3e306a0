# Everything runs inside .venv, which the first target that needs it makes.

PYTHON := .venv/bin/python -P
PYTEST_ARGS ?=
LOCK_ARGS ?=
MINIWOB_ARGS ?=

LOCK_TOOLS := build/lock-tools
COMPILE := $(LOCK_TOOLS)/bin/python -m uv pip compile --no-config --quiet --universal \
	--python-version 3.11 --generate-hashes --no-header --no-annotate $(LOCK_ARGS)

.DEFAULT_GOAL := help
.PHONY: help test check format bench bench-language bench-miniwob bench-todomvc tables lock wheel clean venv debian-packages
.NOTPARALLEL:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

test: venv debian-packages ## install what the tests need and run them, a file at a time on each core (PYTEST_ARGS="-k launcher")
	$(PYTHON) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

check: venv ## format, lint, types, tests
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	@$(MAKE) --no-print-directory test

format: venv ## rewrite the sources in the house format, with the safe lint fixes
	$(PYTHON) -m ruff check --fix-only .
	$(PYTHON) -m ruff format .

bench: venv ## measure speed and memory
	$(PYTHON) bench/startup.py
	$(PYTHON) bench/run.py
	$(PYTHON) bench/execution.py
	$(PYTHON) bench/browser.py
	$(PYTHON) bench/ambient.py

bench-language: venv ## measure the grammar: reach, cost per clause, loading, hostile texts, a local model beside it
	$(PYTHON) bench/language.py

bench-miniwob: venv ## MiniWoB++ from the sentence to the reward, no model (MINIWOB_ARGS="--other-seeds 20 click-pie")
	$(PYTHON) bench/miniwob_tasks.py $(MINIWOB_ARGS)

bench-todomvc: venv ## TodoMVC: one sentence adds a todo in every implementation that works here (TODOMVC_ARGS="vue react")
	$(PYTHON) bench/todomvc.py $(TODOMVC_ARGS)

tables: venv ## write rules/compiled.json and tools/catalogue.json from the tables
	$(PYTHON) scripts/compile-tables

lock: ## pin the dependencies of pyproject.toml anew (LOCK_ARGS=--upgrade for the newest)
	@test -x $(LOCK_TOOLS)/bin/python || python3 -m venv $(LOCK_TOOLS)
	@$(LOCK_TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.7
	$(COMPILE) pyproject.toml --extra browser --extra desktop --output-file requirements.lock
	$(COMPILE) pyproject.toml --group dev --extra llm --extra browser --extra desktop --constraint requirements.lock \
		--overrides scripts/lock-overrides.txt --output-file requirements-dev.lock
	$(COMPILE) --group bench --overrides scripts/lock-overrides.txt --output-file requirements-bench.lock

wheel: venv ## build the wheel into dist/
	$(PYTHON) -m build --wheel --no-isolation --outdir dist

clean: ## remove .venv and everything that was built
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

venv:
	@scripts/prepare-venv --dev

debian-packages:
	@scripts/install-debian-packages tests/debian-packages.txt
