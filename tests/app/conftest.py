"""A display of the tests' own where there is none, and the program's window on a stand-in."""

import gc
import os
import shutil
import sys
from pathlib import Path

import pyglet
import pytest

pyglet.options.shadow_window = False  # before an import of pyglet.window would need a display
sys.path.insert(0, str(Path(__file__).parent))
SMALL = Path(__file__).parents[1] / "scenes"
SCENE = Path(__file__).parents[2] / "scenes" / "container.yaml"


@pytest.fixture(scope="module", autouse=True)
def swept():
    """Let what is left of a window's pictures go with it, not in the middle of a later test."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def display():
    """Start a virtual display unless there is one; its number is in DISPLAY."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    from windowed import server

    with server("1280x800x24") as (name, _):
        os.environ["DISPLAY"] = name
        yield name
        del os.environ["DISPLAY"]


@pytest.fixture(scope="module")
def desk(display):
    """Run the program on a stand-in for physics, with the hands of its operator."""
    import operated

    yield from operated.sit_down()


@pytest.fixture
def fresh(desk, tmp_path, monkeypatch):
    """Begin at that desk anew, with an empty folder for what the program writes."""
    monkeypatch.chdir(tmp_path)
    desk.refresh()


@pytest.fixture(scope="module")
def program(display, tmp_path_factory):
    """Run the program on a copy of the small scene and of the shaders."""
    from running import Program

    from simulator import priority
    from simulator.render import shader

    folder = tmp_path_factory.mktemp("reload") / "scenes"
    shutil.copytree(SMALL, folder)
    shutil.copytree(shader.FOLDER, folder.parent / "shaders")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shader, "FOLDER", folder.parent / "shaders")
        patch.setattr(priority, "yield_to_physics", lambda: None)
        patch.chdir(folder)
        shader.read.cache_clear()
        program = Program(folder)
        yield program
        program.app.release()
    shader.read.cache_clear()
