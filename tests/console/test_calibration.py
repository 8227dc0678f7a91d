"""Calibration of gamepads: measured on made-up levers, hostile values, presets of a person."""

import math
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.console import axis, calibration, presets
from simulator.console.calibration import Calibration, Calibrator
from simulator.console.devices import Devices
from simulator.console.panel import Panel
from simulator.console.presets import Identity, Preset, PresetError, Presets
from simulator.spec.models.console import AxisBinding, ConsoleSpec

sys.path.insert(0, str(Path(__file__).parent))
import fake_device

BINDING = AxisBinding(control="leftx", dead_zone=0.1, curve=1.0)
PANEL = {"lever": {"type": "lever", "spring_return": True, "gamepad": [{"control": "leftx"}]}}
ANY_NUMBER = st.floats(allow_nan=True, allow_infinity=True)
NUMBERS = st.floats(-1e6, 1e6, exclude_min=True, exclude_max=True)
ENDS = st.tuples(NUMBERS, NUMBERS, NUMBERS).map(sorted).filter(lambda e: e[2] - e[0] >= 1e-3)


def measure(still, push, back, dt=0.02):
    """Run a calibrator over functions of the sample's number that give the axis 'leftx'."""
    calibrator, now = Calibrator(), 0.0
    calibrator.begin()
    for turn, value in (("still", still), ("push", push), ("back", back)):
        assert calibrator.turn == turn
        for count in range(200):
            now += dt
            calibrator.take({"leftx": value(count)}, now)
            if calibrator.turn != turn:
                break
        calibrator.let_go()
    return calibrator


def test_ends_rest_noise_and_play_of_a_worn_lever():
    done = measure(
        lambda n: 0.10 + (0.02 if n % 2 else -0.02),
        lambda n: 0.8 * math.sin(0.3 * n),
        lambda n: 0.16,
    )
    found = done.findings["leftx"]
    own = found.calibration
    assert done.turn == "done"
    waves = [math.sin(0.3 * n) for n in range(200)]
    low, high = min(waves), max(waves)
    assert (own.low, own.high) == (pytest.approx(0.8 * low), pytest.approx(0.8 * high))
    assert own.rest == pytest.approx((0.08 + 0.16) / 2)
    reach = own.rest - own.low
    assert found.noise == pytest.approx(0.02 / reach)
    mean = 0.10 - 0.02 / 101  # one sample more on one side
    assert found.play == pytest.approx((0.16 - mean) / reach)
    assert found.drift == pytest.approx((0.02 / 51) / reach)  # likewise, in the second half
    # the dead zone covers whatever was seen at rest, with a quarter to spare
    assert own.dead_zone >= 1.25 * 0.04 / reach and own.dead_zone < 1.25 * 0.04 / reach + 0.011
    assert all(axis.shape(raw, BINDING, own) == 0.0 for raw in (0.08, 0.12, 0.16))
    assert axis.shape(own.high, BINDING, own) == 1.0 and axis.shape(own.low, BINDING, own) == -1.0


def test_drift_is_the_way_that_it_moves_by_itself():
    done = measure(lambda n: 0.001 * n, lambda n: (-1.0, 1.0)[n % 2], lambda n: 0.1)
    half = 0.001 * (100 + 1) / 2
    assert done.findings["leftx"].drift == pytest.approx(half / 1.05, rel=0.05)


def test_a_lever_that_is_moved_begins_the_time_anew():
    calibrator = Calibrator()
    calibrator.begin()
    calibrator.take({"leftx": 0.0}, 0.0)
    calibrator.take({"leftx": 0.9}, 1.9)
    assert calibrator.has_moved and calibrator.progress == 0.0
    calibrator.take({"leftx": 0.9}, 3.0)
    assert calibrator.turn == "still"
    calibrator.take({"leftx": 0.9}, 1.9 + calibration.STILL_TIME)
    assert calibrator.turn == "push"


def test_an_axis_that_was_not_pushed_stays_as_it_was():
    calibrator, now = Calibrator(), 0.0
    calibrator.begin()
    for turn in ("still", "push"):
        assert calibrator.turn == turn
        for count in range(101):
            now += 0.02
            pushed = count % 2 if turn == "push" else 0.0
            calibrator.take({"leftx": 0.1 * (count % 2), "lefty": pushed}, now)
    assert calibrator.pushed() == ["lefty"]
    calibrator.let_go()
    for _ in range(150):
        calibrator.take({"leftx": 0.0, "lefty": 0.0}, now := now + 0.02)
    assert calibrator.findings["leftx"].calibration is None
    assert calibrator.findings["lefty"].calibration is not None


