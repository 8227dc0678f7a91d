"""Robots that the kinematics is asked about, and the same robots for MuJoCo."""

import numpy as np

from simulator.spec.models.robot import JointSpec, LinkSpec, RobotSpec
from simulator.spec.models.shape import ShapeSpec
from simulator.spec.naming import bodies


def random_arm(seed: int, joints: int = 7, slides: bool = True) -> RobotSpec:
    """Return a chain of random joints, every third one sliding, one of them fixed."""
    draw = np.random.default_rng(seed)
    links = {f"link{k}": LinkSpec(shape=ShapeSpec(box=(0.1, 0.1, 0.1)), mass=1.0)
             for k in range(joints + 2)}  # fmt: skip
    made = {}
    for k in range(joints + 1):
        kind = "fixed" if k == 3 else "prismatic" if slides and k % 3 == 2 else "revolute"
        made[f"joint{k}"] = JointSpec(
            type=kind, parent=f"link{k}", child=f"link{k + 1}",
            at=tuple(draw.uniform(-0.3, 0.3, 3)), rpy=tuple(draw.uniform(-2, 2, 3)),
            axis=tuple(draw.normal(size=3)),
        )  # fmt: skip
    return RobotSpec(links=links, joints=made)


def as_mjcf(robot: RobotSpec, masses=None, floating: bool = False, armature=None) -> str:
    """Return the robot as a MuJoCo model; `masses` (mass, centre, inertia) by link."""
    text = lambda numbers: " ".join(f"{x:.17g}" for x in numbers)  # noqa: E731

    def body(link: str, joint: str | None) -> str:
        spec = robot.joints[joint] if joint else None
        at = text(spec.at if spec else (0.0, 0.0, 0.0))
        frame = np.array(bodies.rotation_of(spec.rpy)) if spec else np.eye(3)
        axes = text([*frame[:, 0], *frame[:, 1]])
        inside = '<freejoint name="root"/>' if floating and not joint else ""
        if spec and spec.type != "fixed":
            kind = "slide" if spec.type == "prismatic" else "hinge"
            extra = f' armature="{armature.get(joint, 0.0):.17g}"' if armature else ""
            inside += f'<joint name="{joint}" type="{kind}" axis="{text(spec.axis)}"{extra}/>'
        mass, centre, inertia = masses[link] if masses else (1.0, np.zeros(3), np.eye(3))
        full = [inertia[0, 0], inertia[1, 1], inertia[2, 2],
                inertia[0, 1], inertia[0, 2], inertia[1, 2]]  # fmt: skip
        inside += f'<inertial pos="{text(centre)}" mass="{mass:.17g}" fullinertia="{text(full)}"/>'
        children = [name for name, one in robot.joints.items() if one.parent == link]
        inside += "".join(body(robot.joints[name].child, name) for name in children)
        return f'<body name="{link}" pos="{at}" xyaxes="{axes}">{inside}</body>'

    base = body(bodies.base_link(robot), None)
    return (
        '<mujoco><compiler angle="radian"/><option gravity="0 0 -9.81">'
        '<flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{base}</worldbody></mujoco>"
    )
