"""PyBullet behind the adapters' interface: free bodies by impulses, trees as multibodies."""

import numpy as np
import pybullet as bullet

from .geometry import invert, matrix, multiply, order

STAND = np.array([np.cos(-np.pi / 4), np.sin(-np.pi / 4), 0.0, 0.0])  # from our y to its z


class Sim:
    """One scene in PyBullet; position motors are explicit torques, it has no physical gains."""

    name = f"pybullet-{bullet.getAPIVersion()}"

    def __init__(self, scene, dt, iters=50):
        self.scene, self.client = scene, bullet.connect(bullet.DIRECT)
        self.at, self.joint_at, self.free = {}, {}, set()
        self._do("setGravity", *scene["gravity"])
        self._do("setPhysicsEngineParameter", fixedTimeStep=dt, numSolverIterations=int(iters))
        roots, self.children, self.above, loops = order(scene)
        for root in roots:
            self._add_tree(root)
        if self.children.get(-1):
            self._add_tree(-1)
        self._set_surfaces()
        self.target = {}
        for k, where in self.joint_at.items():
            self._do("setJointMotorControl2", *where, bullet.VELOCITY_CONTROL, force=0)
            if scene["joints"][k]["motor"]:
                self.set_motor(k, scene["joints"][k]["motor"]["target"])
        for k in loops:
            self._close(scene["joints"][k])
        for body, speed in scene["v0"].items():
            self._do("resetBaseVelocity", self.at[body][0], speed[:3], speed[3:])

    def _do(self, name, *given, **more):
        return getattr(bullet, name)(*given, physicsClientId=self.client, **more)

    def _add_tree(self, root):
        bodies, links = self.scene["bodies"], []
        self._list_links(root, 0, links)
        columns = {
            "linkMasses": [bodies[b]["mass"] for b, *_ in links],
            "linkCollisionShapeIndices": [self._shape(bodies[b], off) for b, _, _, _, off in links],
            "linkVisualShapeIndices": [-1] * len(links),
            "linkPositions": [list(at) for _, _, at, _, _ in links],
            "linkOrientations": [_last(quat) for _, _, _, quat, _ in links],
            "linkInertialFramePositions": [list(off) for *_, off in links],
            "linkInertialFrameOrientations": [[0, 0, 0, 1]] * len(links),
            "linkParentIndices": [inner for _, inner, *_ in links],
            "linkJointTypes": [self._type(b) for b, *_ in links],
            "linkJointAxis": [self._axis(b) for b, *_ in links],
        }
        body = bodies[root] if root >= 0 else None
        unit = self._do(
            "createMultiBody",
            baseMass=0 if body is None or body["fixed"] else body["mass"],
            baseCollisionShapeIndex=-1 if body is None else self._shape(body, np.zeros(3)),
            basePosition=[0, 0, 0] if body is None else list(body["pos"]),
            baseOrientation=[0, 0, 0, 1] if body is None else _last(body["quat"]),
            useMaximalCoordinates=not links,
            flags=bullet.URDF_USE_SELF_COLLISION if links else 0,
            **(columns if links else {}),
        )
        if not links:
            self.free.add(unit)
        if root >= 0:
            self.at[root] = unit, -1
        for i, (b, *_) in enumerate(links):
            self.at[b] = self.joint_at[self.above[b]] = unit, i

    def _list_links(self, parent, inner, links):
        """Append body, index of the inner link, place, turn and own offset of every link."""
        bodies, joints = self.scene["bodies"], self.scene["joints"]
        for child in self.children.get(parent, []):
            joint, body = joints[self.above[child]], bodies[child]
            origin, turn = np.zeros(3), np.array([1.0, 0, 0, 0])
            if parent >= 0:
                turn, origin = bodies[parent]["quat"], bodies[parent]["pos"]
                if inner > 0:
                    origin = joints[self.above[parent]]["anchor"]
            off = matrix(body["quat"]).T @ (body["pos"] - joint["anchor"])
            at = matrix(turn).T @ (joint["anchor"] - origin)
            links.append((child, inner, at, multiply(invert(turn), body["quat"]), off))
            self._list_links(child, len(links), links)

    def _type(self, b):
        hinge = self.scene["joints"][self.above[b]]["type"] == "hinge"
        return bullet.JOINT_REVOLUTE if hinge else bullet.JOINT_PRISMATIC

    def _axis(self, b):
        turn = matrix(self.scene["bodies"][b]["quat"])
        return list(turn.T @ self.scene["joints"][self.above[b]]["axis"])

    def _shape(self, body, off):
        if not body["shapes"]:
            return -1
        (shape,) = body["shapes"]
        size, quat = shape["size"], shape["quat"]
        place = {"collisionFramePosition": list(shape["pos"] + off)}
        if shape["type"] == "plane":
            return self._do("createCollisionShape", bullet.GEOM_PLANE)
        if shape["type"] == "sphere":
            return self._do("createCollisionShape", bullet.GEOM_SPHERE, radius=size[0], **place)
        if shape["type"] == "box":
            kind, given = bullet.GEOM_BOX, {"halfExtents": list(size)}
        else:
            kind, quat = bullet.GEOM_CYLINDER, multiply(quat, STAND)
            given = {"radius": size[0], "height": 2 * size[1]}
        turned = {"collisionFrameOrientation": _last(quat)}
        return self._do("createCollisionShape", kind, **given, **place, **turned)

    def _set_surfaces(self):
        for b, (unit, link) in self.at.items():
            body = self.scene["bodies"][b]
            own = not body["fixed"] and unit not in self.free
            inertia = {"localInertiaDiagonal": list(body["inertia"])} if own else {}
            self._do(
                "changeDynamics", unit, link, lateralFriction=float(np.sqrt(body["mu"])),
                spinningFriction=0, rollingFriction=0, linearDamping=0, angularDamping=0,
                jointDamping=0, **inertia,
            )  # fmt: skip
            if body["shapes"]:
                self._do("setCollisionFilterGroupMask", unit, link, body["group"], body["mask"])
        for joint in self.scene["joints"]:
            if joint["a"] >= 0:
                (ua, la), (ub, lb) = self.at[joint["a"]], self.at[joint["b"]]
                self._do("setCollisionFilterPair", ua, ub, la, lb, 0)

    def _close(self, joint):
        (ua, la), (ub, lb) = self.at[joint["a"]], self.at[joint["b"]]
        pair = [self.scene["bodies"][joint[k]] for k in ("a", "b")]
        for side in (-0.05, 0.05):
            point = joint["anchor"] + side * joint["axis"]
            pivots = [list(matrix(b["quat"]).T @ (point - b["pos"])) for b in pair]
            kind = bullet.JOINT_POINT2POINT
            made = self._do("createConstraint", ua, la, ub, lb, kind, [0, 0, 0], *pivots)
            self._do("changeConstraint", made, maxForce=1e7)

    def set_motor(self, k, target):
        motor = self.scene["joints"][k]["motor"]
        if motor["kind"] == "vel":
            self._do(
                "setJointMotorControl2", *self.joint_at[k], bullet.VELOCITY_CONTROL,
                targetVelocity=target, force=motor["maxf"],
            )  # fmt: skip
        else:
            self.target[k] = target

    def step(self):
        for k, torque in self.target.items():
            motor = self.scene["joints"][k]["motor"]
            if motor["kind"] == "pos":
                angle, speed, *_ = self._do("getJointState", *self.joint_at[k])
                torque = motor["kp"] * (torque - angle) - motor["kd"] * speed
                torque = min(max(torque, -motor["maxf"]), motor["maxf"])
            where = self.joint_at[k]
            self._do("setJointMotorControl2", *where, bullet.TORQUE_CONTROL, force=torque)
        self._do("stepSimulation")

    def fresh(self):
        """Poses are always current."""

    def poses(self):
        place, quat = np.zeros((len(self.at), 3)), np.zeros((len(self.at), 4))
        for b, (unit, link) in self.at.items():
            if link < 0:
                place[b], found = self._do("getBasePositionAndOrientation", unit)
            else:
                state = self._do("getLinkState", unit, link, computeForwardKinematics=1)
                place[b], found = state[0], state[1]
            quat[b] = found[3], found[0], found[1], found[2]
        return place, quat

    def vels(self):
        linear, angular = np.zeros((len(self.at), 3)), np.zeros((len(self.at), 3))
        for b, (unit, link) in self.at.items():
            if link < 0:
                linear[b], angular[b] = self._do("getBaseVelocity", unit)
            else:
                state = self._do("getLinkState", unit, link, computeLinkVelocity=1)
                linear[b], angular[b] = state[6], state[7]
        return linear, angular

    def ncon(self):
        return len(self._do("getContactPoints"))


def _last(quat):
    return [quat[1], quat[2], quat[3], quat[0]]
