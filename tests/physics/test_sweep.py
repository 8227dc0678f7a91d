"""Contacts of jointed bodies: walks and sweeps against a dense articulated model."""

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from simulator.physics.algebra.vector import tangent_of
from simulator.physics.bodies import clusters
from simulator.physics.bodies.tables import Bodies
from simulator.physics.contacts import point, pushes, rows, sweep
from simulator.physics.contacts.contact import make_contacts

Floats = NDArray[np.float64]


class Trees(NamedTuple):
    """The columns of tables.Islands that contacts read."""

    body_start: NDArray[np.int32]
    body: NDArray[np.int32]
    of_body: NDArray[np.int32]
    inner: NDArray[np.int32]
    origin: Floats
    freedoms: NDArray[np.int32]
    axis: Floats
    gain: Floats
    softness: Floats
    answer: Floats
    spread: Floats
    held: Floats
    border_start: NDArray[np.int32]
    border_factor: Floats
    border_motion: Floats
    rate: Floats
    velocity: Floats


class Dense(NamedTuple):
    """An island as one matrix: velocity of all bodies per impulse on all."""

    trees: Trees
    bodies: Bodies
    tree_answer: Floats  # (6 n, 6 n) without the border
    answer: Floats  # (6 n, 6 n) with it


def random_inertia(rng, centre) -> Floats:
    """Spatial inertia about the world's origin of a body whose centre of mass is at `centre`."""
    mass = 10.0 ** rng.uniform(-1, 1)
    cross = np.cross(np.eye(3), centre)
    local = np.diag(mass * rng.uniform(0.01, 0.03, 3))
    return np.block([
        [mass * np.eye(3), mass * cross], [mass * cross.T, local + mass * cross.T @ cross]
    ])  # fmt: skip


def make_dense(
    inner: list[int], freedoms: list[int], border: int, seed: int, slide: bool = False
) -> Dense:
    """Return a random tree, row 0 the immovable ground, and one free body, the last.

    `slide`: body 1 moves along z only, and answers nothing along x and y.
    """
    rng = np.random.default_rng(seed)
    n = len(inner)
    centre = rng.uniform(-1, 1, (n, 3))
    inertia = [random_inertia(rng, c) for c in centre]
    axis, soft = rng.normal(size=(n, 3, 6)), rng.uniform(0.0, 0.5, (n, 3))
    axis[..., 3:] /= np.linalg.norm(axis[..., 3:], axis=-1, keepdims=True)
    if slide:
        axis[1, 0] = 0.0, 0.0, 1.0, 0.0, 0.0, 0.0
    count = np.array(freedoms, np.int32)
    gain, softness, whole = np.zeros((n, 3, 6)), np.zeros((n, 3)), [m.copy() for m in inertia]
    for b in range(n - 2, 0, -1):  # articulated inertias, from the leaves
        if inner[b] == -2:
            continue
        left = whole[b].copy()
        for d in range(count[b]):
            gain[b, d] = left @ axis[b, d]
            softness[b, d] = 1.0 / (axis[b, d] @ gain[b, d] + soft[b, d])
            left -= softness[b, d] * np.outer(gain[b, d], gain[b, d])
        if inner[b] > 0:
            whole[inner[b]] += left
    # dense: minimise over generalised speeds q; V_b = sum of s q on the way to the root
    owners = [(b, d) for b in range(1, n - 1) for d in range(count[b])]
    roots = [b for b in range(1, n - 1) if inner[b] == -2]
    columns = np.zeros((6 * n, len(owners) + 6 * len(roots)))
    for b in range(1, n - 1):
        c = b
        while c > 0:
            for k, (owner, d) in enumerate(owners):
                if owner == c:
                    columns[6 * b : 6 * b + 6, k] = axis[c, d]
            if inner[c] == -2:
                k = len(owners) + 6 * roots.index(c)
                columns[6 * b : 6 * b + 6, k : k + 6] = np.eye(6)
            c = inner[c]
    masses = np.zeros((6 * n, 6 * n))
    for b in range(1, n - 1):
        masses[6 * b : 6 * b + 6, 6 * b : 6 * b + 6] = inertia[b]
    springs = np.diag([soft[b, d] for b, d in owners] + [0.0] * 6 * len(roots))
    tree = columns @ np.linalg.inv(columns.T @ masses @ columns + springs) @ columns.T
    held = np.zeros((border, 6 * n))
    held[:, 6 : 6 * (n - 1)] = rng.normal(size=(border, 6 * (n - 2)))
    inverse = np.linalg.inv(held @ tree @ held.T) if border else np.zeros((0, 0))
    tied = tree - tree @ held.T @ inverse @ held @ tree
    spread = np.zeros((n, max(border, 1), 6))
    if border:
        spread[:] = (tree @ held.T).reshape(n, 6, border).transpose(0, 2, 1)
    order = np.arange(1, n - 1, dtype=np.int32)
    of_body = np.full(n, -1, np.int32)
    of_body[order] = 0
    trees = Trees(
        np.array([0, n - 2], np.int32), order, of_body,
        np.array([b if b > 0 else -1 for b in inner], np.int32), np.zeros((n, 3)), count, axis,
        gain, softness,
        np.array([tree[6 * b : 6 * b + 6, 6 * b : 6 * b + 6] for b in range(n)]), spread,
        np.zeros_like(spread),
        np.array([0, border], np.int32), np.zeros((max(border, 1), max(border, 1))),
        np.zeros((max(border, 1), 6)),
        np.zeros((n, 3)), np.zeros((n, 6)),
    )  # fmt: skip
    trees.border_factor[:border, :border] = inverse
    inv_mass = np.array([0.0] + [1.0 / m[0, 0] for m in inertia[1:]])
    inv_inertia = np.zeros((n, 3, 3))
    inv_inertia[1:] = np.diag([50.0, 60.0, 70.0])
    trees.origin[-1] = centre[-1]
    table = Bodies(**{
        name: np.zeros((n, 3)) for name in Bodies._fields
    })._replace(position=centre, inv_mass=inv_mass, inv_inertia=inv_inertia)  # fmt: skip
    for whole_answer in (tree, tied):  # the free body, about its own centre of mass
        whole_answer[-6:-3, -6:-3] = inv_mass[-1] * np.eye(3)
        whole_answer[-3:, -3:] = inv_inertia[-1]
    return Dense(trees, table, tree, tied)


