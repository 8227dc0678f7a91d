"""The effects of faults once more, in plain Python: what the kernels are checked against."""

import math

from simulator.exact.elementary import exponential

MASK = 0xFFFFFFFF


def mix(x):
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & MASK
    x = ((x ^ (x >> 15)) * 0x846CA68B) & MASK
    return x ^ (x >> 16)


def uniform(seed, count):
    bits = mix(mix((seed + 0x9E3779B9) & MASK) ^ (count & MASK))
    return mix((bits + (count >> 32)) & MASK) / 2**32


def normal(seed, count):
    return sum(uniform(seed, 12 * count + k) for k in range(12)) - 6.0


class Naive:
    """One faulty value; call it with the healthy one once a step."""

    def __init__(self, fault, step, seed=0, rest=0.0, mirror=0.0, low=-math.inf, high=math.inf):
        self.fault, self.step, self.seed = fault, step, seed
        self.rest, self.mirror, self.low, self.high = rest, mirror, low, high
        self.values, self.lag = [], None

    @property
    def is_broken(self):
        """Whether an intermittent fault was there in the last step."""
        fault = self.fault
        period = round(fault.period / self.step)
        cycle, phase = divmod(len(self.values) - 1, period)
        broken, start = round(fault.share * period), 0
        if fault.seed:
            start = int(uniform(self.seed, cycle) * (period - broken + 1))
        return start <= phase < start + broken

    def __call__(self, value):
        fault, clock = self.fault, len(self.values)
        self.values.append(value)
        if self.lag is None:
            self.lag = value
        self.lag += (1.0 - exponential(-self.step / fault.time_constant)) * (value - self.lag)
        wait = round(fault.delay / self.step)
        result = {
            "off": lambda: self.rest,
            "stuck": lambda: self.values[0],
            "noise": lambda: value + fault.amount * normal(self.seed, clock),
            "bias": lambda: value + fault.amount,
            "slow": lambda: self.lag,
            "delayed": lambda: self.values[max(clock - wait, 0)],
            "intermittent": lambda: self.rest if self.is_broken else value,
            "reversed": lambda: self.mirror - value,
        }[fault.kind]()
        return min(max(result, self.low), self.high)
