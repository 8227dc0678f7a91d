"""Repeaters: a joint that follows another with a fixed ratio, as both hang on one rotor.

Strashnov and Torgashev 2016, eq. (15, 16). The rotor rides with the joint that leads; each other
joint is one row of its island's border: speed - ratio * leader's speed = 0.
"""

from simulator.jit import kernel

from . import joint


@kernel
def speed(j, leader, ratio, joints, velocity) -> float:
    """Return how fast the joint leaves its place behind the leader [rad/s or m/s]."""
    return joint.speed(j, 5, joints, velocity) - ratio * joint.speed(leader, 5, joints, velocity)


@kernel
def push(j, leader, ratio, impulse, joints, momentum) -> None:
    """Add an impulse of the row to the momenta of all bodies it touches."""
    joint.push(j, 5, impulse, joints, momentum)
    joint.push(leader, 5, -ratio * impulse, joints, momentum)


@kernel
def bend(j, leader, ratio, joints) -> float:
    """Return what the finite step adds to the row [rad or m]."""
    return joints.bend[j, 5] - ratio * joints.bend[leader, 5]


@kernel
def error(j, leader, ratio, joints) -> float:
    """Return how far the joint has left its place behind the leader [rad or m]."""
    followed = joints.position[leader] - joints.start[leader]
    return joints.position[j] - joints.start[j] - ratio * followed
