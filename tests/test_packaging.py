"""What pip installs without the folder: all that the program reads is in it."""

import tomllib
from pathlib import Path

from simulator.render import shader

ROOT = Path(__file__).parents[1]
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
NOT_READ = {".py", ".md"}


def test_every_file_beside_the_code_is_packaged():
    packaged = {
        path
        for package, patterns in SETUP["package-data"].items()
        for pattern in patterns
        for path in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    there = [path for path in (ROOT / "simulator").rglob("*") if path.is_file()]
    read = {
        path for path in there if path.suffix not in NOT_READ and path.parent.name != "__pycache__"
    }
    drawn = {ROOT / "simulator" / "physics" / "scaling.svg"}  # shown by a README
    assert read - drawn <= packaged
    shaders = {
        path for one in SETUP["data-files"]["share/simulator/shaders"] for path in ROOT.glob(one)
    }
    assert set((ROOT / "shaders").iterdir()) <= shaders


def test_shaders_are_found_where_pip_has_put_them(tmp_path, monkeypatch):
    class Installed:
        name = shader.FIRST

        def locate(self):
            return tmp_path / "share" / shader.FIRST

    assert shader.find_folder(ROOT / "simulator") == ROOT / "shaders"
    monkeypatch.setattr(shader.metadata, "files", lambda name: [Installed()])
    assert shader.find_folder(tmp_path / "site-packages" / "simulator") == tmp_path / "share"
    monkeypatch.setattr(shader.metadata, "files", lambda name: None)
    assert shader.find_folder(tmp_path / "simulator") == tmp_path / "shaders"
