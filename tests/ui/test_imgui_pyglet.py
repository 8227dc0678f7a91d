"""A window's events reach ImGui: keys with modifiers, Cyrillic text, pointer in device pixels."""

import pyglet
import pytest
from imgui_bundle import imgui
from pyglet.event import EventDispatcher

pyglet.options.shadow_window = False  # before the import that would need a display
from pyglet.window import key, mouse  # noqa: E402

from simulator.ui.painting.imgui_pyglet import KEYS, Input  # noqa: E402


class Window(EventDispatcher):
    """What `Input` needs of a window, at twice as many device pixels as points."""

    clipboard = ""

    def get_size(self):
        return 400, 300

    def get_framebuffer_size(self):
        return 800, 600

    def get_clipboard_text(self):
        return self.clipboard

    def set_clipboard_text(self, text):
        self.clipboard = text


for _name in (
    "on_key_press on_key_release on_text on_mouse_motion on_mouse_drag on_mouse_press "
    "on_mouse_release on_mouse_scroll on_mouse_leave on_activate on_deactivate"
).split():
    Window.register_event_type(_name)


@pytest.fixture
def window(canvas, ctx):
    made = Window()
    made.input = Input(made)
    made.target = ctx.simple_framebuffer((800, 600))
    made.draw = lambda draw=lambda p: None: canvas.frame(made.target, draw)
    made.draw()
    return made


def test_the_pointer_is_in_device_pixels_from_above(window):
    window.dispatch_event("on_mouse_motion", 100, 200, 0, 0)
    window.draw()
    assert tuple(imgui.get_io().mouse_pos) == (200.0, 200.0)


def test_buttons_and_wheel(window):
    window.dispatch_event("on_mouse_press", 10, 10, mouse.LEFT, 0)
    window.draw()
    assert imgui.get_io().mouse_down[0]
    window.dispatch_event("on_mouse_leave", 0, 0)
    window.draw()
    assert imgui.get_io().mouse_pos.x > 0
    window.dispatch_event("on_mouse_release", 10, 10, mouse.LEFT, 0)
    window.draw()
    assert not imgui.get_io().mouse_down[0]
    turned = []
    window.dispatch_event("on_mouse_scroll", 10, 10, 0, 2)
    window.draw(lambda p: turned.append(imgui.get_io().mouse_wheel))
    assert turned == [2.0]
    window.dispatch_event("on_mouse_leave", 0, 0)
    window.draw()
    assert not imgui.is_mouse_pos_valid()


def test_a_modifier_is_a_press_of_its_own(window):
    window.dispatch_event("on_key_press", key.LSHIFT, 0)
    window.draw()
    assert imgui.get_io().key_shift
    window.dispatch_event("on_key_release", key.LSHIFT, 0)
    window.draw()
    assert not imgui.get_io().key_shift


@pytest.mark.parametrize("order", [(key.LCTRL, key.Z), (key.Z, key.LCTRL)])
def test_a_stroke_between_two_frames_keeps_its_modifier(window, order):
    """Ctrl was down in the frame before, and came up with the key: it was none of Ctrl's."""
    seen = []

    def look(_):
        if imgui.is_key_pressed(imgui.Key.z):
            seen.append(imgui.get_io().key_ctrl)

    for _ in range(2):
        window.dispatch_event("on_key_press", key.LCTRL, 0)
        window.draw(look)
        window.dispatch_event("on_key_press", key.Z, key.MOD_CTRL)
        for symbol in order:
            window.dispatch_event("on_key_release", symbol, 0)
        for _ in range(3):
            window.draw(look)
        io = imgui.get_io()
        assert not io.key_ctrl and not imgui.is_key_down(imgui.Key.z)
    assert seen == [True, True]


def test_lost_focus_lets_everything_go(window):
    window.dispatch_event("on_key_press", key.LCTRL, 0)
    window.dispatch_event("on_key_press", key.A, 0)
    window.draw()
    assert imgui.is_key_down(imgui.Key.a)
    window.dispatch_event("on_deactivate")
    window.draw()
    assert not imgui.is_key_down(imgui.Key.a)
    assert not imgui.get_io().key_ctrl


def test_cyrillic_is_typed(window):
    text = [""]

    def field(p):
        imgui.begin("field")
        imgui.set_keyboard_focus_here()
        text[0] = imgui.input_text("##text", text[0])[1]
        imgui.end()

    for _ in range(3):
        window.draw(field)
    assert window.input.io.want_text_input
    window.dispatch_event("on_text", "Пульт")
    for _ in range(7):
        window.draw(field)
    assert text[0] == "Пульт"


def test_what_is_typed_between_two_pictures_is_in_the_next(window):
    """It appeared a letter a picture: ten pictures a second were slower than a hand."""
    text = [""]

    def field(p):
        imgui.begin("field")
        if not imgui.is_any_item_active():
            imgui.set_keyboard_focus_here()
        text[0] = imgui.input_text("##text", text[0])[1]
        imgui.end()

    def strike(symbol, typed="", modifiers=0):
        window.dispatch_event("on_key_press", symbol, modifiers)
        window.dispatch_event("on_text", typed)
        window.dispatch_event("on_key_release", symbol, modifiers)

    for _ in range(3):
        window.draw(field)
    for letter in "gripper 2":
        strike(getattr(key, f"_{letter}") if letter == "2" else ord(letter), letter)
    for letter in "связь":
        strike(key.user_key(52), letter)
    window.draw(field)
    assert text[0] == "gripper 2связь"
    window.dispatch_event("on_key_press", key.LCTRL, 0)
    window.draw(field)
    strike(key.A, modifiers=key.MOD_CTRL)
    window.dispatch_event("on_key_release", key.LCTRL, 0)
    strike(key.BACKSPACE)
    for _ in range(5):
        window.draw(field)
    assert text[0] == "", "keys with Ctrl, and those that type nothing, are still keys"


def test_the_clipboard_is_the_windows(window):
    imgui.set_clipboard_text("ошибка")
    assert window.clipboard == "ошибка"
    window.clipboard = "место"
    assert imgui.get_clipboard_text() == "место"


def test_a_closed_input_hears_nothing(window):
    window.input.close()
    window.dispatch_event("on_key_press", key.A, 0)
    window.draw()
    assert not imgui.is_key_down(imgui.Key.a)


def test_every_letter_and_digit_is_known():
    assert len({*KEYS.values()}) == len(KEYS)
    assert all(getattr(key, letter) in KEYS for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_a_key_of_another_script_is_the_one_at_its_place(window):
    symbol = key.user_key(52)  # where Latin keyboards have Z
    window.dispatch_event("on_key_press", symbol, 0)
    window.draw()
    assert imgui.is_key_down(imgui.Key.z)
    window.dispatch_event("on_key_release", symbol, 0)
    window.draw()
    assert not imgui.is_key_down(imgui.Key.z)
