"""One context that fails a test on any GL error, and small scenes to draw."""

from collections.abc import Callable, Iterator
from pathlib import Path

import moderngl
import pytest

from simulator.app.viewer import Viewer
from simulator.render import offscreen
from simulator.spec import load
from simulator.spec.models.scene import SceneSpec

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def shared_context() -> Iterator[moderngl.Context]:
    ctx = offscreen.open_context()
    yield ctx
    offscreen.close_context(ctx)


@pytest.fixture
def ctx(shared_context: moderngl.Context) -> Iterator[moderngl.Context]:
    with shared_context:  # the one before may have been another test's own
        assert shared_context.error == "GL_NO_ERROR"
        yield shared_context
        assert shared_context.error == "GL_NO_ERROR"


@pytest.fixture(scope="session")
def showroom() -> SceneSpec:
    return load.load_scene(ROOT / "tests/scenes/showroom.yaml")


@pytest.fixture
def make_scene(tmp_path: Path) -> Callable[[str], SceneSpec]:
    def make(text: str, **files: str) -> SceneSpec:
        for name, content in files.items():
            (tmp_path / f"{name}.yaml").write_text(content, encoding="utf-8")
        path = tmp_path / "scene.yaml"
        path.write_text(text, encoding="utf-8")
        return load.load_scene(path)

    return make


@pytest.fixture
def viewer(arm_scene: SceneSpec) -> Iterator[Viewer]:
    """The window's view of the arm."""
    ctx = offscreen.open_context()
    viewer = Viewer(ctx, arm_scene, "medium", 0.02, False)
    yield viewer
    viewer.release()
    offscreen.close_context(ctx)
