"""The columns of the scene's editor: what they say in both languages, what is chosen there."""

import inspect
from functools import partial

import pytest
from imgui_bundle import imgui

from simulator.authoring import properties
from simulator.authoring.properties import Property
from simulator.spec import units
from simulator.spec.fields import Spec, Text
from simulator.spec.models import layout, scene, shape
from simulator.ui.scene import left, side
from simulator.ui.texts.scene import unit_of


@pytest.mark.parametrize(
    ("section", "name", "shown"),
    [
        ("camera", "camera", "Камера"),
        ("sky", "sky", "Небо и пол"),
        ("scene", "scene", "Сцена"),
        ("props", "camera", "camera"),
    ],
)
def test_the_column_calls_a_thing_as_the_list_does(canvas, monkeypatch, section, name, shown):
    """It said "camera" in a Russian window, and a thing of that name could be looked from."""
    texts, buttons = [], []
    monkeypatch.setattr(imgui, "text", lambda text: texts.append(text))
    monkeypatch.setattr(imgui, "button", lambda label: buttons.append(label))
    chosen, target = side.Chosen(name, section=section), canvas.ctx.simple_framebuffer((1280, 720))
    panel = side.PropertyPanel()
    canvas.frame(target, lambda p: panel.draw(p, (0, 0, 1280, 600), chosen, "ru"), 0.02)
    assert texts == [shown] and len(buttons) == (section == "camera")


def test_every_unit_that_a_scene_is_written_in_has_its_letters_in_russian():
    """A velocity's was m/s in a Russian window."""
    models = [one for part in (scene, shape) for one in vars(part).values()]
    models = [one for one in models if inspect.isclass(one) and issubclass(one, Spec)]
    found = {key.unit for one in models for key in layout.keys_of(one).values() if key.unit}
    found -= {"1", "rad|m", "1/Sv"}  # numbers, and what only robots and exercises have
    ends = [one for one in units.SUFFIXES if any(units.fits(one, unit) for unit in found)]
    found |= {properties.unit_of_suffix(one) for one in ends}
    assert len(found) > 40
    for unit in found:
        assert not set("abcdefghijklmnopqrstuvwxyz_") & set(unit_of(unit, "ru").lower()), unit


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_list_shows_what_is_there_in_a_low_view_and_no_tool_is_cut_off(
    canvas, monkeypatch, language
):
    """At 1280 x 760 three of the hall's forty lines could be seen below the tools."""
    things = left.Scene([("props", f"thing {row}") for row in range(40)], ["r.yaml"], ["m.obj"])
    seen, ends, selectable, button = [], [], imgui.selectable, imgui.button

    def line(*given):
        asked = selectable(*given)
        seen.append(imgui.is_item_visible())
        return asked

    def tool(*given):
        is_clicked = button(*given)
        ends.append(imgui.get_item_rect_max().x)
        return is_clicked

    monkeypatch.setattr(imgui, "selectable", line)
    monkeypatch.setattr(imgui, "button", tool)
    column, target = left.Left(), canvas.ctx.simple_framebuffer((1280, 760))
    tools = left.Tools("thing 1", ("move", "turn", "size"), is_thing=True)
    for _ in range(3):
        seen.clear(), ends.clear()
        canvas.frame(
            target, lambda p: column.draw(p, (0, 32, 1280, 380), things, tools, language), 0.02
        )
    assert sum(seen) >= 7
    assert len(ends) == 10 and max(ends) < left.MARGIN + left.WIDTH - 12


FORMS = {
    "number": 3.5,
    "row": [1, 2],
    "flag": True,
    "word": "steel",
    "text": "a",
    "colour": "#112233",
}


def differing(form, value):
    mixed = [value[0], properties.MIXED] if form == "row" else properties.MIXED
    return Property((form,), form, form, mixed, "kg", ("steel",), True, True)


