"""From a scene's files to the world's tables, and the names of their rows."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compiled import handle
from ..exact.products import invert, quaternion_of, times
from ..spec.models.scene import SceneSpec
from ..spec.models.shape import MaterialSpec, ShapeSpec
from ..spec.naming import bodies as body_list
from ..spec.naming import materials
from ..spec.naming.bodies import Body
from ..spec.tracks.apart import list_apart
from . import step, team
from .bodies import clusters, integrate, motion, sleep
from .bodies.tables import Bodies, Settings
from .collision import pairs, scratch
from .contacts import contact, sweep, wheels
from .geometry import inertia, shapes
from .joints import build_joints, build_motion, grouping, stretch
from .piles import batch
from .sensing import balance, radiation
from .solver import bounces, heaps
from .world import World

Array = NDArray[np.float64]
Finder = Callable[[Body, ShapeSpec], MaterialSpec]


class Names(NamedTuple):
    """Row of every named thing; joints, motors, brakes, suction are called "robot.name"."""

    bodies: Mapping[str, int]
    joints: Mapping[str, int]
    motors: Mapping[str, int]
    brakes: Mapping[str, int]
    suction: Mapping[str, int]


def find_names(scene: SceneSpec) -> Names:
    """Return the row numbers of a scene's tables."""
    rows: list[list[str]] = [[], [], [], []]
    for prefix, _, robot in build_joints.list_robots(scene):
        own = (robot.joints, robot.motors, robot.brakes, robot.suction)
        for names, things in zip(rows, own, strict=True):
            names += [f"{prefix}.{name}" for name in things]
    bodies = [body.name for body in body_list.list_bodies(scene)]
    tables = [{name: row for row, name in enumerate(names)} for names in (bodies, *rows)]
    return Names(*tables)


def build_world(scene: SceneSpec) -> World:
    """Return the world of a scene at its start.

    Raises:
        build_joints.BuildError: a motor without inertia, two drives on one joint.
        inertia.MassError: a movable part whose mass cannot be found.
        meshes.MeshError: a mesh file that cannot be used.
    """
    names, placed = find_names(scene), body_list.list_bodies(scene)
    find = _surface_finder(scene)
    bodies = _build_bodies(placed, find)
    joints = build_joints.build_joints(scene, names.bodies, placed, bodies)
    motors, followers = build_joints.build_motors(scene, names.joints, joints)
    links = build_joints.list_links(scene, joints, placed)
    build_motion.set_motion(scene, names.bodies, names.joints, placed, bodies, joints, motors)
    table = shapes.build_shapes(placed, bodies.centre, find, _list_excluded(scene))
    islands = grouping.group(bodies.inv_mass, links, followers)
    table.thin[islands.of_body[table.body] >= 0] = shapes.ENDLESS  # joints cannot wait for a body
    gravity = np.array(scene.physics.gravity, float)
    table.wheel[:] = wheels.find_stiffness(table, bodies, joints, islands, gravity)
    walks = sweep.make_walks(len(placed), islands.border_factor.shape)
    batches = batch.make_batches(islands.velocity, scene.physics.max_contacts, walks.ahead.shape)
    world = World(
        _build_settings(scene),
        bodies,
        joints,
        motors,
        build_joints.build_brakes(scene, names.joints),
        build_joints.build_suction(scene, names.bodies),
        islands,
        table,
        pairs.make_pairs(table, bodies.position),
        contact.make_contacts(
            scene.physics.max_contacts, len(placed), bool((table.rolling + table.twisting).any())
        ),
        clusters.make_clusters(len(placed), scene.physics.max_contacts),
        walks,
        batches,
        bounces.make_blows(len(placed), scene.physics.max_contacts),
        heaps.make_heap(batches),
        sleep.make_sleep(
            bodies.inv_mass,
            len(motors.input),
            len(names.brakes),
            len(names.suction),
            scene.physics.sleep,
        ),
        tuple(
            scratch.make_scratch(scene.physics.max_contacts, len(placed), len(table.kind))
            for _ in range(scratch.PARTS)
        ),
        team.make_team(),
        radiation.build_sources(placed, bodies.centre, table, find),
        balance.build_stances(scene, names.bodies),
    )
    world.bodies.lead[:] = 0.5 * scene.physics.step / scene.physics.substeps
    stretch.find_taut(joints, bodies)
    integrate.refresh(world.bodies)
    if bodies.velocity.any() or bodies.spin.any():
        _start(world)
    world.islands.origin[:] = bodies.position  # what never moves stays there
    motion.place(np.arange(len(placed), dtype=np.int32), world.bodies, world.islands)
    return world


