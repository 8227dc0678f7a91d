"""The desk shows panel and snapshot, at any size, in both languages, for any console file."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from imgui_bundle import imgui

from simulator.spec.models.console import ConsoleSpec
from simulator.ui.painting import theme
from simulator.ui.widgets import hands

SIZES = [(1280, 280, 1.0), (1600, 372, 1.0), (1920, 420, 1.5), (2560, 744, 2.0), (900, 280, 1.0)]


def shown(o) -> list[str]:
    return [name for card in o.desk.dock.cards for name in o.desk.dock.visible(card)]


def find_stops(console: ConsoleSpec) -> list[str]:
    return [name for name, widget in console.panel.items() if widget.type == "emergency_stop"]


def overlap(a, b) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_shipped_consoles_fit(seat, canvas, shipped, width, height, scale):
    canvas.set_scale(scale)
    o = seat(shipped, (width, height))
    names = shown(o)
    rects = {name: o.desk.rect(name) for name in names}
    for _, y, w, h in rects.values():
        assert y >= 0
        assert y + h <= height
        assert w >= 28 * scale
        assert h >= 28 * scale
    assert not [
        pair for pair in itertools.combinations(names, 2) if overlap(*(rects[n] for n in pair))
    ]
    for stop in find_stops(shipped):
        x, _, w, _ = rects[stop]
        assert x >= 0
        assert x + w <= width


def test_in_a_low_desk_the_emergency_stop_has_the_room_of_its_cards_title(seat, canvas, shipped):
    """What a window of 800 x 600 pixels leaves at 200 %: it was drawn 52 pixels wide."""
    canvas.set_scale(2.0)
    o = seat(shipped, (800, 180))
    for stop in find_stops(shipped):
        _, y, w, h = o.desk.rect(stop)
        assert min(w, h) >= 88 and y >= 0 and y + h <= 180


@pytest.mark.parametrize("language", ["ru", "en"])
def test_titles_of_tabs_are_shortened_before_a_narrow_desk_scrolls(
    seat, canvas, shipped, monkeypatch, language
):
    """The cards' titles alone were wider than a window of 1024 pixels at 150 %."""
    titles, paint = [], canvas.paint
    canvas.set_scale(1.5)
    o = seat(shipped, (1024, 420), language=language)
    monkeypatch.setattr(
        paint,
        "capitals",
        lambda x, y, text, _: titles.append(
            (paint.x + 1.5 * x, paint.x + 1.5 * (x + paint.width(text, 13, True)), text)
        ),
    )
    o.desk.forget_still()
    o.look()
    cards = o.desk.dock.cards
    is_wide = any(one.width > 500 for one in o.desk.dock._contents.values())  # whatever the titles
    assert o.desk.dock.hidden == 0.0 or is_wide
    assert len(titles) >= len(cards)
    for (_, end, one), (begin, _, other) in itertools.pairwise(sorted(titles)):
        assert end < begin, (one, other)
    assert all(len(text.rstrip("\u2026")) >= 3 for _, _, text in titles)


@pytest.mark.parametrize("height", [300, 230])
def test_widgets_of_a_low_desk_stay_on_their_cards(seat, canvas, shipped, height):
    canvas.set_scale(2.0)
    o = seat(shipped, (1280, height))
    for card in o.desk.dock.cards:
        _, top, _, tall = o.desk.dock.frame(card)
        for name in o.desk.dock.visible(card):
            _, y, _, h = o.desk.rect(name)
            assert top <= y and y + h <= top + tall + 1


def test_every_widget_of_a_tab_can_be_brought_to_the_front(seat, shipped):
    o = seat(shipped, (1280, 280))
    for name in shipped.panel:
        o.desk.show(name)
        o.look()
        assert name in shown(o)


def test_nothing_touches_the_line_below_a_tabs_title(seat, shipped):
    o = seat(shipped, (1280, 280))
    tops = [o.desk.rect(name)[1] for name in shown(o)]
    head = o.pixels()[12 : int(min(tops))].astype(int)
    accent = np.array([theme.ACC & 255, theme.ACC >> 8 & 255, theme.ACC >> 16 & 255])
    rows = np.argwhere(np.abs(head - accent).max(-1) < 8)[:, 0]
    assert len(rows) == 0 or len(head) - 1 - rows.max() >= 4


def test_no_control_moves_when_the_language_changes(seat, shipped):
    o = seat(shipped, (1600, 372))
    before = {name: o.desk.rect(name) for name in shipped.panel}
    english = o.pixels().copy()
    o.language = "ru"
    o.look(2)
    assert {name: o.desk.rect(name) for name in shipped.panel} == before
    assert np.abs(o.pixels().astype(int) - english).max() > 100


