"""Widgets added, copied, removed, named, bound: what the files say afterwards."""

from pathlib import Path

import pytest

from simulator import checking
from simulator.authoring import starting
from simulator.laying import cards, palette, placing, properties, widgets, wires
from simulator.laying.geometry import Box

from .conftest import CELLS, DESK, ROBOT, sketch_of, text_of


@pytest.mark.parametrize("kind", [one for one in palette.ITEMS if one != "camera"])
def test_every_kind_is_sound_as_it_comes_and_so_is_its_copy(sketch, kind):
    name = widgets.add(sketch, kind, "show")
    assert name is not None, sketch.refusal
    assert sketch.chosen == [name] and palette.kind_of(sketch.widget(name)) == kind
    assert sketch.widget(name).label is not None or kind == "text"
    assert len(widgets.duplicate(sketch, CELLS)) == 1, sketch.refusal
    assert not sketch.draft.problems
    assert set(properties.KEYS) >= {kind}
    for one in properties.list_properties(sketch):
        assert one.form != "other"


def test_a_first_widget_brings_its_card(folder):
    (folder / "desk.yaml").write_text("title: Empty\n")
    sketch = sketch_of(folder / "scene.yaml")
    assert widgets.add(sketch, "lever", None) == "lever"
    assert widgets.add(sketch, "lever", None) == "lever_2"
    assert [*sketch.console.groups] == ["card"] and sketch.console.members("card") == [
        "lever",
        "lever_2",
    ]
    assert sketch.widget("lever_2").label.ru == "Рычаг 2"
    assert widgets.add(sketch, "lamp", widgets.NEW_CARD) and sketch.console.members("card_2") == [
        "lamp"
    ]
    sketch.undo()
    sketch.undo()
    sketch.undo()
    assert text_of(sketch) == "title: Empty\n"


def test_a_new_widget_stands_where_it_is_dropped_on_a_free_card(sketch):
    placing.place(sketch, {"lever": Box(0, 0, 72, 200)}, CELLS)
    widgets.add(sketch, "knob", "drive", (200.4, 31.6))
    assert sketch.console.layout.panel["knob"] == (200, 32)
    widgets.add(sketch, "knob", "show", (200, 31))
    assert "knob_2" not in sketch.console.layout.panel


def test_a_widget_is_renamed_wherever_it_is_named(sketch):
    placing.place(sketch, {"lever": Box(0, 0, 72, 200)}, CELLS)
    sketch.choose("lever")
    assert widgets.rename(sketch, "lever", "stick")
    text = text_of(sketch)
    assert "in: [power, stick, 0]" in text and "signals: {stick: [10, 20]}" in text
    assert "# of the hinge" in text and "lever:" not in text
    assert sketch.chosen == ["stick"] and sketch.console.layout.panel["stick"] == (0, 0)
    assert widgets.rename(sketch, "meter", "dial") and "dial: speed" in text_of(sketch)
    assert widgets.rename(sketch, "lamp", "light")
    assert "light: power" in text_of(sketch) and "light:" in text_of(sketch, "lamps")
    assert not sketch.draft.problems
    for wrong in ("power", "1st", "", "volts"):
        assert not widgets.rename(sketch, "dial", wrong) and sketch.refusal


def test_what_read_a_removed_control_reads_nothing(sketch):
    placing.place(sketch, {"lever": Box(0, 0, 72, 200)}, CELLS)
    sketch.chosen = ["lever", "meter", "lamp"]
    assert widgets.remove(sketch)
    text = text_of(sketch)
    assert "in: [power, 0, 0]" in text and "meter" not in text and "lamp:" not in text
    assert [*sketch.console.panel] == ["power"] and not sketch.draft.problems
    while sketch.draft.can_undo:
        sketch.undo()
    assert text_of(sketch) == DESK and "lamp:" in text_of(sketch, "lamps")


def test_values_that_are_wrong_are_told_and_not_written(sketch):
    sketch.chosen = ["lever"]
    before = text_of(sketch)
    for key, value in (("range", [1, 1]), ("keys", ["F5", "A"]), ("start", 7), ("axes", 2)):
        assert not widgets.set_value(sketch, key, value)
        assert sketch.refusal and text_of(sketch) == before
    assert widgets.set_value(sketch, "range", [-2, 2]) and sketch.widget("lever").range == (-2, 2)
    assert widgets.set_value(sketch, "range", None) and text_of(sketch) == before


def test_parts_of_a_widget_are_written_key_by_key(sketch):
    widgets.add(sketch, "strip_chart", "show")
    (trace,) = [*sketch.widget("strip_chart").traces][:1]
    for key, value in (("label", {"ru": "Ток", "en": "Current"}), ("unit", "A"), ("colour", "red")):
        assert widgets.set_part(sketch, ("traces", trace), key, value), sketch.refusal
    spec = sketch.widget("strip_chart").traces[trace]
    assert (spec.label.ru, spec.unit.en) == ("Ток", "A") and spec.colour is not None
    assert widgets.set_part(sketch, ("traces", trace), "colour", None)
    assert sketch.widget("strip_chart").traces[trace].colour is None
    sketch.chosen = ["lever"]
    assert widgets.set_value(sketch, "gamepad", [{"control": "lefty", "invert": True}])
    assert widgets.set_part(sketch, ("gamepad", 0), "dead_zone", 0.25)
    assert widgets.set_part(sketch, ("gamepad", 0), "curve", 3)
    (binding,) = sketch.widget("lever").gamepad
    assert (binding.dead_zone, binding.curve, binding.invert) == (0.25, 3, True)
    before = text_of(sketch)
    assert not widgets.set_part(sketch, ("gamepad", 0), "dead_zone", 2)
    assert sketch.refusal and text_of(sketch) == before


