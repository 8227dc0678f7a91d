"""The editor of desks off-screen: every kind drawn small, every text inside its place."""

import itertools
from pathlib import Path

import pytest
from imgui_bundle import imgui

from simulator.laying import palette
from simulator.laying.sketch import Sketch
from simulator.spec import load
from simulator.spec.models.console import TraceSpec, WidgetSpec
from simulator.ui.laying import bar, left, parts, samples
from simulator.ui.laying.hand import Hand
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import laying as laying_texts
from simulator.ui.texts.phrases import LANGUAGES

CONSOLES = Path(__file__).parents[2] / "consoles"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_drawn_small(canvas, ctx, monkeypatch, language):
    target, zooms, zoom = ctx.simple_framebuffer((900, 400)), [], Paint.zoom
    monkeypatch.setattr(Paint, "zoom", lambda p, share: (zooms.append(share), zoom(p, share)))

    def draw(p):
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        for row, kind in enumerate(palette.ITEMS):
            samples.draw(p, 100 * (row % 8), 90 * (row // 8), 84, 56, kind, language)
            face = samples.sample(kind, language)
            assert zooms[-2] * face.w <= 84 and zooms[-2] * face.h <= 56, kind

    canvas.frame(target, draw)
    assert imgui.get_draw_data().total_vtx_count > 2000


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut_off(canvas, ctx, language):
    p = canvas.paint

    def draw(_):
        tabs = sum(p.width(laying_texts.say(one, language), 14, True) for one in left.TABS)
        assert tabs <= left.WIDTH - 16 - 8 * len(left.TABS)
        tile = (left.WIDTH - 28) / 2 - 6
        for item in palette.ITEMS.values():
            assert p.width(item.title.in_language(language), 13) <= tile, item.title
        for key in ("drag_widget", "drag_signal"):
            assert p.width(laying_texts.say(key, language), 13) <= left.WIDTH - 24, key
        assert p.width(laying_texts.say("edit", language), 13, True) < 200

    canvas.frame(ctx.simple_framebuffer((200, 200)), draw)
    assert bar.HEIGHT == 40


def test_every_key_and_word_of_a_widget_has_a_name():
    from simulator.laying import properties

    known = {key for keys in properties.KEYS.values() for key in keys}
    known |= {*TraceSpec.model_fields, *parts.TUNED}
    assert known | {*properties.HEAD} <= {*laying_texts.KEYS}
    listed = known & {*WidgetSpec.model_fields}
    words = {word for key in listed for word in properties.form_of(key).words}
    assert words <= {*laying_texts.WORDS}


@pytest.mark.parametrize("name", ["rover", "lift", "standing"])
def test_places_written_in_a_small_window_are_sound_in_a_large_one(seat, name):
    console = load.load_console(CONSOLES / f"{name}.yaml")
    hand, small = Hand(), (1280, 252)

    def lay(console, size):
        """Return each card's scale and the boxes of its widgets in its content."""
        o = seat(console, size)
        o.desk.editor = lambda box: hand.look(o.desk)
        found = {}
        for group in o.desk.dock.groups:
            own = [n for n, one in console.panel.items() if (one.group or "") == group]
            o.desk.show(own[0])
            o.look()
            card = next(one for one in hand.cards if one.group == group)
            found[group] = card.scale, {one: hand.cells[one] for one in own}
        return found

    before = lay(console, small)
    assert min(scale for scale, _ in before.values()) < 1, "the window is small indeed"
    places = {n: [*map(round, box[:2])] for _, cells in before.values() for n, box in cells.items()}
    layout = console.layout.model_copy(update={"panel": places})
    moved = console.model_copy(update={"layout": layout})
    after, large = lay(moved, small), lay(moved, (1600, 372))
    for group, (scale, cells) in before.items():
        assert after[group][0] == pytest.approx(scale, abs=0.005), "it looks as it did"
        for one, box in cells.items():
            assert after[group][1][one][:2] == pytest.approx(box[:2], abs=1.5), one
        for a, b in itertools.combinations(large[group][1].values(), 2):
            across = min(a.right, b.right) - max(a.x, b.x)
            assert across <= 1 or min(a.low, b.low) - max(a.y, b.y) <= 1, (a, b)
        assert large[group][0] == 1, "full size in a large window"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wide", [450, 640, 853, 1280])
def test_buttons_of_the_bar_lie_apart_in_every_window(canvas, monkeypatch, wide, language):
    sketch, boxes = Sketch(), []

    def button(name, size):
        left = imgui.get_cursor_screen_pos().x
        boxes.append((left, left + size[0]))
        return press(name, size)

    def draw(p):
        bar.draw(p, (0, 0, wide, 40), sketch, Hand(), bar.State("edit", False), language)

    press = imgui.invisible_button
    monkeypatch.setattr(imgui, "invisible_button", button)
    target = canvas.ctx.simple_framebuffer((1300, 100))
    for _ in range(2):
        boxes.clear()
        canvas.frame(target, draw)
    boxes.sort()
    assert len(boxes) == bar.TOOLS + 4 and boxes[0][0] >= 0 and boxes[-1][1] <= wide
    assert all(one[1] < other[0] for one, other in itertools.pairwise(boxes))
