"""A copy of the tests' scenes to edit; the file `more.yaml` is included by the arm's scene."""

import shutil
from pathlib import Path

import pytest

SCENES = Path(__file__).parents[1] / "scenes"


@pytest.fixture
def scene(request, tmp_path, monkeypatch):
    """Return the arm's scene; it includes what the test's module has as MORE."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shutil.copytree(SCENES, tmp_path / "scenes")
    path = tmp_path / "scenes" / "arm.yaml"
    path.write_text("include: [more.yaml]\n" + path.read_text())
    path.with_name("more.yaml").write_text(request.module.MORE)
    return path
