"""Every widget in every state: drawn inside its cell, different where the state differs."""

import importlib.util
import itertools
from pathlib import Path

import numpy as np
import pytest
from imgui_bundle import imgui

from simulator.console.overlaps import LEAST
from simulator.ui.painting import theme
from simulator.ui.widgets import gauges, kinds

PATH = Path(__file__).with_name("gallery.py")
gallery = importlib.util.module_from_spec(spec := importlib.util.spec_from_file_location("g", PATH))
spec.loader.exec_module(gallery)
EDGE = 34  # a glow reaches beyond the cell, a focus ring 5
STILL = ("Text plate",)
INDICATORS = (
    "Lamp", "Tile", "Needle", "Bar", "Display", "Text", "Strip",
    "Clock", "Chart", "Attitude", "Camera",
)  # fmt: skip


def picture(canvas, name, state, language="en", compact=False):
    """Return (pixels, face) of one widget alone on a plain ground, its cell at (EDGE, EDGE)."""
    f = gallery.make_face(canvas, *gallery.SPECS[name], state, language, compact)
    size = int(f.w) + 2 * EDGE, int(f.h) + 2 * EDGE
    target = canvas.ctx.simple_framebuffer(size)
    kind = kinds.KINDS[kinds.name(f.spec)]

    def draw(p):
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        p.fill(0, 0, *size, theme.BG2)
        p.at(EDGE, EDGE)
        kind.still(p, f)
        kind.live(p, f)

    canvas.frame(target, draw)
    canvas.frame(target, draw)
    data = np.frombuffer(target.read(components=3), np.uint8).reshape(size[1], size[0], 3)[::-1]
    return data.astype(int), f


@pytest.mark.parametrize("name", gallery.SPECS)
def test_a_widget_is_no_smaller_than_the_check_for_overlaps_takes_it_for(canvas, name):
    f = gallery.make_face(canvas, *gallery.SPECS[name], gallery.STATES[0], "en", False)
    assert f.w >= LEAST[f.spec.type][0] and f.h >= LEAST[f.spec.type][1]


def test_a_small_selector_tells_what_it_selects(canvas):
    data, f = picture(canvas, "Rotary selector", "OFF / REST", compact=True)
    below = data[EDGE + int(f.h) - 13 : EDGE + int(f.h), EDGE : EDGE + int(f.w)]
    assert (below.min(-1) > 100).sum() > 20  # a text, not the edge of the disc
    assert f.h <= 90


@pytest.mark.parametrize("name", gallery.SPECS)
@pytest.mark.parametrize("compact", [False, True])
def test_a_widget_keeps_to_its_cell(canvas, name, compact):
    reach = EDGE - 20 if name.startswith("Lamp") else EDGE - 8
    for state in gallery.STATES:
        data, _ = picture(canvas, name, state, compact=compact)
        frame = np.ones(data.shape[:2], bool)
        frame[EDGE - reach : -(EDGE - reach), EDGE - reach : -(EDGE - reach)] = False
        plain = np.array([theme.BG2 & 255, theme.BG2 >> 8 & 255, theme.BG2 >> 16 & 255])
        assert np.abs(data[frame] - plain).max() == 0, state


@pytest.mark.parametrize("name", [name for name in gallery.SPECS if name not in STILL])
def test_states_look_different(canvas, name):
    states = ["OFF / REST", "ON / ACTIVE", "DISABLED", "FAULT"]
    if name.startswith(INDICATORS):
        states.append("NO DATA")
    else:
        states += ["HOVER", "PRESSED", "FOCUS"]
    seen = {state: picture(canvas, name, state)[0] for state in states}
    for i, first in enumerate(states):
        for second in states[i + 1 :]:
            if name.startswith(("Lamp", "Tile")) and {first, second} == {"DISABLED", "NO DATA"}:
                continue
            changed = np.abs(seen[first] - seen[second]).max(axis=2) > 12
            assert changed.sum() >= 20, f"{first} and {second}"


@pytest.mark.parametrize("name", gallery.SPECS)
def test_no_text_is_below_the_least_size_and_russian_fits(canvas, name, monkeypatch):
    written = []
    original = canvas.paint.text

    def note(x, y, text, colour=0, size=14, is_bold=False, align=0.5):
        written.append((x, text, size, is_bold, align))
        original(x, y, text, colour, size, is_bold, align)

    monkeypatch.setattr(canvas.paint, "text", note)
    for compact in (False, True):
        for language in ("en", "ru"):
            written.clear()
            _, f = picture(canvas, name, "ON / ACTIVE", language, compact)
            for x, text, size, is_bold, align in written:
                wide = canvas.paint.width(text, size, is_bold)
                assert size >= theme.MINIMUM
                assert x - align * wide >= -2, text
                assert x + (1 - align) * wide <= f.w + 2, text


def test_warning_zones_colour_the_value(canvas):
    f = gallery.make_face(canvas, *gallery.SPECS["Needle gauge"], "ON / ACTIVE", "en")
    for value, colour in ((18.5, theme.BAD), (22.0, theme.WARN), (25.0, theme.TX0)):
        f.value = value
        assert f.value_colour() == colour


def test_a_missing_value_is_never_shown_as_zero(canvas, monkeypatch):
    written = []
    monkeypatch.setattr(canvas.paint, "text", lambda *a, **k: written.append(a[2]))
    for name in ("Needle gauge", "Bar gauge", "Display"):
        spec = dict(gallery.SPECS[name][0], label="x", unit="y", range=[20, 30])
        f = gallery.make_face(canvas, spec, 0, 0, "NO DATA", "en")
        target = canvas.ctx.simple_framebuffer((10, 10))

        def draw(p, f=f):
            p.onto(imgui.get_background_draw_list())
            kinds.KINDS[kinds.name(f.spec)].live(p, f)

        written.clear()
        canvas.frame(target, draw)
        assert not [text for text in written if any(one.isdigit() for one in text)]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (18, 30, (18, 21, 24, 27, 30)),
        (0, 20, (0, 5, 10, 15, 20)),
        (0, 60, (0, 20, 40, 60)),
        (0, 5, (0, 1, 2, 3, 4, 5)),
        (-1, 1, (-1, -0.5, 0, 0.5, 1)),
        (3, 3, (3,)),
    ],
)
def test_scales_have_round_numbers(low, high, expected):
    values, minor, _ = gauges.ticks(low, high)
    assert values == pytest.approx(expected)
    assert minor >= 1


@pytest.mark.parametrize("top", [5, 60, 2500, 15000, 250000])
@pytest.mark.parametrize("compact", [False, True])
def test_numbers_of_a_gauge_do_not_run_into_each_other(canvas, monkeypatch, top, compact):
    spec = dict(gallery.SPECS["Needle gauge"][0], range=[0, top], zones=[])
    f = gallery.make_face(canvas, spec, 0, 0, "ON / ACTIVE", "en")
    f.compact = compact
    drawn = []
    paint_text = canvas.paint.text

    def note(x, y, text, *rest):
        if text.replace(" ", "").isdigit():
            drawn.append((x, y, canvas.paint.width(text, 13)))
        paint_text(x, y, text, *rest)

    def draw(p):
        p.onto(imgui.get_background_draw_list())
        gauges.still(p, f)

    monkeypatch.setattr(canvas.paint, "text", note)
    canvas.frame(canvas.ctx.simple_framebuffer((10, 10)), draw)
    assert len(drawn) >= 3
    for (x, y, wide), (x2, y2, wide2) in itertools.combinations(drawn, 2):
        assert abs(y - y2) >= 9 or abs(x - x2) >= (wide + wide2) / 2, top
