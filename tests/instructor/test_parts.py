"""The parts of the page's server by themselves: addresses, allowances, outlines, options."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from simulator.checking import load_checked
from simulator.cli import app
from simulator.instructor import messages, plan, sheet
from simulator.instructor.access import (
    Access,
    Address,
    Allowance,
    InstructorError,
    read_address,
)
from simulator.instructor.fault_words import RUSSIAN
from simulator.instructor.messages import Refusal
from simulator.instructor.obeying import obey
from simulator.instructor.watching import Watch
from simulator.simulation import Simulation
from simulator.spec import labels
from simulator.spec.models.shape import Round, ShapeSpec
from simulator.spec.naming.components import FAMILIES


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("", ("127.0.0.1", 8787)),
        (":9000", ("127.0.0.1", 9000)),
        ("0.0.0.0", ("0.0.0.0", 8787)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_addresses(text, address):
    assert read_address(text) == address


@pytest.mark.parametrize("text", ["a:b", "1.2.3.4:99999", "http://x", "a b", "u@h:1", "h:1/x"])
def test_what_is_no_address_is_told(text):
    with pytest.raises(InstructorError, match="expected HOST:PORT"):
        read_address(text)


def test_only_loopback_is_open():
    for host in ("127.0.0.1", "127.0.0.2", "localhost", "::1"):
        assert Access(Address(host)).tokens == {}
    for host in ("0.0.0.0", "::", "192.168.1.5", "classroom"):
        access = Access(Address(host))
        assert sorted(access.tokens.values()) == ["instructor", "observer"]
        links = access.links(8787)
        assert all("?token=" in link for link in links.values()) and "0.0.0.0" not in str(links)


def test_an_allowance_refills():
    now = [0.0]
    allowance = Allowance(lambda: now[0], rate=20.0, burst=40.0)
    assert [allowance.take() for _ in range(41)] == [True] * 40 + [False]
    now[0] = 0.5
    assert [allowance.take() for _ in range(11)] == [True] * 10 + [False]
    assert not allowance.is_full
    now[0] = 9.0
    assert allowance.is_full


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        (ShapeSpec(box=(1.0, 2.0, 3.0)), (1.0, 2.0, 3.0)),
        (ShapeSpec(sphere=0.5), (1.0, 1.0, 1.0)),
        (ShapeSpec(cylinder=Round(radius=0.5, length=2.0)), (1.0, 1.0, 2.0)),
        (ShapeSpec(capsule=Round(radius=0.5, length=2.0)), (1.0, 1.0, 3.0)),
    ],
)
def test_outlines_have_the_size_of_the_shape(shape, size):
    assert np.ptp(plan.outline(shape), axis=0) == pytest.approx(size)


def test_a_plane_has_no_outline():
    assert plan.outline(ShapeSpec(plane=True)) is None


def test_a_scene_that_cannot_be_shown_is_told(program, monkeypatch):
    watch = Watch(program)
    monkeypatch.setattr(plan, "draw", lambda scene: 1 / 0)
    for _ in range(2):  # as long as it is so
        state, events = watch.look()
        assert "cannot show this scene: ZeroDivisionError" in json.loads(state)["complaint"]["en"]
        assert events == b""


def test_instruments_of_a_robots_own_console_are_shown_in_their_group():
    simulation = Simulation(load_checked(Path("scenes/squad.yaml")))
    frame = SimpleNamespace(snapshot=simulation.snapshot())
    data, _ = sheet.describe(simulation.scene, None, frame, [])
    console = next(one for one in data["consoles"] if one["owner"] == "alpha")
    groups = {one["name"] for one in console["groups"]}
    charts = [one for one in console["widgets"] if one["name"].count(".") == 2]
    assert len(charts) > 3 and {one["group"] for one in charts} <= groups
    angles = [one["label"]["ru"] for one in charts if one["unit"]["en"] == "°"]
    assert angles[0].endswith(" · крен") and angles[1].endswith(" · тангаж")


def test_cameras_of_several_robots_go_by_their_robot():
    simulation = Simulation(load_checked(Path("scenes/squad.yaml")))
    frame = SimpleNamespace(snapshot=simulation.snapshot())
    data, _ = sheet.describe(simulation.scene, None, frame, [])
    labels = [one["label"]["en"] for one in data["cameras"]]
    assert labels[0] == "Alpha, Gripper camera" and len(set(labels)) == len(labels) == 24
    alone = Simulation(load_checked(Path("scenes/hall.yaml")))  # the valve in it has no camera
    frame = SimpleNamespace(snapshot=alone.snapshot())
    data, _ = sheet.describe(alone.scene, None, frame, [])
    assert data["cameras"][0]["label"]["en"] == "Gripper camera"


def test_an_exam_and_a_recording_are_not_tampered_with():
    def host(**frame):
        sent = []
        current = SimpleNamespace(**{"at": None, "attempt": None} | frame)
        frames = SimpleNamespace(current=current)
        realtime = SimpleNamespace(simulation=object(), send=sent.append, frames=frames)
        exam = SimpleNamespace(exam=True)
        return SimpleNamespace(realtime=realtime, exercise=exam, sent=sent, page="")

    running = SimpleNamespace(is_over=False)
    fault = messages.Inject(name="weak", component="arm.battery", kind="off")
    for frame, order, code in (
        ({"attempt": running}, messages.Step(), "exam"),
        ({"attempt": running}, fault, "exam_faults"),
        ({"attempt": running}, messages.Clear(), "exam_faults"),
        ({"attempt": running}, messages.Link(), "exam_faults"),
        ({"at": 7}, messages.Step(), "playback"),
    ):
        refusing = host(**frame)
        with pytest.raises(Refusal) as refused:
            obey(order, refusing)
        assert refused.value.code == code and refusing.sent == []
    calm = host(attempt=SimpleNamespace(is_over=True))
    obey(messages.Pause(), calm)
    assert calm.sent == ["pause"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--instructor", "a:b"], "expected HOST:PORT"),
        (["--instructor-from", "127.0.0.1:1"], "goes with --instructor"),
        (["--headless", "--instructor", "--report", "x.json"], "not together with --instructor"),
    ],
)
def test_options_that_do_not_go_together(options, told, capsys):
    assert app(["run", "scenes/slalom.yaml", *options]) == 1
    assert told in capsys.readouterr().err


def test_ten_pages_and_a_stalled_one_beside_a_drive(monkeypatch):
    from simulator.commands import beside

    monkeypatch.setattr(beside, "SETTLE", 0.5)
    monkeypatch.setattr(beside, "TURNS", 1)
    scene = Path(__file__).parents[1] / "scenes" / "arm.yaml"
    row = beside.measure(scene, 1.5, "low", 10, in_window=False)
    assert row["with"]["frames"] > 20 and row["messages"] > 0
    assert "10 pages, one stalled" in beside.describe(row)


def test_the_page_says_what_each_fault_does_in_both_languages():
    cells = [cell for kinds in sheet._matrix().values() for cell in kinds.values()]
    told = {cell["text"]["en"]: cell["text"]["ru"] for cell in cells}
    assert told == RUSSIAN  # and no sentence too many
    fields = {"amount": "величин", "time_constant": "постоянн", "delay": "задержк"}
    fields |= {"share": "дол", "period": "период"}  # as the page calls them
    for english, russian in told.items():
        assert russian.endswith(".") and not set("`") & set(russian)
        for name, stem in fields.items():
            assert (f"`{name}`" in english) == (f"«{stem}" in russian), english


@pytest.mark.parametrize("family", FAMILIES)
def test_the_page_has_a_title_for_each_family_of_components(family):
    texts = (Path(sheet.__file__).parent / "page" / "texts.js").read_text(encoding="utf-8")
    key = "link_family" if family == "link" else family
    assert re.search(rf'^  {key}: {{ en: "[A-Z].*", ru: "[А-Я].*" }},$', texts, re.MULTILINE)


def test_kinds_of_faults_are_called_as_everywhere_else():
    """As adjectives they did not agree with what is broken: Камера захвата: отключён."""
    texts = (Path(sheet.__file__).parent / "page" / "texts.js").read_text(encoding="utf-8")
    for kind, text in labels.FAULTS.items():
        name = "kind_noise" if kind == "noise" else kind
        assert f'  {name}: {{ en: "{text.en}", ru: "{text.ru}" }},' in texts
