"""Edges of boxes and solids that neighbours go on from: none inside of a floor, all others stay."""

import numpy as np
import pytest
import trimesh

from simulator.compiled.handle import pack
from simulator.exact.products import times
from simulator.physics import step
from simulator.physics.build import build_world, quaternion_of
from simulator.physics.geometry import flush
from simulator.physics.geometry.triangles import MeshRows
from simulator.spec import load
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement
from simulator.spec.models.shape import HeightField, MaterialSpec, Round, ShapeSpec
from simulator.spec.naming.bodies import rotation_of

RADIUS = 0.1
UPRIGHT = (np.pi / 2, 0.0, 0.0)
TURN = rotation_of((0.3, -0.2, 1.1))  # of all slabs in the world
ROLLERS = {
    "ball": ShapeSpec(sphere=RADIUS, material="rubber"),
    "wheel": ShapeSpec(cylinder=Round(radius=RADIUS, length=0.12), material="rubber"),
    "capsule": ShapeSpec(capsule=Round(radius=RADIUS, length=0.1), material="rubber"),
}


def put(half, at, rpy=(0.0, 0.0, 0.0)):
    """Return the surface of a box that stands somewhere, turned."""
    place = np.array((5.0, -3.0, 2.0)) + times(TURN, at)
    return flush.make_box(np.array(half), place, times(TURN, rotation_of(rpy)))


def list_seams(*surfaces, rows=None):
    """Return what is known of each surface's seams: lengths, normals, outwards, as they lie."""
    table = flush.join(rows or MeshRows(), surfaces)
    found = []
    for first, end in zip(table.first[:-1], table.first[1:], strict=True):
        turned = [times(column[first:end], TURN) for column in (table.normal, table.out)]
        found.append((table.length[first:end], *(np.round(one, 6) for one in turned)))
    return found


@pytest.mark.parametrize("rpy", [(0, 0, 0), (0, np.pi / 2, 0), (np.pi / 2, 0, np.pi)])
def test_two_equal_boxes_have_a_seam_on_each_of_their_four_faces(rpy):
    for lengths, normals, out in list_seams(
        put((1, 1, 1), (0, 0, 0)), put((1, 1, 1), (2, 0, 0), rpy)
    ):
        np.testing.assert_allclose(lengths, 2.0, atol=1e-4)
        assert {tuple(n) for n in np.abs(normals)} == {(0, 1, 0), (0, 0, 1)}
        np.testing.assert_array_equal(np.abs(out), [(1, 0, 0)] * 4)


def test_a_seam_is_as_long_as_the_neighbour_and_many_make_a_longer_one():
    large = put((0.5, 1.0, 0.1), (0, 0, -0.1))
    one, two = (put((0.5, 0.25, 0.2), (1, y, -0.2)) for y in (0.1, 0.6))
    (lengths, normals, _), (others, _, _) = list_seams(large, one)
    np.testing.assert_allclose(lengths, [0.5], atol=1e-4)
    np.testing.assert_array_equal(normals, [(0, 0, 1)])
    np.testing.assert_allclose(others, [0.5], atol=1e-4)  # its top; its sides are aside
    assert sum(list_seams(large, one, two)[0][0]) == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("gap", [(1e-3, 0, 0), (0, 0, 1e-3), (0, 0, -1e-3)])
def test_a_gap_or_a_step_has_no_seam_on_top(gap):
    at = np.add((2, 0, 0), gap)
    for _, normals, _ in list_seams(put((1, 1, 1), (0, 0, 0)), put((1, 1, 1), at)):
        assert (0, 0, 1) not in {tuple(n) for n in normals}


@pytest.mark.parametrize("pitch", [0.3, -0.3])
def test_a_ridge_is_met_up_to_the_neighbours_normal_and_a_valley_up_to_its_own(pitch):
    lever = times(rotation_of((0, pitch, 0)), (1.0, 0.0, -0.1))
    (_, normals, _), _ = list_seams(
        put((1, 1, 0.1), (-1, 0, -0.1)), put((1, 1, 0.1), lever, (0, pitch, 0))
    )
    up = (np.sin(pitch), 0, np.cos(pitch)) if pitch > 0 else (0, 0, 1)
    assert any(np.allclose(n, up, atol=1e-5) for n in normals)


