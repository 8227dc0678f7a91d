"""A scene as MJCF, the model format of MuJoCo.

Bodies, inertias, joints with limits, friction and damping, drives, shapes, sensors, cameras and
lights. A body's frame is its link's; at zero joint angles it lies as the robot file says, and the
keyframe "start" has the scene's start. Two conventions differ:

- MuJoCo takes the larger friction of two surfaces, this program their geometric mean. Ground gets 0
  and everything else its mean with the ground, so that whatever stands on the ground is right.
- MuJoCo's limits, dry friction, repeaters and closed loops are springs of its solver. It has no
  brakes: they are actuators of 0..1 that damp, and under their full torque turn at 1 mrad/s.

Suction is MuJoCo's adhesion, which reaches as far.
"""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, indent, tostring

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import times
from simulator.physics.contacts import suction
from simulator.physics.geometry import inertia
from simulator.physics.joints import build_motion
from simulator.spec import load
from simulator.spec.models.robot import RobotSpec
from simulator.spec.models.scene import PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, PartSpec
from simulator.spec.naming import bodies, materials
from simulator.spec.tracks.apart import list_apart

from . import mjcf_drives, mjcf_shapes
from .mjcf_model import Model
from .mjcf_shapes import add, leave_out, numbers, quaternion


class Tree(NamedTuple):
    """A robot's joints as MJCF nests them."""

    carried: dict[str, list[str]]  # joints by parent link
    loops: list[str]  # joints to a link that another one carries
    roots: list[str]  # the base, and links without a joint


def write(scene: SceneSpec, visuals: bool = True, prefixed: bool = True) -> tuple[str, list[str]]:
    """Return a loaded scene as MJCF and what was left out of it; `prefixed`: names are robot.name.

    Raises:
        MassError: A movable part whose mass cannot be found.
        MeshError: A mesh file that cannot be used.
    """
    root = Element("mujoco", model=_name(scene))
    add(root, "compiler", angle="radian", autolimits="true", inertiafromgeom="false")
    add(
        root, "option", timestep=numbers([scene.physics.step]), integrator="implicitfast",
        cone="elliptic", gravity=numbers(scene.physics.gravity),
    )  # fmt: skip
    names = ("asset", "worldbody", "contact", "equality", "actuator", "sensor")
    parts = [add(root, name) for name in names]
    model = Model._make([root, *parts, [], [], [], {}, visuals])
    for name, light in scene.lights.items():
        mjcf_shapes.add_light(model.world, name, light)
    ground = PartSpec(fixed=True, shapes=list(scene.terrain), material="concrete")
    base = _friction_of_ground(scene)
    find = lambda shape, part, own: materials.lookup(  # noqa: E731
        shape.material or part.material, own, scene.materials
    )
    surface = mjcf_shapes.Surface(base, lambda shape: find(shape, ground, {}), still=True)
    mjcf_shapes.add_shapes(model, model.world, "ground", ground, surface)
    for placement in scene.robots:
        _add_robot(model, scene, placement, base, prefixed)
    for prop in scene.props:
        body = _add_body(model.world, prop.name, prop.at, prop.rpy)
        if not prop.fixed:
            add(body, "freejoint", name=prop.name)
            model.start.extend([*prop.at, *quaternion(prop.rpy)])
        look = mjcf_shapes.Surface(base, lambda shape, prop=prop: find(shape, prop, {}))
        centre = _fill(model, body, prop.name, prop, look)
        if not prop.fixed:
            model.speed.extend(_find_speed(prop, centre))
    for name, sensor in scene.sensors.items():
        mjcf_drives.add_sensor(model, name, sensor, "", {})
    key = {"qpos": numbers(model.start)} if model.start else {}
    key |= {"qvel": numbers(model.speed)} if any(model.speed) else {}
    key |= {"ctrl": numbers(model.control)} if model.control else {}
    if key:
        add(add(root, "keyframe"), "key", name="start", **key)
    for part in (model.assets, model.contact, model.equality, model.actuators, model.sensors):
        if not len(part):
            root.remove(part)
    indent(root)
    words = [f"{what}: {', '.join(found)}" for what, found in model.left_out.items()]
    return f"{tostring(root, encoding='unicode')}\n", words


def _find_speed(prop: PropSpec | RobotPlacement, centre: NDArray[np.float64]) -> list[float]:
    """Return the velocity of a thing's frame and, in that frame, its spin, as MuJoCo has them.

    `centre` (3,): of its mass, in that frame [m].
    """
    rotation = bodies.rotation_of(prop.rpy)
    velocity = np.array(prop.velocity) - np.cross(prop.spin, rotation @ centre)
    return [*velocity, *(rotation.T @ np.array(prop.spin))]


def _find_centre(robot: RobotSpec, poses, lookup) -> NDArray[np.float64]:
    """Return the centre of mass of all that moves of a robot, whose links are at `poses` (3,)."""
    total, weighed = 0.0, np.zeros(3)
    for link, part in robot.links.items():
        if not part.fixed:
            mass = inertia.measure_part(link, part, lambda shape, part=part: lookup(shape, part))
            position, rotation = poses[link]
            total += mass.mass
            weighed += mass.mass * (position + times(rotation, mass.centre))
    return weighed / total


def _name(scene: SceneSpec) -> str:
    return scene.title.en if scene.title else "scene"


