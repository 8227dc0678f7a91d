"""Blocks with memory against their closed forms."""

import hypothesis
import numpy as np
import pytest
import scipy.signal
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.diagram.kinds_dynamic import discretise

STEP = 0.01


def test_low_pass_steps_as_the_exponent(drive):
    got = drive({"type": "low_pass", "time_constant": 0.3}, [1.0] * 200)
    t = STEP * np.arange(1, 201)
    assert got == pytest.approx(1.0 - np.exp(-t / 0.3), abs=1e-13)


def test_derivative_of_a_ramp_is_exact(drive):
    t = STEP * np.arange(200)
    got = drive({"type": "derivative", "time_constant": 0.2}, 3.0 * t)
    assert got == pytest.approx(3.0 * (1.0 - np.exp(-t / 0.2)), abs=1e-11)


def test_integrator_adds_up_to_the_area(drive):
    t = STEP * np.arange(101)
    got = drive({"type": "integrator"}, np.cos(t))
    # forward Euler is at most step / 2 x (change of the input) away
    assert got == pytest.approx(np.sin(t), abs=0.5 * STEP)


@pytest.mark.parametrize(("way", "rate"), [(2.0, 0.5), (-0.3, 0.7), (0.02, 3.0), (1e-4, 1.0)])
def test_motion_profile_takes_the_time_of_a_trapezium(drive, way, rate):
    acceleration = 1.3
    got = drive({"type": "motion_profile", "rate": rate, "acceleration": acceleration}, [way] * 600)
    top = min(rate, np.sqrt(acceleration * abs(way)))  # a triangle, where the way is short
    arrival = STEP * np.flatnonzero(np.array(got) == way)[0]
    assert arrival == pytest.approx(abs(way) / top + top / acceleration, abs=2.0 * STEP)
    speeds = np.diff(np.r_[0.0, got]) / STEP
    assert np.max(np.abs(speeds)) <= rate * (1.0 + 1e-9)
    assert np.max(np.abs(np.diff(np.r_[0.0, speeds]))) <= acceleration * STEP * (1.0 + 1e-9)


@settings(
    max_examples=100, deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(
    st.lists(st.tuples(st.floats(-5.0, 5.0), st.integers(1, 40)), min_size=1, max_size=6),
    st.floats(0.01, 20.0),
    st.floats(0.05, 500.0),
)
def test_motion_profile_keeps_its_bounds_and_arrives(drive, jumps, rate, acceleration):
    inputs = [way for way, steps in jumps for _ in range(steps)]
    turn = rate / acceleration  # time to stand still, and to be as fast as may be
    rest = round((12.0 / rate + 4.0 * turn) / STEP) + 5
    block = {"type": "motion_profile", "rate": rate, "acceleration": acceleration}
    got = np.array(drive(block, inputs + [inputs[-1]] * min(rest, 1000)))
    speeds = np.diff(np.r_[0.0, got]) / STEP
    rounding = 1e-9 * (rate + acceleration) + 1e-11
    assert np.max(np.abs(speeds)) <= rate + rounding
    assert np.max(np.abs(np.diff(np.r_[0.0, speeds]))) <= acceleration * STEP + rounding
    if rest <= 1000:
        assert np.all(got[-3:] == inputs[-1])


def test_motion_profile_brakes_and_stays_where_its_input_is_no_number(drive):
    block = {"type": "motion_profile", "rate": 1.0, "acceleration": 2.0}
    got = np.array(drive(block, [5.0] * 100 + [np.nan] * 100 + [5.0] * 600))
    speeds = np.diff(np.r_[0.0, got]) / STEP
    assert np.max(np.abs(np.diff(speeds))) <= 2.0 * STEP * (1.0 + 1e-9)
    assert np.ptp(got[190:200]) == 0.0
    assert got[199] >= got[99] - 1e-12
    assert got[-1] == 5.0


SYSTEMS = [
    ([1.0], [1.0, 0.4, 25.0]),
    ([2.0, 1.0], [0.5, 1.0]),
    ([1.0, 0.0, 4.0], [1.0, 2.0, 3.0, 4.0]),
    ([3.0], [1.0, 0.0]),
    ([0.0, 1.0], [0.2, 1.0]),
]


@pytest.mark.parametrize(("num", "den"), SYSTEMS)
def test_transfer_function_is_scipys_bilinear(drive, num, den):
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=300)
    got = drive({"type": "transfer_function", "num": num, "den": den}, inputs)
    numerator = np.trim_zeros(np.array(num), "f")
    b, a = scipy.signal.bilinear(numerator, den, fs=1.0 / STEP)
    assert got == pytest.approx(scipy.signal.lfilter(b, a, inputs), rel=1e-9, abs=1e-9)


