"""Walls one box thick, as rows of boxes: sweeps are slow at what bends them."""

import numpy as np

from . import parts

DENSITY = 1000.0
GAP = 1.0001  # of neighbours, over their width


def columns(layers, width, half):
    """Return columns of cubes side by side that hardly touch each other."""
    spots = [(i - 0.5 * (width - 1), k, 1.0) for k in range(layers) for i in range(width)]
    return _build(spots, half)


def pyramid(layers, half):
    """Return rows of cubes, each on two of the row below."""
    spots = [
        (1.01 * (i - 0.5 * (layers - k - 1)), k, 1.0)
        for k in range(layers)
        for i in range(layers - k)
    ]
    return _build(spots, half)


def masonry(layers, width, half):
    """Return a wall of bricks two cubes long, with half bricks at its ends."""
    spots = []
    for k in range(layers):
        odd = k % 2
        for i in range(width + odd):
            is_half = odd and i in (0, width)
            at = 2.0 * i - odd + (0.5 if odd and i == 0 else -0.5 if is_half else 0.0)
            spots.append((at, k, 1.0 if is_half else 2.0))
    return _build(spots, half)


def _build(spots, half):
    """Return boxes at (x, layer, length), in widths of cubes of half an edge `half` [m]."""
    return [
        parts.box(f"w{n}", (2 * half * GAP * x, 0.0, (2 * k + 1) * half),
                  np.array([length, 1.0, 1.0]) * half, DENSITY, mu=0.5)
        for n, (x, k, length) in enumerate(spots)
    ]  # fmt: skip


def on_top(boxes, half):
    """Return a robot that stands on the highest of the boxes: two links and a drive; its joint."""
    highest = max(boxes, key=lambda body: body["pos"][2])
    x, _, z = highest["pos"]
    links = [
        parts.box(f"link{n}", (x, 0.0, z + half + (n + 0.5) * half),
                  np.array([0.8, 0.8, 0.5]) * half, DENSITY, mu=0.5)
        for n in range(2)
    ]  # fmt: skip
    stiff = 50.0 * links[0]["mass"]
    drive = {"kind": "pos", "kp": stiff, "kd": 0.1 * stiff, "target": 0.0, "maxf": 1e6}
    anchor = (x, 0.0, z + 2.0 * half)
    first = len(boxes) + 1  # after the ground
    return links, [parts.joint("hinge", first, first + 1, anchor, (1, 0, 0), motor=drive)]


def across(boxes, half):
    """Return a robot that stands across the highest boxes, four in a row: a beam on two feet."""
    top = max(body["pos"][2] for body in boxes) + half
    links = [
        parts.box("beam", (0.0, 0.0, top + 1.5 * half), np.array([3.9, 1.0, 0.4]) * half,
                  DENSITY, mu=0.5)
    ]  # fmt: skip
    first, joints = len(boxes) + 1, []
    for n, x in enumerate((-2.0 * half, 2.0 * half)):
        links.append(
            parts.box(f"foot{n}", (x, 0.0, top + 0.5 * half), np.array([1.9, 1.0, 0.5]) * half,
                      DENSITY, mu=0.5)
        )  # fmt: skip
        joints.append(parts.joint("hinge", first, first + 1 + n, (x, 0.0, top + half)))
    return links, joints


def make(boxes, robot=((), ())):
    """Return the scene of some boxes on the ground, with a robot."""
    links, joints = robot
    return parts.scene([parts.ground(0.5), *boxes, *links], list(joints))
