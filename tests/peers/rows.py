"""The table: which scenes are measured, against whom, how accurate and how fast they must be."""

from typing import Any, NamedTuple

RAPIER = ("rapier", {})
RAPIER_FINE = ("rapier", {"iters": 16})
RAPIER_FINEST = ("rapier", {"iters": 32})
MUJOCO = ("mujoco", {})
MUJOCO_TRACKS = ("mujoco", {"armature": 1e-3, "damping": 1e-2})
MUJOCO_GRIP = ("mujoco", {"cone": "elliptic", "impratio": 10, "noslip": 10})
BULLET = ("bullet", {})
Engine = tuple[str, dict[str, Any]]


class Row(NamedTuple):
    """A scene, what it must show, and the share of a peer's time that it may take.

    `limits`: most of each figure, or the truth value it must have. `gates`: (share, engine); with
    engine "" it is the fastest peer within the limits, else the fastest that does not explode.
    """

    name: str
    measure: str
    options: dict[str, Any]
    step: float
    limits: dict[str, Any]
    gates: tuple[tuple[float, str], ...] = ()
    peers: tuple[Engine, ...] = ()
    own: dict[str, Any] = {}
    quick: dict[str, Any] | None = {}  # changed options of a quick run, None: left out


CHAIN = {"gap": 3e-4, "rise": 0.01}
PILE = {"depth_mean": 5e-4, "depth_max": 5e-3, "speed": 1e-3}
STACK = {"drift": 1e-5, "sink": 1e-3}
ARM = {"tip": 2e-3, "hold": 2e-4, "gap": 1e-7}
TRACKED = {"gap": 1e-4, "depth": 5e-4}
WHEELED = {"speed_error": 1e-3, "yaw": 1e-3, "spread": 1e-6}
FRICTION = {
    "creep_um_per_s": 0.1, "slide_error": 5e-3, "stop_error": 2e-3, "roll_error": 1e-4,
    "momentum_error": 1e-9, "energy_error": 1e-3,
}  # fmt: skip
VOLTAGES = {"gap": 1e-4, "depth_95": 1e-3, "beyond": 1e-3}
SHORT = {"seconds": 2.0}
AWAKE = {"sleep": 0}  # as the peers are
RAPIERS, ALL = (RAPIER, RAPIER_FINE), (RAPIER, MUJOCO, BULLET)
TRACK_PEERS = (RAPIER, MUJOCO_TRACKS)

ROWS = (
    Row("chain 10", "chain", {"n": 10}, 0.01, CHAIN, ((0.35, "rapier"),), ALL),
    Row("chain 50", "chain", {"n": 50}, 0.01, CHAIN, ((0.35, "rapier"),), ALL, quick=SHORT),
    Row("crane 10", "crane", {"n": 10}, 0.01, {"gap": 1e-6, "energy": 0.01, "bob": 5e-3},
        ((0.2, "rapier iters=32"),), (RAPIER_FINEST, MUJOCO)),
    Row("crane 50", "crane", {"n": 50}, 0.01, {"gap": 1e-6, "energy": 0.01, "bob": 13e-3},
        ((0.1, "rapier iters=32"),), (RAPIER_FINEST, MUJOCO), quick=SHORT),
    Row("pile 1000", "pile", {"n": 1000}, 0.01, PILE, ((0.5, "rapier"),), (RAPIER,), AWAKE,
        {"n": 100}),
    Row("pile 1000, asleep", "pile", {"n": 1000, "asleep": 4.0}, 0.01,
        {**PILE, "us_asleep": 10.0}, quick=None),
    Row("wall of 8 columns", "wall", {}, 0.01, {"moved": 1e-3}, (), (RAPIER,), AWAKE, None),
    Row("stack", "stack", {}, 0.01, STACK, ((0.4, ""),), (*RAPIERS, MUJOCO), AWAKE, SHORT),
    Row("stack, heavy top", "stack", {"heavy_top": 10.0}, 0.01, STACK, ((0.4, ""),),
        (*RAPIERS, MUJOCO), AWAKE, None),
    Row("arm", "arm", {}, 0.01, ARM, ((1.0, "mujoco"),), ALL),
    Row("16 arms", "arm", {"n": 16}, 0.01, ARM, ((0.4, "mujoco"),), (MUJOCO,), quick=None),
    *(Row(f"tracked {n}", "tracked", {"n": n}, 0.005, TRACKED,
          ((0.5, "rapier"), (0.2, "mujoco armature=0.001 damping=0.01")), TRACK_PEERS,
          quick=SHORT if n == 1 else None) for n in (1, 2, 4, 8)),
    Row("tracked 2, two threads", "tracked", {"n": 2}, 0.005, TRACKED, ((0.25, "rapier"),),
        (RAPIER,), {"threads": 2}, None),
    Row("tracked at 10 ms", "tracked", {}, 0.01, {}, quick=None),
    Row("gripper", "gripper", {}, 0.01, {"slip": 1e-6, "held": True}, ((0.8, ""),),
        (MUJOCO_GRIP, RAPIER), AWAKE, {"seconds": 10.0}),
    Row("gripper, margin 1.1", "gripper", {"margin": 1.1, "gentle": True}, 0.01,
        {"slip": 1e-6, "held": True}, ((0.8, ""),), (MUJOCO_GRIP,), AWAKE, None),
    Row("gripper, margin 0.95", "gripper", {"margin": 0.95, "gentle": True}, 0.01,
        {"held": False}, quick={"seconds": 10.0}),
    *(Row(f"wheeled {n}", "wheeled", {"n": n}, 0.01,
          {**WHEELED, **({"as_alone": True} if n > 1 else {})}, ((share, "mujoco"),),
          (MUJOCO, RAPIER), quick={} if n == 10 else None)
      for n, share in ((1, 1.0), (10, 0.5), (50, 0.4))),
    Row("friction", "friction", {}, 0.01, FRICTION, ((1.0, ""),), ALL),
    *(Row(f"random voltages, {scene}", "voltages", {"scene": scene, "seconds": 60.0}, 0.01,
          VOLTAGES, quick={"seconds": 5.0}) for scene in (
              "container", "deactivation", "slalom", "lift", "squad", "hall", "quadruped",
              "standing", "walk")),
)  # fmt: skip


def label(engine: Engine) -> str:
    """Return an engine's name with its options."""
    name, options = engine
    return " ".join([name, *(f"{key}={value:g}" if isinstance(value, float) else f"{key}={value}"
                             for key, value in options.items())])  # fmt: skip
