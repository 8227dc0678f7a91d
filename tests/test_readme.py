"""The README is part of the product: its example runs, its commands exist, its links lead on."""

import re
from pathlib import Path

import pytest

from simulator.cli import app

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [path for path in ROOT.rglob("*.md") if not {".venv", "out"} & set(path.parts)]


def test_the_example_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    example = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert example is not None
    assert len([line for line in example[1].splitlines() if line.strip()]) <= 10
    exec(compile(example[1], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("1.0 ")


def test_every_command_of_the_readme_exists():
    named = set(re.findall(r"`simulator (\w+)", TEXT))
    assert named >= {"run", "replay", "check", "shot", "explain", "verify", "bench"}
    for command in named:
        assert app[command] is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page}: {target}"