def test_a_box_on_a_plane_keeps_its_edges_and_one_let_into_it_has_none_on_top():
    plane = flush.make_plane(np.array((5.0, -3.0, 2.0)), TURN)
    assert len(list_seams(put((1, 1, 1), (0, 0, 1)), plane)[0][0]) == 0
    lengths, normals, _ = list_seams(put((1, 1, 1), (0, 0, -1)), plane)[0]
    np.testing.assert_allclose(lengths, [2.0] * 4, atol=1e-4)
    np.testing.assert_array_equal(normals, [(0, 0, 1)] * 4)


def test_a_fine_solid_has_one_seam_along_many_edges():
    solid = trimesh.creation.box((1, 1, 0.1)).subdivide().subdivide()
    rows = MeshRows()
    meshes = [rows.add(solid.vertices, solid.faces, False) for _ in range(2)]
    places = [np.array((5.0, -3.0, 2.0)) + times(TURN, (x, 0, 0)) for x in (0, 1)]
    surfaces = [flush.make_mesh(rows, *where, TURN) for where in zip(meshes, places, strict=True)]
    for lengths, _, _ in list_seams(*surfaces, rows=rows):
        np.testing.assert_allclose(np.sort(lengths), [0.1, 0.1, 1.0, 1.0], atol=1e-4)


def lay(kind, folder, unlike=True):
    """Return props and terrain of a floor of slabs, 6 m by 2 m, in two rows, with seams alike.

    `kind`: of what they are, one after the other. They are turned by quarter turns, have unlike
    sizes, and are as high as each other to a micrometre.
    """
    rng, props, terrain, x, n = np.random.default_rng(3), [], [], -1.0, 0
    if "plane" in kind:
        terrain.append(ShapeSpec(plane=True, material="rubber"))
    while x < 5.0:
        length = rng.uniform(0.2, 0.6)
        for y in (-0.5, 0.5):
            what, n = kind[n % len(kind)], n + 1
            size = np.array((length, 1.0, rng.uniform(0.05, 0.3)))
            at = x + 0.5 * length, y, rng.uniform(-5e-7, 0.0)
            rpy = tuple(0.5 * np.pi * rng.integers(0, 4, 3))
            own = np.abs(np.round(times(rotation_of(rpy).T, size), 9))
            where = {"at": (*at[:2], at[2] - 0.5 * size[2]), "rpy": rpy, "fixed": True}
            if what == "field":
                field = HeightField(size=(length, 1.0), heights=np.zeros((4, 5)).tolist())
                terrain.append(ShapeSpec(height_field=field, at=at, material="rubber"))
            elif what == "box":
                shape = ShapeSpec(box=tuple(own), material="rubber")
                props.append(PropSpec(name=f"slab{n}", shape=shape, **where))
            elif what == "solid":
                path = str(folder / f"slab{n}.obj")
                trimesh.creation.box(own).export(path)
                shape = ShapeSpec(mesh=path, material="rubber")
                props.append(PropSpec(name=f"slab{n}", shape=shape, **where))
        x += length
    return props, terrain


FLOORS = {
    "boxes": ["box"],
    "solids": ["solid"],
    "both": ["box", "solid", "solid", "box"],
    "beside fields": ["box", "field", "solid", "field"],
    "let into a plane": ["box", "plane", "plane", "solid"],
}


@pytest.mark.parametrize(
    ("h", "speed"), [(0.001, 1.0), (0.005, 0.3), (0.01, 0.1), (0.01, 3.0), (0.02, 5.0)]
)
@pytest.mark.parametrize("kind", FLOORS)
def test_a_floor_of_slabs_is_one_piece_for_what_rolls(make_world, tmp_path, kind, h, speed):
    """Balls lost 2 to 4 per cent, and capsules nearly all of their speed, at ten such seams."""
    props, terrain = lay(FLOORS[kind], tmp_path)
    props += [
        PropSpec(name=name, shape=shape, at=(-0.8 + 0.4 * k, 0.03, RADIUS), rpy=UPRIGHT)
        for k, (name, shape) in enumerate(ROLLERS.items())
    ]
    world = make_world(props, terrain=terrain, physics=PhysicsSpec(step=h, sleep=False))
    world.bodies.velocity[-3:] = speed, 0.0, 0.0
    world.bodies.spin[-3:] = 0.0, speed / RADIUS, 0.0
    words, heights = pack(world).words, []
    for _ in range(round(min(3.5 / speed, 10.0) / h)):
        step.advance(1, words)
        heights.append(world.bodies.position[-3:, 2].copy())
    np.testing.assert_allclose(heights, RADIUS, atol=3e-6)
    np.testing.assert_allclose(world.bodies.velocity[-3:], [[speed, 0, 0]] * 3, atol=1e-3 * speed)