SHARES = 0.0, 0.0, 0.3  # of the largest change in the sweep before: what changed less is left out
CASES = {
    "chain on the ground": ([-1, 0, 1, 2, 3, -1], [0, 1, 1, 1, 1, 0], 0),
    "branches, several freedoms": ([-1, -2, 1, 1, 2, 3, 2, -1], [0, 0, 1, 3, 2, 1, 0, 0], 0),
    "two loops": ([-1, -2, 1, 1, 2, 3, 5, -1], [0, 0, 1, 2, 2, 1, 3, 0], 4),
    "a running surface": ([-1, -2, 1, 2, 2, 2, -1], [0, 0, 1, 1, 2, 1, 0], 0),
    "a cabin on rails": ([-1, 0, 1, 1, -1], [0, 1, 1, 2, 0], 0, True),
    "two trees on the ground, tied by a loop": ([-1, 0, 0, 1, 2, -1], [0, 1, 3, 3, 2, 0], 2),
}  # fmt: skip


@pytest.fixture(name="setup", params=CASES)
def setup_fixture(request):
    """Return a dense model with contact points between random bodies, in their rows."""
    inner, freedoms, border, *slide = CASES[request.param]
    dense = make_dense(inner, freedoms, border, 7, *slide)
    n = len(dense.bodies.inv_mass)
    rng = np.random.default_rng(3)
    meeting = [(0, 1), (0, n - 2), (1, n - 2), (n - 3, n - 2), (2, n - 1), (0, n - 1), (1, n - 2)]
    table = make_contacts(32, n)
    table.belt[:] = -1
    used = 0
    for a, b in meeting:
        for _ in range(2):
            table.body_a[used], table.body_b[used] = a, b
            table.position[used] = rng.uniform(-1, 1, 3)
            way = rng.normal(size=3)
            table.normal[used] = way / np.linalg.norm(way)
            table.friction[used] = 0.5
            if request.param == "a running surface" and a == 2:
                table.belt[used], table.belt_way[used] = 3, 0.3 * np.cross(way, [1.0, 2.0, 3.0])
            used += 1
    table.used[0] = used
    found = clusters.make_clusters(n, 32)
    clusters.find(
        found, used, table.body_a, table.body_b, table.belt, dense.bodies.inv_mass,
        dense.trees.of_body, dense.trees.body_start, dense.trees.body,
    )  # fmt: skip
    walks = sweep.make_walks(n, (8, 8))
    rows.build(0, found, table, dense.bodies, dense.trees, walks.path)
    return dense, table, found, walks


