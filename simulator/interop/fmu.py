"""A scene with its robots, console and physics written as an FMU (FMI 2.0, co-simulation)."""

import importlib
import keyword
import re
import shutil
import sys
import tempfile
from pathlib import Path

from .. import plant
from ..spec.reading.project import find_root
from ..spec.reading.write import beside
from ..terminal import complain, out

ASK = "writing FMUs needs pythonfmu: in the program's folder, .venv/bin/pip install -e '.[fmi]'"
SLAVE = '''"""A scene of the simulator as an FMU; the Python that loads it needs the simulator."""

import base64
import sys
from pathlib import Path
from xml.etree.ElementTree import Element

from pythonfmu import DefaultExperiment, Fmi2Causality, Fmi2Slave, Fmi2Variability, Real
from pythonfmu.enums import Fmi2Status

INPUTS = {inputs!r}
OUTPUTS = {outputs!r}


class {name}(Fmi2Slave):
    description = {description!r}
    default_experiment = DefaultExperiment(step_size={step!r})

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.plant = None
        self.values = dict(INPUTS)
        for name, start in INPUTS.items():
            self.add(name, "", Fmi2Causality.input, start=start)
        for name, unit in OUTPUTS.items():
            self.add(name, unit, Fmi2Causality.output)

    def add(self, name, unit, causality, **more):
        def read():
            if causality == Fmi2Causality.input:
                return self.values[name]
            return self.plant.get(name) if self.plant else 0.0

        def write(value):
            self.values[name] = value

        if causality == Fmi2Causality.input:
            more["setter"] = write
        one = Real(
            name, causality=causality, variability=Fmi2Variability.continuous, getter=read,
            description=f"[{{unit}}]" if unit else None, **more,
        )
        self.register_variable(one, nested=False)

    def to_xml(self, *options):
        root = super().to_xml(*options)
        structure = root.find("ModelStructure")
        for outputs in structure.findall("Outputs"):
            structure.append(Element("InitialUnknowns"))
            structure[-1].extend(outputs)
        return root

    def enter_initialization_mode(self):
        try:
            from simulator.plant import Plant
        except ImportError as error:  # whoever loads it would not hear why
            text = f"this FMU needs a Python with the simulator in it: {{sys.prefix}} has none"
            print(f"{{text}} ({{error}})", file=sys.stderr)
            raise

        self.plant = Plant(Path(self.resources) / "project" / {scene!r})

    def do_step(self, current_time, step_size):
        from simulator.plant import PlantError

        try:
            for name, value in self.values.items():
                self.plant.set(name, value)
            self.plant.step(step_size)
        except PlantError as error:  # let out, it would end the instance
            self.log(str(error), Fmi2Status.discard)
            return False
        return True

    def _get_fmu_state(self):
        state, inputs, owed = self.plant.save()
        text = base64.b64encode(state).decode()
        return {{"state": text, "inputs": inputs, "owed": owed, "values": dict(self.values)}}

    def _set_fmu_state(self, state):
        self.values = dict(state["values"])
        self.plant.restore(base64.b64decode(state["state"]), state["inputs"], state["owed"])
'''


def name_class(stem: str) -> str:
    """Return the model's name for a file's: that of a Python class, and of nothing else in it."""
    name = re.sub(r"[^A-Za-z0-9_]", "_", stem)
    is_taken = keyword.iskeyword(name) or re.search(rf"\b{name}\b", SLAVE)
    return f"scene_{name}" if is_taken or not name[0].isalpha() else name


def write(scene: Path, output: Path | None) -> int:
    """Write a scene as an FMU and print its inputs and outputs; 1 where that cannot be done."""
    target = output or Path(scene.stem + ".fmu")
    if target.suffix.lower() != ".fmu":
        return complain(f"{target}: an FMU is written as .fmu")
    try:
        builder = importlib.import_module("pythonfmu.builder").FmuBuilder
    except ImportError:
        return complain(ASK)
    loaded = plant.load_by_steps(scene)
    name = name_class(target.stem)
    inputs, outputs = plant.list_controls(loaded), plant.list_sensors(loaded)
    root = find_root(scene)
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder, "project")
        for file in loaded.files:
            place = project / file
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / file, place)
        text = SLAVE.format(
            inputs=inputs, outputs={key: unit or "" for key, unit in outputs.items()}, name=name,
            step=loaded.physics.step, description=loaded.title.en if loaded.title else scene.stem,
            scene=scene.resolve().relative_to(root.resolve()).as_posix(),
        )  # fmt: skip
        module = Path(folder, f"fmu_of_{name}.py")
        module.write_text(text, encoding="utf-8")
        before = list(sys.path)
        try:
            with beside(target) as part:
                builder.build_FMU(
                    module, part, [project], canGetAndSetFMUstate=True, canSerializeFMUstate=True
                )
        finally:
            sys.path[:] = before
            sys.modules.pop(module.stem, None)
    out.print(f"{target}: {len(inputs)} inputs, {len(outputs)} outputs", markup=False)
    out.print(f"it moves by steps of {loaded.physics.step:g} s", markup=False)
    return 0
