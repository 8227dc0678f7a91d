"""A frame as the judge sees it: what the operator did, what came of it, who touched whom."""

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times
from simulator.snapshot import PanelInput, Snapshot

from .cast import Cast, turned

SIDEWAYS = 0.5  # largest |z| of a normal that does not carry
NOBODY = -1  # row of the body that carries what none does
BELOW = 0.01  # what meets a wheel so far below its axle can be climbed [m]
FIRM = 1.0  # least force that counts as holding [N]
GROUND = 0  # row of the ground
OPPOSED = -0.5  # largest cosine between the normals of two sides of a grip


class Pair(NamedTuple):
    """Two bodies that pressed on each other in the frame."""

    a: int  # rows
    b: int
    force: float  # in the last step [N]
    peak: float  # largest of the frame [N]


class Moment:
    """One frame of an attempt; `time` counts from its start."""

    def __init__(
        self,
        cast: Cast,
        panel: PanelInput,
        pressed: NDArray[np.bool_],
        snapshot: Snapshot,
        time: float,
        camera: str,
    ) -> None:
        self.cast = cast
        self.panel = panel
        self.pressed = pressed  # (inputs,) buttons that were pressed in this frame
        self.snapshot = snapshot
        self.time = time  # [s]
        self.dt = cast.dt  # [s]
        self.camera = camera  # the robot camera that the operator sees, "" for none

    def signal(self, name: str) -> float:
        """Return a signal's value."""
        return float(self.snapshot.signals[self.cast.signal_row(name)])

    def corners(self, row: int) -> NDArray[np.float64]:
        """Return the (n, 3) corners of a body's shapes in the world."""
        snapshot = self.snapshot
        way = turned(snapshot.orientation[row], self.cast.corners[row])
        return snapshot.position[row] + way

    @cached_property
    def pairs(self) -> list[Pair]:
        """Everybody who pressed on somebody."""
        table = self.snapshot.touching
        columns = (table.body_a, table.body_b, table.force, table.peak)
        return [Pair(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]

    def forces_between(self, a: int, b: int) -> float:
        """Return how hard two bodies pressed on each other at most [N]."""
        wanted = (min(a, b), max(a, b))
        return max((pair.peak for pair in self.pairs if (pair.a, pair.b) == wanted), default=0.0)

    @cached_property
    def collisions(self) -> list[Pair]:
        """What the scored robot hit: nothing it stands on, and nothing it may handle."""
        cast = self.cast
        return [
            pair
            for pair in self.pairs
            if cast.own[pair.a] != cast.own[pair.b]
            and not (cast.handles[pair.a] or cast.handles[pair.b])
            and not self._carries(pair)
        ]

    def _carries(self, pair: Pair) -> bool:
        """Return whether a wheel or track stands on the other body rather than runs into it.

        A robot that walks may sit and lie on the ground, and its feet find hold where they touch.
        A wheel or track climbs what meets it below the axle, such as the edge of a step; it runs
        into what pushes it back at the height of the axle, or from its side.
        """
        cast, contacts = self.cast, self.snapshot.contacts
        if cast.walks and GROUND in (pair.a, pair.b):
            return True
        if not cast.feet[pair.a if cast.own[pair.a] else pair.b]:
            return False
        if cast.walks:
            return True
        rows = ((contacts.body_a == pair.a) & (contacts.body_b == pair.b)) | (
            (contacts.body_a == pair.b) & (contacts.body_b == pair.a)
        )
        force, normal, point = contacts.force[rows], contacts.normal[rows], contacts.position[rows]
        steep = np.abs(normal[:, 2]) < SIDEWAYS
        if not steep.any():
            return True
        axles, axes = self._axles
        near = np.linalg.norm(point[:, None] - axles, axis=2).argmin(axis=1)
        high = point[:, 2] > axles[near, 2] - BELOW
        flank = np.abs((normal * axes[near]).sum(axis=1)) > SIDEWAYS
        return bool(force[steep & (high | flank)].sum() <= 0.5 * force.sum())

    @cached_property
    def _axles(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Middles and axes of the robot's wheels in the world, (n, 3) each."""
        rows = [row for row, _ in self.cast.wheels]
        snapshot = self.snapshot
        axes = [turned(snapshot.orientation[row], axis) for row, axis in self.cast.wheels]
        return snapshot.position[rows], np.array(axes)

    def holds(self, row: int) -> bool:
        """Return whether a load is in a robot's grip, or lies on the scored robot."""
        return self.carriers[row] != NOBODY or self.holders(row)

    @cached_property
    def carriers(self) -> NDArray[np.intp]:
        """(bodies,) row of a body under each load that lies on the robot alone, else NOBODY.

        A load may lie on other loads that do, as a box on the pallet on a fork.
        """
        cast, contacts = self.cast, self.snapshot.contacts
        flat = np.abs(contacts.normal[:, 2]) >= SIDEWAYS
        first, second = contacts.body_a[flat], contacts.body_b[flat]
        up = contacts.normal[flat, 2] > 0.0
        stacks = np.stack([np.where(up, second, first), np.where(up, first, second)], axis=1)
        pairs, which = np.unique(stacks, axis=0, return_inverse=True)
        weights = np.bincount(which.ravel(), contacts.force[flat], len(pairs))
        above, below = pairs[weights >= FIRM].T  # however many points one lies on
        carriers = np.full(len(cast.own), NOBODY)
        carriers[above] = below
        carriers[~cast.handles] = NOBODY
        lies, carried = carriers != NOBODY, np.zeros(len(carriers), bool)
        while True:  # those on the robot, then those on these, and so on
            more = lies.copy()
            more[above[~(cast.own | carried)[below]]] = False
            if (more == carried).all():
                return np.where(carried, carriers, NOBODY)
            carried = more

    def holders(self, row: int, least: float = FIRM) -> bool:
        """Return whether one robot grips a body: from two sides, or by suction."""
        contacts, owner = self.snapshot.contacts, self.cast.owner
        sides: dict[int, list[NDArray[np.float64]]] = {}
        for body, other, sign in (
            (contacts.body_a, contacts.body_b, -1.0),
            (contacts.body_b, contacts.body_a, 1.0),
        ):
            for point in np.flatnonzero((body == row) & (contacts.force >= least)):
                robot = int(owner[other[point]])
                if robot >= 0:
                    sides.setdefault(robot, []).append(sign * contacts.normal[point])
        return any(_are_opposed(normals) for normals in sides.values()) or any(
            share > 0.0 and self._push_between(link, row) >= least
            for link, share in zip(self.cast.cups, self.snapshot.suction, strict=True)
        )

    def _push_between(self, a: int, b: int) -> float:
        """Return how hard two bodies press on each other at the end of the frame [N]."""
        contacts = self.snapshot.contacts
        ahead = (contacts.body_a == a) & (contacts.body_b == b)
        return float(contacts.force[ahead | (contacts.body_a == b) & (contacts.body_b == a)].sum())


def _are_opposed(normals: list[NDArray[np.float64]]) -> bool:
    matrix = np.array(normals)
    return bool(times(matrix, matrix.T).min() < OPPOSED)
