"""Electric drives against the closed form of one driven link (Strashnov, Torgashev 2016, eq. 8).

(I + r^2 I_m) w' = r M (u - r w / w0) - b w + load has the answer w = w_end (1 - exp(-t / T)).
The solver takes the torque line at the middle of the step. With z = h / T each step multiplies the
distance to w_end by (1 - z/2) / (1 + z/2) = exp(-z - z^3/12 ...), so the error is at most
w_end z^2 / 12 max(x exp(-x)) = w_end z^2 / (12 e): the tolerance of every speed below.
"""

import numpy as np

from simulator.spec.models.robot import JointSpec, LinkSpec, MotorSpec, RepeaterSpec

from .case import GRAVITY, NO_GRAVITY, STEP, Case, advance, build_machine, judge, wheel

ROUNDING = 1e-10  # of a thousand steps [rad/s or m/s]


def run() -> list[Case]:
    """Return the cases of drives."""
    cases = [_wg7152(1.0), _wg7152(0.5)]
    cases += [_gear(1.0, 0.5), _gear(50.0, 30.0), _gear(1000.0, 500.0)]
    return [*cases, _bearing(), *_winch(), _no_load(), *_stall(), _back_driving(), *_repeater()]


def _bound(end: float, time_constant: float) -> float:
    return abs(end) * (STEP / time_constant) ** 2 / (12 * np.e) * 1.01 + ROUNDING


def _follow(name: str, motor: MotorSpec, inertia: float, seconds: float, tolerance: float) -> Case:
    """Run one motor on one link at full voltage and compare the speed at every step."""
    world = build_machine({"link": wheel(inertia)}, {"hinge": _hinge()}, {"motor": motor})
    world.motors.input[0] = 1.0
    r, b = motor.gear_ratio, motor.bearing_friction
    slope = motor.stall_torque / motor.no_load_speed
    rotor = motor.rotor_inertia or slope * (motor.time_constant or 0.0)
    decay = (r * r * slope + b) / (inertia + r * r * rotor)
    end = r * motor.stall_torque / (r * r * slope + b)
    errors: list[float] = []

    def watch(time: float) -> None:
        errors.append(abs(world.joints.speed[0] - end * (1 - np.exp(-decay * time))))

    advance(world, seconds, watch)
    exact = end * (1 - np.exp(-decay * seconds))
    tolerance = tolerance or _bound(end, 1 / decay)
    return judge(name, world.joints.speed[0], exact, tolerance, max(errors))


def _hinge(**keys: object) -> JointSpec:
    return JointSpec.model_validate({"type": "revolute", "parent": "base", "child": "link", **keys})


def _wg7152(time_constant: float) -> Case:
    """The paper's own example; its tolerance is the paper's promise."""
    motor = MotorSpec(
        joint="hinge", stall_torque=0.2, no_load_speed=49 * 2 * np.pi / 60, gear_ratio=50,
        time_constant=time_constant,
    )  # fmt: skip
    name = f"WG-7152, t_m = {time_constant:g} s: link speed [rad/s]"
    return _follow(name, motor, 30.833, 10.0, 1e-6)


def _gear(ratio: float, inertia: float) -> Case:
    motor = MotorSpec(
        joint="hinge", stall_torque=0.5, no_load_speed=300.0, gear_ratio=ratio, rotor_inertia=2e-4
    )
    return _follow(f"gear {ratio:g} : 1: link speed [rad/s]", motor, inertia, 5.0, 0.0)


def _bearing() -> Case:
    """Bearing friction is a second straight line: the sum decays as one."""
    motor = MotorSpec(
        joint="hinge", stall_torque=0.5, no_load_speed=300.0, gear_ratio=20, rotor_inertia=2e-4,
        bearing_friction=0.4,
    )  # fmt: skip
    return _follow("bearing friction: link speed [rad/s]", motor, 3.0, 5.0, 0.0)


def _lift(voltage: float, ratio: float, seconds: float):
    """Run a winch that lifts 10 kg; return world, final speed, time constant."""
    motor = MotorSpec(
        joint="rope", stall_torque=0.5, no_load_speed=300.0, gear_ratio=ratio, rotor_inertia=2e-4
    )
    world = build_machine(
        {"link": LinkSpec(mass=10.0)},
        {"rope": JointSpec(type="prismatic", parent="base", child="link")},
        {"motor": motor},
        gravity=(0.0, 0.0, -GRAVITY),
    )
    world.motors.input[0] = voltage
    slope = motor.stall_torque / motor.no_load_speed
    end = (motor.no_load_speed / ratio) * (voltage - 10 * GRAVITY / (ratio * motor.stall_torque))
    constant = (10 + ratio**2 * 2e-4) / (ratio**2 * slope)
    advance(world, seconds)
    return world, end, constant


