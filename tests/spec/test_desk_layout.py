"""Places, pages and pictures of a desk as the file gives them."""

from pathlib import Path

import pytest
from PIL import Image

from simulator.spec.survey import survey_console, survey_scene

DESK = """
pages: {drive: {title: Drive}, service: {title: Service, window: true}}
groups:
  hands: {title: Hands, page: drive, size: [400, 240], background: desk.png}
  stop:  {title: Stop}
panel:
  lamp: {type: lamp, group: hands}
  off:  {type: emergency_stop, group: stop}
layout:
  panel: {lamp: [10, 20]}
outputs: {lamp: off}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "consoles").mkdir()
    Image.new("RGB", (64, 40), (90, 100, 110)).save(tmp_path / "consoles" / "desk.png")
    return tmp_path / "consoles"


def problems(folder: Path, text: str) -> list[str]:
    (folder / "desk.yaml").write_text(text)
    found = survey_console(folder / "desk.yaml").problems
    return [f"{one.line}:{one.column} {one.code} {one.suggestion or ''}".strip() for one in found]


def test_a_desk_with_places_pages_and_a_picture(folder: Path) -> None:
    assert problems(folder, DESK) == []
    console = survey_console(folder / "desk.yaml").spec
    assert console is not None
    assert console.layout.panel == {"lamp": (10, 20)}
    assert console.groups["hands"].size == (400, 240)
    assert console.pages["service"].window and not console.pages["drive"].window
    assert Path(str(console.groups["hands"].background)) == (folder / "desk.png").resolve()


def test_a_spot_of_no_form_is_told_what_it_may_be(folder: Path) -> None:
    for spot, count in (("[10, 20, 30]", 3), ("[10]", 1)):
        (folder / "desk.yaml").write_text(DESK.replace("[10, 20]", spot))
        (found,) = survey_console(folder / "desk.yaml").problems
        assert found.message == f"expected [x, y] or [x, y, width, height], got a list of {count}"


@pytest.mark.parametrize(
    ("old", "new", "at", "expected"),
    [
        ("{lamp: [10, 20]}", "{lmap: [10, 20]}", "lmap", "E401 lamp"),
        ("[10, 20]", "[10, 20, -4, 5]", "-4", "E304"),
        ("[10, 20]", "[10, 20, 30]", "[10, 20, 30]", "E307"),
        ("[10, 20]", "[10, .inf]", ".inf", "E117"),
        ("[10, 20]", "[-1, 20]", "-1", "E304"),
        ("page: drive", "page: drvie", "drvie", "E401 drive"),
        ("[400, 240]", "[400, 0]", "0]", "E304"),
        ("desk.png}", "dsek.png}", "dsek.png", "E201 desk.png"),
    ],
)
def test_a_mistake_is_told_at_its_place(
    folder: Path, old: str, new: str, at: str, expected: str
) -> None:
    text = DESK.replace(old, new)
    row, line = next((row, line) for row, line in enumerate(text.splitlines(), 1) if new in line)
    column = line.index(at, line.index(new)) + 1
    assert problems(folder, text) == [f"{row}:{column} {expected}"]


@pytest.mark.parametrize("data", [b"hello", None])
def test_what_is_no_picture_is_refused(folder: Path, data: bytes | None) -> None:
    whole = (folder / "desk.png").read_bytes()
    (folder / "desk.png").write_bytes(whole[: len(whole) // 2] if data is None else data)
    assert [one.split()[1] for one in problems(folder, DESK)] == ["E802"]


def test_places_of_an_included_desk_come_along(folder: Path) -> None:
    (folder / "below.yaml").write_text(DESK)
    text = "include: [below.yaml]\npanel: {more: {type: toggle}}\n"
    text += "layout: {panel: {more: [1, 2], lamp: [3, 4]}}\n"
    assert problems(folder, text) == []
    console = survey_console(folder / "desk.yaml").spec
    assert console is not None
    assert console.layout.panel == {"lamp": (3, 4), "more": (1, 2)}


def test_a_robots_desk_is_renamed_whole_and_its_picture_is_part_of_the_scene(folder: Path) -> None:
    (folder / "desk.yaml").write_text(DESK)
    robot = folder.parent / "robot.yaml"
    robot.write_text("links: {base: {shape: {box: [0.2, 0.2, 0.2]}, mass: 1}}\n")
    scene = folder.parent / "scene.yaml"
    one = "{{name: {}, file: robot.yaml, console: consoles/desk.yaml, at: [{}, 0, 1]}}"
    scene.write_text(f"robots: [{one.format('ada', 0)}, {one.format('bob', 2)}]\n")
    survey = survey_scene(scene)
    assert survey.problems == [] and survey.spec is not None
    desk = survey.spec.consoles["bob"]
    assert desk.layout.panel == {"bob.lamp": (10, 20)}
    assert desk.groups["bob.hands"].page == "bob.drive"
    assert list(desk.pages) == ["bob.drive", "bob.service"]
    assert survey.spec.console_spec.groups["ada.stop"].page is None
    assert "consoles/desk.png" in survey.spec.files
