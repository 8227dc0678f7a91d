"""The world: every table of a scene, and saving, restoring and hashing what changes in it."""

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bodies import integrate
from .bodies.clusters import Clusters
from .bodies.sleep import Sleep
from .bodies.tables import Bodies, Brakes, Islands, Joints, Motors, Settings
from .collision.pairs import Pairs
from .collision.scratch import Scratch
from .contacts.contact import Contacts
from .contacts.sweep import Walks
from .geometry.shapes import Shapes
from .piles.batch import Batches
from .sensing.balance import Stances
from .sensing.radiation import Sources
from .solver.bounces import Blows
from .team import Team


class World(NamedTuple):
    """The tables that `step.step` advances."""

    settings: Settings
    bodies: Bodies
    joints: Joints
    motors: Motors
    brakes: Brakes
    islands: Islands
    shapes: Shapes
    pairs: Pairs
    contacts: Contacts
    clusters: Clusters
    walks: Walks
    batches: Batches
    blows: Blows
    heap: Batches  # the same in single precision, see `heaps`
    sleepers: Sleep
    scratch: tuple[Scratch, ...]  # one for each part of the pairs
    team: Team
    sources: Sources
    stances: Stances


STATE = {
    "bodies": (
        "position", "orientation", "velocity", "spin", "force", "torque", "share", "lead", "late",
        "until", "gyro", "braced", "ask",
    ),
    "joints": ("state", "position", "speed", "bend", "anchor", "reaction"),
    "motors": ("input", "speed", "angle", "torque", "saturated", "carried", "change", "before"),
    "brakes": ("input",),
    "sleepers": ("asleep", "still", "place", "turn", "drift", "motor_input", "brake_input"),
}  # fmt: skip
COUNTS = ("used", "lost")  # of pairs and contacts; of the rows in use:
PAIR_ROWS = ("shape_a", "shape_b", "reach", "count", "first", "pose", "axis", "turn")
CONTACT_ROWS = (
    "key", "feature", "body_a", "body_b", "position", "normal", "separation", "anchor_a",
    "anchor_b", "friction", "restitution", "stiffness", "damping", "impulse", "push",
    "pseudo_impulse",
)  # fmt: skip


def list_state(world: World) -> list[NDArray]:
    """Return the arrays (views) that a step starts from; the rest is refreshed by it."""
    arrays = [
        getattr(getattr(world, table), name) for table, names in STATE.items() for name in names
    ]
    tables = ((world.pairs, PAIR_ROWS), (world.contacts, CONTACT_ROWS))
    arrays += [getattr(table, name) for table, _ in tables for name in COUNTS]
    for table, names in tables:
        arrays += [getattr(table, name)[: int(table.used[0])] for name in names]
    if world.contacts.rolls.used[0]:
        arrays.append(world.contacts.rolls.torque[: int(world.contacts.used[0])])
    return arrays


def copy_state(world: World) -> bytes:
    """Return everything that changes, warm-start impulses and contacts included."""
    return b"".join(np.ascontiguousarray(array).tobytes() for array in list_state(world))


def restore_state(world: World, state: bytes) -> None:
    """Put the world back to a copied state; the next step gives the same bits as it did then.

    Raises:
        ValueError: the bytes were copied from another scene.
    """
    offset, fixed = 0, sum(len(names) for names in STATE.values()) + 2 * len(COUNTS)
    for row, array in enumerate(list_state(world)[:fixed]):
        offset = _read(state, offset, array, row)
    for row, array in enumerate(list_state(world)[fixed:]):
        offset = _read(state, offset, array, row)
    if offset != len(state):
        raise ValueError("this state belongs to another scene: it has another length")
    if not _is_within(world):
        raise ValueError("this state belongs to another scene: it has shapes that are not here")
    integrate.refresh(world.bodies)


def _is_within(world: World) -> bool:
    """Say whether all rows that pairs and contacts point to are there: kernels do not ask."""
    pairs, contacts = world.pairs, world.contacts
    used, points = int(pairs.used[0]), int(contacts.used[0])
    if not (0 <= used <= len(pairs.shape_a) and 0 <= points <= len(contacts.key)):
        return False
    shapes, bodies = len(world.shapes.kind), len(world.bodies.inv_mass)
    count, first = pairs.count[:used], pairs.first[:used].astype(np.int64)
    return (
        _are_rows(pairs.shape_a[:used], shapes)
        and _are_rows(pairs.shape_b[:used], shapes)
        and _are_rows(contacts.body_a[:points], bodies)
        and _are_rows(contacts.body_b[:points], bodies)
        and _are_rows(count, points + 1)
        and bool(np.all((count == 0) | (0 <= first) & (first + count <= points)))
    )


def _are_rows(numbers: NDArray, count: int) -> bool:
    return bool(np.all((numbers >= 0) & (numbers < count)))


def _read(state: bytes, offset: int, array: NDArray, row: int) -> int:
    if offset + array.nbytes > len(state):
        raise ValueError(f"this state belongs to another scene: it ends in table column {row}")
    array[...] = np.frombuffer(state, array.dtype, array.size, offset).reshape(array.shape)
    return offset + array.nbytes


def state_hash(world: World) -> str:
    """Return blake2b over the state: equal worlds, equal text."""
    digest = hashlib.blake2b(digest_size=16)
    for array in list_state(world):
        digest.update(array.tobytes())
    return digest.hexdigest()