def _start(world: World) -> None:
    """Move what starts with a velocity half a substep ahead; however slow, it stops on its way."""
    thin = world.shapes.thin.copy()
    world.shapes.thin[thin < shapes.ENDLESS] = 0.0
    step.start(handle.pack(world).words)
    world.shapes.thin[:] = thin


def _list_excluded(scene: SceneSpec) -> list[tuple[int, int]]:
    """Return the pairs of bodies that never touch."""
    rows = find_names(scene).bodies
    return [
        (rows[f"{prefix}.{first}"], rows[f"{prefix}.{second}"])
        for prefix, _, robot in build_joints.list_robots(scene)
        for first, second in list_apart(robot)
    ]


def _build_settings(scene: SceneSpec) -> Settings:
    physics = scene.physics
    return Settings(
        float(physics.step),
        int(physics.substeps),
        int(physics.iterations),
        float(physics.tolerance),
        np.array(physics.gravity, float),
    )


def _surface_finder(scene: SceneSpec) -> Finder:
    """Return the function that finds the material of a body's shape."""

    def find(body: Body, shape: ShapeSpec) -> MaterialSpec:
        robot = scene.robots[body.robot].spec if body.robot >= 0 else None
        own = robot.materials if robot else {}
        found = materials.lookup(shape.material or body.part.material, own, scene.materials)
        belt = shape.belt
        return materials.soften(found, belt.stiffness, belt.damping) if belt else found

    return find


def _build_bodies(placed: list[Body], find: Finder) -> Bodies:
    n = len(placed)
    table = Bodies(
        position=np.zeros((n, 3)),
        orientation=np.zeros((n, 4)),
        velocity=np.zeros((n, 3)),
        spin=np.zeros((n, 3)),
        pseudo_velocity=np.zeros((n, 3)),
        pseudo_spin=np.zeros((n, 3)),
        force=np.zeros((n, 3)),
        torque=np.zeros((n, 3)),
        pull=np.zeros((n, 6)),
        share=np.ones(n),
        ride=np.zeros((n, 3)),
        carrier=np.full(n, -1, np.int32),
        lead=np.zeros(n),
        late=np.zeros(n),
        until=np.zeros((n, 6)),
        gain=np.zeros(n),
        drive=np.zeros((n, 3)),
        gyro=np.zeros((n, 3)),
        braced=np.zeros(n, np.int32),
        ask=np.zeros(n),
        inv_mass=np.zeros(n),
        inertia=np.zeros((n, 3, 3)),
        inv_inertia_body=np.zeros((n, 3, 3)),
        inv_inertia=np.zeros((n, 3, 3)),
        centre=np.zeros((n, 3)),
        robot=np.array([body.robot for body in placed], np.int32),
    )
    for row, body in enumerate(placed):
        table.orientation[row] = quaternion_of(body.rotation)
        if not body.part.fixed:
            mass = inertia.measure_part(body.name, body.part, partial(find, body))
            table.inv_mass[row] = 1.0 / mass.mass
            table.inertia[row] = mass.inertia
            table.inv_inertia_body[row] = invert(mass.inertia)
            table.centre[row] = mass.centre
        table.position[row] = body.position + times(body.rotation, table.centre[row])
        table.velocity[row], table.spin[row] = body.velocity, body.spin
    return table
