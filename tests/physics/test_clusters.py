"""Clusters against plain sets: who acts on whom, and in which order."""

import numpy as np
import pytest

from simulator.physics.bodies import clusters


@pytest.mark.parametrize("seed", range(6))
def test_clusters_are_what_contacts_and_islands_tie_together(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, used = 30, 25
    inv_mass = np.where(np.arange(n) % 7 == 0, 0.0, 1.0)
    members = [[2, 5, 4], [11, 9]]  # inner before outer, not by row
    of_body = np.full(n, -1, np.int32)
    for k, bodies in enumerate(members):
        of_body[bodies] = k
    pairs = np.array([rng.permutation(n)[:2] for _ in range(used)], np.int32)
    pairs = pairs[inv_mass[pairs].max(axis=1) > 0.0].repeat(2, axis=0)
    a, b = pairs.T.copy()
    table = clusters.make_clusters(n, 64)
    clusters.find(
        table, len(pairs), a, b, np.full(len(a), -1, np.int32), inv_mass, of_body,
        np.array([0, 3, 5], np.int32), np.concatenate(members).astype(np.int32),
    )  # fmt: skip
    groups = [{k} for k in range(n) if inv_mass[k] > 0.0]
    for ties in [*members, *(p for p in pairs.tolist() if inv_mass[p].min() > 0.0)]:
        joined = [g for g in groups if g & set(ties)]
        groups = [g for g in groups if g not in joined] + [set().union(*joined)]
    groups.sort(key=min)
    assert table.used[0] == len(groups)
    seen: list[int] = []
    for c, group in enumerate(groups):
        own = table.body[table.body_start[c] : table.body_start[c + 1]].tolist()
        assert set(own) == group
        jointed = own[: table.jointed_end[c] - table.body_start[c]]
        assert jointed == [k for bodies in members for k in bodies if k in group]
        places, free_seen = [], False
        for p in range(table.pair_start[c], table.pair_start[c + 1]):
            points = table.point[table.point_start[p] : table.point_start[p + 1]].tolist()
            seen += points
            assert len({(a[i], b[i]) for i in points}) == 1
            two = {int(a[points[0]]), int(b[points[0]])}
            assert two & group
            assert two <= group | set(np.flatnonzero(inv_mass == 0.0).tolist())
            is_free = not two & set(jointed)
            assert is_free == (p >= table.free_start[c])
            assert is_free or not free_seen
            free_seen = is_free
            places.append(max(own.index(k) for k in two if k in (own if is_free else jointed)))
        assert places == sorted(places, key=lambda k: (k >= len(jointed), k))
    assert sorted(seen) == list(range(len(pairs)))
