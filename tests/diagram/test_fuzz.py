"""Whatever a diagram says, the answer is a plan or a list of located problems."""

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from simulator.diagram import blocks, plan
from simulator.diagram.problem import DiagramError
from simulator.diagram.terminals import Source, Target
from simulator.spec.models.console import ConsoleSpec

NAMES = st.sampled_from(["a", "b", "c", "lever", "r.angle", "angle", "nothing"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | NAMES
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3), max_leaves=6)
KEYS = sorted({p.name for kind in blocks.KINDS.values() for p in kind.parameters} | {"time_ms"})
WIRES = NAMES | st.floats(-2, 2) | st.booleans()
INPUTS = (
    WIRES
    | st.lists(WIRES, max_size=5)
    | st.dictionaries(st.sampled_from(["in1", "in2", "set", "reset", "value1", "x"]), WIRES)
)
BLOCK = st.builds(
    lambda kind, inputs, parameters: {"type": kind, "in": inputs, **parameters},
    st.sampled_from([*blocks.KINDS, *blocks.OTHER_NAMES, "other"]),
    INPUTS,
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4),
)
SOURCES = (Source("lever"), Source("r.angle", "rad", ("angle",), "sensor"))
TARGETS = (Target("r.motor", ("1",), ("motor",), "motor"), Target("lamp"))


@given(
    st.dictionaries(NAMES.filter(lambda name: "." not in name), BLOCK, max_size=4),
    st.dictionaries(st.sampled_from(["motor", "r.motor", "lamp", "other"]), NAMES, max_size=3),
)
@settings(max_examples=400)
def test_any_diagram_is_a_plan_or_problems(diagram, outputs):
    try:
        console = ConsoleSpec.model_validate({"diagram": diagram, "outputs": outputs})
    except ValidationError:
        return
    try:
        compiled = plan.compile_plan(console, SOURCES, TARGETS)
    except DiagramError as error:
        for path, code, message, *_ in error.problems:
            assert path[0] in ("diagram", "outputs", "constants", "panel")
            assert code and message
    else:
        assert len(compiled.order) == len(diagram)
        assert len(compiled.tables.opcode) == len(diagram)
