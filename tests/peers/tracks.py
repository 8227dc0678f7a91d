"""Robots on closed tracks of hinged links, driven by friction of their wheels."""

import cmath
import math
from functools import lru_cache

import numpy as np

from .geometry import matrix
from .parts import (
    CHASSIS,
    GROUND,
    LINK,
    WHEEL,
    about_y,
    body,
    box_inertia,
    cylinder_inertia,
    ground,
    joint,
    scene,
    shape,
)  # fmt: skip

RADIUS, HALF_WIDTH, THICK, LINK_WIDTH = 0.10, 0.05, 0.01, 0.06  # of a wheel, of a link [m]
BASE = 0.9  # from the first wheel to the last [m]


def place_pins(base, radius, n):
    """Return pitch and (n, 2) pins at equal chords round a stadium, `base` long between arcs."""
    whole = 2 * base + 2 * np.pi * radius

    def march(pitch):
        ways = [0.0]
        for _ in range(n):
            here = _on_stadium(ways[-1], base, radius)
            low, high = ways[-1] + 0.5 * pitch, ways[-1] + 1.6 * pitch
            for _ in range(60):
                way = 0.5 * (low + high)
                near = abs(_on_stadium(way, base, radius) - here) < pitch
                low, high = (way, high) if near else (low, way)
            ways.append(0.5 * (low + high))
        return ways

    low, high = 0.9 * whole / n, 1.02 * whole / n
    for _ in range(60):
        pitch = 0.5 * (low + high)
        low, high = (pitch, high) if march(pitch)[-1] < whole else (low, pitch)
    pins = [_on_stadium(way, base, radius) for way in march(pitch)[:n]]
    return pitch, np.array([(pin.real, pin.imag) for pin in pins])


def _on_stadium(way, base, radius):
    """Return the point x + iy at this way round the stadium, from the top left, clockwise."""
    way = way % (2 * base + 2 * np.pi * radius)
    if way < base:
        return complex(-base / 2 + way, radius)
    way -= base
    if way < np.pi * radius:
        angle = np.pi / 2 - way / radius
        return complex(base / 2, 0) + cmath.rect(radius, angle)
    way -= np.pi * radius
    if way < base:
        return complex(base / 2 - way, -radius)
    angle = -np.pi / 2 - (way - base) / radius
    return complex(-base / 2, 0) + cmath.rect(radius, angle)


@lru_cache
def lay_links(links):
    """Return pitch, pins (links, 2) and their radius round a wheel, links lying on the wheels."""
    pitch = 0.063
    for _ in range(20):
        round_ = math.sqrt((RADIUS + THICK + 0.0005) ** 2 + pitch * pitch / 4)
        pitch, pins = place_pins(BASE, round_, links)
    return pitch, pins, round_


def tracked(n=1, links=40, wheels=6, mu=0.8, steps=True, omega=5.0, spacing=2.5, height=0.04):
    """Return n robots of 40 kg with two tracks each, and three steps in their way."""
    bodies, joints, robots = [ground(mu, mask=LINK | CHASSIS)], [], []
    for k, x in enumerate((1.2, 2.2, 3.2) if steps else ()):
        half = (0.15, 1.2 + spacing * n, height / 2 + 0.05)
        bodies.append(
            body(f"step{k}", (x, 0, height / 2 - 0.05), 0, (0, 0, 0), [shape("box", half)], mu=mu,
                 group=GROUND, mask=LINK | CHASSIS, fixed=True)
        )  # fmt: skip
    pitch, pins, round_ = lay_links(links)
    up = round_ + THICK + 0.002
    for k in range(n):
        y, chassis = (k - (n - 1) / 2) * spacing, len(bodies)
        bodies.append(
            body(f"r{k}ch", (0, y, up + 0.05), 40.0, box_inertia(40.0, (0.45, 0.2, 0.08)),
                 [shape("box", (0.45, 0.2, 0.06))], mu=mu, group=CHASSIS, mask=GROUND)
        )  # fmt: skip
        chain, rollers = [], []
        for side in (0, 1):
            at = y + (2 * side - 1) * 0.3
            rollers += _add_wheels(
                bodies, joints, f"r{k}w{side}", chassis, (at, up), wheels, mu, omega
            )
            chain += _add_links(bodies, joints, f"r{k}t{side}", pins, pitch, (at, up), mu)
        robots.append({"chassis": chassis, "links": chain, "wheels": rollers})
    return scene(bodies, joints, n=n, robots=robots, speed=omega * (RADIUS + THICK), pitch=pitch)