def test_nothing_is_written_outside_its_card_in_russian(seat, canvas, shipped, monkeypatch):
    outside = []
    text = canvas.paint.text

    def check(x, y, words, colour=theme.TX0, size=14, is_bold=False, align=0.5):
        left = canvas.paint.x + x - align * canvas.paint.width(words, size, is_bold)
        right = left + canvas.paint.width(words, size, is_bold)
        cards = o.desk.dock.cards
        if not any(card.x <= left + 2 and right - 2 <= card.x + card.width for card in cards):
            outside.append(words)
        text(x, y, words, colour, size, is_bold, align)

    o = seat(shipped, (1600, 372), language="ru")
    monkeypatch.setattr(canvas.paint, "text", check)
    o.desk.forget_still()
    o.look()
    assert outside == []


def test_broken_indicators_show_what_the_snapshot_says_of_them(operate):
    widgets = {
        "lamp": {"type": "lamp", "label": "Lamp"},
        "other": {"type": "lamp", "label": "Other"},
        "speed": {"type": "display", "label": "Speed", "scale": 100.0, "decimals": 1},
    }
    o = operate(widgets, outputs={"lamp": "power", "other": "power", "speed": "v"})
    o.show(power=1.0, v=0.5)
    o.snapshot = replace(o.snapshot, shown={"lamp": 0.0, "speed": 0.12})
    o.look(20)
    faces = {name: entry.face for name, entry in o.desk.entries.items()}
    assert (faces["lamp"].is_on, faces["other"].is_on) == (False, True)
    assert faces["speed"].figures == "12.0"


def test_indicators_follow_their_outputs(operate):
    widgets = {
        "lamp": {"type": "lamp", "label": "Lamp"},
        "speed": {"type": "display", "label": "Speed", "scale": 100.0, "decimals": 1},
        "volts": {"type": "gauge", "range": [0, 30], "label": "Volts"},
        "loose": {"type": "display", "label": "Loose"},
        "fixed": {"type": "display", "label": "Fixed"},
    }
    outputs = {"lamp": "power", "speed": "v", "volts": "u", "fixed": 7.5}
    o = operate(widgets, outputs=outputs)
    o.show(power=1.0, v=0.0123, u=math.nan)
    o.look(20)
    faces = {name: entry.face for name, entry in o.desk.entries.items()}
    assert faces["lamp"].is_on
    assert faces["speed"].figures == "1.2"
    assert faces["volts"].is_faulty
    assert faces["loose"].is_missing
    assert faces["fixed"].figures == "7.5"
    o.language = "ru"
    o.look(20)
    assert faces["speed"].figures == "1,2"


def test_a_needle_lags_and_figures_come_at_5_hz(operate):
    o = operate(
        {"volts": {"type": "gauge", "range": [0, 30], "label": "V"}}, outputs={"volts": "u"}
    )
    o.show(u=0.0)
    o.look(20)
    o.show(u=30.0)
    face = o.desk.entries["volts"].face
    seen = []
    for _ in range(12):
        o.look()
        seen.append(face.figures)
    assert 0.0 < face.drawn < 30.0
    assert set(seen) == {"0.0", "30.0"}
    o.look(60)
    assert face.drawn == pytest.approx(30.0, abs=0.1)


def test_a_lit_button_shines_without_being_pressed(operate):
    o = operate({"pick": {"type": "push_button", "label": "Pick"}}, outputs={"pick": "picked"})
    o.show(picked=1.0)
    o.look()
    face = o.desk.entries["pick"].face
    assert face.is_on
    assert not face.is_held
    o.panel.press("pick", "keyboard")
    o.look()
    assert face.is_held


def test_several_levers_move_at_once(operate):
    lever = {"type": "lever", "spring_return": True, "label": "Lever"}
    o = operate({"left": lever, "right": lever})
    o.panel.set("right", -0.6, "keyboard")
    o.press(*o.at("left", 0.5, 0.3))
    assert o.panel.get("left") > 0.3
    assert o.panel.get("right") == -0.6
    o.release()
    assert o.panel.get("right") == -0.6


def test_a_warning_blinks_in_its_time(operate):
    tile = {"type": "annunciator", "kind": "warning", "label": "Dose"}
    o = operate({"dose": tile}, outputs={"dose": "high"})
    o.show(high=1.0)
    dark = []
    for _ in range(100):
        o.look()
        dark.append(o.desk.entries["dose"].face.is_dark)
    changes = sum(a != b for a, b in itertools.pairwise(dark))
    assert 9 <= changes <= 11  # 2.5 Hz over two seconds


