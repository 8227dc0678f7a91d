"""Builds a track of links and pins round its wheels."""

import math

import numpy as np

from simulator.exact.elementary import arctangent
from simulator.exact.products import dot, unit

from ..models.robot import JointSpec, LinkSpec, RobotSpec
from ..models.shape import Round, ShapeSpec
from ..models.track import Mount, TrackSpec
from ..naming.bodies import Array
from ..naming.materials import PLAIN, join, soften
from .plan import PLATE_GAP, Plan

ACROSS = (0.5 * np.pi, 0.0, 0.0)  # turns a cylinder's axis to y
SMALL = 1e-6  # [m] not worth a capsule
GROUSERS = (0.25, 0.75)  # where they stand on a link, in pitches
GRAVITY = 9.81  # [m/s2]
CALM = 4.0  # damping of a pin in mass a metre of track times sqrt(g radius^5)
LAG = 0.003  # damping of a tyre per stiffness [s]
ROUND = 0.6  # radius of a grouser in its heights
BAR, PEG = 0.22, 0.4  # drawn length of a grouser and of a horn in pitches


def link_name(track: str, row: int) -> str:
    """Return the name of a track's link."""
    return f"{track}_link_{row:02d}"


def pin_name(track: str, row: int) -> str:
    """Return the name of the joint that a link turns on, against the one before it."""
    return f"{track}_pin_{row:02d}"


def add_links(robot: RobotSpec, name: str, track: TrackSpec, plan: Plan) -> RobotSpec:
    """Return the robot with the links and pins of a track, and tyres on its wheels."""
    count = len(plan.pins)
    part = LinkSpec(
        shapes=_link_shapes(plan),
        visuals=link_visuals(plan),
        mass=track.mass,
        material=track.material,
        touches=list(dict.fromkeys(plan.wheels)),
    )
    place, turn = link_pose(plan, 0)
    first = Mount(plan.carrier, tuple(place), tuple(map(tuple, turn)))
    links = {link_name(name, row): part for row in range(count)}
    links[link_name(name, 0)] = part.model_copy(update={"mount": first})
    pins, damping = {}, find_damping(robot, track, plan)
    for row in range(count):
        row = (row + 1) % count  # the pin that closes the loop comes last
        pins[pin_name(name, row)] = JointSpec(
            type="revolute",
            parent=link_name(name, (row - 1) % count),
            child=link_name(name, row),
            at=(plan.pitch, 0.0, 0.0),
            axis=(0.0, -1.0, 0.0),
            start=bend_at(plan, row),
            damping=damping,
        )
    update = {"links": {**robot.links, **links}, "joints": {**robot.joints, **pins}}
    return _shoe(robot.model_copy(update=update), name, track, plan)


def _direction(plan: Plan, row: int) -> Array:
    """Return the unit direction of a link in the track's plane, (u, v)."""
    here, there = plan.pins[row], plan.pins[(row + 1) % len(plan.pins)]
    way = np.array(there) - np.array(here)
    return unit(way)


def bend_at(plan: Plan, row: int) -> float:
    """Return the angle from the link before a pin to the one behind it, inwards positive [rad]."""
    one, two = _direction(plan, (row - 1) % len(plan.pins)), _direction(plan, row)
    return arctangent(one[0] * two[1] - one[1] * two[0], dot(one, two))


def link_pose(plan: Plan, row: int) -> tuple[Array, Array]:
    """Return a link's frame in the carrier: at its first pin, x to the next, z inwards."""
    u, v = _direction(plan, row)
    along, axis, up = plan.frame.T
    rotation = np.stack([u * along + v * up, axis, u * up - v * along], axis=1)
    pin = plan.pins[row]
    return plan.origin + pin[0] * along + pin[1] * up, rotation


