"""Unit suffixes: exact conversions, and only where they fit."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.spec import units
from simulator.spec.load import load_robot


@pytest.mark.parametrize(
    ("number", "suffix", "si"),
    [
        (180, "deg", math.pi), (60, "rpm", 2 * math.pi), (300, "mm", 0.3), (7, "mm", 0.007),
        (2.5, "cm", 0.025), (1, "km", 1000), (250, "g", 0.25), (2, "t", 2000), (20, "ms", 0.02),
        (1.5, "min", 90), (3, "nm", 3), (5, "mnm", 0.005), (10, "ncm", 0.1), (2, "kn", 2000),
        (36, "km_per_h", 10), (1, "kgf_cm", 0.0980665), (1000, "g_cm2", 1e-4), (40, "percent", 0.4),
        (7.85, "g_per_cm3", 7850), (1, "turns", 2 * math.pi), (1, "n_per_mm", 1000),
    ],
)  # fmt: skip
def test_known_quantities(number, suffix, si):
    assert units.convert(number, suffix) == pytest.approx(si, rel=1e-15)


@given(st.floats(1e-9, 1e6), st.sampled_from(sorted(units.SUFFIXES)))
def test_converting_is_linear(number, suffix):
    whole = units.convert(number, suffix)
    assert units.convert(number * 2, suffix) == whole * 2
    assert units.convert(-number, suffix) == -whole


@given(st.integers(-100_000, 100_000))
def test_millimetres_are_the_nearest_number_of_metres(number):
    assert units.convert(number, "mm") == float(f"{number}e-3")


@given(st.sampled_from(sorted(units.SUFFIXES)), st.floats(-1e3, 1e3).map(lambda x: round(x, 3)))
def test_a_number_with_its_unit_is_recognised(suffix, number):
    assert units.split_quantity(f"{number} {suffix}") == (str(number), suffix)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("310 rpm", ("310", "rpm")), ("90°", ("90", "deg")), ("5 m/s", ("5", "m_per_s")),
        ("30 %", ("30", "percent")), ("12 мм", ("12", "mm")), ("abc", None), ("12 parsec", None),
        ("1 2", None), ("", None),
    ],
)  # fmt: skip
def test_units_written_after_numbers(text, result):
    assert units.split_quantity(text) == result


def test_suffixes_reach_lists_and_dictionaries(folder):
    robot = load_robot(
        folder.write(
            "robots/x/robot.yaml",
            """\
            links:
              a:
                fixed: true
                shape: {box_mm: [100, 200, 300], at_cm: [1, 2, 3], rpy_deg: [0, 0, 90]}
              b: {mass_g: 500, shapes: [{cylinder: {radius_mm: 20, length_cm: 4}}]}
            joints:
              j:
                {type: prismatic, parent: a, child: b, limit_mm: [-1, 20], start_mm: 5,
                 friction_n: 2}
            """,
        )
    )
    shape = robot.links["a"].shape
    assert shape is not None
    assert shape.box == (0.1, 0.2, 0.3) and shape.at == (0.01, 0.02, 0.03)
    assert shape.rpy == (0, 0, math.pi / 2)
    cylinder = robot.links["b"].shapes[0].cylinder
    assert cylinder is not None
    assert (cylinder.radius, cylinder.length, robot.links["b"].mass) == (0.02, 0.04, 0.5)
    joint = robot.joints["j"]
    assert (joint.limit, joint.start, joint.friction) == ((-0.001, 0.02), 0.005, 2)
