"""The window's parts that need no window: pacing, messages, problems, the help page."""

import sys
from pathlib import Path
from typing import get_args

import pytest

from simulator import terminal
from simulator.app import help_page, opening, pacing, window
from simulator.authoring import saving
from simulator.console.keyboard import PROGRAM_KEYS, name_key
from simulator.reloading.watching import PAUSE, Watch
from simulator.spec.errors import Problem, SpecErrors
from simulator.spec.load import load_console
from simulator.spec.models.console import AxisBinding, ConsoleSpec
from simulator.ui.texts.devices import CONTROLS


class Clock:
    """A clock that sleeping and drawing move."""

    def __init__(self):
        self.now = 0.0
        self.slept = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        assert seconds >= 0.0
        self.now += seconds
        self.slept += seconds


def draw_many(pacer, clock, cost, count=60):
    for _ in range(count):
        began = clock.now
        clock.now += cost
        pacer.rest(began)


@pytest.mark.parametrize(
    ("software", "cost", "expected"),
    [(False, 0.004, 60.0), (True, 0.004, 30.0), (False, 0.02, 50.0), (True, 0.1, 1 / 0.115)],
)
def test_pictures_come_at_the_cap_or_as_fast_as_they_can(software, cost, expected):
    clock = Clock()
    pacer = pacing.Pacer(software, clock, clock.sleep)
    draw_many(pacer, clock, cost)
    assert pacer.frames_per_second == pytest.approx(expected, rel=0.01)


def test_a_hitch_is_not_made_up_by_a_burst():
    clock = Clock()
    pacer = pacing.Pacer(False, clock, clock.sleep)
    draw_many(pacer, clock, 0.001, 5)
    draw_many(pacer, clock, 1.0, 1)
    clock.slept = 0.0
    draw_many(pacer, clock, 0.001, 10)
    assert clock.slept == pytest.approx(10 * (1 / 60 - 0.001), rel=0.2)


