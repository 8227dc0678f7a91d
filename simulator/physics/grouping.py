"""Finding the islands of a scene: which bodies are jointed, each group's tree, and its border."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tables import Islands


class Link(NamedTuple):
    """A joint as the grouping sees it."""

    parent: int  # body rows
    child: int


class Follower(NamedTuple):
    """A repeater as the grouping sees it."""

    joint: int
    leader: int
    ratio: float


def group(
    movable: NDArray[np.bool_], links: Sequence[Link], followers: Sequence[Follower]
) -> Islands:
    """Return the islands of bodies (`movable`, one flag each) tied by joints and repeaters."""
    label = _label_bodies(movable, links, followers)
    names = sorted({label[b] for link in links for b in link[:2] if movable[b]})
    tree, outer, roots = _span(movable, links)
    of_body = np.array([names.index(n) if n in names else -1 for n in label], np.int32)
    of_joint = [max(of_body[link.parent], of_body[link.child]) for link in links]
    border: list[list[tuple[int, int, int, float]]] = [[] for _ in names]
    for j in range(len(links)):
        if of_joint[j] >= 0 and j not in tree:
            border[of_joint[j]] += [(j, row, -1, 0.0) for row in range(6)]
    for follower in followers:
        if of_joint[follower.joint] >= 0:
            row = (follower.joint, 5, follower.leader, follower.ratio)
            border[of_joint[follower.joint]].append(row)
    islands = range(len(names))
    all_joints = [[j for j in range(len(links)) if of_joint[j] == i] for i in islands]
    trees = [[j for j in reversed(tree) if of_joint[j] == i] for i in islands]
    members = [np.flatnonzero(of_body == i).tolist() for i in islands]
    return _pack(trees, all_joints, outer, members, roots, of_body, border)


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


def _span(
    movable: NDArray[np.bool_], links: Sequence[Link]
) -> tuple[list[int], NDArray[np.int32], NDArray[np.int32]]:
    """Return the tree's joints from the roots outwards, their outer sides, and the roots."""
    outer, roots = np.ones(len(links), np.int32), np.zeros(len(movable), np.int32)
    reached = [not flag for flag in movable]
    tree: list[int] = []
    jointed = {b for link in links for b in link[:2]}
    starts = [-1, *(b for b in range(len(movable)) if movable[b] and b in jointed)]
    for start in starts:  # first whatever hangs on the immovable, then each free body's tree
        if start >= 0:
            if reached[start]:
                continue
            reached[start], roots[start] = True, 1
        grown = True
        while grown:
            grown = False
            for j, link in enumerate(links):
                if reached[link.parent] != reached[link.child]:
                    outer[j] = int(reached[link.parent])
                    reached[link.child] = reached[link.parent] = True
                    tree.append(j)
                    grown = True
    return tree, outer, roots


def _starts(groups: Sequence[Sequence[object]]) -> NDArray[np.int32]:
    return np.concatenate([[0], np.cumsum([len(group) for group in groups])]).astype(np.int32)


def _rows(groups: Sequence[Sequence[int]]) -> NDArray[np.int32]:
    return np.array([row for group in groups for row in group], np.int32)


def _pack(
    trees: list[list[int]],
    all_joints: list[list[int]],
    outer: NDArray[np.int32],
    members: list[list[int]],
    roots: NDArray[np.int32],
    of_body: NDArray[np.int32],
    border: list[list[tuple[int, int, int, float]]],
) -> Islands:
    joints, bodies = len(outer), len(of_body)
    rows = [row for group in border for row in group]
    count = len(rows)
    return Islands(
        joint_start=_starts(trees),
        joint=_rows(trees),
        all_start=_starts(all_joints),
        all_joint=_rows(all_joints),
        outer=outer,
        body_start=_starts(members),
        body=_rows(members),
        root=roots,
        of_body=of_body,
        border_start=_starts(border),
        border_joint=np.array([row[0] for row in rows], np.int32),
        border_row=np.array([row[1] for row in rows], np.int32),
        border_leader=np.array([row[2] for row in rows], np.int32),
        border_ratio=np.array([row[3] for row in rows], np.float64),
        base=np.zeros((bodies, 6)),
        velocity=np.zeros((bodies, 6)),
        momentum=np.zeros((bodies, 6)),
        position=np.zeros((bodies, 3)),
        orientation=np.zeros((bodies, 4)),
        mobility=np.zeros((bodies, 6, 6)),
        outer_gain=np.zeros((joints, 6, 6)),
        mass=np.zeros((joints, 6, 6)),
        inner_gain=np.zeros((joints, 6, 6)),
        row_impulse=np.zeros((joints, 6)),
        right_side=np.zeros((joints, 6)),
        border_matrix=np.zeros((count, count)),
        border_impulse=np.zeros(count),
        border_side=np.zeros(count),
        rest=np.zeros(6),
        scale=np.zeros(max(6, count)),
    )
