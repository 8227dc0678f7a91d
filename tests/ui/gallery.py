"""Draws every widget in every state to PNG files: `python tests/ui/gallery.py FOLDER`."""

import sys
from pathlib import Path

import moderngl
import numpy as np
from imgui_bundle import imgui
from PIL import Image

from simulator.spec.models.console import WidgetSpec
from simulator.ui.painting import theme
from simulator.ui.painting.canvas import Canvas
from simulator.ui.widgets import attitude, chart, kinds
from simulator.ui.widgets.face import Curve, Face

STATES = ("OFF / REST", "ON / ACTIVE", "HOVER", "PRESSED", "FOCUS", "DISABLED", "FAULT", "NO DATA")
ZONES = [
    {"range": [18, 21], "level": "warning"},
    {"range": [21, 23], "level": "caution"},
    {"range": [23, 30], "level": "normal"},
]
RISING = [
    {"range": [0, 2], "level": "normal"},
    {"range": [2, 4], "level": "caution"},
    {"range": [4, 5], "level": "warning"},
]
KEY = ["OFF", "ON", "ST"]
GAIT = ["Stand", "First step", "Walk", {"ru": "Стоп по крену", "en": "Stopped by lean"}]
STOPPED = [{"range": [3, 3], "level": "warning"}]
HURRY = [{"range": [0, 30], "level": "caution"}]
SPECS = {
    "Push button": ({"type": "push_button", "label": "Reset"}, 0, 1),
    "Toggle": ({"type": "toggle", "label": "Lights"}, 0, 1),
    "Guarded toggle": (
        {"type": "toggle", "guarded": True, "label": "Gripper", "positions": ["OPEN", "CLOSE"]},
        0,
        1,
    ),
    "Key switch": ({"type": "key_switch", "positions": KEY, "label": "Power"}, 0, 1),
    "Lever": ({"type": "lever", "label": "Left"}, 0, 0.6),
    "Lever detents": ({"type": "lever", "detents": [-1, 0, 0.5, 1], "label": "Gear"}, 0, 0.5),
    "Joystick": ({"type": "lever", "axes": 2, "label": "Elbow"}, 0, 0.5),
    "Joystick thumb": ({"type": "lever", "axes": 2, "button": True, "label": "Arm"}, 0, 0.5),
    "Slider": ({"type": "slider", "range": [0, 1], "label": "Light", "decimals": 2}, 0, 0.5),
    "Knob": ({"type": "knob", "range": [0, 1], "label": "Gain", "decimals": 2}, 0, 0.65),
    "Rotary selector": (
        {"type": "rotary_selector", "positions": ["1", "2", "3", "4"], "label": "Range"},
        0,
        1,
    ),
    "Emergency stop": ({"type": "emergency_stop", "label": "Emergency stop"}, 0, 1),
    "Lamp normal": ({"type": "lamp", "label": "Power"}, 0, 1),
    "Lamp advisory": ({"type": "lamp", "kind": "advisory", "label": "Link"}, 0, 1),
    "Lamp caution": ({"type": "lamp", "kind": "caution", "blink": True, "label": "Grip"}, 0, 1),
    "Lamp warning": ({"type": "lamp", "kind": "warning", "blink": True, "label": "Fault"}, 0, 1),
    "Tile normal": ({"type": "annunciator", "label": "Battery"}, 0, 1),
    "Tile caution": ({"type": "annunciator", "kind": "caution", "label": "Current"}, 0, 1),
    "Tile warning": ({"type": "annunciator", "kind": "warning", "label": "Dose"}, 0, 1),
    "Needle gauge": (
        {"type": "gauge", "range": [18, 30], "zones": ZONES, "unit": "V", "label": "Battery"},
        18,
        24.6,
    ),
    "Bar gauge": (
        {"type": "bar_gauge", "range": [0, 5], "zones": RISING, "unit": "mSv/h", "label": "Dose"},
        0,
        3.1,
    ),
    "Strip": (
        {"type": "bar_gauge", "range": [0, 5], "zones": RISING, "label": "Jaw force"},
        0,
        3.1,
    ),
    "Display": (
        {"type": "display", "label": "Speed", "unit": "m/s", "decimals": 2, "zones": RISING},
        0,
        2.42,
    ),
    "Display of texts": (
        {"type": "display", "label": "Gait", "texts": GAIT, "zones": STOPPED},
        0,
        3,
    ),
    "Clock": ({"type": "clock", "label": "Time left", "countdown": 300, "zones": HURRY}, 285, 25.3),
    "Tile latched": (
        {"type": "annunciator", "kind": "caution", "latch": True, "label": "Slip"},
        0,
        1,
    ),
    "Chart": (
        {
            "type": "strip_chart",
            "label": "Currents",
            "range": [0, 12],
            "traces": {"left": {"unit": "A"}, "right": {"unit": "A"}},
            "zones": [{"range": [9, 12], "level": "warning"}],
        },
        0,
        6.5,
    ),
    "Attitude": ({"type": "attitude", "label": "Attitude"}, 0, 12),
    "Camera": ({"type": "camera", "camera": "eye", "label": "Gripper"}, 0, 1),
    "Text plate": ({"type": "text", "text": "Left track"}, 0, 0),
}