def test_messages_name_the_remedy(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    assert "Set DISPLAY. Or" in window.explain(RuntimeError('Cannot connect to "None"'))
    monkeypatch.setenv("DISPLAY", ":99")
    told = window.explain(RuntimeError('Cannot connect to ":99"'))
    assert "Nothing answers at DISPLAY=:99" in told and "Set DISPLAY" not in told
    for cause in ("NoSuchConfigException", "Could not create GL context", "OpenGL version 210"):
        assert window.MESA_LINE in window.explain(RuntimeError(cause))
    assert window.APT_LINE in window.explain(ImportError('Library "GL" not found.'))


def test_scale_comes_in_quarters_from_one_to_two():
    assert [window.fitting_scale(dpi) for dpi in (72, 96, 120, 144, 300)] == [1, 1, 1.25, 1.5, 2]


@pytest.mark.parametrize(
    ("name", "expected"), [("ru_RU.UTF-8", "ru"), ("de_DE.UTF-8", "en"), ("C", "en")]
)
def test_the_system_says_the_language(monkeypatch, name, expected):
    monkeypatch.setenv("LC_ALL", name)
    assert terminal.system_language() == expected


def test_every_failure_becomes_a_located_problem(tmp_path):
    known = Problem("a.yaml", 3, 5, "props", "wrong", "E1")
    assert opening.list_problems(SpecErrors([known]), tmp_path) == [known]
    missing = FileNotFoundError(2, "No such file or directory", "b.yaml")
    assert opening.list_problems(missing, tmp_path)[0].file == "b.yaml"
    russian = opening.list_problems(missing, tmp_path, "ru")[0].message
    assert russian == "не читается: файла или папки нет"
    other = opening.list_problems(ValueError("odd mass"), tmp_path / "c.yaml")[0]
    assert other.file.endswith("c.yaml") and "odd mass" in other.message


def test_a_saved_file_is_noticed_once_it_has_come_to_rest(tmp_path):
    path, watch = tmp_path / "a.yaml", Watch()
    watch.follow([str(path)])
    assert watch.look(0.0) == []
    path.write_text("prop")
    assert watch.look(1.0) == [], "it may still be written"
    path.write_text("props: []\n")
    assert watch.look(2.0) == []
    assert watch.look(2.0 + PAUSE / 2) == [], "it is not looked at all the time"
    assert watch.look(3.0) == [str(path)]
    assert watch.look(4.0) == []
    path.unlink()
    assert [watch.look(5.0), watch.look(6.0)] == [[], [str(path)]]


def test_a_file_that_comes_is_noticed_also_where_more_is_followed_meanwhile(tmp_path):
    path, watch = tmp_path / "a.yaml", Watch()
    watch.follow([str(path)])
    path.write_text("props: []\n")
    watch.follow([str(path), str(tmp_path)])
    assert [watch.look(1.0), watch.look(2.0)] == [[], [str(path)]]


def test_scenes_are_listed_with_their_titles(tmp_path):
    (tmp_path / "a.yaml").write_text("title: {ru: Лифт, en: Lift}\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("title: Both\n")
    (tmp_path / "c.yaml").write_text("title: [broken\n")
    (tmp_path / "d.yaml").write_bytes(b"\xff\xfe\x00")
    titles = [title for _, title in opening.list_scenes(tmp_path / "a.yaml")]
    assert [one.ru for one in titles] == ["Лифт", "Both", "c", "d"]
    assert [one.en for one in titles] == ["Lift", "Both", "c", "d"]


def test_a_file_without_an_editor_is_named(monkeypatch, capsys):
    monkeypatch.setenv("VISUAL", "/no/such/editor")
    opening.edit("a.yaml", 7)
    monkeypatch.delenv("VISUAL")
    monkeypatch.setenv("PATH", "")
    opening.edit("a.yaml", 7)
    told = capsys.readouterr().err
    assert "/no/such/editor" in told and "a.yaml:7" in told


def test_only_a_start_that_compiles_is_called_the_first(monkeypatch):
    from simulator import frame
    from simulator.compiled import jit

    for is_kept in (True, False):
        monkeypatch.setattr(jit, "is_kept", lambda one, is_kept=is_kept: is_kept)
        assert opening.is_first() != is_kept
    monkeypatch.delitem(sys.modules, frame.__name__)
    assert not opening.is_first()


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_help_page_lists_every_key(language):
    panel = {"lever": {"type": "lever", "keys": ["[", "]"], "gamepad": [{"control": "leftx"}]}}
    sections = help_page.list_lines(
        {"": ConsoleSpec.model_validate({"panel": panel})}, "", language
    )
    assert len(sections) == 4
    program = " ".join(line.keys for line in sections[0][1])
    assert all(name_key(key, {}, language) in program for key in PROGRAM_KEYS)
    assert sections[2][1] == [("[  ]", "lever", "")]
    stick = {"ru": "Левый стик влево/вправо", "en": "Left stick left/right"}
    assert sections[3][1] == [(stick[language], "lever", "")]


def test_the_help_page_has_the_keys_of_a_recording_that_is_played():
    consoles = {"": ConsoleSpec.model_validate({"panel": {"lever": {"type": "lever"}}})}
    told = {"ru": ["Пробел", "Влево, Вправо", "Вверх, Вниз"]}
    told["en"] = ["Space", "Left, Right", "Up, Down"]
    for language in told:
        before = help_page.list_lines(consoles, "", language)
        found = help_page.list_lines(consoles, "", language, None, True)
        ((_, lines),) = [one for one in found if one not in before]
        assert [line.keys for line in lines] == told[language]


def test_the_help_page_tells_what_left_and_right_belong_to():
    consoles = {"": load_console(Path(__file__).parents[2] / "consoles" / "mf4.yaml")}
    for language, left, tracks in (("en", "Left", "TRACKS"), ("ru", "Левая", "ГУСЕНИЦЫ")):
        _, _, console, pad = help_page.list_lines(consoles, "", language)
        assert [one.card for one in (*console[1], *pad[1]) if one.text == left] == [tracks] * 2
    grip = next(one for one in console[1] if one.text == "Захват")
    assert not grip.card  # the card is called the same


def test_every_control_of_a_gamepad_has_a_name():
    assert set(CONTROLS) == set(get_args(AxisBinding.model_fields["control"].annotation))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_line_of_the_help_page_has_its_place(count):
    lines = [help_page.Line(f"K{row}", "") for row in range(40)]
    sections = [("Program", lines[:17]), ("View", lines[17:20]), ("Console", lines[20:])]
    found = help_page.lay_out(sections, 400.0, count)
    assert [one.item for one in found if not isinstance(one.item, str)] == lines
    assert len({(one.column, one.y) for one in found}) == 43
    assert max(one.column for one in found) == count - 1
    assert (max(one.y for one in found) < 400.0) == (count == 3)
    found = help_page.lay_out([sections[0], sections[2]], 600.0, 2)
    heads = [one for one in found if isinstance(one.item, str)]
    assert [(one.column, one.y) for one in heads] == [(0, 0.0), (1, 0.0)]  # whole, as they fit


def test_tests_keep_nothing_among_the_users_own_files(tmp_path, data_home):
    """Backups of some hundred files in /tmp were there."""
    file = tmp_path / "a.yaml"
    file.write_bytes(b"a: 1\n")
    saving.save(file, b"a: 2\n")
    kept = [one.path for one in saving.list_backups(file)]
    assert kept and all(one.is_relative_to(data_home) for one in kept)
