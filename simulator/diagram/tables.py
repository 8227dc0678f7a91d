"""The compiled diagram as a kernel reads it: one row per block, in the order of evaluation."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int32]


class Tables(NamedTuple):
    """Blocks in plan order; block i owns the ranges start[i]..start[i + 1] of the flat arrays."""

    opcode: Rows  # (n,) see opcode.py
    output: Rows  # (n,) slot of the block's signal
    input_start: Rows  # (n + 1,)
    inputs: Rows  # (m,) slots
    parameter_start: Rows  # (n + 1,)
    parameters: Floats  # (p,)
    memory_start: Rows  # (n + 1,) ranges of the memory array
    stored: Floats  # (s,) curves and arrays, those of equal numbers once
