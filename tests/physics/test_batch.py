"""Manifolds in lanes against sequential impulses in plain numpy, one body pair after the other."""

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from simulator.physics.algebra.vector import tangent_of
from simulator.physics.piles import batch, busy, colouring, lanes

Floats = NDArray[np.float64]
BODIES, MANIFOLDS, MU = 30, 70, 0.6


class Pile(NamedTuple):
    """Random manifolds between random bodies, row 0 the immovable ground."""

    start: list[int]
    body: NDArray[np.int32]  # (points, 2)
    position: Floats
    normal: Floats
    drift: Floats  # (points, 3), one for each manifold
    gamma: Floats
    impulse: Floats  # (points, 4)
    target: Floats
    rub: Floats  # (points, 3), along the face
    centre: Floats
    inv_mass: Floats
    inv_inertia: Floats


def make_pile(soft: float) -> Pile:
    rng, near = np.random.default_rng(5), np.random.default_rng(6)
    start, body, position, normal, drift, rub = [0], [], [], [], [], []
    for _ in range(MANIFOLDS):
        pair = rng.permutation(BODIES)[:2]
        way = rng.normal(size=3)
        way /= np.linalg.norm(way)
        across = np.linalg.svd(way[None])[2][1:]
        middle, along = rng.uniform(-1, 1, 3), rng.normal(size=2) @ across
        for _ in range(rng.integers(1, 5)):
            body.append(pair)
            normal.append(way)
            drift.append(along)
            position.append(middle + rng.uniform(-0.2, 0.2, 2) @ across)
            rub.append(near.uniform(-0.1, 0.1, 2) @ across)
        start.append(len(body))
    n = len(body)
    half = rng.normal(size=(BODIES, 3, 3))
    inv_mass = rng.uniform(0.1, 2.0, BODIES)
    inv_mass[0] = 0.0
    impulse = rng.normal(size=(n, 4)) * 0.1
    impulse[:, 0] = abs(impulse[:, 0]) + 0.2
    return Pile(
        start, np.array(body, np.int32), np.array(position), np.array(normal),
        np.array(drift), np.full(n, soft), impulse, rng.uniform(0.0, 0.5, n), np.array(rub),
        rng.uniform(-1, 1, (BODIES, 3)), inv_mass, half @ half.transpose(0, 2, 1) + np.eye(3),
    )  # fmt: skip


def fill(pile: Pile, motion: Floats, lift: float = 0.0) -> batch.Batches:
    """Return the pile in lanes."""
    n = len(pile.body)
    point, body_a, body_b = np.arange(n, dtype=np.int32), *pile.body.T.copy()
    table = batch.make_batches(motion, 400)
    friction = np.full(n, MU)
    used = batch.list_manifolds(
        0, n, point, body_a, body_b, pile.normal, friction, pile.gamma, table.start
    )
    assert used == MANIFOLDS
    assert table.start[: used + 1].tolist() == pile.start
    assert colouring.lay_out(table, used, point, body_a, body_b, pile.inv_mass)
    batch.fill(
        table, point, body_a, body_b, pile.position, pile.normal, pile.drift, friction,
        pile.gamma, pile.impulse, pile.target, pile.rub, lift, pile.centre, pile.inv_mass,
        pile.inv_inertia,
    )  # fmt: skip
    return table