@pytest.mark.parametrize(("h", "speed"), [(0.005, 3.0), (0.01, 1.1), (0.02, 1.1)])
@pytest.mark.parametrize("kind", ["boxes", "solids", "both"])
def test_a_soft_wheel_rolls_on_along_a_seam_and_over_others(make_world, tmp_path, kind, h, speed):
    """It lost a third of its speed, and was thrown over by the side of what was beside it."""
    props, terrain = lay(FLOORS[kind], tmp_path)
    soft = ROLLERS["wheel"].model_copy(update={"mass": 2.0, "material": "soft"})
    props.append(PropSpec(name="wheel", shape=soft, at=(-0.9, 0.03, RADIUS), rpy=UPRIGHT))
    world = make_world(props, terrain=terrain, physics=PhysicsSpec(step=h, sleep=False))
    world.bodies.velocity[-1] = speed, 0.0, 0.0
    world.bodies.spin[-1] = 0.0, speed / RADIUS, 0.0
    step.advance(round(3.5 / speed / h), pack(world).words)
    assert world.bodies.position[-1, 2] == pytest.approx(RADIUS - 0.001, abs=3e-4)
    assert world.bodies.velocity[-1, 0] == pytest.approx(speed, rel=0.01)


def make_car(kind):
    """Return a car of 24 kg on four wheels of some kind."""
    links = {"hull": LinkSpec(shape=ShapeSpec(box=(0.5, 0.3, 0.1), mass=20.0, at=(0, 0, 0.05)))}
    joints = {}
    for x in (-0.2, 0.2):
        for y in (-0.2, 0.2):
            name = f"w{len(joints)}"
            shape = ROLLERS[kind].model_copy(update={"mass": 1.0, "rpy": UPRIGHT})
            links[name] = LinkSpec(shape=shape)
            joints[name] = JointSpec(
                type="revolute", parent="hull", child=name, at=(x, y, 0), axis=(0, 1, 0)
            )
    return RobotSpec(links=links, joints=joints)


@pytest.mark.parametrize(("h", "speed"), [(0.005, 1.0), (0.01, 0.3), (0.01, 3.0)])
@pytest.mark.parametrize("wheels", ROLLERS)
@pytest.mark.parametrize("kind", FLOORS)
def test_a_floor_of_slabs_is_one_piece_for_cars(make_world, tmp_path, kind, wheels, h, speed):
    """They lost up to a fifth of their speed at ten such seams, and jumped by a centimetre."""
    props, terrain = lay(FLOORS[kind], tmp_path)
    car = RobotPlacement(file="car/robot.yaml", spec=make_car(wheels), at=(-0.6, 0.03, RADIUS))
    world = make_world(
        props, robots=[car], terrain=terrain, physics=PhysicsSpec(step=h, sleep=False)
    )
    moving = np.flatnonzero(world.bodies.inv_mass > 0.0)
    world.bodies.velocity[moving] = speed, 0.0, 0.0
    world.bodies.spin[moving[1:]] = 0.0, speed / RADIUS, 0.0
    words, height = pack(world).words, world.bodies.position[moving[0], 2]
    for _ in range(round(3.5 / speed / h)):
        step.advance(1, words)
        assert abs(world.bodies.position[moving[0], 2] - height) < 1.3e-4
    # where a box is let into a plane both bear a wheel, which rises by half of 0.1 mm
    assert world.bodies.velocity[moving[0], 0] == pytest.approx(speed, rel=3e-3)


BELTS = """\
links:
  hull: {shape: {box: [0.8, 0.3, 0.1]}, mass: 30}
  lf: &wheel {mass: 1, shape: {cylinder: {radius: 0.1, length: 0.08}, rpy_deg: [90, 0, 0]}}
  lb: *wheel
  rf: *wheel
  rb: *wheel
joints:
  lf: {type: revolute, parent: hull, child: lf, at: [0.4, 0.25, 0], axis: [0, 1, 0]}
  lb: {type: revolute, parent: hull, child: lb, at: [-0.4, 0.25, 0], axis: [0, 1, 0]}
  rf: {type: revolute, parent: hull, child: rf, at: [0.4, -0.25, 0], axis: [0, 1, 0]}
  rb: {type: revolute, parent: hull, child: rb, at: [-0.4, -0.25, 0], axis: [0, 1, 0]}
motors:
  l: {type: speed, joint: lf, damping: 50, torque: 200}
  r: {type: speed, joint: rf, damping: 50, torque: 200}
tracks:
  left: {sprocket: lf, idler: lb, pitch_mm: 60, model: belt}
  right: {sprocket: rf, idler: rb, pitch_mm: 60, model: belt}
"""


