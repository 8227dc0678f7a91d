"""The tracked robot on a bare floor, one step a frame, so that every step of a fault is seen."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCENE = """
robots: [{file: ../robots/mf4/robot.yaml, tracks: belt}]
console: ../consoles/mf4.yaml
physics: {steps_per_frame: 1}
"""


@pytest.fixture(scope="session")
def broken_scene(tmp_path_factory):
    from simulator.spec.load import load_scene

    folder = tmp_path_factory.mktemp("broken")
    for name in ("robots", "consoles"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "scenes").mkdir()
    (folder / "scenes" / "broken.yaml").write_text(SCENE, encoding="utf-8")
    return load_scene(folder / "scenes" / "broken.yaml")
