"""Kernels of latches, edges, timers and counters (IEC 61131-3, 2.5.2.3)."""

from simulator.compiled.jit import kernel

from . import opcode

# [s] Timers count whole steps; this only absorbs the rounding of steps x dt.
ROUNDING = 1e-9


@kernel
def evaluate_sequential(tables, row, signals, memory, dt):
    """Return the output of the block in `row` and advance its memory by one step."""
    code, m = tables.opcode[row], tables.memory_start[row]
    if code == opcode.STATE_MACHINE:
        return _change_state(tables, row, signals, memory, dt)
    first = tables.input_start[row]
    x = signals[tables.inputs[first]] > 0.5
    if code == opcode.SR_LATCH:
        return _latch(tables, row, x, signals[tables.inputs[first + 1]] > 0.5, memory)
    if code == opcode.RISING_EDGE:
        return 1.0 if _rises(x, memory, m) else 0.0
    if code == opcode.FALLING_EDGE:
        fell = memory[m] > 0.5 and not x
        memory[m] = 1.0 if x else 0.0
        return 1.0 if fell else 0.0
    if code == opcode.TOGGLE:
        if _rises(x, memory, m):
            memory[m + 1] = 1.0 - memory[m + 1]
        if signals[tables.inputs[first + 1]] > 0.5:
            memory[m + 1] = 0.0
        return memory[m + 1]
    if code == opcode.TON or code == opcode.TOF or code == opcode.TP:
        return _time(code, x, tables.parameters[tables.parameter_start[row]], memory, m, dt)
    if code == opcode.SEQUENCE:
        return _advance(tables, row, signals, memory)
    if code == opcode.ELAPSED:
        return _elapse(signals[tables.inputs[first]], memory, m, dt)
    return _count(tables, row, signals, memory)


@kernel
def _rises(x, memory, m):
    """Return whether `x` became true in this step; remember it."""
    rose = x and memory[m] <= 0.5
    memory[m] = 1.0 if x else 0.0
    return rose


@kernel
def _latch(tables, row, to_set, to_reset, memory):
    m = tables.memory_start[row]
    if to_set and to_reset:
        memory[m] = tables.parameters[tables.parameter_start[row]]
    elif to_set:
        memory[m] = 1.0
    elif to_reset:
        memory[m] = 0.0
    return memory[m]


@kernel
def _time(code, x, time, memory, m, dt):
    """Elapsed time is a number of whole steps, -1 while the timer is idle."""
    if code == opcode.TON:
        memory[m] = memory[m] + 1.0 if x else -1.0
        return 1.0 if x and memory[m] * dt >= time - ROUNDING else 0.0
    if code == opcode.TOF:
        if x:
            memory[m] = 0.0  # armed; the step that finds the input false is step 0
            return 1.0
        running = memory[m] >= 0.0 and memory[m] * dt < time - ROUNDING
        memory[m] = memory[m] + 1.0 if running else -1.0
        return 1.0 if running else 0.0
    rose = _rises(x, memory, m)
    if memory[m + 1] >= 0.0:
        memory[m + 1] += 1.0
    elif rose:
        memory[m + 1] = 0.0
    running = memory[m + 1] >= 0.0 and memory[m + 1] * dt < time - ROUNDING
    if not running:
        memory[m + 1] = -1.0
    return 1.0 if running else 0.0


@kernel
def _count(tables, row, signals, memory):
    """CTU: up, reset. CTD: down, load. CTUD: up, down, reset, load; reset wins over load."""
    code, p, m = tables.opcode[row], tables.parameter_start[row], tables.memory_start[row]
    first, last = tables.input_start[row], tables.input_start[row + 1]
    preset, form = tables.parameters[p], tables.parameters[p + 1]
    change, count = 0.0, m + 1
    rose = _rises(signals[tables.inputs[first]] > 0.5, memory, m)
    if rose:
        change = -1.0 if code == opcode.CTD else 1.0
    if code == opcode.CTUD:
        count = m + 2
        if _rises(signals[tables.inputs[first + 1]] > 0.5, memory, m + 1):
            change -= 1.0
    memory[count] += change
    final = signals[tables.inputs[last - 1]] > 0.5
    if final:
        memory[count] = 0.0 if code == opcode.CTU else preset
    if code == opcode.CTUD and signals[tables.inputs[first + 2]] > 0.5:
        memory[count] = 0.0
    if form == 0.0:
        return memory[count]
    empty = code == opcode.CTD or form == 2.0
    done = memory[count] <= 0.0 if empty else memory[count] >= preset
    return 1.0 if done else 0.0


@kernel
def _advance(tables, row, signals, memory):
    """Move on by at most one step; memory: the step's number."""
    p, m, first = tables.parameter_start[row], tables.memory_start[row], tables.input_start[row]
    count = tables.input_start[row + 1] - first - 1
    here = int(memory[m])
    if signals[tables.inputs[first]] > 0.5:
        memory[m] = 0.0
    elif here < count and signals[tables.inputs[first + 1 + here]] > 0.5:
        cycle = tables.parameters[p] > 0.5
        memory[m] = 0.0 if cycle and here + 1 == count else here + 1.0
    return memory[m]


@kernel
def _elapse(x, memory, m, dt):
    """Count the steps since `x` changed; memory: started, last input, steps."""
    if memory[m] < 0.5 or x != memory[m + 1]:
        memory[m], memory[m + 1], memory[m + 2] = 1.0, x, 0.0
    else:
        memory[m + 2] += 1.0
    return memory[m + 2] * dt


@kernel
def _change_state(tables, row, signals, memory, dt):
    """Take the first transition that holds; memory: state, whole steps in it (-1 before the first).

    Parameters: the transitions one after the other, each as from (-1 = any other), to, time in the
    state [s] (-1 = any), count of conditions, then for each its input's number and wanted value.
    """
    p, last = tables.parameter_start[row], tables.parameter_start[row + 1]
    m, first = tables.memory_start[row], tables.input_start[row]
    memory[m + 1] += 1.0
    while p < last:
        origin, count = tables.parameters[p], int(tables.parameters[p + 3])
        holds = origin == memory[m] or (origin < 0.0 and tables.parameters[p + 1] != memory[m])
        holds = holds and memory[m + 1] * dt >= tables.parameters[p + 2] - ROUNDING
        for k in range(count):
            wire = tables.inputs[first + int(tables.parameters[p + 4 + 2 * k])]
            if (signals[wire] > 0.5) != (tables.parameters[p + 5 + 2 * k] > 0.5):
                holds = False
        if holds:
            memory[m], memory[m + 1] = tables.parameters[p + 1], 0.0
            break
        p += 4 + 2 * count
    return memory[m]
