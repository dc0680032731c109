# Every target sets up its own .venv; `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

export PIP_DISABLE_PIP_VERSION_CHECK := 1

# What is run sees these variables alone, so that nothing in the caller's shell hides or changes a result; Python
# writes UTF-8 without a LANG. The set-up keeps the caller's environment (proxies, pip's configuration).
# One BLAS thread: matrices are small, and parallel runs use processes.
# The last bits of float64, which steer the search, differ between processors with and without AVX-512. With AVX2 alone
# they are the same on every x86-64 machine of the last ten years, and so are the reports.
KERNELS := $(if $(shell grep -m1 -ow avx2 /proc/cpuinfo 2>/dev/null),\
	OPENBLAS_CORETYPE=Haswell NPY_DISABLE_CPU_FEATURES="X86_V4 AVX512_ICL AVX512_SPR")
CLEAN := env -i HOME="$$HOME" PATH="$$PATH" $${CI+CI="$$CI"} $(KERNELS) \
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 MKL_NUM_THREADS=1

PYTHON ?= $(firstword $(foreach p,python3.11 python3,$(shell \
	$(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $(p))))
RUN := .venv/bin/python -m
READY := .venv/ready
SITE := .venv/site-ready
BROWSER := .venv/browser-ready
PEERS := .venv-peers/ready
JOBS ?= 2

.PHONY: help setup test report kernel site site-test peers bench full data clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## build .venv (the other targets do this by themselves)

# hatchling comes from the constraints too, so the build is not isolated and nothing in it floats.
$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "perturb needs Python 3.11 or newer (set PYTHON=...)" >&2; exit 2; }
	test -x .venv/bin/python || $(PYTHON) -m venv .venv
	$(RUN) pip install -q -c constraints.txt hatchling
	$(RUN) pip install -q --no-build-isolation -c constraints.txt -e '.[test]'
	@touch $@

test: $(READY) ## lint, types, tests
	$(CLEAN) $(RUN) ruff check .
	@echo "the site is not read in a browser here: make site-test does that"
	@# Types are checked beside the first tests: one process each, and the tests have the last line.
	$(CLEAN) $(RUN) mypy & types=$$!; $(CLEAN) $(RUN) pytest -n $(JOBS) --dist worksteal; tests=$$?; wait $$types && exit $$tests

report: $(READY) ## examine the whole catalogue (profile brief) and render reports/
	$(CLEAN) .venv/bin/perturb report

kernel: $(READY) ## have Coq check stored proofs that changed since the last run
	@command -v coqc >/dev/null || { echo "Coq is missing: apt-get install --no-install-recommends coq" >&2; exit 2; }
	$(CLEAN) .venv/bin/perturb kernel --changed --check

site: $(SITE) ## build build/site from reports/: pages for a browser, without a network
	$(CLEAN) .venv/bin/perturb site

site-test: $(BROWSER) ## build the site anew and read every page of it in chromium
	$(CLEAN) $(RUN) pytest --browser tests/pages/website

$(SITE): $(READY)
	$(RUN) pip install -q --no-build-isolation -c constraints.txt -e '.[site]'
	@touch $@

$(BROWSER): $(READY)
	$(RUN) pip install -q --no-build-isolation -c constraints.txt -e '.[browser]'
	@touch $@ $(SITE)

peers: $(PEERS) ## build .venv-peers: the other packages that bench measures

$(PEERS): benchmarks/peers.txt benchmarks/peers_weightwatcher.txt
	test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	echo '*' > .venv-peers/.gitignore
	.venv-peers/bin/python -m pip install -q -c benchmarks/peers.txt TracyWidom scikit-rmt dppy beta-ensembles clarabel
	test -x .venv-weightwatcher/bin/python || $(PYTHON) -m venv .venv-weightwatcher
	echo '*' > .venv-weightwatcher/.gitignore
	.venv-weightwatcher/bin/python -m pip install -q -c benchmarks/peers_weightwatcher.txt weightwatcher
	@touch $@

bench: $(READY) ## speed beside what one would use instead, as ratios in one run
	@for f in benchmarks/*.py; do echo "== $$f"; $(CLEAN) .venv/bin/python $$f || exit 1; done

full: $(READY) ## the tests with the deep Hypothesis profile
	$(CLEAN) $(RUN) pytest -n $(JOBS) --hypothesis-profile=deep

data: $(READY) ## fetch Fashion-MNIST from Debian (31 MB), for tools/trained_networks.py
	$(CLEAN) .venv/bin/python tools/data.py

clean: ## remove .venv, caches and build output
	rm -rf .venv .venv-peers .venv-weightwatcher build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