def _winch() -> list[Case]:
    """A hundred turns of the drum, without one being lost.

    Positions follow from the new velocities: the right-hand sum of a speed that rises from 0 to
    v_end is ahead of its integral by at most h v_end / 2.
    """
    seconds, ratio = 4.0, 500.0
    world, end, constant = _lift(1.0, ratio, seconds)
    turns = world.motors.angle[0] / (2 * np.pi)
    exact = ratio * end * (seconds - constant * (1 - np.exp(-seconds / constant))) / (2 * np.pi)
    ahead = 0.5 * STEP * end * ratio / (2 * np.pi)
    behind = world.motors.angle[0] - ratio * world.bodies.position[-1, 2]
    return [
        judge("winch: turns of the drum", turns, exact, ahead * 1.01),
        judge("winch: rope paid out by angle [m]", behind / ratio, 0.0, 1e-9),
    ]


def _no_load() -> Case:
    """A motor that drives nothing reaches its no-load speed; exp(-10) is left after 10 t_m."""
    motor = MotorSpec(stall_torque=0.2, no_load_speed=500.0, time_constant=0.2)
    world = build_machine({"link": wheel(1.0)}, {"hinge": _hinge()}, {"motor": motor})
    world.motors.input[0] = -1.0
    advance(world, 2.0)
    exact = -500.0 * (1 - np.exp(-10.0))
    tolerance = _bound(500.0, 0.2)
    return judge("no load: rotor speed [rad/s]", world.motors.speed[0], exact, tolerance)


def _stall() -> list[Case]:
    """A motor against a limit: no speed, and all of the stall torque; both hold to rounding."""
    motor = MotorSpec(
        joint="hinge", stall_torque=2.0, no_load_speed=400.0, gear_ratio=80, rotor_inertia=1e-4
    )
    world = build_machine(
        {"link": wheel(0.5)}, {"hinge": _hinge(limit=(-0.5, 0.5))}, {"motor": motor}
    )
    world.motors.input[0] = 1.0
    advance(world, 2.0)
    return [
        judge("stall: shaft torque [N m]", world.motors.torque[0], 2.0, 1e-9),
        judge("stall: angle at the limit [rad]", world.joints.position[0], 0.5, 1e-9),
    ]


def _back_driving() -> Case:
    """A weight on a motor without voltage sinks at the speed where the rotor brakes it."""
    world, end, constant = _lift(0.0, 40.0, 1.0)
    exact = end * (1 - np.exp(-1.0 / constant))
    tolerance = _bound(end, constant)
    return judge("back-driving: sinking speed [m/s]", world.joints.speed[0], exact, tolerance)


def _repeater() -> list[Case]:
    """Two jaws on one rotor (eq. 15, 16): both inertias on the motor, the second moves mirrored."""
    r, rotor, jaw = 30.0, 1e-4, 0.4
    motor = MotorSpec(
        joint="left", stall_torque=0.3, no_load_speed=300.0, gear_ratio=r, rotor_inertia=rotor
    )
    joints = {
        side: JointSpec(type="revolute", parent="base", child=side, axis=(0, 1, 0))
        for side in ("left", "right")
    }
    world = build_machine(
        {"left": wheel(jaw), "right": wheel(jaw)},
        joints,
        {"motor": motor},
        {"mirror": RepeaterSpec(joint="right", motor="motor", ratio=-1.0)},
        gravity=NO_GRAVITY,
    )
    world.motors.input[0] = 1.0
    advance(world, 2.0)
    slope, end = 0.3 / 300.0, 300.0 / r
    constant = (2 * jaw + r * r * rotor) / (r * r * slope)
    exact = end * (1 - np.exp(-2.0 / constant))
    left, right = world.joints.position[:2]
    return [
        judge("repeater: speed of the leader [rad/s]", world.joints.speed[0], exact,
              _bound(end, constant)),
        judge("repeater k = -1: angle of the follower [rad]", right, -left, 1e-9),
    ]  # fmt: skip
