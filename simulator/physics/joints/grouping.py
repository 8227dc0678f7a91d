"""Finding the islands of a scene: which bodies are jointed, each group's tree, and its border."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact.products import dot

from ..bodies.tables import Islands
from . import joint

PARALLEL = 1e-9  # axes nearer to parallel than this stay so
LIGHT = 0.03  # share of its heaviest body from which on any body may be the root of a tree


class Link(NamedTuple):
    """A joint as the grouping sees it."""

    parent: int  # body rows
    child: int
    kind: int = joint.SPHERICAL
    axis: tuple[float, ...] = (0.0, 0.0, 1.0)  # unit, world, at the start
    passive: bool = False  # nothing but contacts and other joints ever moves or holds its rows


class Follower(NamedTuple):
    """A repeater, or a wheel of a belt, as the grouping sees it."""

    joint: int
    leader: int
    ratio: float


class Tree(NamedTuple):
    """What joins each body to the immovable or to its root."""

    inner: list[int]  # (bodies,) nearer to the root; an immovable body, or -1 for a root
    own_joint: list[int]  # (bodies,) joint between the two, -1
    order: list[int]  # jointed bodies, inner before outer, branch by branch


class Row(NamedTuple):
    """A row of the border."""

    joint: int
    row: int
    leader: int = -1
    ratio: float = 0.0


def group(
    inv_mass: NDArray[np.float64], links: Sequence[Link], followers: Sequence[Follower]
) -> Islands:
    """Return the islands of bodies (`inv_mass`, 0: immovable) tied by joints and repeaters."""
    movable = inv_mass > 0.0
    label = _label_bodies(movable, links, followers)
    names = sorted({label[b] for link in links for b in link[:2] if movable[b]})
    is_light = _find_light(inv_mass, label)
    is_net = _find_nets(movable, links, label, is_light)
    tree = _span(movable, links, is_light, is_net)
    of_body = np.array([names.index(n) if n in names else -1 for n in label], np.int32)
    of_joint = [max(of_body[link.parent], of_body[link.child]) for link in links]
    loops: list[list[int]] = [[] for _ in names]
    border: list[list[Row]] = [[] for _ in names]
    place = {b: n for n, b in enumerate(tree.order) if is_net[b]}
    closing = [j for j in _find_closing(links, tree) if of_joint[j] >= 0]
    # in a net rows of the same branches stand together: a factor fills what is between them
    for j in sorted(closing, key=lambda j: max(place.get(b, -1) for b in links[j][:2])):
        loops[of_joint[j]].append(j)
        border[of_joint[j]] += [Row(j, row) for row in _closing_rows(j, links, tree)]
    for follower in followers:
        if of_joint[follower.joint] >= 0:
            border[of_joint[follower.joint]].append(Row(follower.joint, 5, *follower[1:]))
    islands = range(len(names))
    joints = [[j for j in range(len(links)) if of_joint[j] == i] for i in islands]
    members = [[b for b in tree.order if of_body[b] == i] for i in islands]
    return _pack(links, tree, of_body, members, joints, loops, border)


def _label_bodies(
    movable: NDArray[np.bool_], links: Sequence[Link], followers: Sequence[Follower]
) -> list[int]:
    """Return each body's group: the least row of the bodies it is tied to."""
    label = list(range(len(movable)))

    def tie(bodies: list[int]) -> None:
        groups = {label[b] for b in bodies if movable[b]}
        for b, old in enumerate(label):
            if old in groups:
                label[b] = min(groups)

    for link in links:
        tie([link.parent, link.child])
    for follower in followers:
        tie([*links[follower.joint][:2], *links[follower.leader][:2]])
    return label


def _find_light(inv_mass: NDArray[np.float64], label: list[int]) -> NDArray[np.bool_]:
    """Return which bodies (n,) are too light for a root.

    All others answer through the root: of a link of grams between tonnes that is known to a part in
    1e16 of what the grams answer, and contacts of the tonnes would be swept on the rest.
    """
    heaviest = np.full(len(label), np.inf)  # (n,) inverse mass, in the row that labels a group
    np.minimum.at(heaviest, label, np.where(inv_mass > 0.0, inv_mass, np.inf))
    return inv_mass * LIGHT > heaviest[label]


