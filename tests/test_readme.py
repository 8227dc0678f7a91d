"""The README is part of the product: its example runs, its commands exist, its links lead on."""

import re
import shutil
from pathlib import Path

import pytest

from simulator.checking import check, load_lesson
from simulator.cli import app
from simulator.headless import Run
from simulator.physics.qualification import verify
from simulator.simulation import Simulation
from simulator.spec.load import load_exercise, load_script

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


def test_the_table_of_the_physics_is_what_verify_finds():
    table = TEXT.partition("<!-- verify -->")[2].partition("<!-- /verify -->")[0]
    assert [line for line in table.splitlines() if line.startswith("|")][2:] == [
        f"| {one.case} | {one.measured:.6g} | {one.exact:.6g} | {one.error:.2g} |"
        f" {one.tolerance:.2g} |"
        for one in verify.run()
    ]


def anchors(page):
    """Return what a page's headings are called in links."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text.lower(), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
        file = page.parent / target if target else page
        assert file.exists(), f"{page}: {target}"
        assert not anchor or anchors(file).count(anchor) == 1, f"{page}: {target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_are_there(page):
    folders = (ROOT, ROOT / "simulator", page.parent)
    for name in re.findall(r"`(\w+/[\w/]+\.(?:py|md|yaml))`", page.read_text(encoding="utf-8")):
        assert any((folder / name).exists() for folder in folders), name


def test_the_exercise_of_the_scenes_readme_is_solved_by_its_script(tmp_path):
    text = (ROOT / "scenes" / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## Exercises") : text.index("## Exams")]
    exercise, script = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    for folder in ("robots", "consoles"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for name in ("hall.yaml", "scripts/mf4_on.yaml"):
        (tmp_path / "scenes" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "scenes" / name, tmp_path / "scenes" / name)
    for folder, content in (("exercises", exercise), ("scripts", script)):
        file = tmp_path / "scenes" / folder / "square.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, encoding="utf-8")
    assert check(tmp_path) == []
    lesson = load_lesson(tmp_path / "scenes" / "exercises" / "square.yaml")
    actions = load_script(tmp_path / "scenes" / "scripts" / "square.yaml")
    run = Run(Simulation(lesson.scene), actions, lesson.exercise)
    run.go(None)
    assert run.session is not None and run.session.judge.score.outcome == "passed"


def test_the_scenes_readme_lists_the_library():
    text = (ROOT / "scenes" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| (\d) \|", text, re.MULTILINE)
    files = sorted((ROOT / "scenes" / "exercises").glob("*.yaml"))
    assert sorted(listed) == [(file.stem, str(load_exercise(file).level)) for file in files]