def test_only_links_that_something_touches_are_asked_what_they_answer(setup) -> None:
    dense, table, *_ = setup
    touched = np.unique([table.body_a[: table.used[0]], table.body_b[: table.used[0]]])
    links = np.flatnonzero(dense.trees.of_body >= 0)
    known = np.isfinite(table.rows.own[links, 0, 0])
    assert known.tolist() == np.isin(links, touched).tolist()
    if dense.trees.border_start[1] > 0:
        assert dense.trees.held[links].any((1, 2)).tolist() == known.tolist()


def jacobian(dense: Dense, table, found, place: int) -> Floats:
    """Return the dense rows (3, 6 n) of the point at `place` in the cluster's order."""
    i = found.point[place]
    out = np.zeros((3, 6 * len(dense.bodies.inv_mass)))
    normal = table.normal[i] / np.linalg.norm(table.normal[i])
    first = np.array(tangent_of(tuple(normal)))
    directions = np.array([normal, first, np.cross(normal, first)])
    for side, sign in ((table.body_a[i], -1.0), (table.body_b[i], 1.0)):
        free = dense.trees.of_body[side] < 0
        arm = table.position[i] - (dense.bodies.position[side] if free else 0.0)
        out[:, 6 * side : 6 * side + 3] = sign * directions
        out[:, 6 * side + 3 : 6 * side + 6] = sign * np.cross(arm, directions)
    belt = table.belt[i]
    if belt >= 0:
        turn = np.outer(directions @ table.belt_way[i], dense.trees.axis[belt, 0, 3:])
        hull = dense.trees.inner[belt]
        out[:, 6 * belt + 3 : 6 * belt + 6] += turn
        out[:, 6 * hull + 3 : 6 * hull + 6] -= turn
    return out


def test_rows_know_the_whole_mechanism(setup) -> None:
    dense, table, found, _ = setup
    for place in range(int(table.used[0])):
        i = found.point[place]
        whole = jacobian(dense, table, found, place)
        answers = dense.answer @ whole.T
        a, b = table.body_a[i], table.body_b[i]
        first = found.point[max(s for s in found.point_start if s <= place)]
        for k in range(3):
            motion = answers[:, k].reshape(-1, 6)
            arms = [
                table.position[first]
                - dense.bodies.position[side] * (dense.trees.of_body[side] < 0)
                for side in (a, b)
            ]
            way = motion[b, :3] + np.cross(motion[b, 3:], arms[1])
            way -= motion[a, :3] + np.cross(motion[a, 3:], arms[0])
            row = table.rows.data[place, rows.ROW * k : rows.ROW * (k + 1)]
            np.testing.assert_allclose(row[6:9], way, atol=1e-9)
            np.testing.assert_allclose(row[9:], motion[b, 3:] - motion[a, 3:], atol=1e-9)
        least = rows.STUCK * dense.bodies.inv_mass[[table.body_a[i], table.body_b[i]]].sum()
        own = max(whole[0] @ answers[:, 0], least)
        assert table.rows.mass[place, 1] == pytest.approx(own, rel=1e-9)


