"""MuJoCo behind the adapters' interface: trees in reduced coordinates, loops as equalities."""

import mujoco
import numpy as np

from .geometry import invert, matrix, multiply, order

STAND = (np.cos(-np.pi / 4), np.sin(-np.pi / 4), 0.0, 0.0)  # from our y to its z
DEFAULTS = {
    "integrator": "implicitfast", "cone": "pyramidal", "impratio": 1, "noslip": 0,
    "armature": 0.0, "damping": 0.0,
}  # fmt: skip


class Sim:
    """One scene in MuJoCo."""

    name = "mujoco-" + mujoco.__version__

    def __init__(self, scene, dt, threads=1, **options):
        self.scene = scene
        self.model = mujoco.MjModel.from_xml_string(Writer(scene, dt, options).text())
        self.data = mujoco.MjData(self.model)
        self.row = {k: i for i, k in enumerate(self._driven())}
        for k, i in self.row.items():
            self.data.ctrl[i] = scene["joints"][k]["motor"]["target"]
        self.ids = np.array([self.model.body(body["name"]).id for body in scene["bodies"]])
        for body, speed in scene["v0"].items():
            first = self.model.jnt_dofadr[self.model.body_jntadr[self.ids[body]]]
            turn = matrix(scene["bodies"][body]["quat"])
            self.data.qvel[first : first + 3] = speed[:3]
            self.data.qvel[first + 3 : first + 6] = turn.T @ np.array(speed[3:])
        mujoco.mj_forward(self.model, self.data)
        if threads > 1 and hasattr(mujoco, "mju_threadpool"):
            mujoco.mju_threadpool(self.data, threads)

    def _driven(self):
        names = (self.model.actuator(i).name for i in range(self.model.nu))
        return [int(name[1:]) for name in names]

    def step(self):
        mujoco.mj_step(self.model, self.data)

    def set_motor(self, k, target):
        self.data.ctrl[self.row[k]] = target

    def fresh(self):
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)

    def poses(self):
        return self.data.xpos[self.ids].copy(), self.data.xquat[self.ids].copy()

    def vels(self):
        both, of_body = np.zeros((len(self.ids), 6)), mujoco.mjtObj.mjOBJ_BODY
        mujoco.mj_comVel(self.model, self.data)
        for i, body in enumerate(self.ids):
            mujoco.mj_objectVelocity(self.model, self.data, of_body, body, both[i], 0)
        return both[:, 3:], both[:, :3]

    def ncon(self):
        return int(self.data.ncon)


class Writer:
    """Writes a scene as MJCF."""

    def __init__(self, scene, dt, options):
        self.bodies, self.joints = scene["bodies"], scene["joints"]
        self.options = {**DEFAULTS, **options}
        self.step, self.gravity = dt, scene["gravity"]
        self.roots, self.children, self.above, self.loops = order(scene)
        self.tree, self.actuators = [], []

    def text(self):
        for root in self.roots:
            self._body(root, -1)
        for child in self.children.get(-1, []):
            self._body(child, -1)
        o = self.options
        pairs = [(self.bodies[j["a"]], self.bodies[j["b"]]) for j in self.joints if j["a"] >= 0]
        apart = "".join(f'<exclude body1="{a["name"]}" body2="{b["name"]}"/>' for a, b in pairs)
        return (
            f'<mujoco><compiler angle="radian"/><option timestep="{self.step}" '
            f'integrator="{o["integrator"]}" cone="{o["cone"]}" impratio="{o["impratio"]}" '
            f'noslip_iterations="{o["noslip"]}" gravity="{_text(self.gravity)}"/>'
            f'<size memory="400M"/><worldbody>{"".join(self.tree)}</worldbody>'
            f"<equality>{''.join(map(self._loop, self.loops))}</equality><contact>{apart}</contact>"
            f"<actuator>{''.join(self.actuators)}</actuator></mujoco>"
        )

    def _body(self, b, parent):
        body = self.bodies[b]
        place, quat = body["pos"], body["quat"]
        if parent >= 0:
            outer = self.bodies[parent]
            place = matrix(outer["quat"]).T @ (place - outer["pos"])
            quat = multiply(invert(outer["quat"]), quat)
        self.tree.append(f'<body name="{body["name"]}" pos="{_text(place)}" quat="{_text(quat)}">')
        if not body["fixed"]:
            self.tree.append(
                f'<inertial pos="0 0 0" mass="{body["mass"]:.12g}" '
                f'diaginertia="{_text(body["inertia"])}"/>'
            )
            self.tree.append("<freejoint/>" if self.above[b] < 0 else self._joint(self.above[b]))
        for shape in body["shapes"]:
            self.tree.append(_geom(shape, body))
        for child in self.children.get(b, []):
            self._body(child, b)
        self.tree.append("</body>")

    def _joint(self, k):
        joint, o = self.joints[k], self.options
        body, motor = self.bodies[joint["b"]], joint["motor"]
        turn = matrix(body["quat"])
        passive = "" if motor else f' armature="{o["armature"]}" damping="{o["damping"]}"'
        if motor:
            most = motor["maxf"]
            head = f'name="m{k}" joint="j{k}" forcerange="{-most} {most}" forcelimited="true"'
            self.actuators.append(
                {
                    "pos": f'<position {head} kp="{motor.get("kp")}" kv="{motor.get("kd")}"/>',
                    "vel": f'<velocity {head} kv="{motor.get("kv")}"/>',
                    "force": f"<motor {head}/>",
                }[motor["kind"]]
            )
        return (
            f'<joint name="j{k}" type="{joint["type"]}" axis="{_text(turn.T @ joint["axis"])}" '
            f'pos="{_text(turn.T @ (joint["anchor"] - body["pos"]))}"{passive}/>'
        )

    def _loop(self, k):
        """Tie a hinge that closes a loop at two points of its axis."""
        joint = self.joints[k]
        a, b = self.bodies[joint["a"]], self.bodies[joint["b"]]
        turn = matrix(a["quat"]).T
        anchor, axis = turn @ (joint["anchor"] - a["pos"]), turn @ joint["axis"]
        points = (_text(anchor + side * axis) for side in (-0.05, 0.05))
        return "".join(
            f'<connect body1="{a["name"]}" body2="{b["name"]}" anchor="{point}"/>'
            for point in points
        )


def _geom(shape, body):
    kind, size, quat = shape["type"], shape["size"], shape["quat"]
    if kind in ("cylinder", "capsule"):
        quat = multiply(quat, np.array(STAND))
    if kind == "plane":
        size = (0, 0, 0.1)
    return (
        f'<geom type="{kind}" size="{_text(size)}" pos="{_text(shape["pos"])}" '
        f'quat="{_text(quat)}" friction="{body["mu"]} 0 0" condim="3" '
        f'contype="{body["group"]}" conaffinity="{body["mask"]}"/>'
    )


def _text(numbers):
    return " ".join(f"{number:.12g}" for number in np.atleast_1d(numbers))
