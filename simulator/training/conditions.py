"""Conditions at work: a ConditionSpec becomes a function of the moment, with its own memory."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from simulator.exact.elementary import arctangent
from simulator.exact.products import length
from simulator.spec.models.condition import ConditionSpec

from .cast import Cast, turned
from .moment import NOBODY, Moment

Test = Callable[[Moment], bool]
Metrics = Mapping[str, Callable[[], float]]  # what each metric has measured so far


class Watch:
    """A condition that is asked once per frame; `restart` forgets what it has seen."""

    def __init__(self, spec: ConditionSpec, cast: Cast, metrics: Metrics) -> None:
        self.spec = spec
        self._parts = [Watch(part, cast, metrics) for part in (*spec.all, *spec.any)]
        if spec.not_ is not None:
            self._parts.append(Watch(spec.not_, cast, metrics))
        self._test: Test = getattr(self, f"_{spec.kind}")(cast, metrics)
        self._held = 0.0
        self._began: float | None = None

    def restart(self) -> None:
        """Begin anew: `after` counts from the next moment, `hold` from zero."""
        self._held, self._began = 0.0, None
        for part in self._parts:
            part.restart()

    def holds(self, moment: Moment) -> bool:
        """Return whether the condition holds, and has held for as long as it has to."""
        if self._began is None:
            self._began = moment.time - moment.dt
        is_met = self._test(moment)
        self._held = self._held + moment.dt if is_met else 0.0
        return is_met and self._held >= self.spec.hold - 1e-9

    def _within(self, value: float) -> bool:
        above = self.spec.above is None or value > self.spec.above
        return above and (self.spec.below is None or value < self.spec.below)

    def _signal(self, cast: Cast, _: Metrics) -> Test:
        row = cast.signal_row(self.spec.signal or "")
        return lambda moment: self._within(float(moment.snapshot.signals[row]))

    def _joint(self, cast: Cast, _: Metrics) -> Test:
        row = cast.joints[self.spec.joint or ""]
        return lambda moment: self._within(float(moment.snapshot.joint_position[row]))

    def _tilt(self, cast: Cast, _: Metrics) -> Test:
        row = cast.bodies[self.spec.tilt or ""]
        up = np.array([0.0, 0.0, 1.0])

        def test(moment: Moment) -> bool:
            z = float(turned(moment.snapshot.orientation[row], up)[2])
            aside = math.sqrt(max(0.0, (1.0 - z) * (1.0 + z)))
            return self._within(arctangent(aside, z))

        return test

    def _body(self, cast: Cast, _: Metrics) -> Test:
        spec = self.spec
        row = cast.bodies[spec.body or ""]
        tests: list[Test] = []
        if spec.inside is not None:
            zone, whole = cast.zones[spec.inside], spec.whole
            tests.append(
                lambda moment: zone.holds(
                    moment.corners(row) if whole else moment.snapshot.position[row][None]
                )
            )
        if spec.touches is not None:
            other, least = cast.bodies[spec.touches], spec.above or 0.0
            tests.append(lambda moment: moment.forces_between(row, other) > least)
        if spec.near is not None:
            to, reach = cast.bodies[spec.near], spec.distance
            tests.append(
                lambda moment: (
                    length(moment.snapshot.position[row] - moment.snapshot.position[to]) <= reach
                )
            )
        if spec.slower is not None:
            limit = spec.slower
            tests.append(lambda moment: length(moment.snapshot.velocity[row]) < limit)
        return lambda moment: all(test(moment) for test in tests)

    def _gripped(self, cast: Cast, _: Metrics) -> Test:
        row = cast.bodies[self.spec.gripped or ""]
        least = self.spec.above
        if least is None:
            return lambda moment: moment.holders(row)
        return lambda moment: moment.holders(row, least)

    def _carried(self, cast: Cast, _: Metrics) -> Test:
        row = cast.bodies[self.spec.carried or ""]
        return lambda moment: moment.carriers[row] != NOBODY

    def _pressed(self, cast: Cast, _: Metrics) -> Test:
        rows = cast.control_rows(self.spec.pressed or "")
        return lambda moment: bool(moment.pressed[rows].any())

    def _metric(self, _: Cast, metrics: Metrics) -> Test:
        measure = metrics[self.spec.metric or ""]
        return lambda moment: self._within(measure())

    def _after(self, _: Cast, __: Metrics) -> Test:
        wait = self.spec.after or 0.0
        return lambda moment: moment.time - (self._began or 0.0) >= wait - 1e-9

    def _all(self, _: Cast, __: Metrics) -> Test:
        return lambda moment: all([part.holds(moment) for part in self._parts])

    def _any(self, _: Cast, __: Metrics) -> Test:
        return lambda moment: any([part.holds(moment) for part in self._parts])

    def _not(self, _: Cast, __: Metrics) -> Test:
        return lambda moment: not self._parts[0].holds(moment)
