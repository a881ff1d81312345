# make verify   set everything up and run the main job: the ledger of all claims (what has not changed is remembered)
# make test     set everything up and run the tests; of those that take more than a second the share that falls to this
#               commit (make test SHARE= runs all of them)
# make deep     run the share of the tests that are slow by nature: power, agreement of the judges, fuzzing, mutants of
#               proofs (make deep SHARE= runs all of them)
# make suite    run both in one go, as CI does
# make slow     measure which tests take more than a second (tests/slow.txt), on a machine with nothing else to do
# make lint     ruff and mypy
# make nightly  everything: Coq's build, all tests, five thousand random variants of the claims to the prover and the search,
#               and ten thousand own claims to all judges, which must not contradict each other, and a campaign of a million
#               instances, killed ten times and on Dask (hours)
# make coq      prove everything that is proved in Coq, and re-check it with coqchk (needs Coq: apt-get install coq);
#               make coq COQ=--unrecorded builds only what checked.json is not the record of
# make prove    that, and the proofs of all claims that are not in Coq alone
# make renew    make again what is generated: the checker's statements, certificates, tables, where proofs fail without
#               a premise, the notebooks' outputs
# make engine  get Pyodide from npm, for check.html (needs npm)
# make site     the site: build/site/index.html, with the page that checks certificates in a browser
# make notebooks   run every notebook in a fresh kernel (python tests/test_notebooks.py --write stores the outputs)
# make clean    remove the virtual environment and caches

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# the tests in two processes or more, each of which takes over what the others have left; a share is drawn by the commit
TESTS := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist worksteal
SHARE ?= $(shell git rev-parse --short=8 HEAD 2> /dev/null || echo boundcheck)

.PHONY: verify test deep suite slow lint nightly prove coq renew engine site notebooks clean

verify: $(VENV)/.runs
	$(BIN)/boundcheck ledger

test: $(VENV)/.develops
	BOUNDCHECK_SHARE=$(SHARE) $(TESTS) -m "not deep"

slow: $(VENV)/.develops
	BOUNDCHECK_SLOW=tests/slow.txt $(TESTS) -m "not deep"

deep: $(VENV)/.develops
	BOUNDCHECK_SHARE=$(SHARE) $(TESTS) -m deep

suite: $(VENV)/.develops
	BOUNDCHECK_SHARE=$(SHARE) $(TESTS)

nightly: prove $(VENV)/.develops
	BOUNDCHECK_VARIANTS=5000 BOUNDCHECK_OWN_CLAIMS=10000 $(TESTS)
	OPENBLAS_NUM_THREADS=1 BOUNDCHECK_CAMPAIGN=1000000 $(BIN)/python -m pytest -n0 -s -m deep tests/verify/campaign -k catalogue

lint: $(VENV)/.develops
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

prove: coq
	$(BIN)/boundcheck prove all

coq: $(VENV)/.runs
	$(BIN)/python -m verify.proofs.coq_run --coqchk --compare $(COQ)

renew: $(VENV)/.develops
	$(BIN)/python -c "from verify.judge.certificate import write_statements; write_statements()"
	$(BIN)/python -m verify.optimal.record
	$(BIN)/python -m tests.source_pages
	$(BIN)/python -m tests.verify.prove.dropped_premises
	$(BIN)/python tests/test_notebooks.py --write

PYODIDE := build/pyodide-$(shell sed -n 's/^VERSION = "\(.*\)"/\1/p' verify/pages/engine.py).tgz

$(PYODIDE):
	@mkdir -p build
	cd build && npm pack --silent pyodide@$(patsubst build/pyodide-%.tgz,%,$@)

engine: $(PYODIDE)

site: $(VENV)/.runs $(PYODIDE)
	$(INSTALL) --editable '.[certify,plots,prove,site,test]'
	$(BIN)/boundcheck site --out build/site
	$(BIN)/python -m verify.pages.engine $(PYODIDE) build/site/check.html

notebooks: $(VENV)/.runs
	$(INSTALL) --editable '.[notebooks]'
	$(BIN)/python tests/test_notebooks.py

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "boundcheck needs Python 3.11 or later; say make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runs: $(VENV)/bin/python pyproject.toml constraints.txt
	$(INSTALL) --editable '.[certify,prove]'
	@touch $@

$(VENV)/.develops: $(VENV)/.runs
	$(INSTALL) --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
