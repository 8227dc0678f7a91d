"""Heaps of unlike masses: swept on along their trend until nothing sinks in any more.

What is light between heavy things hands on a share of a blow in each sweep that is as small as it
is itself. With masses of 500:1 the usual sweeps leave points that come nearer at metres per second,
in one step after the other, until things are through each other. Sweeps that go on along their
trend (`conjugate`) take the square root as many.
"""

import numpy as np

from simulator.compiled.jit import kernel

from ..piles import conjugate
from .rounds import SINKS

UNLIKE = 10.0  # ratio of masses; for less the usual sweeps do
STEPS, MOST = 6.0, 200  # there and back, for each root of the ratio; most


@kernel
def find_ratio(first, end, body, inv_mass) -> float:
    """Return how many times the lightest the heaviest weighs of bodies listed `first` to `end`."""
    most, least = 0.0, 1e300
    for n in range(first, end):
        own = inv_mass[body[n]]
        most, least = max(most, own), min(least, own)
    return most / least if most > 0.0 else 1.0


@kernel
def is_unlike(cluster, clusters, bodies) -> bool:
    """Whether the masses of a cluster's bodies are so unlike that it is swept on."""
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    return find_ratio(first, end, clusters.body, bodies.inv_mass) > UNLIKE


@kernel
def sweep_on(cluster, world, batches, is_position) -> None:
    """Go on with the sweeps of a cluster that is all in lanes, if its masses are unlike.

    Until none changes the way of a step by `SINKS`.
    """
    clusters, bodies = world.clusters, world.bodies
    first, end = clusters.body_start[cluster], clusters.body_start[cluster + 1]
    ratio = find_ratio(first, end, clusters.body, bodies.inv_mass)
    if ratio > UNLIKE:
        steps = int(min(STEPS * np.sqrt(ratio), MOST))
        enough = SINKS / world.contacts.step[0]
        conjugate.settle(cluster, world, True, batches, is_position, steps, enough)
