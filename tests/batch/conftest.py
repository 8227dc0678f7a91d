"""Many pushes: plan and parts of the tests' vary file."""

from pathlib import Path

import pytest

from simulator.batch import one

SCENES = Path("tests/scenes")


@pytest.fixture(scope="session")
def planned():
    return one.make_plan(
        SCENES / "push.yaml", SCENES / "scripts" / "push.yaml", SCENES / "vary" / "push.yaml", 7
    )
