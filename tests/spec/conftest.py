"""A throw-away project folder, and checking one text in it."""

import textwrap
from pathlib import Path

import pytest

from simulator import checking
from simulator.spec.check import check

FILES = {
    "robot": "robots/arm/robot.yaml",
    "scene": "scenes/lesson.yaml",
    "console": "consoles/arm.yaml",
    "script": "scenes/scripts/lesson.yaml",
}

ARM = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1]}}
  upper: {shape: {box: [0.08, 0.08, 0.4]}, density: 2700}
joints:
  shoulder: {type: revolute, parent: base, child: upper, axis: [0, 1, 0], limit_deg: [-90, 90]}
motors:
  drive: {joint: shoulder, stall_torque: 0.8, no_load_speed_rpm: 300, time_constant: 0.02}
sensors:
  angle: {type: angle, joint: shoulder}
cameras:
  eye: {link: upper}
"""

# what mistakes of robots are written below
HEAD = """\
links:
  base: {fixed: true, shape: {box: [0.2, 0.2, 0.1]}}
  arm: {shape: {box: [0.1, 0.1, 0.4]}}
joints:
  hinge: {type: revolute, parent: base, child: arm}
"""
MOTOR = "stall_torque: 1, no_load_speed: 30, time_constant: 0.1"

CONSOLE = """\
groups:
  main: {title: Main}
panel:
  power: {type: key_switch, group: main}
  lever: {type: lever, keys: [Q, A], spring_return: true}
  light: {type: lamp, colour: green}
diagram:
  gated: {type: select, in: [power, lever, 0]}
outputs: {drive: gated, light: power}
"""

SCENE = """\
robots: [{file: ../robots/arm/robot.yaml}]
console: ../consoles/arm.yaml
"""


class Folder:
    """A project on disk."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.restore()

    def restore(self) -> None:
        """Write all of it, as at the start."""
        for kind, text in (("robot", ARM), ("console", CONSOLE), ("scene", SCENE)):
            self.write(FILES[kind], text)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = textwrap.dedent(content).encode() if isinstance(content, str) else content
        path.write_bytes(data)
        return path

    def check(self, kind: str, content: str | bytes):
        """Write a file of a kind and return its problems."""
        return check(self.write(FILES[kind], content))

    def find(self, name: str, content: str) -> list[str]:
        """Write a file and return all that is told of it, warnings too."""
        return [str(one) for one in checking.check(self.write(name, content))]

    def expect(self, kind: str, content: str, line: int, column: int, code: str, words: str):
        """Write a file of a kind that has this one mistake and no other; return its problem."""
        problems = self.check(kind, content)
        shown = "\n".join(map(str, problems))
        found = [(problem.line, problem.column, problem.code) for problem in problems]
        assert found == [(line, column, code)], shown
        assert words in shown
        return problems[0]

    def path(self, kind: str) -> Path:
        return self.root / FILES[kind]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path)
