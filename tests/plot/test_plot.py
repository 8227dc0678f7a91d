"""Figures of recordings: every step's values, the right curves, kinds of files, clear errors."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from simulator import frame
from simulator.cli import app
from simulator.console.panel import Panel
from simulator.plot import draw, figure, traces
from simulator.recordings.recording import Recorder, Recording, RecordingError
from simulator.recordings.replaying import Player
from simulator.simulation import Simulation
from simulator.snapshot import Event
from simulator.spec import load

SCENE = Path(__file__).parents[2] / "scenes" / "standing.yaml"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Return a recording of a second of the standing robot."""
    path = tmp_path_factory.mktemp("plot") / "standing.mcap"
    simulation = Simulation(load.load_scene(SCENE))
    panel, recorder = Panel(simulation.scene.console_spec), Recorder(path, simulation)
    recorder.keyframe(0, simulation.save())
    for _ in range(25):
        given = panel.input()
        recorder.frame(given, simulation.frame(given))
    recorder.close()
    return path


def test_curves_are_the_signals_of_every_step(recorded):
    simulation = Simulation(load.load_scene(SCENE))
    found = traces.gather(
        Player(Recording(recorded), simulation), ["height", "rear_left_hip_torque"]
    )
    assert found.diverged is None
    assert found.times == pytest.approx(0.01 * np.arange(101))
    simulation.reset()
    slots = [simulation.plan.slots[name] for name in found.values]
    seen = [simulation.signals[slots]]
    panel = Panel(simulation.scene.console_spec)
    for _ in range(25):
        simulation.begin(panel.input())
        for _ in range(4):
            frame.run(1, simulation.words)
            seen.append(simulation.signals[slots])
    assert np.array_equal(np.array(seen).T, np.array(list(found.values.values())))


def test_a_recording_is_drawn_up_to_where_it_differs(recorded):
    scene = load.load_scene(SCENE)
    wrong = Recording(recorded)
    wrong.frames[9].hash = "0"
    found = traces.gather(Player(wrong, Simulation(scene)), ["height"])
    assert found.diverged == 10 and len(found.times) == 37
    wrong.frames[0].hash = "0"
    with pytest.raises(RecordingError, match="its first frame differs"):
        traces.gather(Player(wrong, Simulation(scene)), ["height"])


def test_the_scenes_figure_is_drawn_in_every_kind_of_file(recorded, tmp_path):
    for kind in ("svg", "png", "html"):
        path = tmp_path / f"a.{kind}"
        assert app(["plot", str(recorded), "-o", str(path), "--language", "ru"]) == 0
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "Высота корпуса, мм" in words and "rear_right_knee_torque" in words
    curves = [path for path in root.iter(f"{SVG}path") if path.get("d", "").count(" ") > 100]
    assert len(curves) == 13
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == (2160, round(2 * float(root.get("height", 0))))
        assert len(picture.getcolors(1 << 20) or []) > 20
    assert "Моменты приводов" in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["svg", "png", "html"])
def test_an_older_figure_is_there_until_the_new_one_is_whole(recorded, tmp_path, kind):
    path = tmp_path / f"a.{kind}"
    path.write_text("old")
    link = path.with_name(f"same.{kind}")
    link.hardlink_to(path)  # which a file written in place would change, too
    assert app(["plot", str(recorded), "-o", str(path)]) == 0
    assert link.read_text() == "old" and path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hieght"], "there is no signal 'hieght' - did you mean 'height'?"),
        (["--preset", "standng"], "there is no plot 'standng' - did you mean 'standing'?"),
        (["height", "-o", "a.pdf"], "a.pdf: a plot is written as .svg, .png, .html"),
        (["height", "--from", "5"], "nothing lies in that stretch"),
        (["*_currents"], "there is no signal '*_currents'; there are: "),
    ],
)
def test_mistakes_are_told(recorded, capsys, arguments, said):
    assert app(["plot", str(recorded), *arguments]) == 1
    assert said in capsys.readouterr().err