def _link_shapes(plan: Plan) -> list[ShapeSpec]:
    """Return what of a link collides: a plate, two round grousers, the round tips of its horns.

    What is round touches the ground along a line and a wheel's side in a point: half as many
    contacts as of boxes, and no corner to catch on. On two grousers a link stands firmly; on one
    under its middle it rocks, and the robot heaves and surges with every link that a wheel passes.
    Horns run beside the rims of wheels, which are rigid: they would sink into the sides of tyres as
    deep as they are high, and be pushed out of them over the tread, and the track with them.
    """
    half, middle = 0.5 * plan.thickness, 0.5 * plan.pitch
    plate = ((1.0 - PLATE_GAP) * plan.pitch, plan.width, plan.thickness)
    shapes = [ShapeSpec(box=plate, at=(middle, 0.0, 0.0))]
    radius = min(ROUND * plan.grouser, half)  # so small that no wheel comes near it
    radius = min(radius, 0.25 * plan.width)  # links that are thicker than wide
    if radius > 0.0:
        length = plan.width - 2.0 * radius
        capsule = Round(radius=radius, length=length)
        for x in GROUSERS:
            at = (x * plan.pitch, 0.0, radius - half - plan.grouser)
            shapes.append(ShapeSpec(capsule=capsule, at=at, rpy=ACROSS))
    for y, width in plan.horns:
        round_end = 0.5 * min(width, plan.horn)
        at = (middle, y, half + plan.horn - round_end)
        length = width - 2.0 * round_end
        if length > SMALL:
            capsule = Round(radius=round_end, length=length)
            shapes.append(ShapeSpec(capsule=capsule, at=at, rpy=ACROSS, horn=True))
        else:
            shapes.append(ShapeSpec(sphere=round_end, at=at, horn=True))
    return shapes


def link_visuals(plan: Plan) -> list[ShapeSpec]:
    """Return what of a link is drawn: plate, square grousers, horns."""
    half, middle = 0.5 * plan.thickness, 0.5 * plan.pitch
    plate = ((1.0 - PLATE_GAP) * plan.pitch, plan.width, plan.thickness)
    visuals = [ShapeSpec(box=plate, at=(middle, 0.0, 0.0), bevel=0.2 * plan.thickness)]
    if plan.grouser > 0.0:
        bar = (BAR * plan.pitch, plan.width, plan.grouser + half)
        for x in GROUSERS:
            at = (x * plan.pitch, 0.0, -0.5 * (plan.grouser + half))
            visuals.append(ShapeSpec(box=bar, at=at, bevel=0.3 * plan.grouser))
    for y, width in plan.horns:
        peg = (PEG * plan.pitch, width, plan.horn)
        visuals.append(ShapeSpec(box=peg, at=(middle, y, half + 0.5 * plan.horn), bevel=0.0))
    return visuals


def _shoe(robot: RobotSpec, name: str, track: TrackSpec, plan: Plan) -> RobotSpec:
    """Return the robot with tyres on the track's wheels, and a sprocket that grips as by teeth."""
    known, materials, links = join(robot.materials), dict(robot.materials), dict(robot.links)
    for called in dict.fromkeys(plan.wheels):
        wheel, shapes = links[called], []
        for shape in wheel.all_shapes:
            plain = shape.material or wheel.material or track.material
            tyre = f"{name}_{plain}_{'teeth' if called == plan.sprocket else 'tyre'}"
            soft = soften(known.get(plain, PLAIN), track.tyre, LAG * track.tyre)
            drives = {"friction": track.grip} if called == plan.sprocket else {}
            materials[tyre] = soft.model_copy(update=drives)
            shapes.append(shape.model_copy(update={"material": tyre}))
        update = {"shape": None, "mesh": None, "shapes": shapes}
        links[called] = wheel.model_copy(update=update)
    return robot.model_copy(update={"links": links, "materials": materials})


def find_damping(robot: RobotSpec, track: TrackSpec, plan: Plan) -> float:
    """Return the damping of bending at a pin: given, or by the track and its wheels [N m s/rad].

    It grows as m sqrt(g r^5), m a metre's mass and r the least radius, so a robot of any size rolls
    and calms down as one twice as long and eight times as heavy. The pitch is not in it: each wheel
    bends one pin on and one off, however long the links are.
    """
    if track.damping is not None:
        return track.damping
    radius = min(circle.radius for circle in plan.circles)
    per_metre = weigh_link(robot, track, plan) / plan.pitch
    return CALM * per_metre * radius * radius * math.sqrt(GRAVITY * radius)


def weigh_link(robot: RobotSpec, track: TrackSpec, plan: Plan) -> float:
    """Return the mass of one link: given, or that of its plate and grousers [kg]."""
    if track.mass is not None:
        return track.mass
    material = join(robot.materials).get(track.material)
    height = plan.thickness + len(GROUSERS) * BAR * plan.grouser
    return plan.pitch * plan.width * height * (material.density if material else 1000.0)