def _add_wheels(bodies, joints, name, chassis, place, count, mu, omega):
    (y, up), first = place, len(bodies)
    for w in range(count):
        at = (-BASE / 2 + BASE * w / (count - 1), y, up)
        motor = {"kind": "vel", "kv": 50.0, "target": omega, "maxf": 60.0}
        joints.append(joint("hinge", chassis, len(bodies), at, motor=motor))
        bodies.append(
            body(f"{name}_{w}", at, 2.0, cylinder_inertia(2.0, RADIUS, HALF_WIDTH),
                 [shape("cylinder", (RADIUS, HALF_WIDTH))], mu=mu, group=WHEEL, mask=LINK)
        )  # fmt: skip
    return list(range(first, len(bodies)))


def _add_links(bodies, joints, name, pins, pitch, place, mu):
    (y, up), first, mass = place, len(bodies), 0.35
    for i, pin in enumerate(pins):
        after = pins[(i + 1) % len(pins)]
        middle, way = 0.5 * (pin + after), (after - pin) / pitch
        inertia = box_inertia(mass, (pitch / 2, LINK_WIDTH, THICK))
        bodies.append(
            body(f"{name}_{i}", (middle[0], y, up + middle[1]), mass, inertia,
                 [shape("box", (pitch / 2 * 0.98, LINK_WIDTH, THICK))],
                 quat=about_y(-np.arctan2(way[1], way[0])), mu=mu, group=LINK, mask=GROUND | WHEEL)
        )  # fmt: skip
        if i:
            at = (pin[0], y, up + pin[1])
            joints.append(joint("hinge", len(bodies) - 2, len(bodies) - 1, at))
    at = (pins[0][0], y, up + pins[0][1])
    joints.append(joint("hinge", len(bodies) - 1, first, at, loop=True))
    return list(range(first, len(bodies)))


def find_depths(scene, position, quaternion):
    """Return how deep wheels are in links, and links in ground and steps, of those that are [m]."""
    steps = [k for k, body in enumerate(scene["bodies"]) if body["name"].startswith("step")]
    found = []
    for robot in scene["meta"]["robots"]:
        links, wheels = robot["links"], robot["wheels"]
        turns = np.array([matrix(q) for q in quaternion[links]])
        half = np.array(scene["bodies"][links[0]]["shapes"][0]["size"])
        apart = position[wheels][:, None] - position[links]
        beside = np.abs(apart[:, :, 1]) < LINK_WIDTH + HALF_WIDTH  # of the same track
        local = np.abs(np.einsum("wli,lij->wlj", apart, turns)) - half
        way = np.hypot(np.maximum(local[:, :, 0], 0.0), np.maximum(local[:, :, 2], 0.0))
        found.append((RADIUS - way)[beside])
        signs = np.array(np.meshgrid(*[(-1, 1)] * 3)).reshape(3, -1).T
        corners = position[links][:, None] + np.einsum("lij,cj->lci", turns, signs * half)
        found.append(-corners[:, :, 2].ravel())
        for k in steps:
            size = np.array(scene["bodies"][k]["shapes"][0]["size"])
            inside = size - np.abs(corners - position[k])
            found.append(inside.min(axis=2).ravel())
    depths = np.concatenate(found)
    return depths[depths > 0.0]