def test_where_a_scene_has_no_figure_its_sensors_are_named():
    scene = load.load_scene(SCENE).model_copy(update={"plots": {}})
    told = r"for the scene has no `plots`; its sensors are: \w+, .* and \d+ more$"
    with pytest.raises(traces.SignalError, match=told):
        draw.choose(scene, [], None)


def test_patterns_take_short_names_once():
    known = ["a.left_torque", "a.right_torque", "left_torque", "right_torque", "height", "b.x"]
    assert traces.find_signals(["height", "*_torque"], known) == [
        "height", "left_torque", "right_torque",
    ]  # fmt: skip
    assert traces.find_signals(["b.*"], known) == ["b.x"]


def test_a_figure_survives_what_cannot_be_drawn():
    values = np.array([np.nan, 1.0, np.inf, 2.0])
    assert figure.find_range([values]) == pytest.approx((0.94, 2.06))
    low, high = figure.find_range([np.full(3, 5.0)])
    assert low < 5.0 < high
    drawn = figure.lay_out("t", np.arange(4.0), [figure.Row("a", "m", [("a", values)])], "s")
    lines = [part for part in drawn.parts if isinstance(part, figure.Line)]
    assert all(np.isfinite(line.points).all() for line in lines)


def test_curves_that_lie_on_each_other_are_all_seen():
    one, other = np.array([0.0, 1.0]), np.array([1.0, 0.0])
    assert figure.count_hidden([one, other, one, one], 1e-3) == [2, 0, 1, 0]
    gaps = np.array([0.0, np.nan, 2.0, np.inf])  # an edit had taken it away; it grew without end
    assert figure.count_hidden([gaps, gaps + 1e-4, gaps[::-1]], 1e-3) == [1, 0, 0]


def edited(simulation, **blocks):
    """Return the event that gives a diagram further blocks, and takes out those that are None."""
    data = json.loads(simulation.diagram)
    data["diagram"] = {k: v for k, v in {**data["diagram"], **blocks}.items() if v is not None}
    return Event("diagram", data=data)


def test_signals_are_those_of_the_recording_as_long_as_each_was_there(tmp_path, capsys):
    path, scene = tmp_path / "edited.mcap", load.load_scene(SCENE)
    simulation, panel = Simulation(scene), Panel(scene.console_spec)
    simulation.apply(edited(simulation, early={"type": "gain", "value": 3.0, "in": 1.0}))
    more = {"early": None, "late": {"type": "gain", "value": 2.0, "in": 1.0}}
    with Recorder(path, simulation) as recorder:
        recorder.keyframe(0, simulation.save())
        for number in range(10):
            if number == 5:
                event = edited(simulation, **more)
                simulation.apply(event)
                recorder.event(5, event)
            given = panel.input()
            recorder.frame(given, simulation.frame(given))
    player = Player(Recording(path), Simulation(scene))
    names = traces.find_signals(["early", "late"], traces.list_signals(player))
    found = traces.gather(player, names)
    assert found.diverged is None and len(found.times) == 41
    early, late = found.values["early"], found.values["late"]
    assert np.isnan(early[21:]).all() and early[1:21].tolist() == [3.0] * 20
    assert np.isnan(late[:21]).all() and late[21:].tolist() == [2.0] * 20
    rows = [figure.Row("a", "", [("early", early), ("late", late)])]
    parts = figure.lay_out("t", found.times, rows, "s").parts
    curves = [one for one in parts if isinstance(one, figure.Line) and len(one.points) > 2]
    assert [len(one.points) for one in curves] == [21, 20]
    assert app(["plot", str(path), "early", "late", "-o", str(tmp_path / "a.svg")]) == 0
    assert app(["plot", str(path), "never", "-o", str(tmp_path / "a.svg")]) == 1
    assert "there is no signal 'never'" in capsys.readouterr().err