class Naive:
    """One manifold as rows on both bodies' motions."""

    def __init__(self, pile: Pile, m: int) -> None:
        span = slice(pile.start[m], pile.start[m + 1])
        self.a, self.b = pile.body[pile.start[m]]
        points, n = pile.position[span], pile.normal[pile.start[m]]
        t = np.array(tangent_of(tuple(n)))
        s, middle = np.cross(n, t), points.mean(axis=0)
        off = points - middle
        self.x, self.y = off @ t, off @ s
        rubbed = off + pile.rub[span]
        self.lever = np.hypot(rubbed @ t, rubbed @ s)

        def row(way: Floats, at: Floats) -> Floats:
            arms = at - pile.centre[self.a], at - pile.centre[self.b]
            return np.hstack([-way, -np.cross(arms[0], way), way, np.cross(arms[1], way)])

        self.slip = np.array([row(t, middle), row(s, middle)])
        self.drift = np.array([t, s]) @ pile.drift[pile.start[m]]
        self.twist = np.hstack([np.zeros(3), -n, np.zeros(3), n])
        self.normals = np.array([row(n, at) for at in points])
        self.mobility = np.zeros((12, 12))
        for side, body in enumerate((self.a, self.b)):
            at = 6 * side
            if body:
                self.mobility[at : at + 3, at : at + 3] = pile.inv_mass[body] * np.eye(3)
                self.mobility[at + 3 : at + 6, at + 3 : at + 6] = pile.inv_inertia[body]
        force = pile.impulse[span]
        self.normal_impulse = force[:, 0].copy()
        self.slip_impulse = force[:, 1:3].sum(axis=0)
        self.twist_impulse = self.x @ force[:, 2] - self.y @ force[:, 1] + force[:, 3].sum()
        self.target, self.gamma = pile.target[span], pile.gamma[pile.start[m]]

    def push(self, motion: Floats, impulse: Floats) -> None:
        change = (self.mobility @ impulse).reshape(2, 6)
        motion[self.a] += change[0]
        motion[self.b] += change[1]

    def warm_start(self, motion: Floats) -> None:
        total = self.normal_impulse @ self.normals + self.slip_impulse @ self.slip
        self.push(motion, total + self.twist_impulse * self.twist)

    def sweep(self, motion: Floats) -> None:
        def speed(rows: Floats) -> Floats:
            return rows @ motion[[self.a, self.b]].ravel()

        block = np.linalg.inv(self.slip @ self.mobility @ self.slip.T)
        limit = MU * self.normal_impulse.sum()
        slip = speed(self.slip) + self.drift
        wish = self.slip_impulse - block @ slip
        if np.linalg.norm(wish) > limit:
            wish = self.slip_impulse - np.linalg.eigvalsh(block)[0] * slip
            wish *= min(1.0, limit / np.linalg.norm(wish))
        self.push(motion, (wish - self.slip_impulse) @ self.slip)
        self.slip_impulse = wish
        limit = MU * self.normal_impulse @ (self.lever + lanes.PATCH)
        turn = self.twist_impulse - speed(self.twist) / (self.twist @ self.mobility @ self.twist)
        turn = np.clip(turn, -limit, limit)
        self.push(motion, (turn - self.twist_impulse) * self.twist)
        self.twist_impulse = turn
        for i, row in enumerate(self.normals):
            error = speed(row) - self.target[i] + self.gamma * self.normal_impulse[i]
            wish = self.normal_impulse[i] - error / (row @ self.mobility @ row + self.gamma)
            wish = max(wish, 0.0)
            self.push(motion, (wish - self.normal_impulse[i]) * row)
            self.normal_impulse[i] = wish


@pytest.mark.parametrize("soft", [0.0, 0.3])
@pytest.mark.parametrize("forward", [True, False])
def test_lanes_are_sequential_impulses(soft: float, forward: bool) -> None:
    pile = make_pile(soft)
    motion = np.random.default_rng(2).normal(size=(BODIES, 6))
    motion[0] = 0.0
    naive = motion.copy()
    table = fill(pile, motion)
    count = table.count[0]
    lanes.warm_start(count, table.body, table.fields, table.impulse, table.motion, table.work)
    manifolds = [Naive(pile, m) for m in range(MANIFOLDS)]
    for one in manifolds:
        one.warm_start(naive)
    np.testing.assert_allclose(motion, naive, atol=1e-12)
    batch_of = batch_of_each(table) * (1 if forward else -1)
    for _ in range(3):
        change = lanes.sweep(
            0, count, forward, table.body, table.fields, table.impulse, table.target, table.motion,
            table.changes, table.stirs, 0.0, table.work,
        )  # fmt: skip
        for m in np.argsort(batch_of, kind="stable"):
            manifolds[m].sweep(naive)
    assert change > 0.0
    np.testing.assert_allclose(motion, naive, atol=1e-10)
    assert_same_impulses(table, pile, manifolds)


def assert_same_impulses(table: batch.Batches, pile: Pile, manifolds: list[Naive]) -> None:
    found = np.zeros((len(pile.body), 4))
    batch.store(table, np.arange(len(pile.body), dtype=np.int32), table.impulse, found)
    for m, one in enumerate(manifolds):
        own = found[pile.start[m] : pile.start[m + 1]]
        np.testing.assert_allclose(own[:, 0], one.normal_impulse, atol=1e-10)
        np.testing.assert_allclose(own[:, 1:3].sum(axis=0), one.slip_impulse, atol=1e-10)
        turn = one.x @ own[:, 2] - one.y @ own[:, 1] + own[:, 3].sum()
        assert turn == pytest.approx(one.twist_impulse, abs=1e-10)


