"""Metrics of touching: collisions, forces, and what was dropped."""

import numpy as np

from simulator.exact.products import length

from .measure import Measure, measures
from .moment import NOBODY, Moment

BUMP = 2.0  # least force of a collision [N]
FALL = 0.3  # a load that sinks faster than this beside what it touches falls [m/s]
REST = 0.02  # a load that moves more slowly rests [m/s]
PAUSE = 0.5  # contacts of one pair within it are one collision [s]


@measures("collisions", "Столкновения", "Collisions")
class Collisions(Measure):
    """How often the robot ran into something that it should not touch."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.seen: dict[int, float] = {}  # when each body was touched last [s]
        self.count = 0

    def watch(self, moment: Moment) -> None:
        """Count bodies that are touched anew."""
        for pair in moment.collisions:
            if pair.peak < BUMP:
                continue
            other = pair.b if self.cast.own[pair.a] else pair.a
            if moment.time - self.seen.get(other, -np.inf) > PAUSE:
                self.count += 1
            self.seen[other] = moment.time
        self.value = float(self.count)


@measures("peak_force", "Пиковая сила удара", "Peak contact force")
class PeakForce(Measure):
    """Largest force of a collision."""

    unit = "N"

    def watch(self, moment: Moment) -> None:
        """Take the larger."""
        self.value = max(self.value, *(pair.peak for pair in moment.collisions), 0.0)


@measures("load_force", "Сила удара груза", "Peak force on the load")
class LoadForce(Measure):
    """Largest force between the held load (`body`, or all it handles) and its surroundings."""

    unit = "N"

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.loads = _loads(self)
        self.lay = dict.fromkeys(self.loads, False)  # on the robot, in the frame before

    def watch(self, moment: Moment) -> None:
        """Take the larger, while something is held, and as what lay on the robot is set down."""
        for load in self.loads:
            lay, self.lay[load] = self.lay[load], moment.carriers[load] != NOBODY
            if lay or moment.holds(load):
                carried = self.cast.own | (moment.carriers != NOBODY)
                forces = [
                    pair.peak
                    for pair in moment.pairs
                    if load in (pair.a, pair.b)
                    and not carried[pair.b if pair.a == load else pair.a]
                ]
                self.value = max(self.value, *forces, 0.0)


@measures("drops", "Падения груза", "Drops")
class Drops(Measure):
    """How often a held load fell: let go where nothing carried it, or past what it brushed.

    What lay on the robot falls where it sinks away from what it lay on: a pallet that hops on the
    forks is not dropped.
    """

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.loads = [load for load in _loads(self) if not self.cast.jointed[load]]
        self.loose = dict.fromkeys(self.loads, False)  # held, and since then never at rest
        self.carriers = dict.fromkeys(self.loads, NOBODY)  # what each lay on last
        self.fallen: list[int] = []  # those that fell in this frame

    def watch(self, moment: Moment) -> None:
        """Look for loads that fall, from the moment they are let go until they rest."""
        self.fallen = []
        for load in self.loads:
            if moment.holds(load):
                self.loose[load] = True
                self.carriers[load] = int(moment.carriers[load])
            elif self.loose[load]:
                self.loose[load] = self._follow(moment, load)

    def _follow(self, moment: Moment, load: int) -> bool:
        """Count a load that falls; return whether it still may."""
        touched = [pair for pair in moment.pairs if load in (pair.a, pair.b)]
        velocity, carrier = moment.snapshot.velocity, self.carriers[load]
        sinking = velocity[load, 2]
        if carrier != NOBODY:
            falls = max(sinking, sinking - velocity[carrier, 2]) < -FALL
        else:
            falls = not touched or sinking < -FALL
        if falls:
            self.value += 1.0
            self.fallen.append(load)
            return False
        is_on_robot = any(self.cast.own[pair.a] or self.cast.own[pair.b] for pair in touched)
        return is_on_robot or not touched or length(velocity[load]) > REST


def _loads(measure: Measure) -> list[int]:
    cast = measure.cast
    if measure.spec.body:
        return [cast.bodies[measure.spec.body]]
    return [int(row) for row in np.flatnonzero(cast.handles)]
