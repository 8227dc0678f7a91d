"""This simulator behind the adapters' interface: the neutral scene becomes a `SceneSpec`."""

import numpy as np

from simulator.compiled import handle
from simulator.physics import build, present, step
from simulator.physics.geometry import shapes
from simulator.physics.threads import Helpers
from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RobotSpec
from simulator.spec.models.scene import PhysicsSpec, PropSpec, RobotPlacement, SceneSpec
from simulator.spec.models.shape import MaterialSpec, Round, ShapeSpec

TYPES = {"hinge": "revolute", "slide": "prismatic"}
WORLD = "world"  # the fixed link that joints to the world hang on


class Sim:
    """One scene in this engine; bodies in the order of the scene's list."""

    name = "own"

    def __init__(
        self, spec, dt, iterations=60, tolerance=1e-6, substeps=1, sleep=1, threads=1, capacity=0
    ):
        self.spec, self.groups = spec, find_groups(spec)
        settings = PhysicsSpec(
            gravity=spec["gravity"], step=dt, substeps=int(substeps), iterations=int(iterations),
            tolerance=float(tolerance), sleep=bool(sleep),
            max_contacts=capacity or min(65536, max(4096, 16 * len(spec["bodies"]))),
        )  # fmt: skip
        scene = to_scene(spec, self.groups, settings)
        self.world, names = build.build_world(scene), build.find_names(scene)
        self.rows = np.array([names.bodies[self._full(k)] for k in range(len(spec["bodies"]))])
        self.motor = {
            k: names.motors[f"r{self.groups[joint['b']]}.m{k}"]
            for k, joint in enumerate(spec["joints"])
            if joint["motor"]
        }
        self.world = _mask(spec, self.rows, self.world)
        _unite(spec, self.rows, self.world)
        self.packed = handle.pack(self.world)
        team = self.world.team.words
        self.helpers = Helpers(int(threads) - 1, step.advance, self.packed, team)
        self.helpers.__enter__()  # let in for good: steps follow each other here without a pause
        for body, speed in spec.get("v0", {}).items():
            self.world.bodies.velocity[self.rows[body]] = speed[:3]
            self.world.bodies.spin[self.rows[body]] = speed[3:]
        present.begin(self.world.bodies, self.world.islands.of_body)
        step.advance(0, self.packed.words)  # loads the kernels, which is no part of a step
        for k in self.motor:
            self.set_motor(k, spec["joints"][k]["motor"]["target"])

    def _full(self, body):
        name, group = self.spec["bodies"][body]["name"], self.groups[body]
        return name if group < 0 else f"r{group}.{_safe(name)}"

    def step(self):
        step.advance(1, self.packed.words)

    def set_motor(self, k, target):
        motor = self.spec["joints"][k]["motor"]
        share = 1.0 / motor["maxf"] if motor["kind"] == "force" else 1.0
        self.world.motors.input[self.motor[k]] = share * target

    def poses(self):
        world = self.world
        position = np.empty_like(world.bodies.position)
        orientation = np.empty_like(world.bodies.orientation)
        present.poses(world.bodies, world.joints, world.islands, position, orientation)
        return position[self.rows], orientation[self.rows]

    def vels(self):
        bodies, of_body = self.world.bodies, self.world.islands.of_body
        spin = np.empty_like(bodies.spin)
        orientation = np.empty_like(bodies.orientation)
        orientation[self.rows] = self.poses()[1]
        present.spins(bodies, of_body, orientation, spin)
        return bodies.velocity[self.rows], spin[self.rows]

    def ncon(self):
        contacts = self.world.contacts
        return int(np.count_nonzero(contacts.impulse[: contacts.used[0], 0] > 0.0))

    def fresh(self):
        """Poses are always current."""


def find_groups(spec):
    """Return for each body the lowest one that it is jointed to, -1 where there is no joint."""
    label, jointed = list(range(len(spec["bodies"]))), set()
    for joint in spec["joints"]:
        pair = [body for body in (joint["a"], joint["b"]) if body >= 0]
        jointed.update(pair)
        names = {label[body] for body in pair}
        label = [min(names) if name in names else name for name in label]
    return [name if body in jointed else -1 for body, name in enumerate(label)]


def to_scene(spec, groups, settings):
    """Return the scene: a robot for each group of jointed bodies, a prop for every other body."""
    bodies = spec["bodies"]
    frictions = {body["mu"] for body in bodies}
    return SceneSpec(
        robots=[_robot(spec, groups, group) for group in sorted(set(groups) - {-1})],
        props=[
            PropSpec(name=body["name"], at=body["pos"], rpy=_angles(_matrix(body["quat"])),
                     **_part(body, np.zeros(3)))
            for body, group in zip(bodies, groups, strict=True) if group < 0
        ],
        terrain=[],
        materials={_surface(mu): MaterialSpec(friction=mu) for mu in frictions},
        physics=settings,
    )  # fmt: skip


