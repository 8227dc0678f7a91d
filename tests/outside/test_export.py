"""A scene as an FMU: what is in it, and that it moves as the scene does, bit for bit."""

import importlib
import math
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from simulator import cli
from simulator.interop.fmu import name_class
from simulator.plant import Plant, PlantError
from simulator.spec.reading import code_file

from .conftest import drive, read

ARM = Path(__file__).parents[1] / "scenes" / "arm.yaml"
CONSOLE = """\
panel:
  lever: {type: lever}
diagram:
  arm: {type: fmu, file: arm.fmu, in: {lever: lever, power: 1}, output: arm.shoulder_angle}
"""
WAY = [0.0, 0.8, 0.8, 0.3, -0.6]


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    pytest.importorskip("pythonfmu")
    file = tmp_path_factory.mktemp("export") / "arm.fmu"
    assert cli.app(["export-fmu", str(ARM), "-o", str(file)]) == 0
    return file


@pytest.fixture(scope="module")
def angles():
    """The arm's angle after each frame of the way, from the scene itself."""
    plant, found = Plant(ARM), []
    plant.set("power", 1.0)
    for value in WAY:
        plant.set("lever", value)
        plant.step(0.04)
        found.append(plant.get("arm.shoulder_angle"))
    return found


def test_it_holds_the_scenes_files_controls_and_sensors(exported):
    names = zipfile.ZipFile(exported).namelist()
    assert "resources/project/robots/arm/robot.yaml" in names
    variables = code_file.describe(exported.read_bytes()).variables
    assert variables["lever"] == variables["power"] == "input"
    assert variables["arm.shoulder_angle"] == "output"


def test_a_python_without_the_simulator_is_told_what_it_lacks(exported, monkeypatch, capsys):
    whole: dict = {}
    exec(zipfile.ZipFile(exported).read("resources/fmu_of_arm.py").decode(), whole)
    slave = whole["arm"](instance_name="one", resources=str(exported.parent))
    monkeypatch.setitem(sys.modules, "simulator.plant", None)
    with pytest.raises(ImportError):
        slave.enter_initialization_mode()
    assert "needs a Python with the simulator in it" in capsys.readouterr().err


def test_in_another_program_it_moves_as_the_scene(exported, angles):
    fmpy = pytest.importorskip("fmpy")
    simulation = importlib.import_module("fmpy.simulation")
    description = fmpy.read_model_description(str(exported))
    place = {one.name: one.valueReference for one in description.modelVariables}
    folder = fmpy.extract(str(exported))
    fmu = simulation.instantiate_fmu(folder, description, "CoSimulation")
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    found, state = [], None
    for frame, value in enumerate(WAY):
        fmu.setReal([place["power"], place["lever"]], [1.0, value])
        fmu.doStep(currentCommunicationPoint=0.04 * frame, communicationStepSize=0.04)
        found += fmu.getReal([place["arm.shoulder_angle"]])
        state = fmu.serializeFMUState(fmu.getFMUState()) if frame == 2 else state
    assert found == angles and len(set(angles)) > 3
    fmu.setFMUState(fmu.deserializeFMUState(state))
    assert fmu.getReal([place["arm.shoulder_angle"]]) == [angles[2]]
    fmu.setReal([place["power"], place["lever"]], [1.0, WAY[3]])
    fmu.doStep(currentCommunicationPoint=0.12, communicationStepSize=0.04)
    assert fmu.getReal([place["arm.shoulder_angle"]]) == [angles[3]]
    fmu.freeInstance()


def test_as_a_block_of_another_scene_it_moves_as_the_scene(exported, angles, project):
    pytest.importorskip("fmpy")
    (project.root / "consoles").mkdir()
    (project.root / "consoles/arm.fmu").write_bytes(exported.read_bytes())
    simulation = project.simulation(CONSOLE)
    for value, angle in zip(WAY, angles, strict=True):
        (snapshot,) = drive(simulation, [value])
        assert snapshot.alarms == ()
        cell = simulation.memory[0]  # what the block says in the next step
        assert cell == angle
    assert read(simulation, "arm") != angle


@pytest.mark.parametrize("share", [0.2, 1.0 / 3.0, 0.7, 1.3, 1.0 - 1e-9, 4.0])
def test_what_is_left_of_a_step_is_carried_over(share):
    plant = Plant(ARM)
    step = plant.scene.physics.step
    for asked in range(1, 101):
        plant.step(share * step)
        due = round(asked * share, 5)
        assert plant.simulation.frame_index == int(due)
    owed = plant.owed
    saved = plant.save()
    plant.step(5 * step)
    plant.restore(*saved)
    assert (plant.owed, plant.simulation.frame_index) == (owed, int(due))


def test_what_cannot_be_done_is_refused():
    plant = Plant(ARM)
    for duration in (-0.01, math.nan, math.inf):
        with pytest.raises(PlantError, match="cannot be done"):
            plant.step(duration)
    with pytest.raises(PlantError, match="'lever' is nan"):
        plant.set("lever", math.nan)
    plant.step(0.01)
    assert plant.simulation.frame_index == 1 and plant.inputs["lever"] == 0.0


