"""FMUs behind blocks: one made by pythonfmu here, its states, its mistakes, its absence."""

import gc
import importlib
import shutil
import subprocess
import sys
import zipfile

import pytest

from simulator.simulation import Simulation
from simulator.spec import russian
from simulator.spec.errors import SpecErrors
from simulator.spec.reading import code_file

from .conftest import drive, read

SLAVE = """\
from pythonfmu import Boolean, Fmi2Causality, Fmi2Slave, Fmi2Variability, Integer, Real


class Motor(Fmi2Slave):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.voltage, self.gain, self.speed, self.way = 0.0, 1.0, 0.0, 0.5
        self.gear, self.on = 1, True
        own = Fmi2Causality
        self.register_variable(Real("voltage", causality=own.input))
        self.register_variable(Integer("gear", causality=own.input))
        self.register_variable(Boolean("on", causality=own.input))
        fixed = Fmi2Variability.tunable
        self.register_variable(Real("gain", causality=own.parameter, variability=fixed))
        self.register_variable(Real("speed", causality=own.output))
        self.register_variable(Real("way", causality=own.output))

    def do_step(self, time, step):
        if self.voltage > 90:
            raise ValueError("too much")
        self.speed = self.gain * self.gear * self.voltage if self.on else 0.0
        self.way += step * self.speed
        return True
"""
THIRD = """\
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {double u, gain, way; int n; bool on; long mode;} M;
void *fmi3InstantiateCoSimulation(const char *name, const char *token) {
  M *m = calloc(1, sizeof(M)); m->gain = 1.0; m->way = 0.5; m->on = true;
  return strcmp(token, "{third}") ? 0 : m;
}
void note(const char *word) {
  FILE *f = getenv("THIRD_LOG") ? fopen(getenv("THIRD_LOG"), "a") : 0;
  if (f) {fputs(word, f); fclose(f);}
}
void fmi3FreeInstance(void *m) {note("free "); free(m);}
int fmi3Terminate(M *m) {note("terminate "); return 0;}
int fmi3SetInt64(M *m, const unsigned *r, size_t n, const long *v, size_t k) {
  m->mode = *v; return 0;
}
int fmi3GetInt64(M *m, const unsigned *r, size_t n, long *v, size_t k) {*v = m->mode; return 0;}
int fmi3EnterInitializationMode(M *m, bool t, double tolerance, double start) {return start != 0.0;}
int fmi3ExitInitializationMode(M *m) {return 0;}
int fmi3SetFloat64(M *m, const unsigned *r, size_t n, const double *v, size_t k) {
  if (*r == 1) m->u = *v; else if (*r == 2) m->gain = *v; else return 3;
  return 0;
}
int fmi3SetInt32(M *m, const unsigned *r, size_t n, const int *v, size_t k) {m->n = *v; return 0;}
int fmi3SetBoolean(M *m, const unsigned *r, size_t n, const bool *v, size_t k) {
  m->on = *v; return 0;
}
int fmi3GetFloat64(M *m, const unsigned *r, size_t n, double *v, size_t k) {
  *v = m->way; return *r == 5 ? 0 : 3;
}
int fmi3DoStep(M *m, double t, double h, bool no, bool *event, bool *end, bool *early,
               double *last) {
  if (m->on) m->way += h * m->gain * m->n * m->u;
  *end = m->u > 90; *last = t + h; return 0;
}
int fmi3GetFMUState(M *m, void **s) {*s = malloc(sizeof(M)); memcpy(*s, m, sizeof(M)); return 0;}
int fmi3SetFMUState(M *m, void *s) {memcpy(m, s, sizeof(M)); return 0;}
int fmi3FreeFMUState(M *m, void **s) {free(*s); *s = 0; return 0;}
int fmi3SerializedFMUStateSize(M *m, void *s, size_t *n) {*n = sizeof(M); return 0;}
int fmi3SerializeFMUState(M *m, void *s, char *b, size_t n) {memcpy(b, s, n); return 0;}
int fmi3DeserializeFMUState(M *m, const char *b, size_t n, void **s) {
  *s = malloc(n); memcpy(*s, b, n); return 0;
}
"""
THIRD_XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="third" instantiationToken="{third}">
  <CoSimulation modelIdentifier="third" canGetAndSetFMUState="true" canSerializeFMUState="true"/>
  <TypeDefinitions>
    <EnumerationType name="Mode"><Item name="slow" value="1"/><Item name="fast" value="2"/>
    </EnumerationType>
  </TypeDefinitions>
  <ModelVariables>
    <Enumeration name="mode" declaredType="Mode" valueReference="6" causality="input" start="1"/>
    <Enumeration name="seen" declaredType="Mode" valueReference="7" causality="output"/>
    <Float64 name="u" valueReference="1" causality="input" start="0"/>
    <Float64 name="gain" valueReference="2" causality="parameter" variability="fixed" start="1"/>
    <Int32 name="n" valueReference="3" causality="input" start="0"/>
    <Boolean name="on" valueReference="4" causality="input" start="true"/>
    <Float64 name="way" valueReference="5" causality="output"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="5"/></ModelStructure>
