"""What the window says of a page that was written about a recording."""

import webbrowser

import pytest

from simulator import frame
from simulator.app import opening
from simulator.compiled import jit
from simulator.console.panel import Panel
from simulator.physics.geometry import parts
from simulator.spec.models.console import ConsoleSpec


@pytest.fixture
def panel(monkeypatch):
    def run_now(target, daemon):
        target()
        return type("Done", (), {"start": lambda self: None})()

    monkeypatch.setattr(opening.threading, "Thread", run_now)
    monkeypatch.setattr(webbrowser, "open", lambda url: True)
    return Panel(ConsoleSpec())


@pytest.mark.parametrize("code", [0, 1])
def test_a_written_page_is_saved_and_a_failure_is_told(panel, monkeypatch, tmp_path, code):
    done = type("Done", (), {"returncode": code, "stderr": "no such scene\n"})
    monkeypatch.setattr(opening.subprocess, "run", lambda *words, **more: done)
    opening.debrief(tmp_path / "run.mcap", panel.notify)
    (notice,) = panel.notices
    if code:
        assert notice.text.en == "no such scene"
    else:
        assert (notice.reason, notice.text.en) == ("saved", f"Saved: {tmp_path / 'run.html'}")


def test_a_page_that_nobody_can_begin_to_write_is_told(panel, monkeypatch, tmp_path):
    def run(*words, **more):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(opening.subprocess, "run", run)
    opening.debrief(tmp_path / "run.mcap", panel.notify)
    told = f"{tmp_path / 'run.html'}: Resource temporarily unavailable"
    assert [one.text.en for one in panel.notices] == [told]


def test_a_browser_that_fails_takes_the_word_of_a_written_page_not_away(
    panel, monkeypatch, tmp_path
):
    def fail(url):
        raise webbrowser.Error("could not locate runnable browser")

    done = type("Done", (), {"returncode": 0, "stderr": ""})
    monkeypatch.setattr(opening.subprocess, "run", lambda *words, **more: done)
    monkeypatch.setattr(webbrowser, "open", fail)
    opening.debrief(tmp_path / "run.mcap", panel.notify)
    assert [one.reason for one in panel.notices] == ["saved"]


def test_the_mesh_that_is_being_cut_is_told_by_its_file(monkeypatch):
    monkeypatch.setattr(parts, "now_cut", lambda: "/robots/arm/bracket.stl")
    assert opening.mesh_being_cut() == "bracket.stl"


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_first_start_is_one_whose_kernels_nobody_has_left_behind(monkeypatch, is_kept):
    asked = []
    monkeypatch.setattr(jit, "is_kept", lambda kernel: asked.append(kernel) or is_kept)
    assert opening.is_first() is not is_kept
    assert asked == [frame.run]


def test_progress_is_the_share_of_kernels_that_are_ready(monkeypatch):
    monkeypatch.setattr(jit, "progress", lambda: (30, 120))
    assert opening.progress() == 0.25
