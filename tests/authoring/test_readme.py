"""The example in the README runs as it stands, on the shipped files."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_example_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    console = tmp_path / "consoles" / "lift.yaml"
    console.parent.mkdir()
    console.write_bytes((ROOT / "consoles/lift.yaml").read_bytes())
    text = (ROOT / "simulator/authoring/README.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert example is not None
    exec(example.group(1), {})
    before = (ROOT / "consoles/lift.yaml").read_text(encoding="utf-8").split("\n")
    after = console.read_text(encoding="utf-8").split("\n")
    assert 1 <= len([line for line in after if line not in before]) <= 6
    assert [line for line in before if "#" in line] == [line for line in after if "#" in line]
