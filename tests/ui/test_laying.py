"""The editor of desks off-screen: every kind drawn small, every text inside its place."""

import pytest
from imgui_bundle import imgui

from simulator.laying import palette
from simulator.ui import laying_bar, laying_left, laying_samples, laying_texts
from simulator.ui.language import LANGUAGES


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_every_kind_is_drawn_small(canvas, ctx, tongue):
    target = ctx.simple_framebuffer((900, 400))

    def draw(p):
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        for row, kind in enumerate(palette.ITEMS):
            laying_samples.draw(p, 100 * (row % 8), 90 * (row // 8), 84, 56, kind, tongue)

    canvas.frame(target, draw)
    assert imgui.get_draw_data().total_vtx_count > 2000


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_no_text_is_cut_off(canvas, ctx, tongue):
    p = canvas.paint

    def draw(_):
        tabs = sum(p.width(laying_texts.say(one, tongue), 14, True) for one in laying_left.TABS)
        assert tabs <= laying_left.WIDTH - 16 - 8 * len(laying_left.TABS)
        tile = (laying_left.WIDTH - 28) / 2 - 6
        for item in palette.ITEMS.values():
            assert p.width(item.title.in_language(tongue), 13) <= tile, item.title
        for key in ("drag_widget", "drag_signal"):
            assert p.width(laying_texts.say(key, tongue), 13) <= laying_left.WIDTH - 24, key
        assert p.width(laying_texts.say("edit", tongue), 13, True) < 200

    canvas.frame(ctx.simple_framebuffer((200, 200)), draw)
    assert laying_bar.HEIGHT == 40


def test_every_key_and_word_of_a_widget_has_a_name():
    from simulator.laying import properties

    known = {key for keys in properties.KEYS.values() for key in keys}
    assert known | {*properties.HEAD} <= {*laying_texts.KEYS}
    words = {word for key in known for word in properties.form_of(key).words}
    assert words <= {*laying_texts.WORDS}