def test_a_trigger_has_one_side():
    done = measure(lambda n: -0.98, lambda n: math.sin(0.3 * n), lambda n: -0.98)
    own = done.findings["leftx"].calibration
    assert own.travel(-1.0) == 0.0 and own.travel(1.0) == 1.0


@given(st.lists(st.one_of(ANY_NUMBER, st.none(), st.text(max_size=3)), max_size=60))
def test_a_hostile_device_never_breaks_the_measurement(values):
    calibrator, now = Calibrator(), 0.0
    calibrator.begin()
    for value in [*values, *values]:
        now += 0.3
        calibrator.take({"leftx": value, "lefty": 0.0}, now)
        calibrator.let_go()
    for found in calibrator.findings.values():
        if found.calibration is not None:
            assert 0.0 <= found.calibration.dead_zone <= calibration.MOST_DEAD_ZONE


@given(
    ENDS,
    st.floats(0, 1, exclude_max=True),
    st.floats(0, 5, exclude_min=True),
    ANY_NUMBER,
    st.booleans(),
)
def test_no_calibration_divides_by_zero_or_leaves_the_range(ends, zone, curve, raw, way):
    value = axis.shape(raw, BINDING, Calibration(*ends, zone, curve, way))
    assert math.isfinite(value) and -1.0 <= value <= 1.0


@given(st.integers(0, 4), ANY_NUMBER.filter(lambda number: not abs(number) < 1e6))
def test_a_number_that_no_axis_has_is_refused(place, number):
    numbers = [-1.0, 0.0, 1.0, 0.1, 1.0]
    numbers[place] = number
    with pytest.raises(ValueError, match="not finite"):
        Calibration(*numbers)


@given(st.floats(-1, -0.2), st.floats(-0.1, 0.1), st.floats(0.2, 1), st.floats(0, 0.5))
def test_a_sound_calibration_is_full_at_its_ends_and_zero_at_rest(low, rest, high, zone):
    own = Calibration(low, rest, high, zone, 1.5)
    assert axis.shape(high, BINDING, own) == pytest.approx(1.0)
    assert axis.shape(low, BINDING, own) == pytest.approx(-1.0)
    assert axis.shape(rest, BINDING, own) == 0.0


@pytest.mark.parametrize(
    "numbers", [(0.0, 0.0, 0.0), (1.0, 0.0, -1.0), (0.0, math.nan, 1.0), (-math.inf, 0.0, 1.0)]
)
def test_what_cannot_be_an_axis_is_refused(numbers):
    with pytest.raises(ValueError):
        Calibration(*numbers)


# -- presets


OWN = Calibration(-0.5, 0.0, 0.5, 0.1, 1.0)


def test_a_preset_is_kept_for_its_device_and_person(tmp_path):
    path = tmp_path / "devices" / "ann.json"
    Presets(path).keep(Preset("03000000aa", "Stick", {"leftx": OWN}))
    again = Presets(path)
    assert again.find(Identity("03000000aa", "Stick")).axes == {"leftx": OWN}
    assert again.find(Identity("03000000bb", "Stick")) is None
    again.keep(Preset("03000000aa", "Stick", {"lefty": OWN}))
    assert [sorted(one.axes) for one in Presets(path).presets] == [["lefty"]]


def test_people_have_files_of_their_own_whatever_they_are_called():
    paths = {presets.path_of(name) for name in (None, "Ann", "Анна", "../x", "a/b")}
    assert len(paths) == 5 and len({path.parent for path in paths}) == 1


@pytest.mark.parametrize(
    "text",
    ["{", "[1]", '[{"guid":"a","name":"b","axes":{"leftx":{"low":1,"rest":1,"high":1}}}]'],
)
def test_a_broken_file_is_named(tmp_path, text):
    path = tmp_path / "ann.json"
    path.write_text(text)
    with pytest.raises(PresetError, match=r"ann\.json"):
        Presets(path)
    damaged = presets.set_aside(path)
    Presets(path, is_anew=True).keep(Preset("03000000aa", "Stick", {"leftx": OWN}))
    assert [one.name for one in Presets(path).presets] == ["Stick"]
    assert damaged.read_text() == text


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "devices").write_text("in the way")
    with pytest.raises(PresetError, match="devices"):
        Presets(tmp_path / "devices" / "ann.json").keep(Preset("a", "b"))