def _robot(spec, groups, group):
    """Return a group as a robot; its links' frames lie in the joints that carry them."""
    bodies = spec["bodies"]
    members = [body for body, name in enumerate(groups) if name == group]
    mine = {k: joint for k, joint in enumerate(spec["joints"]) if joint["b"] in members}
    frames = {body: (bodies[body]["pos"], _matrix(bodies[body]["quat"])) for body in members}
    for joint in mine.values():
        if not joint["loop"]:
            frames[joint["b"]] = joint["anchor"], frames[joint["b"]][1]
    names = {body: _safe(bodies[body]["name"]) for body in members}
    links = {
        names[body]: LinkSpec(**_part(bodies[body], frames[body][1].T @ (bodies[body]["pos"] - at)))
        for body, (at, _) in frames.items()
    }
    root = members[0]  # no scene lists a body before the one that carries it
    if any(joint["a"] < 0 for joint in mine.values()):
        root, frames[-1], names[-1] = -1, (np.zeros(3), np.eye(3)), WORLD
        links = {WORLD: LinkSpec(fixed=True, mass=1.0), **links}
    joints = {f"j{k}": _joint(joint, frames, names) for k, joint in mine.items()}
    motors = {f"m{k}": _motor(k, joint["motor"]) for k, joint in mine.items() if joint["motor"]}
    return RobotPlacement(
        file=f"r{group}/robot.yaml", at=frames[root][0], rpy=_angles(frames[root][1]),
        spec=RobotSpec(links=links, joints=joints, motors=motors),
    )  # fmt: skip


def _joint(joint, frames, names):
    (at, turn), (_, turned) = frames[joint["a"]], frames[joint["b"]]
    return JointSpec(
        type=TYPES[joint["type"]], parent=names[joint["a"]], child=names[joint["b"]],
        at=turn.T @ (joint["anchor"] - at), rpy=_angles(turn.T @ turned),
        axis=turned.T @ joint["axis"],
    )  # fmt: skip


def _motor(k, motor):
    """Return the drive: its input is an angle, a speed, or a share of the largest torque."""
    given = {"joint": f"j{k}", "torque": motor["maxf"]}
    if motor["kind"] == "pos":
        return MotorSpec(type="servo", stiffness=motor["kp"], damping=motor["kd"], **given)
    if motor["kind"] == "vel":
        return MotorSpec(type="speed", damping=motor["kv"], **given)
    return MotorSpec(type="torque", **given)


def _part(body, centre):
    """Return the keys of a part whose centre of mass is at `centre` in its own frame [m]."""
    shapes = [_shape(shape, centre) for shape in body["shapes"]]
    keys = {"fixed": body["fixed"], "shapes": shapes, "material": _surface(body["mu"])}
    if body["fixed"]:
        return keys
    inertia = (*body["inertia"], 0.0, 0.0, 0.0)
    return {**keys, "mass": body["mass"], "centre_of_mass": centre, "inertia": inertia}


def _shape(shape, centre):
    turn, size, at = _matrix(shape["quat"]), shape["size"], shape["pos"] + centre
    if shape["type"] == "plane":
        return ShapeSpec(plane=True, at=at, rpy=_angles(turn))
    if shape["type"] == "box":
        return ShapeSpec(box=2.0 * size, at=at, rpy=_angles(turn))
    if shape["type"] == "sphere":
        return ShapeSpec(sphere=size[0], at=at)
    along_y = turn @ np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    round_ = Round(radius=size[0], length=2.0 * size[1])
    return ShapeSpec(**{shape["type"]: round_}, at=at, rpy=_angles(along_y))


def _mask(spec, rows, world):
    """Return the world whose bodies touch only where each one's mask has the other's group."""
    group = np.array([body["group"] for body in spec["bodies"]])
    mask = np.array([body["mask"] for body in spec["bodies"]])
    sees = (mask[:, None] & group[None, :]) != 0
    table, count = world.shapes, len(world.bodies.inv_mass)
    apart = [(int(rows[a]), int(rows[b])) for a, b in np.argwhere(~(sees & sees.T))]
    owner = np.repeat(np.arange(count), np.diff(table.excluded_start))
    runs = zip(owner.tolist(), table.excluded.tolist(), strict=True)
    apart += [(a, b) for a, run in runs for b in range(*run)]
    start, excluded = shapes.list_excluded(count, apart)
    return world._replace(shapes=table._replace(excluded_start=start, excluded=excluded))


def _unite(spec, rows, world):
    """Let all that a scene calls one robot be one: no joint holds its tracks, they lie round it."""
    for k, robot in enumerate(spec["meta"].get("robots", ())):
        if isinstance(robot, dict):
            members = [robot["chassis"], *robot.get("wheels", ()), *robot.get("links", ())]
            world.bodies.robot[rows[members]] = k


def _surface(friction):
    return f"mu{friction:g}".replace(".", "_")


def _safe(name):
    return name.replace("-", "n")


def _matrix(quaternion):
    """Return the (3, 3) rotation of a quaternion w, x, y, z."""
    w, x, y, z = np.asarray(quaternion, float) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def _angles(r):
    """Return roll, pitch, yaw of a rotation, exact together even where they are not unique."""
    roll = np.arctan2(r[2, 1], r[2, 2])
    pitch = np.arctan2(-r[2, 0], np.hypot(r[0, 0], r[1, 0]))
    s, c = np.sin(roll), np.cos(roll)
    return roll, pitch, np.arctan2(s * r[0, 2] - c * r[0, 1], c * r[1, 1] - s * r[1, 2])
