"""Every possible fault, in motion: the component does what the matrix says, and it replays."""

import zlib

import numpy as np
import pytest

from simulator import Panel, Simulation
from simulator.recordings.recording import Recorder, Recording
from simulator.recordings.replaying import replay
from simulator.snapshot import Event
from simulator.spec.models.fault import FaultSpec
from simulator.spec.naming.components import FAMILIES
from simulator.spec.naming.fault_matrix import KINDS, look_up
from tests.faults.naive import Naive, normal

NAMED = {
    "motor": "mf4.left_drive",
    "brake": "mf4.left_brake",
    "suction": "mf4.magnet",
    "sensor": "mf4.left_wheel",
    "lever": "left",
    "button": "lights",
    "lamp": "mf4.head_lamp",
    "gauge": "battery_gauge",
    "camera": "mf4.gripper_camera",
    "battery": "mf4.battery",
    "track": "mf4.left",
    "wheel": "mf4.right_sprocket",
    "gripper": "mf4.gripper",
    "link": "link",
}
NUMBERS = {
    "noise": {"amount": 0.2, "seed": 7},
    "bias": {"amount": 0.25},
    "slow": {"time_constant": 0.1},
    "delayed": {"delay": 0.12},
    "intermittent": {"period": 0.2, "share": 0.3, "seed": 5},
}
STEP, FRAMES = 0.01, 60
COLUMNS = {
    "motors": ("input", "torque"),
    "brakes": ("input",),
    "suction": ("input",),
    "joints": ("speed", "position"),
}


class Log:
    """A run with one fault: what was given, what was seen, and what the tables said."""

    def __init__(self, simulation, fault):
        self.simulation, self.fault = simulation, fault
        self.world, self.names = simulation.world, simulation.names
        self.given, self.seen, self.raw = [], [], []

    def go(self, frames, recorder, first=0):
        simulation, panel = self.simulation, Panel(self.simulation.scene.console_spec)
        panel.set("key", 1)
        panel.set("right", 0.6)
        for frame in range(first, first + frames):
            panel.set("left", 0.4 + 0.5 * np.sin(0.21 * frame))
            panel.set("lights", frame % 16 < 5)
            panel.set("jaws", frame >= 10)
            given = panel.input()
            snapshot = simulation.frame(given)
            recorder.frame(given, snapshot)
            self.given.append(dict(zip(simulation.input_names, given.values, strict=True)))
            self.seen.append(snapshot)
            self.raw.append({name: self.tables(name) for name in COLUMNS})

    def tables(self, name):
        """Return what a fault may change of every motor, brake, magnet or joint, by name."""
        columns = COLUMNS[name]
        table, rows = getattr(self.world, name), getattr(self.names, name)
        return {
            thing: [float(getattr(table, column)[row]) for column in columns]
            for thing, row in rows.items()
        }

    def told(self, target):
        """Return what the diagram tells a motor [share of its voltage], brake, lamp or gauge."""
        slot = dict(
            zip(self.simulation.plan.targets, self.simulation.plan.output_slots, strict=True)
        )
        name = self.simulation.plan.names[slot[target]]
        return np.array([one.signal(name) for one in self.seen])

    def twin(self, series, name=None, fault=None, **bounds):
        fault = fault or self.fault
        seed = fault.seed ^ zlib.crc32((name or fault.component).encode())
        naive = Naive(fault, STEP, seed, **bounds)
        return [naive(float(value)) for value in series]

    def column(self, table, name, number):
        return np.array([raw[table][name][number] for raw in self.raw])

    @property
    def broken(self):
        """When an intermittent fault was there."""
        return self.broken_as(self.fault.component)

    def broken_as(self, name):
        seed = self.fault.seed ^ zlib.crc32(name.encode())
        naive, found = Naive(self.fault, STEP, seed), []
        for _ in self.seen:
            naive(0.0)
            found.append(naive.is_broken)
        return np.array(found)


@pytest.fixture(scope="module")
def simulation(broken_scene):
    """The robot under way: switched on, driving."""
    simulation, panel = Simulation(broken_scene), Panel(broken_scene.console_spec)
    panel.set("key", 2)
    simulation.frame(panel.input())
    panel.set("key", 1)
    for _ in range(90):
        simulation.frame(panel.input())
    panel.set("left", 0.4)
    panel.set("right", 0.6)
    for _ in range(30):
        simulation.frame(panel.input())
    return simulation


@pytest.fixture(scope="module")
def other(broken_scene):
    return Simulation(broken_scene)


@pytest.fixture(scope="module")
def driving(simulation):
    return simulation.save()


def start(simulation, driving, tmp_path, fault):
    simulation.restore(driving)
    recorder = Recorder(tmp_path / "run.mcap", simulation)
    data = fault.model_dump(mode="json", exclude_unset=True)
    event = Event("fault", "it", data)
    simulation.apply(event)
    recorder.event(simulation.frame_index, event)
    return Log(simulation, fault), recorder


