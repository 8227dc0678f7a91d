"""Numbers of the block kinds, as kernels see them: four families of at most 32 each."""

(
    CONSTANT, GAIN, BIAS, SUM, PRODUCT, DIVIDE, ABS, NEGATE, MIN, MAX, SATURATE, DEAD_ZONE, SIN,
    COS, SQRT, ATAN2, LOOKUP, LOOKUP_2D, SELECT, ARRAY,
) = range(20)  # fmt: skip

DYNAMIC = 32  # first of the numbers with memory
(
    INTEGRATOR, DERIVATIVE, LOW_PASS, TRANSFER_FUNCTION, UNIT_DELAY, RATE_LIMIT, HYSTERESIS, PID,
    OUTSIDE, MOTION_PROFILE,
) = range(DYNAMIC, DYNAMIC + 10)  # fmt: skip

LOGIC = 64  # first of the logic without memory
AND, OR, NOT, XOR, NAND, NOR, COMPARE, IN_RANGE = range(LOGIC, LOGIC + 8)

SEQUENTIAL = 96  # first of the logic with memory
(
    SR_LATCH, RISING_EDGE, FALLING_EDGE, TOGGLE, TON, TOF, TP, CTU, CTD, CTUD, SEQUENCE, ELAPSED,
    STATE_MACHINE,
) = range(SEQUENTIAL, SEQUENTIAL + 13)  # fmt: skip
