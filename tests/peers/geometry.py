"""Quaternions w, x, y, z, and what is measured on poses: joint gaps, energy, boxes in boxes."""

import numpy as np


def multiply(a, b):
    """Return the product of two quaternions."""
    w, x, y, z = a
    s, t, u, v = b
    return np.array(
        [
            w * s - x * t - y * u - z * v,
            w * t + x * s + y * v - z * u,
            w * u - x * v + y * s + z * t,
            w * v + x * u - y * t + z * s,
        ]
    )


def invert(q):
    """Return the inverse of a unit quaternion."""
    return np.array([q[0], -q[1], -q[2], -q[3]])


def matrix(q):
    """Return the (3, 3) rotation of a quaternion."""
    w, x, y, z = np.asarray(q, float) / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def order(scene):
    """Return roots, children by parent, joint above each body, and joints that close loops."""
    above = [-1] * len(scene["bodies"])
    for k, joint in enumerate(scene["joints"]):
        if not joint["loop"]:
            above[joint["b"]] = k
    children, roots = {}, []
    for body, joint in enumerate(above):
        if joint < 0:
            roots.append(body)
        else:
            children.setdefault(scene["joints"][joint]["a"], []).append(body)
    loops = [k for k, joint in enumerate(scene["joints"]) if joint["loop"]]
    return roots, children, above, loops


def local_anchors(scene):
    """Return each joint's anchor in the frames of its two bodies."""
    bodies, found = scene["bodies"], []
    for joint in scene["joints"]:
        pair = []
        for body in (joint["a"], joint["b"]):
            way = joint["anchor"] - (bodies[body]["pos"] if body >= 0 else 0.0)
            pair.append(matrix(bodies[body]["quat"]).T @ way if body >= 0 else way)
        found.append(pair)
    return found


def joint_gap(scene, position, quaternion, anchors=None):
    """Return the largest distance between a joint's two anchors [m]; of slides across the rail."""
    largest, bodies = 0.0, scene["bodies"]
    pairs = anchors or local_anchors(scene)
    for joint, (first, second) in zip(scene["joints"], pairs, strict=True):
        a, b = joint["a"], joint["b"]
        turn = np.eye(3) if a < 0 else matrix(quaternion[a])
        at = first if a < 0 else position[a] + turn @ first
        gap = at - (position[b] + matrix(quaternion[b]) @ second)
        if joint["type"] == "slide":
            start = np.eye(3) if a < 0 else matrix(bodies[a]["quat"])
            axis = turn @ start.T @ joint["axis"]
            gap = gap - axis * (gap @ axis)
        largest = max(largest, float(np.linalg.norm(gap)))
    return largest


def energy(scene, position, quaternion, velocity, spin):
    """Return kinetic and potential energy [J]."""
    gravity, total = np.array(scene["gravity"]), 0.0
    for i, body in enumerate(scene["bodies"]):
        if body["fixed"]:
            continue
        local = matrix(quaternion[i]).T @ spin[i]
        total += 0.5 * body["mass"] * velocity[i] @ velocity[i]
        total += 0.5 * local @ (body["inertia"] * local) - body["mass"] * gravity @ position[i]
    return float(total)


def angular_momentum(scene, quaternion, spin, body=0):
    """Return a body's angular momentum about its centre [kg m2/s]."""
    turn = matrix(quaternion[body])
    return turn @ (scene["bodies"][body]["inertia"] * (turn.T @ spin[body]))


def box_depths(position, quaternion, half):
    """Return how deep boxes are in each other (15 separating axes), of those that are [m]."""
    from scipy.spatial import cKDTree

    turns = np.array([matrix(q) for q in quaternion])
    radius = np.linalg.norm(half, axis=1)
    found = []
    for i, j in cKDTree(position).query_pairs(2 * radius.max(), output_type="ndarray"):
        way = position[j] - position[i]
        if way @ way > (radius[i] + radius[j]) ** 2:
            continue
        axes = _axes(turns[i], turns[j])
        reach = np.abs(axes @ turns[i]) @ half[i] + np.abs(axes @ turns[j]) @ half[j]
        depth = float((reach - np.abs(axes @ way)).min())
        if depth > 0:
            found.append(depth)
    return np.array(found or [0.0])


def _axes(a, b):
    """Return the face normals of two boxes and the cross products of their edges."""
    crossed = np.cross(a.T[:, None], b.T[None]).reshape(9, 3)
    length = np.linalg.norm(crossed, axis=1)
    sound = length > 1e-3
    return np.concatenate([a.T, b.T, crossed[sound] / length[sound, None]])
