# The two commands that matter: `make run` and `make test`. Everything else is set up by itself.
# The first Python that runs and is new enough.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
SCENE ?= scenes/container.yaml
SEEDS ?= 1 2 3
BIN := .venv/bin

.PHONY: run test bench branches races lint format schemas clean

run: .venv/ready
	$(BIN)/simulator run "$(SCENE)"

test: .venv/ready
	$(BIN)/simulator warm
	$(BIN)/pytest -n 2 --dist worksteal $(TESTS)

bench: .venv/ready
	$(BIN)/python simulator/bootstrap.py bench
	$(BIN)/simulator bench
	$(BIN)/python -m tests.peers $(BENCH)

branches: .venv/ready
	$(BIN)/python -m tests.bench.branches

races: .venv/ready
	for seed in $(SEEDS); do SEED=$$seed $(BIN)/python -m pytest -p tests.races -n 2 tests/app tests/realtime tests/instructor || exit 1; done

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/simulator check scenes robots consoles

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.venv/ready: pyproject.toml requirements.lock simulator/bootstrap.py
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed:  sudo apt-get install -y python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) simulator/bootstrap.py

clean:
	rm -rf .venv out
