"""Random diagrams of all kinds: the kernel says what the plain-Python twin says."""

import hypothesis
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.diagram import blocks, twin

NUMBERS = st.sampled_from([-2.0, -1.0, -0.25, 0.0, 0.3, 0.5, 0.6, 1.0, 1.7, 3.0])
POSITIVE = st.sampled_from([0.01, 0.02, 0.05, 0.5, 1.0, 4.0])
TIMES = st.sampled_from([0.0, 0.005, 0.01, 0.03, 0.1])
WHOLE = st.integers(0, 2)
FLAG = st.booleans()
LIMITS = {"low": st.sampled_from([-3.0, -1.0, 0.0]), "high": st.sampled_from([0.0, 1.0, 2.5])}
RISING = st.lists(NUMBERS, min_size=2, max_size=2, unique=True).map(sorted)
PAIR = st.tuples(NUMBERS, NUMBERS).map(list)
# poles inside or on the left half plane's edge, so that rounding does not grow without end
DENOMINATORS = st.sampled_from([[2.0], [1.0, 0.0], [0.3, 1.0], [1.0, 2.0, 5.0], [1, 3, 3, 1]])

STATES = ("rest", "go", "back")
ORIGINS = st.sampled_from(STATES) | st.lists(st.sampled_from(STATES), min_size=1, max_size=2)
WORDS = st.sampled_from(["p", "q", "not p", "not q"])
TRANSITION = st.fixed_dictionaries(
    {"to": st.sampled_from(STATES), "when": WORDS | st.lists(WORDS, min_size=1, max_size=2)},
    optional={"from": ORIGINS, "after": TIMES},
)
ALWAYS = [  # every state is reached, every input is read
    {"from": "rest", "to": "go", "when": "p"},
    {"from": "go", "to": "back", "when": "not q", "after": 0.02},
    {"to": "rest", "when": ["p", "q"]},
]

PARAMETERS = {
    "constant": {"value": NUMBERS},
    "gain": {"value": st.sampled_from([-0.9, 0.0, 0.5, 0.9])},
    "bias": {"value": NUMBERS},
    "sum": {"signs": st.sampled_from(["+", "-", "+-", "--"])},
    "divide": {"otherwise": NUMBERS},
    "saturate": LIMITS,
    "dead_zone": {"width": TIMES},
    "lookup": {"x": RISING, "y": PAIR},
    "lookup_2d": {"x": RISING, "y": RISING, "z": st.tuples(PAIR, PAIR).map(list)},
    "select": {"by": st.sampled_from(["condition", "index"])},
    "array": {"values": st.lists(NUMBERS, min_size=1, max_size=4), "wrap": FLAG},
    "integrator": {
        "gain": NUMBERS,
        "start": st.sampled_from([-1.0, 0.0, 1.0]),  # within its limits
        "low": st.sampled_from([-3.0, -1.0]),
        "high": st.sampled_from([1.0, 2.5]),
    },
    "derivative": {"time_constant": TIMES},
    "low_pass": {"time_constant": TIMES, "start": NUMBERS},
    "transfer_function": {"num": st.just([1.0]) | st.just([0.0, 2.0]), "den": DENOMINATORS},
    "unit_delay": {"start": NUMBERS},
    "rate_limit": {"rate": POSITIVE, "falling": POSITIVE, "start": NUMBERS},
    "motion_profile": {"rate": POSITIVE, "acceleration": POSITIVE, "start": NUMBERS},
    "hysteresis": {"on": st.just(1.0) | st.just(-1.0), "off": st.just(0.5), "high": NUMBERS},
    "threshold": {"value": NUMBERS, "width": TIMES},
    "pid": {"kp": NUMBERS, "ki": POSITIVE, "kd": TIMES, "n": POSITIVE, **LIMITS},
    "compare": {"op": st.sampled_from([">", ">=", "<", "<=", "==", "!="])},
    "in_range": LIMITS,
    "sr_latch": {"dominant": st.sampled_from(["set", "reset"]), "start": FLAG},
    "toggle": {"start": FLAG},
    "ton": {"time": TIMES},
    "tof": {"time": TIMES},
    "tp": {"time": TIMES},
    "ctu": {"preset": NUMBERS, "output": st.sampled_from(["count", "done"]), "start": NUMBERS},
    "ctd": {"preset": NUMBERS, "output": st.sampled_from(["count", "done"]), "start": NUMBERS},
    "ctud": {"preset": NUMBERS, "output": st.sampled_from(["count", "full", "empty"])},
    "sequence": {"cycle": FLAG, "start": WHOLE},
    "state_machine": {
        "states": st.just(list(STATES)),
        "transitions": st.lists(TRANSITION, max_size=5).map(lambda more: [*more, *ALWAYS]),
        "start": st.sampled_from(STATES),
    },
}
INSIDE = sorted(name for name, kind in blocks.KINDS.items() if kind.examine is None)
SOURCES = ("a", "b", "c")
WITH_UNITS = ("atan2", "elapsed")  # whose outputs do not fit everywhere


@st.composite
def diagrams(draw):
    """Draw blocks wired to sources, numbers, earlier blocks, and later ones that remember."""
    kinds = draw(st.lists(st.sampled_from(INSIDE), min_size=1, max_size=12))
    names = [f"y{i}" for i in range(len(kinds))]
    diagram = {}
    for i, (name, chosen) in enumerate(zip(names, kinds, strict=True)):
        kind = blocks.KINDS[chosen]
        parameters = draw(st.fixed_dictionaries(PARAMETERS.get(chosen, {})))
        remember = [
            n for n, k in zip(names, kinds, strict=True) if not blocks.KINDS[k].feed_through
        ]
        earlier = names if not kind.feed_through else [*names[:i], *remember]
        plain = [n for n in earlier if kinds[names.index(n)] not in WITH_UNITS]
        wires = st.sampled_from([*SOURCES, *plain]) | NUMBERS
        count = len(kind.ports)
        if kind.repeated:
            count += 2 if parameters.get("by") == "condition" else draw(st.integers(2, 3))
        inputs = draw(st.lists(wires, min_size=count, max_size=count))
        if kind.adapt is not None:
            inputs = {"p": draw(wires), "q": draw(wires)}
        diagram[name] = {"type": chosen, "in": inputs, **parameters}
    order = draw(st.permutations(names))
    return {name: diagram[name] for name in order}


@given(
    diagrams(),
    st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from([0.0, 1.0])), min_size=1, max_size=25),
)
@settings(
    max_examples=300,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture],
)
def test_kernel_and_twin_agree(compile_diagram, run_plan, diagram, rows):
    run_plan(compile_diagram(diagram, SOURCES), SOURCES, rows)


def test_the_twin_and_the_strategy_know_every_kind():
    assert set(twin.FORMULAS) == set(blocks.KINDS)
    for name, kind in blocks.KINDS.items():
        needed = {parameter.name for parameter in kind.parameters}
        assert set(PARAMETERS.get(name, {})) <= needed
