"""Pictures without a window, and clear words when there is no OpenGL."""

import moderngl
import pytest

from simulator.render import offscreen, still
from simulator.spec.models.scene import SceneSpec


def test_shot_has_the_size_asked_for(showroom: SceneSpec) -> None:
    picture = offscreen.shot(showroom, still.at_start(showroom), None, (96, 54), "low")
    assert picture.size == (96, 54)
    assert picture.mode == "RGB"
    assert len(picture.getcolors(96 * 54) or []) > 50


def test_unknown_camera_is_named_with_the_known(showroom: SceneSpec) -> None:
    with pytest.raises(ValueError, match="no camera 'nose'"):
        offscreen.find_view(showroom, still.at_start(showroom), "nose")


def test_without_opengl_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise Exception("libEGL.so not loaded")

    monkeypatch.setattr(moderngl, "create_context", refuse)
    with pytest.raises(offscreen.ContextError, match=r"apt-get install .*libgl1 libegl1"):
        offscreen.open_context()