def test_a_narrow_window_scrolls_and_keeps_the_stop(seat, shipped):
    o = seat(shipped, (520, 280))
    places = {name: o.desk.rect(name)[0] for name in shown(o) if o.desk.rect(name)[0] > 300}
    before = [o.desk.rect(stop) for stop in find_stops(shipped)]
    o.move(515, 275)
    o.wheel(-2)
    o.look()
    assert [o.desk.rect(stop) for stop in find_stops(shipped)] == before
    assert all(o.desk.rect(name)[0] < x for name, x in places.items())


WIDE = {
    "panel": {f"lever{i}": {"type": "lever", "group": "all"} for i in range(12)}
    | {f"button{i}": {"type": "push_button", "group": "all"} for i in range(2)},
    "groups": {"all": {"title": "All"}},
}


def test_the_wheel_scrolls_over_what_takes_no_wheel(seat):
    o = seat(ConsoleSpec.model_validate(WIDE), (520, 280))
    x, y, w, h = o.desk.rect("lever2")
    o.move(x + w / 2, y + h / 2)
    o.wheel(1)
    assert o.panel.get("lever2") != 0.0 and o.desk.dock.scroll == 0.0
    o.move(515, 275)
    o.wheel(-5)
    o.look()
    before = o.desk.dock.scroll
    assert before > 0.0
    held = {name: o.panel.get(name) for name in WIDE["panel"]}
    x, y, w, h = o.desk.rect("lever5")
    o.move(x + w / 2, y + h / 2)
    o.wheel(-1)
    o.look()
    assert o.desk.dock.scroll > before  # a lever that comes under the pointer stops nothing
    assert {name: o.panel.get(name) for name in WIDE["panel"]} == held
    o.wheel(-50)
    o.look(50)  # the wheel rests
    x, y, w, h = o.desk.rect("button1")
    o.move(x + w / 2, y + h / 2)
    o.look(2)
    before = o.desk.dock.scroll
    o.wheel(1)
    o.look()
    assert o.desk.dock.scroll < before


def test_a_bar_shows_and_drags_what_is_hidden(seat):
    o = seat(ConsoleSpec.model_validate(WIDE), (520, 280))
    bright = o.pixels()[268:276].astype(int).max(axis=(0, 2)) > 70
    assert bright[20:200].all() and not bright[400:500].any()
    o.press(40, 274)
    o.move(140, 274)
    o.look(2)
    o.release()
    o.look()
    assert o.desk.dock.scroll > 100
    bright = o.pixels()[268:276].astype(int).max(axis=(0, 2)) > 70
    assert not bright[20:100].any()


def test_what_is_on_no_card_can_be_brought_to_the_front_of_a_folded_one(seat):
    """It had a tab without a title, which nobody could click."""
    levers = {f"lever{row}": {"type": "lever", "group": "arm"} for row in range(5)}
    dials = {f"dial{row}": {"type": "gauge", "group": "arm"} for row in range(4)}
    panel = levers | dials | {"alone": {"type": "lever"}}
    groups = {"arm": {"title": "ARM"}}
    o = seat(ConsoleSpec.model_validate({"groups": groups, "panel": panel}), (760, 280))
    (card,) = o.desk.dock.cards
    assert len(card.groups) == 2 and "alone" not in shown(o)
    (_, x, width) = o.desk.dock._tabs(o.canvas.paint, card)[1]
    left, top, *_ = o.desk.dock.frame(card)
    o.press(left + x + width / 2, top + 14)
    o.release()
    assert width > 30 and shown(o) == ["alone"]


def test_an_empty_console_is_a_desk_too(seat):
    o = seat(ConsoleSpec())
    assert o.desk.entries == {}


def test_every_control_kind_can_be_touched():
    assert hands.is_control("lever")
    assert not hands.is_control("gauge")


def test_a_resting_pointer_is_told_label_and_keys(operate, monkeypatch):
    lever = {"type": "lever", "label": "Left", "keys": ["S", "bracketleft"]}
    o = operate({"left": lever})
    told = []
    monkeypatch.setattr(imgui, "set_tooltip", told.append)
    o.move(*o.at("left"))
    o.look(10)
    assert told == []
    o.look(60)
    assert set(told) == {"Left   S  ["}
    told.clear()
    o.desk.paint.marks = lambda: {"S": "Ы"}
    o.look(2)
    assert set(told) == {"Left   Ы  ["}
    o.press(*o.at("left"))
    told.clear()
    o.look(60)
    assert told == []
    o.release()
