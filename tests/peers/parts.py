"""What neutral scenes are made of: bodies, joints, shapes, inertias, as plain dicts in SI units.

A scene is a dict: bodies, joints, gravity, meta, and v0 (velocities at the start by body row).
Body: name, pos, quat (w, x, y, z), mass, inertia (principal, at the centre of mass, which is the
body's origin), fixed, shapes, mu, group, mask. Shape: type box (half edges), sphere (radius),
cylinder or capsule (radius, half length; axis = own y), plane (z = 0); size, pos, quat.
Joint: type hinge or slide, a (-1 = world), b, anchor and axis in the world, loop, motor.
Motor: kind pos (kp, kd), vel (kv) or force; target, maxf.
"""

import numpy as np

GROUND, WHEEL, LINK, CHASSIS, THING, FINGER = 1, 2, 4, 8, 16, 32
ALL = 0xFFFF
GRAVITY = (0.0, 0.0, -9.81)


def box_inertia(mass, half):
    """Return the principal inertias of a box of these half edges."""
    x, y, z = 4 * np.square(np.asarray(half, float))
    return mass / 12 * np.array([y + z, x + z, x + y])


def cylinder_inertia(mass, radius, half_length):
    """Return the principal inertias of a cylinder about its own y."""
    across = mass * (3 * radius**2 + 4 * half_length**2) / 12
    return np.array([across, mass * radius**2 / 2, across])


def sphere_inertia(mass, radius):
    """Return the principal inertias of a ball."""
    return np.full(3, 0.4 * mass * radius**2)


def about_y(angle):
    """Return the quaternion of a turn about y."""
    return np.array([np.cos(angle / 2), 0, np.sin(angle / 2), 0])


def body(
    name, pos, mass, inertia, shapes, quat=(1, 0, 0, 0), mu=0.5, group=THING, mask=ALL, fixed=False
):
    """Return a body."""
    return {
        "name": name, "pos": np.array(pos, float), "quat": np.array(quat, float),
        "mass": float(mass), "inertia": np.array(inertia, float), "shapes": shapes, "mu": mu,
        "group": group, "mask": mask, "fixed": fixed,
    }  # fmt: skip


def shape(type, size, pos=(0, 0, 0), quat=(1, 0, 0, 0)):
    """Return a shape."""
    return {
        "type": type, "size": np.array(size, float), "pos": np.array(pos, float),
        "quat": np.array(quat, float),
    }  # fmt: skip


def joint(type, a, b, anchor, axis=(0, 1, 0), loop=False, motor=None):
    """Return a joint."""
    return {
        "type": type, "a": a, "b": b, "anchor": np.array(anchor, float),
        "axis": np.array(axis, float), "loop": loop, "motor": motor,
    }  # fmt: skip


def box(name, pos, half, density=1000.0, mass=None, **more):
    """Return a free box of these half edges."""
    mass = 8 * np.prod(half) * density if mass is None else mass
    return body(name, pos, mass, box_inertia(mass, half), [shape("box", half)], **more)


def ground(mu=0.5, mask=ALL):
    """Return the plane z = 0."""
    return body(
        "ground", (0, 0, 0), 0, (0, 0, 0), [shape("plane", [])], mu=mu, group=GROUND, mask=mask,
        fixed=True,
    )  # fmt: skip


def scene(bodies, joints=(), gravity=GRAVITY, v0=None, **meta):
    """Return a scene."""
    return {
        "bodies": bodies, "joints": list(joints), "gravity": gravity, "meta": meta,
        "v0": v0 or {},
    }  # fmt: skip
