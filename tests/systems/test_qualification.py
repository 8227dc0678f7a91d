"""Every row of the qualification table holds, and the table is the same on every run."""

import json
from pathlib import Path

import pytest

from simulator.physics.qualification import verify


@pytest.fixture(scope="module")
def table():
    return verify.run()


def test_every_case_is_within_its_tolerance(table):
    assert [case for case in table if not case.ok] == []


def test_table_names_what_the_product_promises(table):
    names = " ".join(case.case for case in table)
    promised = ("WG-7152", "gear", "winch", "stall", "no load", "back-driving", "repeater",
                "free fall", "pendulum", "spinning", "sliding", "sticking", "stopping",
                "elastic", "inelastic", "ten boxes")  # fmt: skip
    assert [word for word in promised if word not in names] == []


def test_a_case_out_of_tolerance_is_not_ok():
    from simulator.physics.qualification import case

    assert not case.judge("off", 1.1, 1.0, 0.05).ok
    assert case.judge("near", 1.01, 1.0, 0.05).ok


def test_the_table_is_plain_data(table):
    rows = json.loads(json.dumps([case._asdict() for case in table]))
    assert set(rows[0]) == {"case", "measured", "exact", "error", "tolerance", "ok"}


def test_the_readme_shows_every_case(table):
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    shown = {line.split(" | ")[0]: line for line in text.splitlines() if line.startswith("| ")}
    for case in table:
        cells = shown[f"| {case.case}"].strip("| ").split(" | ")
        measured, exact, _, tolerance = (float(cell) for cell in cells[1:])
        assert abs(measured - case.measured) <= case.tolerance + 1e-5 * abs(case.measured)
        assert (f"{case.exact:.6g}", f"{case.tolerance:.2g}") == (f"{exact:g}", f"{tolerance:.2g}")