def test_another_program_may_step_as_it_likes(exported):
    fmpy = pytest.importorskip("fmpy")
    step = fmpy.read_model_description(str(exported)).defaultExperiment.stepSize
    assert float(step) == Plant(ARM).scene.physics.step
    names, start = ["power", "lever"], np.array([(0.0, 1.0, 0.8)], "f8, f8, f8")
    start.dtype.names = ("time", *names)
    ends = []
    for interval in (0.01, 0.004):  # and none: what it takes by itself
        options = {"input": start, "output": ["arm.shoulder_angle"], "output_interval": interval}
        ends.append(fmpy.simulate_fmu(str(exported), stop_time=0.4, step_size=interval, **options))
    assert fmpy.simulate_fmu(str(exported), stop_time=1.0)[-1][0] == pytest.approx(1.0)
    assert ends[0][-1][1] == ends[1][-1][1] > 0.0


def test_an_input_that_is_no_number_costs_a_step_and_not_the_instance(exported):
    fmpy = pytest.importorskip("fmpy")
    simulation = importlib.import_module("fmpy.simulation")
    description = fmpy.read_model_description(str(exported))
    place = {one.name: one.valueReference for one in description.modelVariables}
    folder, told = fmpy.extract(str(exported)), []
    fmu = simulation.instantiate_fmu(
        folder, description, "CoSimulation", debug_logging=True,
        logger=lambda env, name, status, category, message: told.append((status, message)),
    )  # fmt: skip
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    fmu.setReal([place["lever"]], [math.nan])
    with pytest.raises(Exception, match="discard"):
        fmu.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.04)
    assert any(b"'lever' is nan" in message for _, message in told)
    fmu.setReal([place["power"], place["lever"]], [1.0, 0.8])
    fmu.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.04)
    assert fmu.getReal([place["arm.shoulder_angle"]]) != [0.0]
    fmu.freeInstance()


def test_a_saved_state_keeps_the_inputs_of_its_moment(exported):
    fmpy = pytest.importorskip("fmpy")
    simulation = importlib.import_module("fmpy.simulation")
    description = fmpy.read_model_description(str(exported))
    place = {one.name: one.valueReference for one in description.modelVariables}
    inputs, angle = [place["power"], place["lever"]], [place["arm.shoulder_angle"]]
    fmu = simulation.instantiate_fmu(fmpy.extract(str(exported)), description, "CoSimulation")
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.setReal(inputs, [1.0, 0.8])
    states, ends = [fmu.getFMUState()], []  # this mode gives its state, too
    fmu.exitInitializationMode()
    states.append(fmu.getFMUState())
    for state in states:
        fmu.setReal(inputs, [0.0, -0.5])
        fmu.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.01)
        fmu.setFMUState(state)
        assert fmu.getReal(inputs) == [1.0, 0.8]
        fmu.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.2)
        ends += fmu.getReal(angle)
    fmu.freeInstance()
    assert ends[0] == ends[1] != 0.0


def test_its_outputs_are_there_from_initialisation_on(tmp_path, monkeypatch):
    fmpy = pytest.importorskip("fmpy")
    pytest.importorskip("pythonfmu")
    monkeypatch.chdir(tmp_path)
    assert cli.app(["new", "robot", "crane"]) == 0
    assert cli.app(["export-fmu", "scenes/crane.yaml", "-o", "class.fmu"]) == 0
    assert importlib.import_module("fmpy.validation").validate_fmu("class.fmu") == []
    simulation = importlib.import_module("fmpy.simulation")
    description = fmpy.read_model_description("class.fmu")
    place = {one.name: one.valueReference for one in description.modelVariables}
    fmu = simulation.instantiate_fmu(fmpy.extract("class.fmu"), description, "CoSimulation")
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    early = fmu.getReal([place["crane.lift_angle"]])
    fmu.exitInitializationMode()
    assert early == fmu.getReal([place["crane.lift_angle"]]) == [math.radians(15)]
    fmu.freeInstance()


def test_its_model_has_a_name_of_its_own():
    named = {one: name_class(one) for one in ("lift", "class", "Path", "super", "5 x")}
    assert named.pop("lift") == "lift"
    assert list(named.values()) == ["scene_class", "scene_Path", "scene_super", "scene_5_x"]


def test_a_button_is_pressed_once_while_its_value_is_up(project):
    text = "panel: {go: {type: push_button}}\ndiagram: {n: {type: ctu, in: {up: go}}}\n"
    project.scene(text)
    plant = Plant(project.root / "scenes/lesson.yaml")
    for value in (0.0, 1.0, 1.0, 0.0, 0.0, 1.0):
        plant.set("go", value)
        plant.step(0.01)
    assert read(plant.simulation, "n") == 2.0


def test_an_fmu_is_written_as_fmu(tmp_path, capsys):
    assert cli.app(["export-fmu", str(ARM), "-o", str(tmp_path / "arm.txt")]) == 1
    assert "arm.txt: an FMU is written as .fmu" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_without_pythonfmu_one_line_says_what_to_install(monkeypatch, capsys):
    def without(name, *rest):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", without)
    assert cli.app(["export-fmu", str(ARM)]) == 1
    assert "pip install -e '.[fmi]'" in capsys.readouterr().err