def test_transfer_function_follows_the_continuous_step_response(drive):
    num, den = [25.0], [1.0, 3.0, 25.0]
    got = drive({"type": "transfer_function", "num": num, "den": den}, [1.0] * 300)
    t = STEP * np.arange(300)
    _, exact = scipy.signal.step((num, den), T=t)
    # Tustin sees a step as a ramp over one step: half a step early, at most slope x step / 2
    slope = np.max(np.abs(np.diff(exact))) / STEP
    assert np.max(np.abs(np.array(got) - exact)) < 0.6 * STEP * slope


@given(
    st.lists(st.floats(0.1, 5.0), min_size=1, max_size=4),
    st.lists(st.floats(0.1, 5.0), min_size=1, max_size=4),
)
@settings(max_examples=30)
def test_tustin_keeps_the_gain_at_rest_and_the_warped_frequency_response(num, den):
    num = num[-len(den) :]
    b, a = discretise(tuple(num), tuple(den), STEP)
    assert sum(b) / sum(a) == pytest.approx(num[-1] / den[-1], rel=1e-6)
    z = np.exp(1j * 0.7)
    s = 2.0 / STEP * (z - 1.0) / (z + 1.0)
    exact = np.polyval(num, s) / np.polyval(den, s)
    assert np.polyval(b, z) / np.polyval(a, z) == pytest.approx(exact, rel=1e-9)


def test_pid_is_the_sum_of_its_three_parts(drive):
    kp, ki, kd, n = 2.0, 3.0, 0.5, 50.0
    errors = np.sin(0.05 * np.arange(150)) + 0.2
    block = {"type": "pid", "kp": kp, "ki": ki, "kd": kd, "n": n}
    got = drive(block, [(float(e), 0.0) for e in errors])
    integral = ki * STEP * np.cumsum(errors)
    keep = np.exp(-n * STEP)
    rates = np.diff(errors, prepend=errors[0]) / STEP
    derivative = scipy.signal.lfilter([1.0 - keep], [1.0, -keep], kd * rates)
    assert got == pytest.approx(kp * errors + integral + derivative, rel=1e-11, abs=1e-11)


def test_pid_does_not_wind_up(drive):
    block = {"type": "pid", "kp": 1.0, "ki": 10.0, "low": -1.0, "high": 1.0}
    got = drive(block, [(5.0, 0.0)] * 500 + [(-0.5, 0.0)])
    assert got[499] == 1.0
    assert got[500] < 0.0, "the very next step leaves the limit"


def test_pid_brings_a_plant_to_its_set_point(compile_diagram, run_plan):
    inputs = {"set": "a", "measured": "y"}
    diagram = {
        "control": {"type": "pid", "kp": 4, "ki": 8, "kd": 0.1, "in": inputs},
        "plant": {"type": "low_pass", "time_constant": 0.5, "in": "control"},
        "y": {"type": "unit_delay", "in": "plant"},
    }
    compiled = compile_diagram(diagram, "a")
    history = run_plan(compiled, "a", [(1.0,)] * 1500)
    assert history[-1, compiled.slots["y"]] == pytest.approx(1.0, abs=1e-8)


def waves(*spans):
    """Return a logic wave of (value, steps) spans."""
    return [value for value, steps in spans for _ in range(steps)]


# IEC 61131-3, figure of timer diagrams: input, output for a time of 5 steps
TIMING = {
    "ton": (
        waves((0, 2), (1, 8), (0, 3), (1, 4), (0, 3)),
        waves((0, 2), (0, 5), (1, 3), (0, 3), (0, 4), (0, 3)),
    ),
    "tof": (
        waves((0, 2), (1, 3), (0, 8), (1, 2), (0, 3), (1, 2), (0, 8)),
        waves((0, 2), (1, 3), (1, 5), (0, 3), (1, 2), (1, 3), (1, 2), (1, 5), (0, 3)),
    ),
    "tp": (
        waves((0, 2), (1, 8), (0, 2), (1, 1), (0, 1), (1, 1), (0, 6)),
        waves((0, 2), (1, 5), (0, 3), (0, 2), (1, 1), (1, 1), (1, 1), (1, 2), (0, 4)),
    ),
}


@pytest.mark.parametrize("kind", TIMING)
@pytest.mark.parametrize("step", [0.01, 0.002, 1 / 300])
def test_timers_follow_the_standards_diagrams(drive, kind, step):
    inputs, outputs = TIMING[kind]
    assert drive({"type": kind, "time": 5 * step}, inputs, step=step) == outputs


def test_a_long_timer_is_exact_to_the_step(drive):
    outputs = drive({"type": "ton", "time": 60.0}, [1] * 6002)
    assert outputs.index(1.0) == 6000