</fmiModelDescription>
"""
THIRD_CONSOLE = """\
panel:
  lever: {type: lever, range: [-100, 100]}
diagram:
  model: {type: fmu, file: third.fmu, in: {u: lever, n: 2, on: 1, mode: 2},
          outputs: [way, seen],
          parameters: {gain: 3}}
  rate: {type: gain, value: 6, in: lever}
  way: {type: integrator, start: 0.5, in: rate}
"""
CONSOLE = """\
panel:
  lever: {type: lever, range: [-100, 100]}
diagram:
  motor: {type: fmu, file: Motor.fmu, in: {voltage: lever, gear: 2}, outputs: [speed, way],
          parameters: {gain: 3}}
  rate: {type: gain, value: 6, in: lever}
  way: {type: integrator, start: 0.5, in: rate}
  gap: {type: sum, signs: "+-", in: [way, motor.way]}
"""


@pytest.fixture(scope="module")
def fmus(tmp_path_factory):
    """A folder with Motor.fmu, which can save its state, and Plain.fmu, which cannot."""
    builder = pytest.importorskip("pythonfmu.builder")
    folder = tmp_path_factory.mktemp("fmus")
    (folder / "motor_slave.py").write_text(SLAVE)
    before, modules = list(sys.path), set(sys.modules)
    for name, able in (("Motor", True), ("Plain", False)):
        builder.FmuBuilder.build_FMU(
            folder / "motor_slave.py", folder / f"{name}.fmu",
            canGetAndSetFMUstate=able, canSerializeFMUstate=able,
        )  # fmt: skip
    sys.path[:] = before
    for name in set(sys.modules) - modules:
        if name == "motor_slave":
            del sys.modules[name]
    return folder


@pytest.fixture(params=["Motor", "Plain"])
def plant(request, project, fmus):
    """A project whose FMU saves its state itself, or is run again from the start."""
    data = (fmus / f"{request.param}.fmu").read_bytes()
    (project.root / "consoles").mkdir()
    (project.root / "consoles/Motor.fmu").write_bytes(data)
    return project


def test_an_fmu_is_stepped_with_the_diagram(plant):
    simulation = plant.simulation(CONSOLE)
    assert read(simulation, "motor.way") == 0.0
    for snapshot in drive(simulation, [0.0, 1.0, -0.5, 2.0]):
        assert snapshot.alarms == ()
        assert read(simulation, "motor.way") == pytest.approx(read(simulation, "way"), abs=1e-12)
    assert read(simulation, "motor.speed") == 12.0
    assert read(simulation, "way") != 0.5


def test_saved_and_restored_it_goes_on_with_the_same_bits(plant):
    simulation = plant.simulation(CONSOLE)
    drive(simulation, [0.3, 0.7])
    state = simulation.save()
    hashes = [snapshot.state_hash for snapshot in drive(simulation, [0.1, 0.2, 0.3])]
    simulation.restore(state)
    assert [snapshot.state_hash for snapshot in drive(simulation, [0.1, 0.2, 0.3])] == hashes
    simulation.reset()
    other = plant.simulation(CONSOLE)
    other.restore(state)
    assert [snapshot.state_hash for snapshot in drive(other, [0.1, 0.2, 0.3])] == hashes
    ours = [snapshot.signals.tolist() for snapshot in drive(simulation, [0.4])]
    assert ours == [s.signals.tolist() for s in drive(plant.simulation(CONSOLE), [0.4])]


def test_an_fmu_that_fails_stops_its_block_and_nothing_else(plant):
    simulation = plant.simulation(CONSOLE)
    snapshots = drive(simulation, [1.0, 95.0, 1.0])
    (alarm,) = snapshots[-1].alarms
    assert alarm.body == "motor" and "Motor.fmu failed at 0.04 s" in alarm.text
    assert read(simulation, "rate") == 6.0


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("voltage: lever", "voltag: lever",
         "consoles/desk.yaml:4:52: diagram.motor.in.voltag: the FMU has no input 'voltag' - "
         "did you mean 'voltage'? [bad-parameter]"),
        ("[speed, way]", "[speed, wya]",
         "consoles/desk.yaml:4:87: diagram.motor.outputs[1]: the FMU has no output 'wya' "
         "- did you mean 'way'? [bad-parameter]"),
        ("{gain: 3}", "{gian: 3}",
         "consoles/desk.yaml:5:30: diagram.motor.parameters.gian: the FMU has no "
         "parameter 'gian' - did you mean 'gain'? [bad-parameter]"),
        ("{gain: 3}", "{gain: fast}",
         "consoles/desk.yaml:5:23: diagram.motor.parameters: gain has to be a number "
         "[bad-parameter]"),
        ("Motor.fmu", "Moter.fmu",
         "consoles/desk.yaml:4:28: diagram.motor.file: there is no file 'Moter.fmu' - did you mean "
         "Motor.fmu? [E201]"),
        ("type: fmu", "type: python", "consoles/desk.yaml:4:31: diagram.motor.file: has to "
         "name a Python file [bad-parameter]"),
    ],
)  # fmt: skip
def test_mistakes_are_told_without_running_it(plant, old, new, problem):
    assert problem in plant.problems(CONSOLE.replace(old, new))


def test_what_is_no_fmu_is_told(project):
    project.write("consoles/Motor.fmu", "hello")
    found = project.problems(CONSOLE)
    assert found[0].startswith(
        "consoles/desk.yaml:4:28: diagram.motor.file: consoles/Motor.fmu: not an FMU ("
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<fmiModelDescription fmiVersion="1.0"/>', "FMI 1.0; FMI 2.0 and 3.0 can be run"),
        ('<fmiModelDescription fmiVersion="2.0"><ModelExchange/></fmiModelDescription>',
         "model exchange only"),
        ("<fmiModelDescription", "not an FMU"),
    ],
)  # fmt: skip
def test_other_fmus_are_refused(tmp_path, text, words):
    with zipfile.ZipFile(tmp_path / "a.fmu", "w") as archive:
        archive.writestr("modelDescription.xml", text)
    with pytest.raises(code_file.FmuError, match=words):
        code_file.describe((tmp_path / "a.fmu").read_bytes())


def test_variables_of_fmi_3_are_known(tmp_path):
    text = (
        '<fmiModelDescription fmiVersion="3.0"><CoSimulation/><ModelVariables>'
        '<Float64 name="u" causality="input"/><Int32 name="n"/><String name="s"/>'
        '<Float64 name="m" causality="output"><Dimension start="3"/></Float64>'
        "</ModelVariables></fmiModelDescription>"
    )
    with zipfile.ZipFile(tmp_path / "a.fmu", "w") as archive:
        archive.writestr("modelDescription.xml", text)
    description = code_file.describe((tmp_path / "a.fmu").read_bytes())
    assert description.variables == {"u": "input", "n": "local"}
    assert description.whole == {"n"} and not description.is_single


def test_without_fmpy_one_line_says_what_to_install(plant, monkeypatch):
    real = importlib.import_module

    def without(name, *rest):
        if name.startswith("fmpy"):
            raise ImportError(name)
        return real(name, *rest)

    scene = plant.scene(CONSOLE)
    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(SpecErrors, match=r"FMUs need FMPy: .*pip install -e '\.\[fmi\]'"):
        Simulation(scene)


@pytest.fixture
def third(project):
    """A project with an FMU of version 3, written in C."""
    fmi3 = pytest.importorskip("fmpy.fmi3")
    if sys.platform != "linux" or not shutil.which("gcc"):
        pytest.skip("needs gcc")
    every = [name for name in dir(fmi3.FMU3Slave) if name.startswith("fmi3")]
    others = [f"int {name}(void) {{return 3;}}\n" for name in every if f"{name}(" not in THIRD]
    source, library = project.write("third.c", THIRD + "".join(others)), project.root / "third.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    (project.root / "consoles").mkdir()
    with zipfile.ZipFile(project.root / "consoles/third.fmu", "w") as archive:
        archive.writestr("modelDescription.xml", THIRD_XML)
        archive.write(library, "binaries/x86_64-linux/third.so")
    return project


def test_an_fmu_of_version_3_runs_saves_and_stops(third):
    simulation = third.simulation(THIRD_CONSOLE)
    for snapshot in drive(simulation, [0.0, 1.0, -0.5]):
        assert snapshot.alarms == ()
        assert read(simulation, "model.way") == pytest.approx(read(simulation, "way"), abs=1e-12)
    assert read(simulation, "model.seen") == 2.0
    state = simulation.save()
    hashes = [snapshot.state_hash for snapshot in drive(simulation, [0.1, 0.2])]
    simulation.restore(state)
    assert [snapshot.state_hash for snapshot in drive(simulation, [0.1, 0.2])] == hashes
    (alarm,) = drive(simulation, [95.0])[0].alarms
    assert alarm.text == "model: third.fmu failed at 0.2 s: it asks to stop"
    assert russian.say(alarm.text) == "model: third.fmu: отказ на 0.2 с: он просит остановиться"


def test_whole_numbers_that_an_fmu_cannot_take_stop_it(third):
    console = THIRD_CONSOLE.replace("n: 2", "n: big") + "  big: {type: gain, value: 1e8, in: lever}"
    simulation = third.simulation(console)
    assert drive(simulation, [20.0])[0].alarms == ()
    (alarm,) = drive(simulation, [30.0])[0].alarms
    assert alarm.text.endswith("'n' would be 3000000000, and takes -2147483648 to 2147483647")
    assert "'n' стало бы 3000000000, а принимает от" in russian.say(alarm.text)


def test_parameters_that_an_fmu_cannot_take_are_told_with_their_line(third):
    with zipfile.ZipFile(third.root / "consoles/third.fmu", "w") as archive:
        text = THIRD_XML.replace('<Float64 name="gain"', '<UInt8 name="gain"')
        archive.writestr("modelDescription.xml", text)
        archive.write(third.root / "third.so", "binaries/x86_64-linux/third.so")
    with pytest.raises(SpecErrors, match=r"desk.yaml:4:.*'gain' would be 300, and takes 0 to 255"):
        third.simulation(THIRD_CONSOLE.replace("gain: 3}", "gain: 300}"))


def test_a_whole_number_is_not_rounded_without_a_word(third):
    with zipfile.ZipFile(third.root / "consoles/third.fmu", "w") as archive:
        text = THIRD_XML.replace('<Float64 name="gain"', '<UInt8 name="gain"')
        archive.writestr("modelDescription.xml", text)
    told = third.problems(THIRD_CONSOLE.replace("gain: 3}", "gain: 2.5}"))
    assert told[0].endswith(
        ":6:30: diagram.model.parameters.gain: 'gain' takes whole numbers, not 2.5 [bad-parameter]"
    )


def test_an_fmu_that_a_program_may_run_but_once_is_used_once(third):
    twice = THIRD_CONSOLE + "  again: {type: fmu, file: third.fmu, in: {u: way}, output: way}\n"
    assert "may run only once" not in str(third.problems(twice))
    with zipfile.ZipFile(third.root / "consoles/third.fmu", "w") as archive:
        mark = '<CoSimulation canBeInstantiatedOnlyOncePerProcess="true"'
        archive.writestr("modelDescription.xml", THIRD_XML.replace("<CoSimulation", mark))
    assert "may run only once" not in str(third.problems(THIRD_CONSOLE))
    told = third.problems(twice)[0]
    assert "desk.yaml:9:28: diagram.again.file: third.fmu may run only once in a program" in told
    assert "the block 'model' runs it already" in told


@pytest.mark.parametrize(("folder", "has"), [("win64", "win64"), ("", "none at all")])
def test_an_fmu_of_another_system_says_which_it_has(third, folder, has):
    file = third.root / "consoles/third.fmu"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("modelDescription.xml", THIRD_XML)
        if folder:
            archive.writestr(f"binaries/{folder}/third.dll", "")
    with pytest.raises(SpecErrors) as caught:
        third.simulation(THIRD_CONSOLE)
    assert f"third.fmu has no binaries for Linux 64 bit; it has {has}" in str(caught.value)


def test_an_fmu_is_let_go_with_its_simulation(third, monkeypatch, tmp_path):
    log = tmp_path / "log"
    monkeypatch.setenv("THIRD_LOG", str(log))
    simulation = third.simulation(THIRD_CONSOLE)
    log.unlink(missing_ok=True)
    del simulation
    gc.collect()
    assert log.read_text() == "terminate free "
    simulation = third.simulation(THIRD_CONSOLE)
    log.unlink()
    drive(simulation, [95.0])
    assert log.read_text() == "free "  # it failed
