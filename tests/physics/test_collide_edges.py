"""What rocks or tumbles on edges is known where it comes down next, and nowhere else."""

from pathlib import Path

import numpy as np
import pytest

from simulator.compiled.handle import pack
from simulator.physics import step
from simulator.physics.build import build_world
from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import Round, ShapeSpec
from simulator.spec.naming.bodies import rotation_of

RISE, GOING, STEPS = 0.17, 0.3, 8
SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def write_block(path: Path, size) -> str:
    """Write a box of that size about its middle as a mesh; return its path."""
    corners = [np.array([x, y, z]) * size / 2 for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    lines = [f"v {x:.9f} {y:.9f} {z:.9f}" for x, y, z in corners]
    lines += [f"f {' '.join(str(k + 1) for k in side)}" for side in SIDES]
    path.write_text("\n".join(lines))
    return str(path)


def make_shape(kind: str, size, path: Path, at=(0.0, 0.0, 0.0)) -> ShapeSpec:
    if kind == "box":
        return ShapeSpec(box=size, at=at)
    if kind == "cylinder":
        return ShapeSpec(cylinder=Round(radius=0.5 * size[0], length=size[2]), at=at)
    return ShapeSpec(**{kind: write_block(path, np.array(size))}, at=at)


@pytest.mark.parametrize("ground", ["box", "hull", "mesh"])
@pytest.mark.parametrize("kind", ["box", "hull"])
def test_what_rocks_on_an_edge_is_known_at_both_ends_of_it(
    make_world, find_contacts, tmp_path, kind, ground
) -> None:
    block = make_shape(ground, (1.0, 1.0, 0.2), tmp_path / "block.obj", (0.0, 0.0, -0.1))
    plank = make_shape(kind, (0.4, 0.3, 0.1), tmp_path / "plank.obj")
    rpy = 0.06, 0.1, 0.0
    turn, across = rotation_of(rpy), 0.15
    # its lower face is over the edge x = 0.5, z = 0 from y = -0.15 to 0.15, 18 mm higher there
    low = turn @ np.array([0.0, -across, -0.05])
    up = turn[:, 2]
    height = 1e-4 - low[2] + (low[0] * up[0] + (low[1] + across) * up[1]) / up[2]
    things = [PropSpec(name="block", shape=block, fixed=True),
              PropSpec(name="plank", shape=plank, at=(0.5, 0.0, height), rpy=rpy)]  # fmt: skip
    world = make_world(things, terrain=[], physics=PhysicsSpec(step=0.01))
    world.bodies.spin[-1] = -10.0, 0.0, 0.0
    found = find_contacts(world)
    on_edge = np.abs(found.position[:, 0] - 0.5) < 0.02
    ends = found.position[on_edge, 1]
    assert ends.min() == pytest.approx(-across, abs=0.01)
    assert ends.max() == pytest.approx(across, abs=0.01)
    far = found.separation[on_edge][ends.argmax()]
    assert far == pytest.approx(2.0 * across * np.tan(0.06), abs=2e-3)


@pytest.mark.parametrize("kind", ["box", "hull", "cylinder"])
def test_a_block_of_triangles_is_as_deep_in_things_as_a_box(meet, tmp_path, kind) -> None:
    """Points that are added beside an edge lie in front of their face, never behind it."""
    box = ShapeSpec(box=(1.0, 1.0, 0.4))
    mesh = ShapeSpec(mesh=write_block(tmp_path / "block.obj", np.array([1.0, 1.0, 0.4])))
    thing = make_shape(kind, (0.3, 0.2, 0.5), tmp_path / "thing.obj")
    random, compared = np.random.default_rng(5), 0
    for _ in range(150):
        rpy = tuple(random.uniform(-1.5, 1.5, 3))
        at = (0.5, random.uniform(-0.3, 0.3), 0.2) + random.uniform(0.02, 0.25, 3) * (1, 0, 1)
        one, other = meet(mesh, thing, tuple(at), rpy), meet(box, thing, tuple(at), rpy)
        if len(other.separation) and -0.02 < other.separation.min() < 0.0:
            compared += 1
            assert one.separation.min() == pytest.approx(other.separation.min(), abs=1e-4)
    assert compared >= 5


def make_stairs(ground: str, folder: Path) -> list[ShapeSpec]:
    stairs = [ShapeSpec(plane=True)]
    for k in range(STEPS):
        height = RISE * (STEPS - k)
        at = GOING * (k - 1), 0.0, 0.5 * height
        path = folder / f"step{k}.obj"
        stairs.append(make_shape(ground, (GOING, 2.0, height), path, at))
    return stairs


def drop(seed: int, kind: str, stairs: list[ShapeSpec], h: float, folder: Path) -> float:
    """Let two links on a ball joint tumble down stairs for 4 s; return how deep they get [m]."""
    random = np.random.default_rng(seed)
    size = tuple(random.uniform(0.1, 0.5, 3))
    rpy, along, aside = (
        random.uniform(-3, 3, 3),
        random.uniform(-0.3, 0.6),
        random.uniform(-0.3, 0.3),
    )
    body = make_shape(kind, size, folder / f"body{seed}.obj")
    limb = make_shape(kind, (0.3, 0.1, 0.1), folder / "limb.obj", (0.2, 0.0, 0.0))
    links = {"body": LinkSpec(density=500, shape=body), "limb": LinkSpec(density=500, shape=limb)}
    joint = JointSpec(type="spherical", parent="body", child="limb", at=(0.5 * size[0], 0, 0))
    robot = RobotPlacement(
        file="dummy/robot.yaml", at=(along, aside, 2.2), rpy=tuple(rpy),
        spec=RobotSpec(links=links, joints={"joint": joint}),
    )  # fmt: skip
    world = build_world(SceneSpec(robots=[robot], terrain=stairs, physics=PhysicsSpec(step=h)))
    words, deepest, contacts = pack(world).words, 0.0, world.contacts
    for _ in range(round(4.0 / h)):
        step.advance(1, words)
        deepest = max(deepest, -contacts.separation[: contacts.used[0]].min(initial=0.0))
    return deepest


@pytest.mark.parametrize("ground", ["box", "mesh"])
@pytest.mark.parametrize("kind", ["box", "hull"])
def test_links_that_tumble_down_stairs_stay_out_of_them(tmp_path, kind, ground) -> None:
    stairs = make_stairs(ground, tmp_path)
    depths = np.array([drop(seed, kind, stairs, 0.01, tmp_path) for seed in range(20)])
    assert depths.mean() < 3e-3
    assert np.mean(depths > 5e-3) < 0.2


def lie_down(kind: str, ground: str, h: float, random, folder: Path) -> float:
    """Let a round thing that lies across an edge, leaning, turn down; return how deep it gets [m].

    Up to a fifth of it is on the other side of the edge, or its end is off the block by so much.
    """
    radius, length = random.uniform(0.02, 0.1), random.uniform(0.1, 0.5)
    lean, spin = random.uniform(0.03, 0.24), random.uniform(2.0, 8.0) / length
    out = random.uniform(-0.2, 0.45) * length
    along, up = np.array([0.0, np.cos(lean), np.sin(lean)]), (0.0, -np.sin(lean), np.cos(lean))
    at = (radius + 1e-4) * np.array(up) - out * along
    block = make_shape(ground, (1.0, 1.0, 0.2), folder / "block.obj", (0.0, 0.5, -0.1))
    shape = ShapeSpec.model_validate({kind: Round(radius=radius, length=length)})
    props = [PropSpec(name="block", shape=block, fixed=True),
             PropSpec(name="thing", shape=shape, mass=1.0, at=tuple(at),
                      rpy=(lean - 0.5 * np.pi, 0.0, 0.0), spin=(-spin, 0.0, 0.0),
                      velocity=tuple(np.cross((-spin, 0.0, 0.0), at)))]  # fmt: skip
    world = build_world(SceneSpec(props=props, terrain=[], physics=PhysicsSpec(step=h)))
    words, deepest, contacts = pack(world).words, 0.0, world.contacts
    for _ in range(round(0.3 / h)):
        step.advance(1, words)
        deepest = max(deepest, -contacts.separation[: contacts.used[0]].min(initial=0.0))
    return deepest


@pytest.mark.parametrize("h", [0.005, 0.01, 0.02])
@pytest.mark.parametrize("ground", ["box", "mesh"])
@pytest.mark.parametrize("kind", ["capsule", "cylinder"])
def test_what_is_round_lies_down_across_an_edge(tmp_path, kind, ground, h) -> None:
    """It was met at the edge alone until it lay along the face, and got up to 11 mm deep."""
    random = np.random.default_rng(1)
    depths = [lie_down(kind, ground, h, random, tmp_path) for _ in range(40)]
    assert max(depths) < 3.5e-3