@pytest.mark.parametrize("h", [0.005, 0.01])
@pytest.mark.parametrize("kind", ["boxes", "solids", "both", "beside fields"])
def test_belts_start_straight_and_run_evenly_over_a_floor_of_slabs(tmp_path, kind, h):
    """Seams held them up by a third of their speed, and turned the robot by 30 mrad."""
    for name, text in {"r/robot.yaml": BELTS, "s.yaml": "robots: [{file: r/robot.yaml}]\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    scene = load.load_scene(tmp_path / "s.yaml")
    robot = scene.robots[0].model_copy(update={"at": (0.0, 0.03, 0.125)})
    props, terrain = lay(FLOORS[kind], tmp_path)
    scene = scene.model_copy(update={
        "robots": [robot], "props": props, "terrain": terrain,
        "materials": {"rubber": MaterialSpec(friction=0.8)},
        "physics": PhysicsSpec(step=h, sleep=False),
    })  # fmt: skip
    world = build_world(scene)
    hull, words, speeds = np.argmax(world.bodies.inv_mass > 0.0), pack(world).words, []
    step.advance(round(0.5 / h), words)
    world.motors.input[:] = 10.0
    step.advance(round(0.5 / h), words)
    for _ in range(round(2.0 / h)):
        step.advance(1, words)
        speeds.append(world.bodies.velocity[hull, 0])
    np.testing.assert_allclose(speeds, 1.075, atol=0.02)
    assert world.bodies.position[hull, 1] == pytest.approx(0.03, abs=1e-3)


@pytest.mark.parametrize("h", [0.002, 0.01, 0.02])
@pytest.mark.parametrize("size", [(0.2, 0.2, 0.06), (0.6, 0.1, 0.06)])
def test_a_box_slides_over_solids_as_over_one_piece(make_world, tmp_path, size, h):
    """It came to rest after a quarter of its way."""
    ends = []
    for kind in ("solids", "let into a plane"):
        props, terrain = lay(FLOORS[kind], tmp_path)
        if kind != "solids":
            props = []
        box = ShapeSpec(box=size, mass=2.0, material="rubber")
        props.append(PropSpec(name="box", shape=box, at=(-0.6, 0.03, 0.5 * size[2])))
        world = make_world(props, terrain=terrain, physics=PhysicsSpec(step=h, sleep=False))
        world.bodies.velocity[-1] = 3.0, 0.0, 0.0
        step.advance(round(1.0 / h), pack(world).words)
        ends.append(world.bodies.position[-1].copy())
    np.testing.assert_allclose(ends[0][::2], ends[1][::2], atol=1e-4)
    assert abs(ends[0][1] - ends[1][1]) < 5e-4  # where a face presses is learnt a step late
    assert ends[0][0] > -0.1


def stand(height, width=1.0, kind="box", folder=None):
    """Return two slabs that meet at x = 0; the right one is higher [m], the left one narrower."""
    props = []
    for k, (size, at) in enumerate(
        [((1, width, 0.1), (-0.5, 0, -0.05)), ((1, 1, 0.1), (0.5, 0, height - 0.05))]
    ):
        shape = ShapeSpec(box=size)
        if kind == "solid":
            path = str(folder / f"slab{k}.obj")
            trimesh.creation.box(size).export(path)
            shape = ShapeSpec(mesh=path)
        props.append(PropSpec(name=f"slab{k}", shape=shape, at=at, fixed=True))
    return props


@pytest.mark.parametrize("kind", ["box", "solid"])
@pytest.mark.parametrize(
    ("height", "width", "y", "leans"),
    [(0.0, 1.0, 0.0, False), (1e-3, 1.0, 0.0, True), (0.0, 0.5, 0.0, False),
     (0.0, 0.5, 0.4, True), (0.0, 0.5, 0.26, True)],
)  # fmt: skip
def test_an_edge_is_met_where_no_neighbour_goes_on(
    make_world, find_contacts, tmp_path, kind, height, width, y, leans
):
    """Of a step of a millimetre, and of the part that is longer than the neighbour."""
    ball = PropSpec(name="ball", shape=ShapeSpec(sphere=0.05), at=(-0.01, y, 0.0485 + height))
    world = make_world([*stand(height, width, kind, tmp_path), ball], terrain=[])
    assert (np.abs(find_contacts(world).normal[:, 0]) > 0.1).any() == leans


@pytest.mark.parametrize("kind", ["box", "solid"])
def test_a_grouser_askew_over_a_corner_of_tiles_is_met_from_below_alone(
    make_world, find_contacts, tmp_path, kind
):
    """As a rod along two edges at once it was met by one of them from the side, on a level."""
    path = str(tmp_path / "tile.obj")
    trimesh.creation.box((0.2, 0.2, 0.1)).export(path)
    tile = ShapeSpec(mesh=path) if kind == "solid" else ShapeSpec(box=(0.2, 0.2, 0.1))
    props = [
        PropSpec(name=f"tile{k}", shape=tile, at=(x, y, -0.05), fixed=True)
        for k, (x, y) in enumerate([(-0.1, -0.1), (0.1, -0.1), (-0.1, 0.1), (0.1, 0.1)])
    ]
    rod = ShapeSpec(capsule=Round(radius=0.006, length=0.09))
    props.append(PropSpec(name="rod", shape=rod, at=(0, 0, 1)))
    world, rng = make_world(props, terrain=[]), np.random.default_rng(0)
    bodies, pairs = world.bodies, world.pairs
    for _ in range(300):
        tilt, gap = rng.normal(0.0, rng.choice([1e-4, 3e-3, 0.03])), rng.choice([-1e-4, 1e-3, 4e-3])
        yaw = rng.integers(4) * np.pi / 2 + rng.uniform(-0.25, 0.25)
        bodies.orientation[-1] = quaternion_of(rotation_of((0.5 * np.pi + tilt, 0.0, yaw)))
        rise = 0.045 * abs(np.sin(tilt)) + 0.006
        bodies.position[-1] = *rng.uniform(-0.01, 0.01, 2), rise + gap
        bodies.velocity[-1, 2] = -0.5
        pairs.reach[:], pairs.count[:] = -1.0, 0  # nothing is known of them
        found = find_contacts(world)
        assert np.abs(found.normal[:, 2]).min() > 0.999
        assert found.separation.min() == pytest.approx(gap, abs=2e-5)


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
@pytest.mark.parametrize("height", [0.3, 0.5, 0.6])
def test_what_slides_into_a_corner_of_walls_comes_to_rest_in_it(make_world, height, h):
    """Their tops lie flush, and the seam ends in the corner: it was 1.5 mm deep, and thrown out."""
    props = [
        PropSpec(name=f"wall{k}", shape=ShapeSpec(box=size), at=at, fixed=True)
        for k, (size, at) in enumerate(
            [((1, 1, 0.5), (-0.5, -0.5, 0.25)), ((1, 1.3, 0.5), (0.5, -0.35, 0.25))]
        )
    ]
    box = ShapeSpec(box=(0.3, 0.3, height), mass=2.0, material="ice")
    props.append(PropSpec(name="box", shape=box, at=(-0.4, 0.2, 0.5 * height)))
    world = make_world(props, physics=PhysicsSpec(step=h, sleep=False))
    world.bodies.velocity[-1] = 1.0, -0.3, 0.0
    step.advance(round(0.8 / h), pack(world).words)
    np.testing.assert_allclose(world.bodies.position[-1], (-0.15, 0.15, 0.5 * height), atol=1e-4)
    np.testing.assert_allclose(world.bodies.velocity[-1], 0.0, atol=1e-4)


@pytest.mark.parametrize("h", [0.001, 0.01, 0.02])
@pytest.mark.parametrize(("width", "y"), [(1.0, 0.0), (1.3, 0.0), (0.3, 0.4)])
def test_a_box_that_slides_against_a_step_as_wide_as_itself_stays_on_its_feet(
    make_world, width, y, h
):
    """Sides of step and floor lie flush, up to the floor: it was not met there, and tipped."""
    props = [
        PropSpec(name=f"slab{k}", shape=ShapeSpec(box=size), at=at, fixed=True)
        for k, (size, at) in enumerate([((1, 1, 1), (0, 0, -0.5)), ((1, 1, 1.3), (1, 0, -0.35))])
    ]
    box = ShapeSpec(box=(0.3, width, 0.2), mass=2.0, material="ice")
    props.append(PropSpec(name="box", shape=box, at=(0.0, y, 0.1)))
    world = make_world(props, terrain=[], physics=PhysicsSpec(step=h, sleep=False))
    world.bodies.velocity[-1, 0] = 1.0
    step.advance(round(0.8 / h), pack(world).words)
    np.testing.assert_allclose(world.bodies.position[-1], (0.35, y, 0.1), atol=1e-4)
    np.testing.assert_allclose(world.bodies.velocity[-1], 0.0, atol=1e-3)
