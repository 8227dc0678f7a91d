"""The arm's scene in a folder of its own, edited and run again."""

import shutil
from pathlib import Path

from simulator import Panel, Simulation
from simulator.checking import load_checked

SCENES = Path(__file__).parents[1] / "scenes"


def copy(tmp_path) -> Path:
    """Return a folder of the tests' scenes that may be edited."""
    shutil.copytree(SCENES, tmp_path / "scenes")
    return tmp_path / "scenes"


def load(folder) -> Simulation:
    return Simulation(load_checked(folder / "arm.yaml"))


def edit(folder, name, before, after):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def start(folder) -> tuple[Simulation, Panel]:
    """Return the arm under way: lever out, crate falling, two kicks counted."""
    simulation = load(folder)
    panel = Panel(simulation.scene.console_spec)
    panel.set("power", True)
    panel.set("lever", 0.6)
    for _ in range(9):
        panel.press("kick")
        panel.release("kick")
        simulation.frame(panel.input())
    return simulation, panel


def drive(simulation, panel, frames=20):
    return [simulation.frame(panel.input()).state_hash for _ in range(frames)]
