"""The islands of a cluster at once: what `island` does for one of them, done for each."""

import numpy as np

from simulator.compiled.jit import kernel

from ..algebra import vector
from ..bodies import motion
from . import island

LEVER = 0.1  # at which an angle counts as a way [m]


@kernel
def solve(
    cluster, clusters, bodies, joints, motors, islands, h, sure, switches, backlash
) -> bool:  # fmt: skip
    """Solve the islands of a cluster, see there; return whether rows of joints have switched."""
    switched = False
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        switched |= island.solve(
            clusters.island[n], bodies, joints, motors, islands, h, sure, switches, backlash
        )
    return switched


@kernel
def close(cluster, clusters, joints, islands, h) -> None:
    """Find the pseudo velocities of a cluster's islands, with `islands.push` acting."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.solve_position(clusters.island[n], joints, islands, h)


@kernel
def store_reactions(cluster, clusters, joints, islands, span) -> None:
    """Keep the reactions of a cluster's joints."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.store_reactions(clusters.island[n], joints, islands, span)


@kernel
def correct(cluster, clusters, joints, motors, islands, h, backlash) -> bool:
    """Solve the islands once for what contacts have changed; return whether rows have switched."""
    switched = False
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        switched |= island.correct(clusters.island[n], joints, motors, islands, h, backlash)
    return switched


@kernel
def has_held(first, end, body, freedoms, softness) -> bool:
    """Whether friction or a limit holds a freedom of the bodies listed from `first` to `end`."""
    for n in range(first, end):
        for f in range(freedoms[body[n]]):
            if softness[body[n], f] == 0.0:
                return True
    return False


@kernel
def begin(cluster, clusters, joints, islands, h) -> None:
    """Find the islands' velocities under the impulses that contacts begin with.

    Where a point was lost or found these may be wild, so no row switches and no turn is followed.
    """
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.solve_once(clusters.island[n], joints, islands, h)


@kernel
def forget_turn(cluster, clusters, bodies, joints, islands, h) -> None:
    """Take back what turns within the step have added to the islands, see there."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        island.forget_turn(clusters.island[n], bodies, joints, islands, h)


@kernel
def is_open(cluster, clusters, joints, islands, small) -> bool:
    """Whether joints have gaps, or are beyond limits, by more than `small` [m or rad]."""
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        if island.is_open(clusters.island[n], joints, islands, small):
            return True
    return False


@kernel
def find_curve(cluster, clusters, bodies, joints, islands, step) -> float:
    """Return how far arcs of joints about their bodies' centres leave their tangents, at most [m].

    `islands.velocity` are the motions of a step that goes along the tangents; infinite if one of
    them is no number.
    """
    most, whole = 0.0, 0.0
    for n in range(clusters.island_start[cluster], clusters.island_start[cluster + 1]):
        row = clusters.island[n]
        for i in range(islands.all_start[row], islands.all_start[row + 1]):
            most = max(most, _find_bow(islands.all_joint[i], bodies, joints, islands))
        way, turn = motion.find_sizes(islands.body_start[row], islands.body_start[row + 1], islands)
        whole += way + turn
    if not whole < np.inf:
        return np.inf
    return 0.5 * step * step * np.sqrt(most)


@kernel
def _find_bow(j, bodies, joints, islands) -> float:
    """Return the square of how fast joint `j` leaves the tangent of either body [m2/s4]."""
    most, velocity = 0.0, islands.velocity
    for side in range(2):
        b = joints.parent[j] if side == 0 else joints.child[j]
        if islands.of_body[b] < 0:
            continue
        arm = vector.subtract(vector.load(joints.anchor, j), vector.load(bodies.position, b))
        spin = velocity[b, 3], velocity[b, 4], velocity[b, 5]
        turn = vector.dot(spin, spin)
        most = max(most, turn * turn * max(vector.dot(arm, arm), LEVER * LEVER))
    return most