def _friction_of_ground(scene: SceneSpec) -> float:
    shape = scene.terrain[0] if scene.terrain else None
    name = (shape.material if shape else None) or "concrete"
    return materials.lookup(name, {}, scene.materials).friction


def _add_robot(
    model: Model, scene: SceneSpec, placement: RobotPlacement, base: float, prefixed: bool
) -> None:
    robot, name = placement.spec, bodies.robot_name(placement)
    assert robot is not None
    if robot.tracks:
        robot = load.load_robot(placement.file)  # without the links and belts that tracks become
        names = (f"{name}.{track}" for track in robot.tracks)
        leave_out(model, "tracks, the wheels are written as they are", *names)
    prefix = f"{name}." if prefixed else ""
    tree = find_tree(robot)
    holding = {spec.link for spec in robot.suction.values()}

    def lookup(shape, link) -> MaterialSpec:
        return materials.lookup(shape.material or link.material, robot.materials, scene.materials)

    def fill(link: str, body: Element) -> None:
        part = robot.links[link]
        reach = suction.REACH if link in holding else 0.0
        surface = mjcf_shapes.Surface(base, lambda shape: lookup(shape, part), reach=reach)
        _fill(model, body, prefix + link, part, surface)
        for joint in tree.carried.get(link, []):
            spec = robot.joints[joint]
            child = _add_body(body, prefix + spec.child, spec.at, spec.rpy)
            at = placement.joints.get(joint, spec.start)
            mjcf_drives.add_joint(model, child, prefix, joint, robot, at, speeds.get(joint, 0.0))
            fill(spec.child, child)

    poses = bodies.link_poses(placement.model_copy(update={"spec": robot}))
    speeds = build_motion.find_speeds(placement, robot)
    for link in tree.roots:
        body = _add_body(model.world, prefix + link, placement.at, placement.rpy)
        if not robot.links[link].fixed:
            add(body, "freejoint", name=prefix + link)
            model.start.extend([*placement.at, *quaternion(placement.rpy)])
            centre = _find_centre(robot, poses, lookup) if any(placement.spin) else placement.at
            back = bodies.rotation_of(placement.rpy).T
            model.speed.extend(
                _find_speed(placement, times(back, np.subtract(centre, placement.at)))
            )
        fill(link, body)
    starts = {name: placement.joints.get(name, spec.start) for name, spec in robot.joints.items()}
    mjcf_drives.add_loops(model, prefix, robot, tree.loops, poses)
    mjcf_drives.add_motors(model, prefix, robot, starts)
    mjcf_drives.add_brakes(model, prefix, robot)
    mjcf_drives.add_suction(model, prefix, robot)
    for other, sensor in robot.sensors.items():
        mjcf_drives.add_sensor(model, prefix + other, sensor, prefix, robot.motors)
    _exclude(model, prefix, robot)
    for other, camera in robot.cameras.items():
        place = model.world.find(f".//body[@name='{prefix + camera.link}']")
        if place is not None:
            mjcf_shapes.add_camera(place, prefix + other, camera)


def find_tree(robot: RobotSpec) -> Tree:
    """Return which joint carries which link, walked from the base as the start poses are."""
    roots, reached = [bodies.base_link(robot)], {bodies.base_link(robot)}
    carried: dict[str, list[str]] = {}
    used: set[str] = set()
    while True:
        for joint in _next_joints(robot, reached):
            carried.setdefault(robot.joints[joint].parent, []).append(joint)
            used.add(joint)
        lost = [link for link in robot.links if link not in reached]
        if not lost:
            return Tree(carried, [joint for joint in robot.joints if joint not in used], roots)
        roots.append(lost[0])
        reached.add(lost[0])


def _next_joints(robot: RobotSpec, reached: set[str]) -> Iterator[str]:
    """Yield the joints that lead to new links, adding these to `reached`."""
    grows = True
    while grows:
        grows = False
        for name, joint in robot.joints.items():
            if joint.parent in reached and joint.child not in reached:
                reached.add(joint.child)
                grows = True
                yield name


def _add_body(parent: Element, name: str, at, rpy) -> Element:
    return add(parent, "body", name=name, pos=numbers(at), quat=numbers(quaternion(rpy)))


def _fill(
    model: Model, body: Element, name: str, part: PartSpec, surface: mjcf_shapes.Surface
) -> NDArray[np.float64]:
    """Write a body's inertia and shapes; return its centre of mass (3,), 0 of what is fixed [m]."""
    centre = np.zeros(3)
    if not part.fixed:
        mass = inertia.measure_part(name, part, surface.find)
        full = mass.inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        add(
            body, "inertial", pos=numbers(mass.centre), mass=numbers([mass.mass]),
            fullinertia=numbers(full),
        )  # fmt: skip
        centre = mass.centre
    mjcf_shapes.add_shapes(model, body, name, part, surface._replace(still=part.fixed))
    return centre


def _exclude(model: Model, prefix: str, robot: RobotSpec) -> None:
    """Write which links never touch each other."""
    pairs = {frozenset(pair) for pair in list_apart(robot)}
    for first, second in sorted(sorted(pair) for pair in pairs if len(pair) == 2):
        add(model.contact, "exclude", body1=prefix + first, body2=prefix + second)
