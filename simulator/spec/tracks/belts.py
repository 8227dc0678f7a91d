"""Builds a belt, a track without links: the surface of a hull runs, and the wheels turn with it."""

import numpy as np

from simulator.exact import elementary
from simulator.exact.products import times

from ..models.robot import JointSpec, RobotSpec
from ..models.shape import Round, ShapeSpec
from ..models.track import Belt, Course, Follow, TrackSpec
from ..naming import bodies
from ..naming.bodies import Array
from . import wrap
from .links import ACROSS, bend_at, link_pose, link_visuals, weigh_link
from .plan import Plan, list_joints
from .wrap import Arc, Circle

LAG = 0.01  # damping per stiffness [s]: critical where it sags by 0.25 mm, 2 sqrt(sag / g)
SLAB = 0.5  # thickness of the straight parts in radii of the smallest wheel
STRAIGHT = 1e-6  # [rad] a bend that is none


def add_belt(robot: RobotSpec, name: str, track: TrackSpec, plan: Plan) -> RobotSpec:
    """Return the robot with a belt on its hull.

    Each shape yields as all tyres of its wheels together. A rigid belt stands on two or three of
    its many points, and pivots there as it turns.
    """
    hull = robot.links[plan.carrier]
    joint = robot.joints[track.sprocket]
    axis = times(bodies.rotation_of(joint.rpy), joint.axis)
    radius, stiffness = plan.circles[0].radius, len(plan.wheels) * track.tyre
    belt = Belt(
        plan.sprocket,
        radius + 0.5 * plan.thickness,
        tuple(axis),
        stiffness,
        LAG * stiffness,
    )
    whole = len(plan.pins) * weigh_link(robot, track, plan)
    shapes = [
        shape.model_copy(update={"belt": belt, "material": track.material})
        for shape in _belt_shapes(plan, whole)
    ]
    update = {
        "shape": None,
        "mesh": None,
        "mass": hull.mass + whole if hull.mass is not None else None,
        "shapes": [*hull.all_shapes, *shapes],
        "visuals": [*(hull.visuals or hull.all_shapes), *_belt_visuals(plan, track)],
    }
    links = {**robot.links, plan.carrier: hull.model_copy(update=update)}
    joints = {**robot.joints, **_turn_wheels(robot, track, plan)}
    return robot.model_copy(update={"links": links, "joints": joints})


def _turn_wheels(robot: RobotSpec, track: TrackSpec, plan: Plan) -> dict[str, JointSpec]:
    """Return the joints of the wheels that turn with the sprocket: all that nothing else drives."""
    driven = {drive.joint for drive in (*robot.motors.values(), *robot.repeaters.values())}
    reach, turned = 0.5 * plan.thickness, {}
    wheels = zip(list_joints(track), plan.circles, plan.sides, strict=True)
    for (_, name), circle, side in wheels:
        if name != track.sprocket and name not in driven:
            ratio = side * (plan.circles[0].radius + reach) / (circle.radius + reach)
            follow = Follow(track.sprocket, ratio)
            turned[name] = robot.joints[name].model_copy(update={"follow": follow})
    return turned


def _belt_shapes(plan: Plan, mass: float) -> list[ShapeSpec]:
    """Return a belt's outside: cylinders where it goes round wheels, slabs between them."""
    out = plan.thickness + plan.grouser
    circles = [circle._replace(radius=circle.radius + out) for circle in plan.circles]
    arcs = wrap.wrap(circles)
    each = mass / (2 * len(arcs))
    shapes = []
    for arc in arcs:
        circle = circles[arc.circle]
        at, turn = _placed(plan, circle.u, circle.v, 0.0)
        drum = Round(radius=circle.radius, length=plan.width)
        rpy = bodies.angles_of(times(turn, bodies.rotation_of(ACROSS)))
        shapes.append(ShapeSpec(cylinder=drum, at=at, rpy=rpy, mass=each))
        shapes.append(_slab(plan, circle, arc, each))
    return shapes


def _slab(plan: Plan, circle: Circle, arc: Arc, mass: float) -> ShapeSpec:
    """Return the straight part of a belt that follows an arc."""
    thick = SLAB * min(each.radius for each in plan.circles)
    end = arc.start + arc.turn
    cosine, sine = elementary.turn(end)
    out, along = np.array([cosine, sine]), np.array([-sine, cosine])
    middle = np.array(circle[:2]) + (circle.radius - 0.5 * thick) * out + 0.5 * arc.straight * along
    at, turn = _placed(plan, middle[0], middle[1], end + 0.5 * np.pi)
    box = (max(arc.straight, 1e-3), plan.width, thick)
    return ShapeSpec(box=box, at=at, rpy=bodies.angles_of(turn), mass=mass)


def _placed(
    plan: Plan, u: float, v: float, angle: float
) -> tuple[tuple[float, float, float], Array]:
    """Return a place in the track's plane in the carrier, and the frame turned there by `angle`."""
    along, axis, up = plan.frame.T
    one, two = elementary.turn(angle)
    turn = np.stack([one * along + two * up, axis, one * up - two * along], axis=1)
    return tuple(plan.origin + u * along + v * up), turn


def _belt_visuals(plan: Plan, track: TrackSpec) -> list[ShapeSpec]:
    """Return the drawn links of a belt, in the carrier."""
    visuals = []
    for row in range(len(plan.pins)):
        place, turn = link_pose(plan, row)
        course = _find_course(plan, track, row)
        for shape in link_visuals(plan):
            at = tuple(place + times(turn, shape.at))
            rpy = bodies.angles_of(turn)
            update = {"at": at, "rpy": rpy, "material": track.material, "course": course}
            visuals.append(shape.model_copy(update=update))
    return visuals


def _find_course(plan: Plan, track: TrackSpec, row: int) -> Course:
    """Return how a link gets to where the next one is: its pin to the next, turned by the bend."""
    here, there = (complex(*plan.pins[(row + k) % len(plan.pins)]) for k in range(2))
    bend = bend_at(plan, (row + 1) % len(plan.pins))
    along, axis, up = plan.frame.T
    if abs(bend) > STRAIGHT:
        spin = complex(*elementary.turn(bend))
        point, way = (there - spin * here) / (1.0 - spin), 0j
    else:
        point, way, bend = 0j, there - here, 0.0
    centre = plan.origin + point.real * along + point.imag * up
    shift = way.real * along + way.imag * up
    rate = -(plan.circles[0].radius + 0.5 * plan.thickness) / plan.pitch  # pins go anticlockwise
    return Course(track.sprocket, rate, tuple(axis), tuple(centre), -bend, tuple(shift))