class Bench:
    def __init__(self, *pads, kept=()):
        self.now, self.pads = 0.0, list(pads)
        self.panel = Panel(ConsoleSpec.model_validate({"panel": PANEL}))
        own = Presets()
        for preset in kept:
            own.keep(preset)
        self.devices = Devices(self.panel, lambda: list(self.pads), lambda: self.now, own)
        self.step()

    def step(self, dt=0.02):
        self.now += dt
        self.devices.poll()

    def move(self, pad, value):
        pad.device.move("leftx", value)
        self.step()
        return self.panel.get("lever")

    @property
    def reasons(self):
        return [one.reason for one in self.panel.notices]


def test_a_calibrated_device_works_by_its_preset():
    pad = fake_device.make_controller("Stick", "03000000aa")
    bench = Bench(pad, kept=[Preset("03000000aa", "Stick", {"leftx": OWN})])
    assert bench.move(pad, 16384) == pytest.approx(1.0, abs=1e-3)  # half the raw way is its end
    assert bench.move(pad, 1500) == 0.0  # in its dead zone


def test_another_device_than_the_calibrated_one_is_told():
    pad = fake_device.make_controller("Other", "03000000bb")
    bench = Bench(pad, kept=[Preset("03000000aa", "Stick", {"leftx": OWN})])
    assert bench.reasons == ["foreign"] and "Other" in bench.panel.notices[0].text.ru


def test_the_second_of_two_alike_is_set_aside_until_it_is_wanted():
    first, second = (fake_device.make_controller("Stick", "03000000aa") for _ in range(2))
    bench = Bench(first, second)
    assert "duplicate" in bench.reasons
    assert bench.move(second, 32767) == 0.0
    bench.move(second, 0)
    bench.devices.gamepads.toggle("gamepad2")
    bench.step()
    assert bench.move(second, 32767) == 1.0 and "duplicate" not in bench.reasons
    bench.devices.gamepads.toggle("gamepad2")
    assert bench.panel.get("lever") == 0.0


def test_of_two_alike_the_one_that_was_pulled_out_works_again_when_it_is_back():
    first, second = (fake_device.make_controller("Stick", "03000000aa") for _ in range(2))
    bench = Bench(first, second)
    first.device.connected = False
    again = fake_device.make_controller("Stick", "03000000aa")
    bench.pads[:] = [second]
    bench.step()
    bench.pads.append(again)
    bench.step(2.0)
    assert bench.move(again, 32767) == 1.0
    assert bench.move(second, -32768) == 1.0 and "duplicate" in bench.reasons
    second.device.connected = False
    bench.pads[:] = [again]
    bench.step()
    assert "duplicate" not in bench.reasons


def test_a_lever_held_while_plugged_in_must_come_to_neutral_first():
    pad = fake_device.make_controller("Stick", "03000000aa")
    pad.device.move("leftx", 32767)
    bench = Bench(pad)
    assert bench.panel.get("lever") == 0.0 and "rearm" in bench.reasons
    bench.move(pad, 0)
    assert "rearm" not in bench.reasons
    assert bench.move(pad, 32767) == 1.0


def test_while_it_is_calibrated_a_device_moves_nothing():
    pad = fake_device.make_controller("Stick", "03000000aa")
    bench = Bench(pad)
    bench.move(pad, 32767)
    bench.devices.gamepads.study(True)
    assert bench.panel.get("lever") == 0.0
    assert bench.move(pad, 20000) == 0.0 and bench.devices.gamepads.pads[0].raw["leftx"] > 0.5
    bench.devices.gamepads.keep(bench.devices.gamepads.pads[0], {"leftx": OWN})
    bench.devices.gamepads.study(False)
    assert bench.move(pad, 20000) == 0.0  # still held
    bench.move(pad, 0)
    assert bench.move(pad, 16384) == pytest.approx(1.0, abs=1e-3)