def test_several_that_are_chosen_share_keys(sketch):
    sketch.chosen = ["meter", "lamp"]
    assert [one.key for one in properties.list_properties(sketch)] == ["group"]
    widgets.add(sketch, "bar_gauge", "show")
    sketch.chosen = ["meter", "bar_gauge"]
    shown = {one.key: one for one in properties.list_properties(sketch)}
    assert shown["range"].is_mixed and shown["range"].form == "row"
    assert not shown["scale"].is_mixed and not shown["scale"].is_written
    assert (shown["decimals"].low, shown["decimals"].high) == (0, 6)
    assert widgets.set_value(sketch, "range", [-5, 5])
    assert not properties.list_properties(sketch)[1].is_mixed


def test_an_indicator_is_bound_to_a_signal(sketch):
    assert wires.targets_of(sketch, "meter") == ["meter"]
    assert wires.targets_of(sketch, "lever") == []
    assert wires.bind(sketch, "meter", "arm.angle") and "meter: arm.angle" in text_of(sketch)
    assert wires.bind(sketch, "meter", None) and wires.source_of(sketch, "meter") is None
    assert not wires.bind(sketch, "meter", "no_such") and sketch.refusal
    assert wires.readers_of(sketch, "lever") == ["volts"]
    assert wires.readers_of(sketch, "power") == ["volts", "lamp"]
    names = wires.list_signals(sketch)
    assert {"lever", "power", "volts", "arm.angle", "arm.speed"} == {*names}
    assert wires.list_signals(sketch, "SPEE") == ["arm.speed"]


def test_copies_go_to_another_desk_without_keys_and_unknown_wires(folder):
    sketch = sketch_of(folder / "pair.yaml", "left")
    sketch.chosen = ["left.lever", "left.meter"]
    widgets.copy(sketch, {f"left.{name}": box for name, box in CELLS.items()})
    sketch.follow(sketch.draft, "right")
    assert widgets.paste(sketch, None) == ["right.lever_2", "right.meter"], sketch.refusal
    assert sketch.widget("right.lever_2").keys == []
    assert wires.source_of(sketch, "right.meter") == "right.speed"
    assert not sketch.draft.problems and sketch.draft.save()
    checking.load_checked(folder / "pair.yaml")


def test_a_number_without_a_unit_gets_that_of_its_signal(sketch):
    assert wires.bind(sketch, "meter", "arm.angle")
    meter = sketch.widget("meter")
    assert meter.unit.en == "°" and meter.scale == pytest.approx(57.29578)
    assert wires.bind(sketch, "meter", "arm.speed") and sketch.widget("meter").unit.en == "°"
    sketch.undo()
    sketch.undo()
    assert text_of(sketch) == DESK


def test_a_scene_without_a_console_says_which_command_writes_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("scenes", "robots/arm"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "robots" / "arm" / "robot.yaml").write_text(ROBOT)
    scene = tmp_path / "scenes" / "bare.yaml"
    line = "robots: [{file: ../robots/arm/robot.yaml%s}]\n"
    scene.write_text(line % "")
    sketch = sketch_of(scene)
    assert not widgets.add(sketch, "lamp", "") and sketch.refusal == sketch.lack
    _, command, _, key, _ = sketch.refusal.en.split("`")
    assert command == "simulator new console bare --robot robots/arm/robot.yaml"
    words = command.split()
    starting.start(words[2], words[3], Path.cwd(), Path(words[5]))
    scene.write_text(line % f", {key}")
    assert sketch_of(scene, "arm").lack is None


@pytest.mark.parametrize("text", [None, "panel: ["])
def test_a_file_that_cannot_be_read_is_told_whatever_is_edited(folder, text):
    cells, card = {"lever": Box(0, 0, 10, 10)}, "drive"
    for edit in (
        lambda sketch: widgets.duplicate(sketch, cells),
        lambda sketch: widgets.set_value(sketch, "rate", 1.0),
        lambda sketch: widgets.set_part(sketch, ("gamepad", 0), "dead_zone", 0.1),
        lambda sketch: cards.set_background(sketch, card, "desk.png"),
        lambda sketch: cards.shift(sketch, "groups", card, 1),
    ):
        sketch, before = sketch_of(folder / "scene.yaml"), (folder / "desk.yaml").read_text()
        sketch.choose("lever")
        (folder / "desk.yaml").unlink()
        if text is not None:
            (folder / "desk.yaml").write_text(text)
        assert not edit(sketch) and "desk.yaml" in sketch.refusal.en
        (folder / "desk.yaml").write_text(before)
