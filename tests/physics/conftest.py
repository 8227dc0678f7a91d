"""Two shapes brought near each other, and what the near phase says of them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from simulator.physics.build import build_world
from simulator.physics.collision import broadphase, narrowphase
from simulator.physics.world import World
from simulator.spec.models.scene import PhysicsSpec, PropSpec, SceneSpec
from simulator.spec.models.shape import MaterialSpec, ShapeSpec

Floats = NDArray[np.float64]
SURFACES = {
    "rubber": MaterialSpec(friction=0.8),
    "ice": MaterialSpec(friction=0.0),
    "bouncy": MaterialSpec(friction=0.0, restitution=1.0),
    "soft": MaterialSpec(stiffness=2e4, damping=200.0),
}


class Touch(NamedTuple):
    """Contact points of a pair; normals from the first body to the second."""

    position: Floats
    normal: Floats
    separation: Floats
    feature: NDArray[np.int64]


def make_world(props: list[PropSpec], **scene) -> World:
    """Return the world of some props, with the test's surfaces, on bare ground unless given."""
    scene.setdefault("physics", PhysicsSpec(sleep=False))  # it is the solver that is looked at
    return build_world(SceneSpec(props=props, materials=SURFACES, **scene))


def find_contacts(world: World) -> Touch:
    """Run broad and near phase once."""
    step = world.settings.step
    broadphase.refresh(0, len(world.shapes.kind), world.bodies, world.shapes, step)
    broadphase.find_pairs(world.shapes, world.pairs)
    tables = world.bodies, world.shapes, world.pairs, world.contacts, world.scratch[0]
    narrowphase.find(0, world.pairs.used[0], *tables, step)
    narrowphase.place(world.pairs, world.contacts)
    narrowphase.write(0, world.pairs.used[0], *tables)
    used, found = world.contacts.used[0], world.contacts
    columns = (found.position, found.normal, found.separation, found.feature)
    return Touch(*(column[:used].copy() for column in columns))


def meet(
    a: ShapeSpec, b: ShapeSpec, at=(0.0, 0.0, 0.0), rpy=(0.0, 0.0, 0.0), turn=(0.0, 0.0, 0.0)
) -> Touch:
    """Return how `a`, at the origin turned by `turn`, touches `b` at `at`, turned by `rpy`."""
    fixed = a.kind in ("plane", "mesh", "height_field")
    first = PropSpec(name="a", shape=a, rpy=turn, fixed=fixed)
    return find_contacts(
        make_world([first, PropSpec(name="b", shape=b, at=at, rpy=rpy)], terrain=[])
    )


@pytest.fixture(name="meet")
def meet_fixture() -> Callable[..., Touch]:
    return meet


@pytest.fixture(name="make_world")
def make_world_fixture() -> Callable[..., World]:
    return make_world


@pytest.fixture(name="find_contacts")
def find_contacts_fixture() -> Callable[[World], Touch]:
    return find_contacts


@pytest.fixture(scope="session")
def hull_file(tmp_path_factory) -> Callable[[Floats], str]:
    """Write points as a mesh file whose convex hull is theirs; return its path."""
    from scipy.spatial import ConvexHull

    folder, made = tmp_path_factory.mktemp("hulls"), []

    def write(points: Floats) -> str:
        path = folder / f"hull{len(made)}.obj"
        made.append(path)
        lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in points.tolist()]
        lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in ConvexHull(points).simplices]
        path.write_text("\n".join(lines))
        return str(path)

    return write