def test_where_things_differ_a_field_is_empty_but_for_a_sign_and_asks_for_nothing(
    canvas, monkeypatch
):
    shown, field = [], imgui.input_text_with_hint

    def typed(label, hint, text, *flags):
        shown.append((hint, text))
        return field(label, hint, text, *flags)

    monkeypatch.setattr(imgui, "input_text_with_hint", typed)
    fields = [differing(*one) for one in FORMS.items()]
    label = properties.MIXED, Text(ru="а", en=properties.MIXED)
    fields += [
        differing("label", "")._replace(value=one, path=(f"{row}",))
        for row, one in enumerate(label)
    ]
    chosen = side.Chosen("drum", "", [1.0, properties.MIXED, 0.5], [0.0] * 3, fields)
    panel, target = side.PropertyPanel(), canvas.ctx.simple_framebuffer((1280, 720))
    asked = []

    def draw(p):
        asked.append(panel.draw(p, (0, 0, 1280, 700), chosen, "ru"))

    canvas.frame(target, draw, 0.02)
    assert asked == [side.Asked()]
    signs = [hint for hint, text in shown if not text]
    assert signs == ["—", "—", "—", "—", "RU —", "EN —", "EN —"]
    assert ("", "1") in shown and ("RU", "а") in shown


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        (Text(ru=properties.MIXED, en="Post"), Text(ru=properties.MIXED, en="")),
        (Text(ru="Столб", en="Post"), Text(ru="Столб", en="Столб")),
    ],
)
def test_a_text_that_is_taken_out_is_the_other_one_as_soon_as_that_is_known(
    monkeypatch, known, asked
):
    """Of several things with the same English label it stayed as it was, and nothing was said."""
    monkeypatch.setattr(imgui, "set_cursor_pos_x", lambda x: None)
    panel = side.PropertyPanel()
    panel._type = lambda key, wide, text, hint: (True, "") if hint == "EN" else (False, text)
    label = differing("label", "")._replace(value=known)
    assert panel._draw_label(1.0, "label", label, "en") == (True, asked)


@pytest.mark.parametrize("form", ["number", "row", "text", "colour", "label"])
def test_what_differs_can_be_cleared_for_all(canvas, monkeypatch, form):
    """An empty field stays as it is, so nothing took a value away from several things."""
    button = imgui.button
    monkeypatch.setattr(
        imgui, "button", lambda label, *more: button(label, *more) or label.startswith("×")
    )
    value = Text(ru="а", en=properties.MIXED) if form == "label" else None
    mixed = differing(form, FORMS.get(form))
    mixed = mixed._replace(value=value) if value else mixed
    target = canvas.ctx.simple_framebuffer((1280, 720))
    one = mixed._replace(value=FORMS.get(form, Text(ru="а", en="a")))
    needed = mixed._replace(is_optional=False)
    for field, wanted in (
        (mixed, side.Asked("set", field=mixed, value=None)),
        (one, side.Asked()),  # a field that shows a value is emptied by hand
        (needed, side.Asked()),
    ):
        shown, asked = side.Chosen("drum", properties=[field]), []
        draw = partial(side.PropertyPanel().draw, view=(0, 0, 1280, 700), language="en")
        note = partial(lambda p, draw, shown, to: to.append(draw(p, chosen=shown)), draw=draw)
        canvas.frame(target, partial(note, shown=shown, to=asked), 0.02)
        assert asked == [wanted]


def test_the_thing_with_the_handles_is_marked_among_those_that_are_chosen(canvas, monkeypatch):
    things = left.Scene([("props", name) for name in ("a", "b", "c")])
    selectable, marked, lines = imgui.selectable, [], []

    def line(label, *more):
        asked = selectable(label, *more)
        lines.append((label.partition("#")[0].strip(), imgui.get_item_rect_min().y))
        return asked

    monkeypatch.setattr(imgui, "selectable", line)
    target = canvas.ctx.simple_framebuffer((1280, 720))
    for others in ((), ("a", "c")):
        lines.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(canvas.paint, "icon", lambda *_: marked.append(canvas.paint.y))
            tools = left.Tools(chosen="b", modes=("move",), others=others)
            draw = partial(left.Left().draw, scene=things, tools=tools, language="en")
            canvas.frame(target, partial(draw, view=(0, 0, 1280, 700)), 0.02)
        assert marked == [y for name, y in lines if name == "b" and others]