def _find_nets(
    movable: NDArray[np.bool_],
    links: Sequence[Link],
    label: list[int],
    is_light: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Return which bodies (n,) are of several loops that are shorter in a tree grown by level.

    What counts is how many pairs of loops share a body on their ways inwards: each pair is an
    entry of the border's matrix.
    """

    def find_loops(tree: Tree) -> NDArray[np.float64]:
        """Return how many loops pass each body (n,)."""
        passing = np.zeros(count)
        for j in _find_closing(links, tree):
            passing[list(_find_passed([j], links, tree))] += 1.0
        return passing

    count = len(movable)
    grown = find_loops(_span(movable, links, is_light, np.zeros(count, np.bool_)))
    is_net = np.bincount(label, grown > 1.0, count)[label] > 0.0
    if not is_net.any():
        return is_net
    level = find_loops(_span(movable, links, is_light, is_net))
    pairs, fewer = (np.bincount(label, loops**2, count) for loops in (grown, level))
    return is_net & (fewer < pairs)[label]


def _find_closing(links: Sequence[Link], tree: Tree) -> list[int]:
    """Return the joints that the tree leaves out."""
    kept = set(tree.own_joint)
    return [j for j in range(len(links)) if j not in kept]


def _span(
    movable: NDArray[np.bool_],
    links: Sequence[Link],
    is_light: NDArray[np.bool_],
    by_level: NDArray[np.bool_],
) -> Tree:
    """Return the tree: first whatever hangs on the immovable, then each free body's.

    Bodies that are reached carry others at once, those `by_level` (n,) in the round to come.
    """
    count = len(movable)
    inner, own_joint = [-1] * count, [-1] * count
    reached = [not flag for flag in movable]
    outwards: list[list[int]] = [[] for _ in range(count)]
    jointed = {b for link in links for b in link[:2]}
    roots = [b for b in range(count) if not movable[b]]
    # a body that no joint carries comes first: a hull, even where its wheels are named before it
    carried = {link.child for link in links}
    starts = sorted(b for b in jointed if movable[b])
    starts.sort(key=lambda b: (is_light[b], b in carried))
    for start in [-1, *starts]:
        if start >= 0:
            if reached[start]:
                continue
            reached[start] = True
            roots.append(start)
        grown = True
        while grown:
            grown, fresh = False, set[int]()
            for j, link in enumerate(links):
                a, b = link[:2] if reached[link.parent] else (link.child, link.parent)
                if reached[a] and not reached[b] and a not in fresh:
                    inner[b], own_joint[b], reached[b], grown = a, j, True, True
                    outwards[a].append(b)
                    if by_level[b]:
                        fresh.add(b)
    order: list[int] = []
    waiting = roots[::-1]
    while waiting:
        b = waiting.pop()
        if movable[b]:
            order.append(b)
        waiting += outwards[b][::-1]
    return Tree(inner, own_joint, order)


def _closing_rows(j: int, links: Sequence[Link], tree: Tree) -> list[int]:
    """Return the rows that a joint closing a loop adds to what the tree already holds.

    Hinges with parallel axes, and rails across them, keep all bodies of a loop in planes: only
    two rows of the last hinge are news. The others would be redundant.
    """
    link = links[j]
    movable = joint.FIRST_MOVABLE[link.kind]
    own = [] if link.passive else list(range(movable, 6))
    if link.kind != joint.REVOLUTE:
        return [*range(movable), *own]
    paths = [_path(b, tree) for b in link[:2]]
    for k in set(paths[0]) ^ set(paths[1]):
        other, along = links[k], abs(dot(links[k].axis, link.axis))
        if other.kind == joint.REVOLUTE and along > 1.0 - PARALLEL:
            continue
        if other.kind == joint.PRISMATIC and along < PARALLEL:
            continue
        if other.kind != joint.FIXED:
            return list(range(5)) + own
    return [0, 1, *own]


def _path(b: int, tree: Tree) -> list[int]:
    """Return the joints from a body to its root."""
    return [tree.own_joint[x] for x in _list_inwards(b, tree) if tree.own_joint[x] >= 0]


def _find_passing(
    links: Sequence[Link], tree: Tree, members: list[list[int]], border: list[list[Row]]
) -> list[list[int]]:
    """Return the rows of their island whose impulses pass each of the jointed bodies, in order."""
    passing: dict[int, list[int]] = {b: [] for group in members for b in group}
    for group in border:
        for n, row in enumerate(group):
            joints = [row.joint] if row.leader < 0 else [row.joint, row.leader]
            for b in _find_passed(joints, links, tree) & passing.keys():
                passing[b].append(n)
    return list(passing.values())


def _find_passed(joints: Sequence[int], links: Sequence[Link], tree: Tree) -> set[int]:
    """Return the bodies between the ends of some joints and their roots, or the immovable."""
    return {x for j in joints for end in links[j][:2] for x in _list_inwards(end, tree)}


def _list_inwards(b: int, tree: Tree) -> list[int]:
    """Return a body and those between it and its root, or the immovable."""
    bodies = [b]
    while tree.inner[b] >= 0:
        b = tree.inner[b]
        bodies.append(b)
    return bodies


def _starts(groups: Sequence[Sequence[object]]) -> NDArray[np.int32]:
    return np.concatenate([[0], np.cumsum([len(group) for group in groups])]).astype(np.int32)


def _rows(groups: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    return np.array([row for group in groups for row in group], np.int32)


def _pack(
    links: Sequence[Link],
    tree: Tree,
    of_body: NDArray[np.int32],
    members: list[list[int]],
    joints: list[list[int]],
    loops: list[list[int]],
    border: list[list[Row]],
) -> Islands:
    bodies = len(of_body)
    rows = [row for group in border for row in group]
    count, width = len(rows), max([1, *(len(group) for group in border)])
    own = [links[j] if j >= 0 else None for j in tree.own_joint]
    passing = _find_passing(links, tree, members, border)
    return Islands(
        body_start=_starts(members),
        body=_rows(members),
        all_start=_starts(joints),
        all_joint=_rows(joints),
        loop_start=_starts(loops),
        loop_joint=_rows(loops),
        border_start=_starts(border),
        of_body=of_body,
        inner=np.array([b if b >= 0 and of_body[b] >= 0 else -1 for b in tree.inner], np.int32),
        own_joint=np.array(tree.own_joint, np.int32),
        outcome=np.zeros(len(members), np.int32),
        answered=np.zeros(len(members), np.int32),
        side=np.array([-1.0 if link and link.parent == b else 1.0 for b, link in enumerate(own)]),
        freedoms=np.array(
            [6 - joint.FIRST_MOVABLE[link.kind] if link else 0 for link in own], np.int32
        ),
        origin=np.zeros((bodies, 3)),
        position=np.zeros((bodies, 3)),
        rotation=np.zeros((bodies, 3, 3)),
        axis=np.zeros((bodies, 3, 6)),
        gain=np.zeros((bodies, 3, 6)),
        softness=np.zeros((bodies, 3)),
        inertia=np.zeros((bodies, 6, 6)),
        answer=np.zeros((bodies, 6, 6)),
        own=np.zeros((bodies, 6, 6)),
        gyro=np.zeros((bodies, 3)),
        base=np.zeros((bodies, 6)),
        push=np.zeros((bodies, 6)),
        momentum=np.zeros((bodies, 6)),
        touched=np.zeros(bodies, np.int32),
        bias=np.zeros((bodies, 6)),
        given=np.zeros((bodies, 3)),
        rate=np.zeros((bodies, 3)),
        velocity=np.zeros((bodies, 6)),
        border_joint=np.array([row.joint for row in rows], np.int32),
        border_row=np.array([row.row for row in rows], np.int32),
        border_leader=np.array([row.leader for row in rows], np.int32),
        border_ratio=np.array([row.ratio for row in rows], np.float64),
        border_body=np.full((count, 4), -1, np.int32),
        border_jacobian=np.zeros((count, 4, 6)),
        border_factor=np.zeros((count, width)),
        border_side=np.zeros(count),
        border_impulse=np.zeros(count),
        border_size=np.zeros(count),
        border_scale=np.zeros(count),
        border_motion=np.zeros((count, 6)),
        border_least=np.zeros(count),
        passing_start=_starts(passing),
        passing=_rows(passing),
        flow=np.zeros((bodies, width, 6)),
        share=np.zeros((bodies, 3, width)),
        spread=np.zeros((bodies, width, 6)),
        held=np.zeros((bodies, width, 6)),
    )
