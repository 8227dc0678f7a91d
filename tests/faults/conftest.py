"""The tracked robot on a bare floor, one step a frame, so that every step of a fault is seen.

It has a magnet besides, which the lights' button switches.
"""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCENE = """
robots: [{file: ../robots/mf4/robot.yaml, tracks: belt}]
console: ../consoles/mf4.yaml
physics: {steps_per_frame: 1}
"""
MAGNET = "\nsuction:\n  magnet: {link: chassis, force: 50, applied: true}\n"


@pytest.fixture(scope="session")
def broken_scene(tmp_path_factory):
    from simulator.spec.load import load_scene

    folder = tmp_path_factory.mktemp("broken")
    for name in ("robots", "consoles"):
        shutil.copytree(ROOT / name, folder / name)
    robot, console = folder / "robots" / "mf4" / "robot.yaml", folder / "consoles" / "mf4.yaml"
    robot.write_text(robot.read_text(encoding="utf-8") + MAGNET, encoding="utf-8")
    text = console.read_text(encoding="utf-8").replace("\noutputs:", "\noutputs:\n  magnet: lights")
    console.write_text(text, encoding="utf-8")
    (folder / "scenes").mkdir()
    (folder / "scenes" / "broken.yaml").write_text(SCENE, encoding="utf-8")
    return load_scene(folder / "scenes" / "broken.yaml")
