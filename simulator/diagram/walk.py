"""A step of a compiled diagram block by block, on the plain-Python twin: for people who look on.

It begins with the memory that the kernel has, and changes nothing: what it finds is what the
kernel will find in its next step.
"""

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray

from .plan import Plan
from .twin import FORMULAS, Call, State
from .twin_number import discretise
from .wiring import Block

Cells = list[float]


def _timer(cells: Cells) -> State:
    return {} if cells[0] < 0.0 else {"steps": int(cells[0])}


def _counter(cells: Cells) -> dict[Any, Any]:
    return {("before", 0): cells[0] > 0.5, "count": cells[1]}


# memory of the kernel -> what the twin remembers, by kind
RECALL: dict[str, Callable[[Cells], dict[Any, Any]]] = {
    "derivative": lambda m: {"input": m[1], "output": m[2]} if m[0] > 0.5 else {},
    "low_pass": lambda m: {"output": m[0]},
    "rate_limit": lambda m: {"output": m[0]},
    "motion_profile": lambda m: {"output": m[0], "rate": m[1]},
    "hysteresis": lambda m: {"on": m[0] > 0.5},
    "threshold": lambda m: {"on": m[0] > 0.5},
    "pid": lambda m: {"error": m[1], "integral": m[2], "derivative": m[3]} if m[0] > 0.5 else {},
    "sr_latch": lambda m: {"on": m[0] > 0.5},
    "rising_edge": lambda m: {("before", 0): m[0] > 0.5},
    "falling_edge": lambda m: {"before": m[0] > 0.5},
    "toggle": lambda m: {("before", 0): m[0] > 0.5, "on": m[1] > 0.5},
    "ton": lambda m: {} if m[0] < 0.0 else {"steps": int(m[0]) + 1},
    "tof": _timer,
    "tp": lambda m: {("before", 0): m[0] > 0.5, **_timer(m[1:])},
    "ctu": _counter,
    "ctd": _counter,
    "ctud": lambda m: {("before", 0): m[0] > 0.5, ("before", 1): m[1] > 0.5, "count": m[2]},
    "sequence": lambda m: {"step": int(m[0])},
    "elapsed": lambda m: {"last": m[1], "steps": int(m[2])} if m[0] > 0.5 else {},
}


class Walk:
    """The next step of a diagram: `at` blocks of the plan are evaluated, `values` are known.

    Args:
        plan: The compiled diagram.
        signals: (slots,) as they are now; sources and constants are read from them.
        memory: (cells,) as it is now.
        forced: Values by the names of forced signals.
    """

    def __init__(
        self, plan: Plan, signals: NDArray, memory: NDArray, forced: Mapping[str, float]
    ) -> None:
        self.plan, self.forced, self.at = plan, dict(forced), 0
        self._memory = memory.copy()
        self._before = dict(zip(plan.names, signals.tolist(), strict=True))
        self._made = {block.name: row for row, block in enumerate(plan.order)}
        self.values: dict[str, float] = {}

    @property
    def is_over(self) -> bool:
        """Whether every block of the step is evaluated."""
        return self.at == len(self.plan.order)

    @property
    def next(self) -> Block | None:
        """The block that comes next."""
        return None if self.is_over else self.plan.order[self.at]

    def step(self) -> str:
        """Evaluate the next block; return its name, "" at the end."""
        block = self.next
        if block is None:
            return ""
        value = self._output(self.at, block)
        self.values[block.name] = self.forced.get(block.name, value)
        self.at += 1
        return block.name

    def is_ahead(self, name: str) -> bool:
        """Return whether a signal is of a block that is not evaluated yet."""
        return name in self._made and name not in self.values

    def _output(self, row: int, block: Block) -> float:
        first, end = (int(cell) for cell in self.plan.tables.memory_start[row : row + 2])
        cells = self._memory[first:end].tolist()
        if not block.kind.feed_through:
            return cells[0]
        inputs = [self._value(wire) for wire in block.inputs]
        if block.kind.name == "transfer_function":
            return self._transfer(block.parameters, inputs[0], cells)
        state = _recall(block, cells)
        names = tuple(port.name for port in block.kind.ports)
        call = Call(block.parameters, inputs, state, self.plan.step, names)
        return FORMULAS[block.kind.name](call)

    def _value(self, wire: str | float) -> float:
        if not isinstance(wire, str):
            return wire
        if wire in self.forced:
            return self.forced[wire]
        if wire in self._made:
            return self.values[wire]
        return self._before[wire]

    def _transfer(self, parameters: Mapping[str, Any], x: float, cells: Cells) -> float:
        """Return the output of the transposed form that the kernel keeps: b0 x + first cell."""
        numerator = list(parameters["num"])
        while len(numerator) > 1 and numerator[0] == 0.0:
            numerator.pop(0)
        b, _ = discretise(tuple(numerator), parameters["den"], self.plan.step)
        return b[0] * x + (cells[0] if cells else 0.0)


def _recall(block: Block, cells: Cells) -> State:
    """Return what the twin of a block remembers where the kernel has these cells."""
    if block.kind.name == "state_machine":
        states = block.parameters["states"]
        return {"here": states[int(cells[0])], "steps": int(cells[1])}
    found = RECALL.get(block.kind.name)
    return found(cells) if found is not None else {}
