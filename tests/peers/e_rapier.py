"""Rapier (single precision) behind the adapters' interface: joints as impulses or multibodies."""

import numpy as np
import rapier3d as rapier

from .geometry import matrix


class Sim:
    """One scene in Rapier."""

    name = "rapier3d-" + getattr(rapier, "__version__", "")

    def __init__(self, scene, dt, iters=4, multibody=0, threads=1, sleep=0):
        self.scene, self.multibody = scene, multibody
        self.world = rapier.PhysicsWorld(gravity=_plain(scene["gravity"]))
        self.world.set_num_threads(int(threads))
        self.world.integration_parameters.dt = dt
        self.world.integration_parameters.num_solver_iterations = int(iters)
        self.handles = [
            self._add_body(i, body, bool(sleep)) for i, body in enumerate(scene["bodies"])
        ]
        fixed = rapier.RigidBodyBuilder(rapier.RigidBodyType.FIXED)
        self.outside = self.world.add_body(fixed, [])
        self.joints = [self._add_joint(joint) for joint in scene["joints"]]
        self.forces = {
            k: joint["motor"]["target"]
            for k, joint in enumerate(scene["joints"])
            if joint["motor"] and joint["motor"]["kind"] == "force"
        }

    def _add_body(self, i, body, sleep):
        kind = rapier.RigidBodyType.FIXED if body["fixed"] else rapier.RigidBodyType.DYNAMIC
        made = rapier.RigidBodyBuilder(kind).position(_pose(body["pos"], body["quat"]))
        made = made.can_sleep(sleep)
        if not body["fixed"]:
            weight = rapier.MassProperties(
                rapier.Point3(0, 0, 0), body["mass"], rapier.Vec3(*_plain(body["inertia"]))
            )
            made = made.additional_mass_properties(weight).gyroscopic_forces(True)
            if i in self.scene["v0"]:
                speed = _plain(self.scene["v0"][i])
                made = made.linvel(speed[:3]).angvel(speed[3:])
        return self.world.add_body(made, [_collider(shape, body) for shape in body["shapes"]])

    def _add_joint(self, joint):
        bodies = self.scene["bodies"]
        inner = self.outside if joint["a"] < 0 else self.handles[joint["a"]]
        turn_a, at_a = (np.eye(3), np.zeros(3)) if joint["a"] < 0 else _frame(bodies[joint["a"]])
        turn_b, at_b = _frame(bodies[joint["b"]])
        hinge = joint["type"] == "hinge"
        maker = rapier.RevoluteJointBuilder if hinge else rapier.PrismaticJointBuilder
        axis_a, axis_b = _plain(turn_a.T @ joint["axis"]), _plain(turn_b.T @ joint["axis"])
        made = maker(axis_a).local_axis1(axis_a).local_axis2(axis_b).contacts_enabled(False)
        made = made.local_anchor1(_plain(turn_a.T @ (joint["anchor"] - at_a)))
        made = made.local_anchor2(_plain(turn_b.T @ (joint["anchor"] - at_b)))
        motor = joint["motor"]
        if motor and motor["kind"] != "force":
            made = made.motor_model(rapier.MotorModel.FORCE_BASED)
            if motor["kind"] == "pos":
                made = made.motor_position(motor["target"], motor["kp"], motor["kd"])
            else:
                made = made.motor_velocity(motor["target"], motor["kv"])
            made = made.motor_max_force(motor["maxf"])
        kind = "multibody_joints" if self.multibody and not joint["loop"] else "impulse_joints"
        return getattr(self.world, kind).insert(inner, self.handles[joint["b"]], made.build())

    def set_motor(self, k, target):
        joint = self.scene["joints"][k]
        motor = joint["motor"]
        if k in self.forces:
            self.forces[k] = target
            return
        table = self.world.multibody_joints if self.multibody else self.world.impulse_joints
        made = table[self.joints[k]]
        hinge = joint["type"] == "hinge"
        axis, data = rapier.JointAxis.ANG_X if hinge else rapier.JointAxis.LIN_X, made.data
        if motor["kind"] == "pos":
            data.set_motor_position(axis, float(target), motor["kp"], motor["kd"])
        else:
            data.set_motor_velocity(axis, float(target), motor["kv"])
        made.data = data

    def step(self):
        bodies = self.world.rigid_bodies
        pairs = [
            (bodies[self.handles[joint["a"]]], bodies[self.handles[joint["b"]]], joint["axis"] * f)
            for joint, f in ((self.scene["joints"][k], f) for k, f in self.forces.items())
        ]
        for inner, outer, _ in pairs:
            inner.reset_forces(True)
            outer.reset_forces(True)
        for inner, outer, force in pairs:
            outer.add_force(_plain(force), True)
            inner.add_force(_plain(-force), True)
        self.world.step()

    def fresh(self):
        """Poses are always current."""

    def poses(self):
        rows = [self.world.rigid_bodies[handle] for handle in self.handles]
        quat = np.array([row.rotation.to_tuple() for row in rows])
        if rapier.Rotation3.identity().to_tuple()[0] == 0.0:  # x, y, z, w
            quat = quat[:, [3, 0, 1, 2]]
        return np.array([row.translation.to_tuple() for row in rows]), quat

    def vels(self):
        rows = [self.world.rigid_bodies[handle] for handle in self.handles]
        linear, angular = (
            [getattr(row, k).to_tuple() for row in rows] for k in ("linvel", "angvel")
        )
        return np.array(linear), np.array(angular)

    def ncon(self):
        """Return its active points; those not yet touching are among them."""
        return sum(
            manifold.data.num_active_contacts
            for pair in self.world.narrow_phase.contact_pairs()
            for manifold in pair.manifolds
        )


def _collider(shape, body):
    size = _plain(shape["size"])
    made = {
        "box": lambda: rapier.Collider.cuboid(*size),
        "sphere": lambda: rapier.Collider.ball(size[0]),
        "plane": lambda: rapier.Collider.halfspace((0.0, 0.0, 1.0)),
        "cylinder": lambda: rapier.Collider.cylinder(size[1], size[0]),
        "capsule": lambda: rapier.Collider.capsule_y(size[1], size[0]),
    }[shape["type"]]()
    groups = rapier.InteractionGroups(
        rapier.Group.from_bits(body["group"]), rapier.Group.from_bits(body["mask"])
    )
    made = made.density(0.0).friction(float(body["mu"])).collision_groups(groups)
    return made.position(_pose(shape["pos"], shape["quat"]))


def _frame(body):
    return matrix(body["quat"]), body["pos"]


def _pose(pos, quat):
    turn = rapier.Rotation3.from_quaternion(*_plain(quat))
    return rapier.Isometry3(rapier.Vec3(*_plain(pos)), turn)


def _plain(numbers):
    return tuple(float(number) for number in numbers)