def batch_of_each(table: batch.Batches) -> NDArray[np.int64]:
    """Return the batch of each manifold; every one must have a lane."""
    held = table.manifold[: table.count[0] * batch.LANES]
    places = np.flatnonzero(held >= 0)
    assert sorted(held[places]) == list(range(MANIFOLDS))
    return (places // batch.LANES)[np.argsort(held[places])]


def test_no_batch_moves_a_body_twice() -> None:
    pile = make_pile(0.0)
    table = fill(pile, np.zeros((BODIES, 6)))
    home = batch_of_each(table)
    for k in range(table.count[0]):
        moved = pile.body[[pile.start[m] for m in np.flatnonzero(home == k)]]
        moved = moved[moved > 0]
        assert len(set(moved.tolist())) == len(moved)
    assert table.count[0] <= 12  # a body has up to eight manifolds here


def test_a_sweep_leaves_out_what_has_hardly_changed() -> None:
    motion = np.random.default_rng(2).normal(size=(BODIES, 6))
    motion[0] = 0.0
    table = fill(make_pile(0.0), motion)
    count = table.count[0]
    rows = lanes.PUSHES * lanes.LANES
    before = table.impulse[: count * rows].reshape(count, rows).copy()
    table.changes[:count] = np.where(np.arange(count) % 2, 1.0, 1e-3)
    change = lanes.sweep(
        0, count, True, table.body, table.fields, table.impulse, table.target, table.motion,
        table.changes, table.stirs, 0.1, table.work,
    )  # fmt: skip
    moved = (table.impulse[: count * rows].reshape(count, rows) != before).any(axis=1)
    np.testing.assert_array_equal(moved, np.arange(count) % 2 == 1)
    assert np.all(table.changes[:count:2] == 1e-3)
    assert change == table.changes[1:count:2].max()


def begin_busy(table: batch.Batches, pile: Pile, chosen: list[int]) -> bool:
    """Let some manifolds have changed by 1 m/s in the last sweep, the others by far less."""
    manifold = table.manifold[: table.count[0] * batch.LANES]
    table.stirs[: len(manifold)] = np.where(np.isin(manifold, chosen), 1.0, 0.01)
    point, body_a, body_b = np.arange(len(pile.body), dtype=np.int32), *pile.body.T.copy()
    return busy.begin(table, 1.0, table.impulse, table.target, point, body_a, body_b, pile.inv_mass)


def test_busy_manifolds_are_swept_alone() -> None:
    pile, chosen = make_pile(0.0), [3, 8, 15, 16, 17, 40, 41, 55, 69]
    motion = np.random.default_rng(2).normal(size=(BODIES, 6))
    motion[0] = 0.0
    naive = motion.copy()
    table = fill(pile, motion)
    count = table.count[0]
    manifolds = [Naive(pile, m) for m in range(MANIFOLDS)]
    assert begin_busy(table, pile, chosen)
    first, end = table.first[0], table.count[0]
    assert first == count
    lane_of = {m: n for n, m in enumerate(table.manifold[: end * batch.LANES]) if m >= 0}
    order = sorted(chosen, key=lambda m: lane_of[m] // batch.LANES)
    assert min(lane_of[m] for m in chosen) == first * batch.LANES
    for _ in range(3):
        lanes.sweep(
            first, end, True, table.body, table.fields, table.impulse, table.target, table.motion,
            table.changes, table.stirs, 0.0, table.work,
        )  # fmt: skip
        for m in order:
            manifolds[m].sweep(naive)
    touched = {int(b) for m in chosen for b in pile.body[pile.start[m]]}
    assert set(table.busy.body[: table.busy.used[1]].tolist()) == touched | {0}
    busy.end(table, table.impulse)
    assert (table.first[0], table.count[0]) == (0, count)
    np.testing.assert_allclose(motion, naive, atol=1e-10)
    assert_same_impulses(table, pile, manifolds)


def test_where_much_is_busy_all_is_swept() -> None:
    pile = make_pile(0.0)
    table = fill(pile, np.zeros((BODIES, 6)))
    count, before = table.count[0], table.impulse.copy()
    assert not begin_busy(table, pile, list(range(MANIFOLDS // busy.PART + 1)))
    assert (table.first[0], table.count[0]) == (0, count)
    np.testing.assert_array_equal(table.impulse, before)


def test_pseudo_impulses_go_on_as_depths_do() -> None:
    pile = make_pile(0.0)
    motion, expected = np.zeros((BODIES, 6)), np.zeros((BODIES, 6))
    table = fill(pile, motion)
    points = np.arange(len(pile.body), dtype=np.int32)
    batch.resume_position(table, points, pile.impulse)
    for m in range(MANIFOLDS):
        Naive(pile, m).warm_start(expected)
    np.testing.assert_allclose(motion, 0.8 * expected, atol=1e-12)
    found = np.zeros((len(points), 4))
    batch.store(table, points, table.pseudo_impulse, found)
    np.testing.assert_allclose(found[:, 0], 0.8 * pile.impulse[:, 0], atol=1e-15)


def test_what_has_borne_goes_on_over_a_small_gap() -> None:
    """Not where it is soft or has not borne, and a blow keeps its speed."""
    for soft in (0.0, 0.3):
        pile = make_pile(soft)
        pile.target[:] = np.resize([-0.05, -0.5, 0.2], len(pile.target))
        pile.impulse[::2, 0] = 0.0
        table = fill(pile, np.zeros((BODIES, 6)), 0.1)
        expected = pile.target.copy()
        bears = (pile.impulse[:, 0] > 0.0) & (pile.target < 0.0) & (soft == 0.0)
        expected[bears] = np.minimum(expected[bears] + 0.1, 0.0)
        goals = table.target.reshape(-1, 4, batch.LANES)
        for lane, m in enumerate(table.manifold[: table.count[0] * batch.LANES]):
            if m >= 0:
                own = expected[pile.start[m] : pile.start[m + 1]]
                found = goals[lane // batch.LANES, : len(own), lane % batch.LANES]
                np.testing.assert_array_equal(found, own)
