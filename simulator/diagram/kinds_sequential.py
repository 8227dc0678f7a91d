"""Block kinds of logic that remember: latches, edges, timers and counters as in IEC 61131-3."""

from . import opcode, states
from .kind import FLAG, NOT_NEGATIVE, NUMBER, WHOLE, Kind, Parameter, Port, Values, word

LOGIC_IN = (Port("in", unit="one"),)
RESET = Port("reset", unit="one")
MAY_RESET = RESET._replace(default=0.0)
LOAD = Port("load", 0.0, "one")
TIME = (Parameter("time", NOT_NEGATIVE, unit="s"),)
COUNT = Parameter("output", word("count", "done"), "count")
PRESET = Parameter("preset", NUMBER, 0.0)
START = Parameter("start", NUMBER, 0.0)


def _pack_latch(parameters: Values, input_count: int, step: float) -> list[float]:
    return [float(parameters["dominant"] == "set")]


def _pack_counter(parameters: Values, input_count: int, step: float) -> list[float]:
    form = {"count": 0.0, "done": 1.0, "full": 1.0, "empty": 2.0}
    return [parameters["preset"], form[parameters["output"]]]


KINDS = (
    Kind("sr_latch", opcode.SR_LATCH,
         "Goes to 1 on `set`, to 0 on `reset`, else stays; `dominant` wins when both are true.",
         ports=(Port("set", unit="one"), RESET), output="one", logic=True, memory=("start",),
         pack=_pack_latch, parameters=(Parameter("dominant", word("set", "reset"), "reset"),
                                       Parameter("start", FLAG, False))),
    Kind("rising_edge", opcode.RISING_EDGE, "1 for the step in which the input becomes true.",
         ports=LOGIC_IN, output="one", logic=True, memory=(0.0,)),
    Kind("falling_edge", opcode.FALLING_EDGE, "1 for the step in which the input becomes false.",
         ports=LOGIC_IN, output="one", logic=True, memory=(0.0,)),
    Kind("toggle", opcode.TOGGLE, "Turns over each time the input becomes true; 0 while `reset`.",
         ports=(*LOGIC_IN, MAY_RESET), output="one", logic=True,
         memory=(0.0, "start"), parameters=(Parameter("start", FLAG, False),)),
    Kind("ton", opcode.TON, "On-delay: 1 once the input has been true for `time`.",
         ports=LOGIC_IN, output="one", logic=True, memory=(-1.0,), parameters=TIME),
    Kind("tof", opcode.TOF, "Off-delay: stays 1 for `time` after the input became false.",
         ports=LOGIC_IN, output="one", logic=True, memory=(-1.0,), parameters=TIME),
    Kind("tp", opcode.TP, "Pulse: 1 for `time` from the moment the input becomes true.",
         ports=LOGIC_IN, output="one", logic=True, memory=(0.0, -1.0), parameters=TIME),
    Kind("ctu", opcode.CTU, "Up counter: counts each time `up` becomes true, 0 on `reset`; "
         "`output: done` gives count >= preset instead.",
         ports=(Port("up", unit="one"), MAY_RESET), output="one",
         memory=(0.0, "start"), pack=_pack_counter, parameters=(PRESET, COUNT, START)),
    Kind("ctd", opcode.CTD, "Down counter: counts down each time `down` becomes true, `preset` on "
         "`load`; `output: done` gives count <= 0 instead.",
         ports=(Port("down", unit="one"), LOAD), output="one",
         memory=(0.0, "start"), pack=_pack_counter, parameters=(PRESET, COUNT, START)),
    Kind("ctud", opcode.CTUD, "Up and down counter, `reset` to 0, `load` to preset; `output: full` "
         "gives count >= preset, `empty` count <= 0.",
         ports=(Port("up", unit="one"), Port("down", unit="one"), MAY_RESET, LOAD),
         output="one", memory=(0.0, 0.0, "start"), pack=_pack_counter,
         parameters=(PRESET, Parameter("output", word("count", "full", "empty"), "count"), START)),
    Kind("elapsed", opcode.ELAPSED, "Seconds since the input last changed.",
         ports=(Port("in", unit="any"),), output="s", memory=(0.0, 0.0, 0.0)),
    Kind("sequence", opcode.SEQUENCE,
         "The number of the step it is in, from 0: each step waits for its own condition; `reset` "
         "leads back to 0. After the last condition it stays, or with `cycle` begins again.",
         ports=(RESET,), repeated=Port("step", unit="one"), output="one", memory=("start",),
         parameters=(Parameter("cycle", FLAG, False), Parameter("start", WHOLE, 0))),
    states.KIND,
)  # fmt: skip