@pytest.mark.parametrize("forward", [True, False])
def test_a_sweep_is_gauss_seidel_on_the_whole_mechanism(setup, forward: bool) -> None:
    dense, table, found, walks = setup
    n, used = len(dense.bodies.inv_mass), int(table.used[0])
    rng = np.random.default_rng(1)
    free = rng.normal(size=(n, 6))
    free[0] = 0.0
    motion, target = dense.trees.velocity, table.target
    motion[:], target[:] = free, rng.normal(size=32) + 1.0
    if table.belt.max() >= 0:  # the joint's speed, as the island's solve would leave it
        belt = int(table.belt.max())
        across = motion[belt, 3:] - motion[dense.trees.inner[belt], 3:]
        dense.trees.rate[belt, 0] = across @ dense.trees.axis[belt, 0, 3:]
    sweep.begin(0, walks, dense.trees, table.rows.rate)
    dense.bodies.velocity[1:] = 0.3 * rng.normal(size=(n - 1, 3))
    sweep.find_groups(0, found, table, dense.bodies, dense.trees.of_body)
    fastest = np.linalg.norm(dense.bodies.velocity[1:], axis=1).max()
    calm = np.clip(sweep.STIR * (fastest / sweep.FAST) ** 2, sweep.CALM, sweep.STIR)
    first, end = found.pair_start[0], found.pair_start[1]
    change = 0.0
    for share in SHARES:
        change = sweep.sweep(
            first, end, forward, False, share * change, found, table, dense.trees, walks
        )  # fmt: skip
    naive, v = np.zeros((used, 3)), free.ravel().copy()
    pairs = [range(found.point_start[p], found.point_start[p + 1]) for p in range(first, end)]
    groups = [
        [pairs[p - first] for p in range(first, end) if found.group[p] == last]
        for last in dict.fromkeys(found.group[first:end].tolist())
    ]
    stirs, left_out = [0.0] * len(groups), 0
    for share in SHARES:
        least = share * max(stirs)
        for k in range(len(groups)) if forward else reversed(range(len(groups))):
            group = groups[k]
            if stirs[k] < least:
                left_out += 1
                continue
            stirs[k] = 0.0
            i = found.point[group[0][0]]
            jointed = max(dense.trees.of_body[[table.body_a[i], table.body_b[i]]]) >= 0
            rounds = sweep.INNER if len(group) > 1 else sweep.ALONE
            for _ in range(rounds if jointed and sum(map(len, group)) > 1 else 1):
                stir = 0.0
                for pair in group if forward else reversed(group):
                    for place in pair:
                        mass, aim = table.rows.mass[place], target[found.point[place]]
                        before = naive[place].copy()
                        solve_naive(
                            jacobian(dense, table, found, place), dense, v, naive[place], mass, aim
                        )
                        stir = max(stir, mass[1] * np.linalg.norm(naive[place] - before))
                stirs[k] = max(stirs[k], stir)
                if len(group) > 1 and stir <= calm:
                    break
    assert left_out > 0
    assert naive[:, 0].max() > 0.1
    np.testing.assert_allclose(table.impulse[found.point[:used], :3], naive, atol=1e-9)


def solve_naive(whole: Floats, dense: Dense, v: Floats, impulse: Floats, mass, target) -> None:
    """Solve one point's friction on its old normal impulse, then the normal."""
    before, limit, speed = impulse.copy(), 0.5 * impulse[0], whole @ v
    block = np.array([[mass[2], mass[3]], [mass[3], mass[4]]])
    wish = impulse[1:] - block @ speed[1:]
    if np.linalg.norm(wish) > limit:
        wish = impulse[1:] - np.linalg.eigvalsh(block)[0] * speed[1:]
        wish *= min(1.0, limit / np.linalg.norm(wish))
    impulse[1:] = wish
    v += dense.answer @ whole.T @ (impulse - before)
    before = impulse.copy()
    impulse[0] = max(impulse[0] - mass[0] * (whole[0] @ v - target), 0.0)
    v += dense.answer @ whole.T @ (impulse - before)


def test_impulses_on_jointed_bodies_are_handed_to_their_next_solve(setup) -> None:
    dense, table, found, _ = setup
    table.impulse[:] = np.random.default_rng(4).normal(size=table.impulse.shape)
    whole = np.zeros(6 * len(dense.bodies.inv_mass))
    for place in range(int(table.used[0])):
        whole += jacobian(dense, table, found, place).T @ table.impulse[found.point[place], :3]
    out = np.zeros((len(dense.bodies.inv_mass), 6))
    pushes.push_jointed(0, found, table, False, table.impulse, dense.trees, out)
    jointed = dense.trees.body
    np.testing.assert_allclose(out[jointed], whole.reshape(-1, 6)[jointed], atol=1e-12)


def test_a_point_that_nothing_can_move_sideways_has_whole_masses() -> None:
    """Two bodies at their limits: what is left of the answers of its friction is rounding."""
    for left in (0.0, 1e-17, -1e-17):
        data, mass, drag = np.zeros(36), np.zeros(8), np.zeros(6)
        data[[0, 6]] = data[12] = data[24] = 1.0
        data[18], data[30] = left, -2.0 * left
        point.write_masses(data, mass, drag, False, 0.0, 1e-3)
        assert np.isfinite(mass).all() and mass[5] > 0.0
