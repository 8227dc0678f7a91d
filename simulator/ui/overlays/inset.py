"""The robot's camera as a picture in the view's corner."""

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.ui.areas import Box
from simulator.ui.painting import fitting, surface, theme, windows
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import phrases

STRIP = 30
SMALL = 150  # a picture less high has one strip: name and delay, or the dose rate
SIZES = (13, 12, 11)  # of the camera's name
STRIP_GROUND = theme.fade(theme.BG0, 0.74)
RADIATION = theme.rgb("#E3C41A")
LEAST = 0.01  # dose rate that is shown [mSv/h]
CROSS = theme.fade(theme.WHITE, 0.85)


def draw(
    p: Paint,
    box: Box,
    picture: imgui.ImTextureRef | None,
    title: str,
    note: str,
    language: str,
    dose: float,
) -> None:
    """Draw frame, picture (bottom row first, as OpenGL stores it), name, note and cross.

    Without a picture it says so; a stale picture is never shown. `dose` is the dose rate at the
    camera [mSv/h], shown below the picture where there is any to speak of.
    """
    outer = (box[0] - 8, box[1] - 8, box[2] + 16, box[3] + 16)
    with windows.opened("##inset", outer, is_touchable=False) as commands:
        wide, tall = p.over(commands, box)
        surface.shadow(p, -3, -3, wide + 6, tall + 6, 10)
        p.fill(-3, -3, wide + 6, tall + 6, theme.WELL, 10)
        if picture is None:
            p.fill(0, 0, wide, tall, theme.BG1, 8)
            p.icon(wide / 2, tall / 2 - 14, icons.ICON_FA_VIDEO_SLASH, theme.TX2, 30)
            p.text(wide / 2, tall / 2 + 18, phrases.say("no_signal", language), theme.TX2, 14)
        else:
            corner = (box[0] + box[2], box[1] + box[3])
            radius = 8 * p.scale
            commands.add_image_rounded(
                picture, box[:2], corner, (0, 1), (1, 0), theme.WHITE, radius
            )
            _cross(p, wide / 2, tall / 2)
        has_dose = dose >= LEAST
        if tall >= SMALL or not has_dose:
            p.fill(0, 0, wide, STRIP, STRIP_GROUND, 8, "top")
            p.icon(18, STRIP / 2, icons.ICON_FA_CAMERA, theme.TX1, 13)
            _write_title(p, title.upper(), wide - 12 - p.width(note, 13) - 8)
            p.text(wide - 12, STRIP / 2, note, theme.TX1, 13, False, 1)
        if has_dose:
            p.fill(0, tall - STRIP, wide, STRIP, STRIP_GROUND, 8, "bottom")
            p.icon(18, tall - STRIP / 2, icons.ICON_FA_RADIATION, RADIATION, 14)
            amount = phrases.number(dose, 2 if dose < 1.0 else 1, language)
            text = phrases.say("dose_rate", language).format(amount)
            p.text(34, tall - STRIP / 2, text, theme.TX0, 13, True, 0)
        p.outline(-2, -2, wide + 4, tall + 4, theme.LINE2, 9, 1.5)


def _write_title(p: Paint, title: str, right: float) -> None:
    """Write the camera's name up to `right`: smaller where it is long, then shortened."""
    room = right - 34
    size = next((one for one in SIZES if p.width(title, one, True) <= room), SIZES[-1])
    p.text(34, STRIP / 2, fitting.fit(p, title, room, size, True), theme.TX0, size, True, 0)


def _cross(p: Paint, x: float, y: float) -> None:
    for near, far in ((8, 22), (-22, -8)):
        p.line(x + near, y, x + far, y, CROSS, 1)
        p.line(x, y + near, x, y + far, CROSS, 1)
