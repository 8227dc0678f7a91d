"""Level ground of triangles as programs export them badly: what rolls and slides meets no edge."""

from itertools import pairwise

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.physics.geometry import meshes
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

SPEED, RADIUS = 1.5, 0.1
SLIPPERY = MaterialSpec(friction=0.0)


def find_quads(kind):
    """Return rectangles (x0, x1, y0, y1) of level ground of 7 x 2 m from x = -1 on."""
    random, strips = np.random.default_rng(7), [(0.5 * k - 1.0, 0.5 * k - 0.5) for k in range(14)]
    if kind == "needles":
        edges = np.sort(np.append(random.uniform(-1.0, 6.0, 20), [-1.0, 6.0]))
        edges = np.sort(np.append(edges, edges[5:15] + 2e-6))
        strips = list(pairwise(edges))
    quads = []
    for k, (x0, x1) in enumerate(strips):
        middle = random.uniform(-0.5, 0.5) if kind == "corners in sides" else 0.0
        halves = [(x0, x1, -1.0, middle), (x0, x1, middle, 1.0)]
        quads += 2 * halves if kind == "faces twice" and k % 3 == 0 else halves
    return quads


def write(folder, kind):
    lines, faces = [], []
    for x0, x1, y0, y1 in find_quads(kind):
        n = len(lines) + 1
        lines += [f"v {x:.9g} {y:.9g} 0" for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        faces += [f"f {n} {n + 1} {n + 2}", f"f {n} {n + 2} {n + 3}"]
    (folder / "ground.obj").write_text("\n".join([*lines, *faces]))
    return folder / "ground.obj"


@pytest.mark.parametrize("kind", ["corners in sides", "faces twice", "needles"])
@pytest.mark.parametrize("thing", ["ball", "wheel", "box"])
def test_seams_are_not_felt(tmp_path, kind, thing):
    solids = {
        "ball": {"sphere": RADIUS},
        "wheel": {"cylinder": {"radius": RADIUS, "length": 0.08}, "rpy": (np.pi / 2, 0.0, 0.0)},
        "box": {"box": (0.2, 0.2, 2.0 * RADIUS)},
    }
    shape = ShapeSpec.model_validate({**solids[thing], "mass": 1.0, "material": "test"})
    is_box = thing == "box"
    prop = PropSpec(
        name="thing", shape=shape, at=(-0.4, 0.13, RADIUS), velocity=(SPEED, 0.0, 0.0),
        spin=(0.0, 0.0 if is_box else SPEED / RADIUS, 0.0),
    )  # fmt: skip
    ground = ShapeSpec(mesh=str(write(tmp_path, kind)))
    scene = SceneSpec(
        props=[prop], terrain=[ground], physics=PhysicsSpec(sleep=False),
        materials={"test": SLIPPERY if is_box else MaterialSpec(friction=0.8)},
    )  # fmt: skip
    world = build_world(scene)
    words = pack(world).words
    for _ in range(300):
        step.advance(1, words)
        assert world.bodies.position[1, 2] == pytest.approx(RADIUS, abs=1e-6)
    assert world.bodies.velocity[1] == pytest.approx((SPEED, 0.0, 0.0), abs=1e-5)


def test_a_solid_with_corners_in_its_sides_is_closed():
    """Two of its twelve sides are divided on one face alone, the third face has two such sides."""
    corners = [(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)]
    vertices = np.array([*corners, (0.5, 0.0, 0.0), (0.5, 1.0, 0.0), (0.25, 0.0, 0.0)])
    bottom = [(0, 2, 10), (10, 2, 9), (10, 9, 8), (8, 9, 6), (8, 6, 4)]
    rest = [
        (1, 5, 7), (1, 7, 3), (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5),
        (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6),
    ]  # fmt: skip
    faces = np.array([*bottom, *rest])
    assert meshes.count_open_sides(faces) > 0
    merged = meshes.merge(vertices, faces)
    assert meshes.as_solid(*merged)[1]
    assert meshes.mesh_reader.measure_volume(*merged) == pytest.approx(1.0)