def numbers(family, kind):
    if kind == "slow" and family in ("camera", "link"):
        return {"period": 0.1}
    if family == "link" and kind == "intermittent":
        return {"period": 0.2, "share": 0.3}
    if family == "track" and kind == "bias":
        return {"amount": 30.0}
    return NUMBERS.get(kind, {})


@pytest.mark.parametrize(
    ("family", "kind"),
    [(family, kind) for family in FAMILIES for kind in KINDS if look_up(family, kind).legal],
)
def test_a_fault_is_seen_and_replays(simulation, other, driving, tmp_path, family, kind):
    fault = FaultSpec(component=NAMED[family], kind=kind, **numbers(family, kind))
    log, recorder = start(simulation, driving, tmp_path, fault)
    log.go(FRAMES // 2, recorder)
    half = simulation.save()
    log.go(FRAMES - FRAMES // 2, recorder, FRAMES // 2)
    recorder.close()
    assert log.seen[-1].faults == ("it",)
    globals()[f"see_{family}"](log, kind)
    result = replay(Recording(recorder.path), other)
    assert result.diverged is None and result.got == log.seen[-1].state_hash
    other.restore(half)  # in the middle of delays, lags and random numbers
    again, recorder = Log(other, fault), Recorder(tmp_path / "again.mcap", other)
    again.go(FRAMES - FRAMES // 2, recorder, FRAMES // 2)
    recorder.close()
    hashes = [one.state_hash for one in log.seen[FRAMES // 2 :]]
    assert [one.state_hash for one in again.seen] == hashes


def see_lever(log, _):
    given = [each["left"] for each in log.given]
    wanted = log.twin(given, low=-1.0, high=1.0)
    assert [one.signal("left") for one in log.seen] == wanted
    assert wanted != given


def see_button(log, kind):
    given = [each["lights"] for each in log.given]
    wanted = log.twin(given, low=0.0, high=1.0, mirror=1.0)
    assert [one.signal("lights") for one in log.seen] == wanted
    assert wanted != given


def see_sensor(log, _):
    raw = log.column("joints", "mf4.left_sprocket", 0)
    wanted = log.twin(raw)
    assert [one.signal("left_wheel") for one in log.seen] == wanted
    assert not np.allclose(wanted, raw, atol=1e-3)


def see_lamp(log, kind):
    healthy = log.told("mf4.head_lamp")
    assert {0.0, 1.0} == set(healthy)
    shown = [one.shown["mf4.head_lamp"] for one in log.seen]
    assert shown == log.twin(healthy, mirror=1.0)
    assert shown != list(healthy)


def see_gauge(log, _):
    healthy = log.told("battery_gauge")
    assert [one.shown["battery_gauge"] for one in log.seen] == log.twin(healthy)


def see_motor(log, kind, name="mf4.left_drive", joint="mf4.left_sprocket"):
    healthy = log.told(name) / 24.0
    given, torque = log.column("motors", name, 0), log.column("motors", name, 1)
    if kind == "jammed":
        assert np.abs(log.column("joints", joint, 0)[1:]).max() < 1e-6
        return
    wanted = np.array(log.twin(healthy))
    assert given == pytest.approx(wanted, abs=1e-14)
    if kind == "off":
        assert np.abs(torque).max() < 1e-9
    elif kind == "intermittent":
        assert np.abs(torque[log.broken]).max() < 1e-9 < 0.01 < np.abs(torque[~log.broken]).max()
    else:
        assert not np.allclose(wanted, healthy)


def see_brake(log, kind, table="brakes", name="mf4.left_brake"):
    given = log.column(table, name, 0)
    if kind == "jammed":
        assert set(given) == {1.0}
        return
    wanted = log.twin(log.told(name), mirror=1.0, low=0.0, high=1.0)
    assert given == pytest.approx(wanted, abs=1e-14)


def see_suction(log, kind):
    see_brake(log, kind, "suction", "mf4.magnet")
    given = log.column("suction", "mf4.magnet", 0)
    assert not np.allclose(given, log.told("mf4.magnet"))
    assert [one.suction[0] for one in log.seen] == given.tolist(), "an exercise sees what acts"


def see_track(log, kind):
    wheels = ["left_sprocket", "left_idler", "left_road_1", "left_road_2"]
    speed = np.abs([log.column("joints", f"mf4.{wheel}", 0) for wheel in wheels]).max(0)
    own = log.simulation.trouble.table.friction[log.names.joints["mf4.left_sprocket"]]
    if kind == "jammed":
        assert speed[1:].max() < 1e-6
        assert np.abs(log.column("joints", "mf4.right_sprocket", 0)).max() > 0.5
    elif kind == "intermittent":
        broken = log.broken_as("mf4")
        assert speed[broken].max() < 1e-6 < 0.1 < speed[~broken].max()
    else:
        friction = log.world.joints.friction[log.names.joints["mf4.left_sprocket"]]
        assert friction == own + log.fault.amount


def see_wheel(log, kind):
    speed = np.abs(log.column("joints", "mf4.right_sprocket", 0))
    if kind == "jammed":
        assert speed[1:].max() < 1e-6
    elif kind == "intermittent":
        broken = log.broken_as("mf4")
        assert speed[broken].max() < 1e-6 < 0.1 < speed[~broken].max()


def see_gripper(log, kind):
    if kind == "jammed":
        for jaw in ("mf4.jaw_left", "mf4.jaw_right"):
            assert np.ptp(log.column("joints", jaw, 1)[1:]) < 1e-9
        return
    see_motor(log, kind, "mf4.jaw_motor", "mf4.jaw_left")
    if kind == "reversed":
        opening = log.column("joints", "mf4.jaw_left", 1)
        assert opening[-1] > opening[0]


def see_battery(log, kind):
    motors = list(log.simulation.scene.robots[0].spec.motors)
    if kind in ("off", "intermittent"):
        dead = log.broken if kind == "intermittent" else np.ones(len(log.seen), bool)
        for motor in motors:
            assert np.abs(log.column("motors", f"mf4.{motor}", 1)[dead]).max() < 1e-9
        assert set(log.column("brakes", "mf4.left_brake", 0)[dead]) == {1.0}
        assert set(log.column("suction", "mf4.magnet", 0)[dead]) == {1.0}
        for one, is_dead in zip(log.seen, dead, strict=True):
            assert one.pictures.get("mf4.mast_camera") is None or is_dead
            if is_dead:
                assert one.signal("mf4.right_wheel") == one.signal("mf4.chassis_x") == 0.0
                assert one.shown["mf4.head_lamp"] == 0.0 and one.pictures["mf4.mast_camera"].is_cut
        return
    seed = log.fault.seed ^ zlib.crc32(b"mf4.battery")
    amount = log.fault.amount
    share = [1 + amount * (normal(seed, k) if kind == "noise" else 1) for k in range(len(log.seen))]
    for motor in ("left_drive", "right_drive", "jaw_motor"):
        given = log.column("motors", f"mf4.{motor}", 0)
        assert given == pytest.approx(log.told(f"mf4.{motor}") / 24 * share, abs=1e-12)


def see_camera(log, kind, name="mf4.gripper_camera", others=()):
    frames = [one.frame_index for one in log.seen]
    first = frames[0]
    pictures = [one.pictures.get(name) for one in log.seen]
    if kind == "off":
        assert all(picture.is_cut for picture in pictures)
    elif kind == "stuck":
        assert {picture.seen.frame_index for picture in pictures} == {first}
    elif kind == "noise":
        assert [picture.noise for picture in pictures] == pytest.approx([0.2] * FRAMES)
        assert [picture.seen.frame_index for picture in pictures] == frames
    elif kind == "slow":
        seen = sorted({picture.seen.frame_index for picture in pictures})
        assert all(frame % 10 == 0 for frame in seen[1:]) and 6 <= len(seen) <= 7
    elif kind == "delayed":
        wanted = [max(frame - 12, first) for frame in frames]
        assert [picture.seen.frame_index for picture in pictures] == wanted
    else:
        cut = np.array([picture is not None and picture.is_cut for picture in pictures])
        assert cut.tolist() == log.broken.tolist()
    assert all(not picture.seen.pictures for picture in pictures if picture is not None)
    assert all(set(one.pictures) <= {name, *others} for one in log.seen)


def see_link(log, kind):
    cameras = ("mf4.gripper_camera", "mf4.mast_camera", "mf4.front_camera")
    if kind == "intermittent":
        log.fault = log.fault.model_copy(update={"seed": 0})
    see_camera(log, kind, cameras[1], cameras)
    given = np.array([each["left"] for each in log.given])
    seen = np.array([one.signal("left") for one in log.seen])
    if kind in ("off", "stuck"):
        assert set(seen) == {given[0]}  # silence is not noticed yet
    elif kind == "delayed":
        assert seen[12:].tolist() == given[:-12].tolist() and set(seen[:12]) == {given[0]}
    elif kind == "slow":
        assert seen.tolist() == given[np.arange(FRAMES) // 10 * 10].tolist()
    elif kind == "intermittent":
        first = np.arange(FRAMES) % 20 == 0  # the packet that is on its way when the line breaks
        assert (seen == given).tolist() == (~log.broken | first).tolist()
    else:
        lost = float(np.mean(seen != given))
        assert 0.05 < lost < 0.4
