"""The command that saves files of a running scene counts frames, and says what was taken over."""

from pathlib import Path

import pytest

from simulator.commands import reloads
from simulator.render import shader

SCENE = Path(__file__).parents[1] / "scenes" / "arm.yaml"


def test_every_kind_of_file_is_saved_on_a_copy_and_taken_over(display, monkeypatch):
    monkeypatch.setattr(reloads, "QUIET", 0.3)
    monkeypatch.setattr(reloads, "SETTLE", 0.1)
    before, folder = SCENE.read_bytes(), shader.FOLDER
    found = reloads.measure(SCENE, 1, "low", (800, 600))
    assert list(found["files"]) == ["nothing", "scene", "console", "robot", "shader"]
    assert reloads.all_taken(found)
    assert all(row["frames"] > 0 for row in found["files"].values())
    assert SCENE.read_bytes() == before and shader.FOLDER == folder
    told = reloads.describe(found)
    assert "scene saved 1 times: " in told and "not everything" not in told
    found["files"]["robot"]["taken"] = reloads.LONGEST
    assert "not everything was taken over" in reloads.describe(found)
    assert not reloads.all_taken(found)


@pytest.mark.parametrize("kind", ["scene", "robot", "console"])
def test_a_save_is_an_edit_of_the_file(tmp_path, kind, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with reloads._copied(SCENE) as scene:
        saves = reloads._list_saves(scene)
        files = [*scene.parent.rglob("*.yaml")]
        before = [one.read_bytes() for one in files]
        saves[kind](1)
        assert sum(one.read_bytes() != was for one, was in zip(files, before, strict=True)) == 1
