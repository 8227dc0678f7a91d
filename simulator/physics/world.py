"""The world: every table of a scene, and saving, restoring and hashing what changes in it."""

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bodies import integrate
from .bodies.clusters import Clusters
from .bodies.sleep import Sleep
from .bodies.tables import Bodies, Brakes, Islands, Joints, Motors, Settings, Suction
from .collision import candidates
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
    suction: Suction
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
    "motors": (
        "input", "speed", "angle", "torque", "saturated", "carried", "change", "bend", "before",
    ),
    "brakes": ("input",),
    "suction": ("input", "points"),
    "sleepers": (
        "asleep", "still", "place", "turn", "drift", "motor_input", "brake_input", "suction_input",
    ),
}  # fmt: skip
COUNTS = ("used", "lost")  # of pairs and contacts; of the rows in use:
PAIR_ROWS = ("shape_a", "shape_b", "reach", "count", "first", "pose", "axis", "turn", "overlap")
CONTACT_ROWS = (
    "shape_a", "shape_b", "feature", "body_a", "body_b", "position", "normal", "separation",
    "anchor_a", "anchor_b", "friction", "restitution", "stiffness", "damping", "impulse", "push",
    "pseudo_impulse",
)  # fmt: skip
STRANGE = "this state belongs to another scene"

Columns = dict[tuple[str, str], NDArray]  # by table and name


def list_state(world: World) -> list[NDArray]:
    """Return the arrays (views) that a step starts from; the rest is refreshed by it."""
    return list(find_columns(world).values())


def find_columns(world: World) -> Columns:
    """Return the same by table and name, in the order in which they are copied."""
    used, points = int(world.pairs.used[0]), int(world.contacts.used[0])
    return _find_fixed(world) | _find_rows(world, used, points)


def _find_fixed(world: World) -> Columns:
    """Return the columns that have the same length in every state of a scene."""
    names = [(table, name) for table, own in STATE.items() for name in own]
    names += [(table, name) for table in ("pairs", "contacts") for name in COUNTS]
    return {(table, name): getattr(getattr(world, table), name) for table, name in names}


def _find_rows(world: World, used: int, points: int) -> Columns:
    """Return the rows of so many pairs and contacts."""
    tables = (
        ("pairs", world.pairs, PAIR_ROWS, used),
        ("contacts", world.contacts, CONTACT_ROWS, points),
    )
    rows = {
        (key, name): getattr(table, name)[:n] for key, table, names, n in tables for name in names
    }
    if world.contacts.rolls.used[0]:
        rows["rolls", "torque"] = world.contacts.rolls.torque[:points]
    return rows


def copy_state(world: World) -> bytes:
    """Return everything that changes, warm-start impulses and contacts included."""
    return b"".join(np.ascontiguousarray(array).tobytes() for array in list_state(world))


def restore_state(world: World, state: bytes) -> None:
    """Put the world back to a copied state; the next step gives the same bits as it did then.

    Raises:
        ValueError: the bytes were copied from another scene; the world is as it was.
    """
    columns = _find_fixed(world)
    found = _read(state, 0, columns)
    used, points = int(found["pairs", "used"][0]), int(found["contacts", "used"][0])
    if not (0 <= used <= len(world.pairs.shape_a) and 0 <= points <= len(world.contacts.body_a)):
        raise ValueError(f"{STRANGE}: it has more contacts than find room here")
    rows = _find_rows(world, used, points)
    found |= _read(state, sum(array.nbytes for array in columns.values()), rows)
    columns |= rows
    if sum(array.nbytes for array in columns.values()) != len(state):
        raise ValueError(f"{STRANGE}: it has another length")
    if not _is_within(world, found):
        raise ValueError(f"{STRANGE}: it has shapes that are not here")
    if not _is_in_motion(world, found):
        raise ValueError(f"{STRANGE}: its bodies are where none is after a step")
    for place, array in columns.items():
        array[...] = found[place]
    _forget(world)
    integrate.refresh(world.bodies)


def _forget(world: World) -> None:
    """Forget what a state that went out of all bounds has left where a step starts from nothing.

    What cannot move, or is no row of a face, has zeros there, which numbers leave alone.
    """
    candidates.forget(world.pairs.candidates)
    contacts, motions = world.contacts, (world.islands.velocity, world.heap.motion)
    for rows in (contacts.rows.data, contacts.rows.mass, contacts.trend, *motions):
        rows[~np.isfinite(rows)] = 0.0


def _read(state: bytes, offset: int, columns: Columns) -> Columns:
    """Return what a state has for columns, from an offset on."""
    found = {}
    for (table, name), array in columns.items():
        if offset + array.nbytes > len(state):
            raise ValueError(f"{STRANGE}: it ends in {table}.{name}")
        part = np.frombuffer(state, array.dtype, array.size, offset)
        found[table, name] = part.reshape(array.shape)
        offset += array.nbytes
    return found


def _is_within(world: World, found: Columns) -> bool:
    """Say whether all rows that pairs and contacts point to are there: kernels do not ask."""
    shapes, bodies = len(world.shapes.kind), len(world.bodies.inv_mass)
    points = len(found["contacts", "shape_a"])
    count, first = found["pairs", "count"], found["pairs", "first"].astype(np.int64)
    return (
        _are_rows(found["pairs", "shape_a"], shapes)
        and _are_rows(found["pairs", "shape_b"], shapes)
        and _are_rows(found["contacts", "shape_a"], shapes)
        and _are_rows(found["contacts", "shape_b"], shapes)
        and _are_rows(found["contacts", "body_a"], bodies)
        and _are_rows(found["contacts", "body_b"], bodies)
        and _are_rows(count, points + 1)
        and bool(np.all((count == 0) | (0 <= first) & (first + count <= points)))
    )


def _is_in_motion(world: World, found: Columns) -> bool:
    """Say whether bodies are somewhere, within a substep: one is gone on to its end."""
    lead, step = found["bodies", "lead"], world.settings.step / world.settings.substeps
    poses = found["bodies", "position"], found["bodies", "orientation"]
    is_somewhere = all(np.isfinite(pose).all() for pose in poses)
    return is_somewhere and bool(np.all((lead >= 0.0) & (lead <= step)))


def _are_rows(numbers: NDArray, count: int) -> bool:
    return bool(np.all((numbers >= 0) & (numbers < count)))


def state_hash(world: World) -> str:
    """Return blake2b over the state: equal worlds, equal text."""
    digest = hashlib.blake2b(digest_size=16)
    for array in list_state(world):
        digest.update(array.tobytes())
    return digest.hexdigest()
