"""Packed tables: a kernel reads and writes them as it does the tables themselves, bit for bit."""

from typing import Annotated, NamedTuple

import numpy as np
import pytest

from simulator.compiled import handle
from simulator.compiled.jit import kernel
from simulator.physics import world as worlds
from simulator.physics.bodies import integrate
from simulator.physics.qualification import case
from simulator.physics.world import World
from simulator.spec.models.scene import PropSpec
from simulator.spec.models.shape import ShapeSpec


class Inner(NamedTuple):
    weights: Annotated[np.ndarray, handle.VARYING]
    count: int


class Outer(NamedTuple):
    rows: np.ndarray
    step: float
    inner: Inner
    empty: np.ndarray
    flags: np.ndarray


@kernel
def mix(table):
    for i in range(table.rows.shape[0]):
        for j in range(table.rows.shape[1]):
            table.rows[i, j] += table.inner.weights[j, 1] * table.inner.count
    table.flags[1] = len(table.empty) + table.empty.shape[1]
    return table.step


@kernel
def mix_packed(words):
    return mix(handle.open_table(words, Outer))


def make_outer(**changes) -> Outer:
    inner = Inner(np.arange(6.0).reshape(3, 2), 7)
    rows, empty = np.arange(12.0).reshape(4, 3), np.zeros((0, 5), np.int32)
    return Outer(rows, 0.25, inner, empty, np.zeros(2, np.uint8))._replace(**changes)


def test_a_packed_table_reads_and_writes_like_the_table():
    direct, packed = make_outer(), handle.pack(make_outer())
    assert mix(direct) == mix_packed(packed.words) == 0.25
    assert np.array_equal(direct.rows, packed.tables.rows)
    assert direct.rows[3, 2] == 11.0 + 5.0 * 7
    assert direct.flags.tolist() == packed.tables.flags.tolist() == [0, 5]


def test_sizes_may_differ_between_tables_of_one_class():
    rows = np.ones((1, 3))
    wide = Inner(np.arange(12.0).reshape(3, 4), 7)
    assert mix_packed(handle.pack(make_outer(rows=rows, inner=wide)).words) == 0.25
    assert rows.tolist() == [[8.0, 36.0, 64.0]]


class Row(NamedTuple):
    inner: Inner
    total: np.ndarray


class Shelf(NamedTuple):
    rows: tuple[Row, ...]


class Mixed(NamedTuple):
    both: tuple[NamedTuple, ...]


@kernel
def add_up(words, k):
    row = handle.open_table(words, Shelf).rows[k]
    for value in row.inner.weights.flat:
        row.total[0] += value * row.inner.count


def make_row(weights, count: int) -> Row:
    return Row(Inner(np.array([weights], float), count), np.zeros(1))


def test_tables_side_by_side_are_found_by_their_number():
    packed = handle.pack(Shelf((make_row([1, 2], 3), make_row([4, 5, 6], 2), make_row([], 1))))
    for k in (2, 0, 1, 1):
        add_up(packed.words, k)
    assert [row.total[0] for row in packed.tables.rows] == [9.0, 60.0, 0.0]


def test_tables_side_by_side_have_one_layout():
    with pytest.raises(TypeError, match=r"Mixed\.both: tables side by side have one layout"):
        handle.pack(Mixed((make_outer(), make_row([1], 1))))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rows": np.zeros((4, 6))[:, ::2]}, "Outer.rows is not C-contiguous"),
        ({"step": "late"}, "Outer.step is a str"),
        ({"step": (1.0, 2.0)}, "Outer.step is a tuple"),
        ({"rows": np.zeros((4, 3), np.float32)}, "one layout"),
        ({"rows": np.zeros(4)}, "one layout"),
        ({"rows": np.zeros((4, 2))}, "one layout"),
    ],
)
def test_what_cannot_be_packed_is_told(changes, complaint):
    handle.pack(make_outer())
    with pytest.raises(TypeError, match=complaint):
        handle.pack(make_outer(**changes))


@kernel
def fall(bodies, rows, gravity, h):
    for _ in range(20):
        integrate.velocities(rows, 1, 4, bodies, gravity, h)
        integrate.refresh(bodies)


@kernel
def fall_packed(words, h):
    world = handle.open_table(words, World)
    fall(world.bodies, world.clusters.root, world.settings.gravity, h)


def test_a_packed_world_moves_to_the_same_bits():
    def build():
        box = ShapeSpec(box=(0.1, 0.2, 0.3), at=(0.02, 0.0, 0.1))
        props = [PropSpec(name=f"p{k}", shape=box, rpy=(0.1 * k, 0.2, 0.3)) for k in range(3)]
        world = case.build_props(props, [])
        world.bodies.spin[1:] = np.random.default_rng(1).normal(size=(3, 3))
        return world

    direct, packed = build(), build()
    direct.clusters.root[:] = packed.clusters.root[:] = np.arange(4)
    fall(direct.bodies, direct.clusters.root, direct.settings.gravity, 0.01)
    fall_packed(handle.pack(packed).words, 0.01)
    assert worlds.state_hash(direct) == worlds.state_hash(packed) != worlds.state_hash(build())