def make_face(
    canvas: Canvas,
    spec: dict,
    off: float,
    on: float,
    state: str,
    language: str,
    compact: bool = False,
) -> Face:
    """Return a widget's face in one of STATES."""
    f = Face("widget", WidgetSpec.model_validate(spec), language=language, compact=compact)
    f.labels = tuple(one.in_language(language) for one in f.spec.positions)
    f.value = f.drawn = off if state in ("OFF / REST", "DISABLED", "FAULT", "NO DATA") else on
    f.second = f.drawn_second = f.value * 0.6
    f.figures = f.number(f.value)
    f.hover = 1.0 if state == "HOVER" else 0.0
    f.is_held, f.is_focused = state == "PRESSED", state == "FOCUS"
    f.is_disabled, f.is_faulty = state == "DISABLED", state == "FAULT"
    f.is_missing = state == "NO DATA"
    f.is_dark = state == "PRESSED"
    f.guard = 0.0 if state == "OFF / REST" else 1.0
    f.is_thumb = state == "PRESSED"
    f.is_accepted = state == "PRESSED"
    _fill(canvas, f)
    f.w, f.h = kinds.KINDS[kinds.name(f.spec)].size(canvas.paint, f)
    return f


def _fill(canvas: Canvas, f: Face) -> None:
    """Give instruments of several signals something to show."""
    if f.spec.type == "attitude":
        f.parts = {"heading": 123.0, "slip": 0.2} if f.value else {}
        f.figures = attitude.figures(f)
    if f.spec.type == "strip_chart":
        times = np.linspace(0.0, 19.96, 500)
        f.cursor = 0.7 if f.hover or f.is_held or f.is_focused else None
        for shift in (0.0, 2.0):
            wave = f.value * (1.0 + 0.4 * np.sin(times + shift))
            lines = chart.thin(times, wave, 20.0, f.spec.span, 100)
            f.curves += (Curve(lines, float(wave[-1])),)
    if f.spec.type == "camera" and not f.is_dead:
        data = np.full((30, 40, 4), (70, 110, 90 + 60 * f.value, 255), np.uint8)
        data[:: 3 if f.hover else 5] //= 2
        if f.is_held or f.is_focused:
            data[:, :20] //= 3 if f.is_held else 2
        f.picture = canvas.renderer.register(canvas.ctx.texture((40, 30), 4, data.tobytes()))


def draw(canvas: Canvas, names: list[str], language: str = "en") -> Image.Image:
    """Return a picture of these widgets, a row each, a column per state."""
    scale = canvas.paint.scale
    pitch = max(188, *(_face(canvas, name, language).w + 24 for name in names))
    wide = 236 + len(STATES) * pitch
    size = (
        int(wide * scale),
        int(sum(_row(canvas, name, language) for name in names) * scale) + 40,
    )
    target = canvas.ctx.simple_framebuffer(size)

    def paint_all(p) -> None:
        p.onto(imgui.get_background_draw_list())
        p.at(0, 0)
        p.fill(0, 0, wide, size[1], theme.BG0)
        for column, state in enumerate(STATES):
            p.capitals(pitch / 2 + 146 + column * pitch, 12, state, theme.TX2)
        y = 30.0
        for name in names:
            tall = _row(canvas, name, language)
            p.at(0, y * scale)
            p.gradient(10, 0, wide - 20, tall - 8, theme.CARD, 10)
            p.outline(10, 0, wide - 20, tall - 8, theme.LINE, 10)
            p.text(26, 20, name, theme.TX0, 16, True, 0)
            for column, state in enumerate(STATES):
                f = make_face(canvas, *SPECS[name], state, language)
                left = 176 + (column + 0.5) * pitch - f.w / 2
                p.at(left * scale, (y + 14) * scale)
                kind = kinds.KINDS[kinds.name(f.spec)]
                kind.still(p, f)
                kind.live(p, f)
            y += tall

    for _ in range(2):
        canvas.frame(target, paint_all)
    image = Image.frombytes("RGB", size, target.read(components=3)).transpose(1)
    return image


def _row(canvas: Canvas, name: str, language: str) -> float:
    return _face(canvas, name, language).h + 36


def _face(canvas: Canvas, name: str, language: str) -> Face:
    return make_face(canvas, *SPECS[name], STATES[0], language)


def main(folder: Path) -> None:
    """Write the pictures."""
    ctx = moderngl.create_context(standalone=True, backend="egl")
    canvas = Canvas(ctx)
    names = list(SPECS)
    for part, chosen in enumerate((names[:6], names[6:12], names[12:19], names[19:26], names[26:])):
        draw(canvas, chosen).save(folder / f"widgets-{part}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
