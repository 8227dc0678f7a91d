"""The line at the window's head: menus, run buttons, the title, recording, language."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from simulator.ui.areas import Box
from simulator.ui.intents import DEBUG_DRAWS, QUALITIES, SCALES, Intents, Recorded, Status
from simulator.ui.painting import fitting, theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts import diagram, laying, lessons, phrases, scene

HEIGHT = 32
GAP = 18  # between the scene's name and what is at the right
EDGE, TIGHT = 16.0, 2.0  # before the first menu; beside a title of a menu, at least
WHEN, RESULT = 290.0, 140.0  # what is right of a recording's title; of an attempt's, more
BEFORE = 12.0  # the run buttons
BUTTON, DOT = 40.0, 36.0  # widths of a run button, of the recording's dot and the gap beside it
Fill = Callable[[Status, str, Paint, Intents], None]
LANGUAGE = 56.0  # of the language and what is right of it
KEYS = {"pause": "F5", "step": "F6", "reset": "F7", "record": "F9", "end_attempt": "Ctrl+B"}
WORDS = {(name, is_on): name for name in KEYS for is_on in (False, True)}
WORDS |= {("pause", True): "resume", ("record", True): "record_stop"}
DIAGRAM = (  # what the diagram's menu holds, with keys
    ("undo", "Ctrl+Z"),
    ("redo", "Ctrl+Y"),
    ("copy", "Ctrl+C"),
    ("paste", "Ctrl+V"),
    ("delete", "Del"),
    ("gather", "Ctrl+G"),
    ("dissolve", "Ctrl+Shift+G"),
    ("add_note", ""),
    ("save", "Ctrl+S"),
    ("arrange", ""),
    ("fit", "Home"),
)


def draw(p: Paint, box: Box, status: Status, title: str, language: str, intents: Intents) -> None:
    """Draw the bar and write what is chosen into `intents`."""
    scale = p.scale
    line = theme.SIZES["body"] * theme.EM
    imgui.push_font(p.fonts.regular, line)
    imgui.push_style_var(imgui.StyleVar_.frame_padding, (8 * scale, (HEIGHT - line) / 2 * scale))
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
    if imgui.begin_main_menu_bar():
        imgui.pop_style_var()
        right = LANGUAGE + (0 if status.recording is None else BEFORE + DOT)
        _menus(box[2] / scale - EDGE - right, status, language, p, intents)
        _recordings(p, box, status, language, intents)
        used = _buttons(p, box, status, language, intents)
        end = box[2] / scale - _right(p, box, used, status, language, intents) - GAP
        p.onto(imgui.get_window_draw_list())
        p.at(box[0], box[1])
        title = fitting.fit(p, title, end - used - 12, 14)
        half = p.width(title, 14) / 2
        middle = min(max(box[2] / scale / 2, used + 12 + half), end - half)
        p.text(middle, HEIGHT / 2, title, theme.TX1, 14)
        p.fill(0, HEIGHT - 1, box[2] / scale, 1, theme.LINE)
        imgui.end_main_menu_bar()
    else:
        imgui.pop_style_var()
    imgui.pop_style_var()
    imgui.pop_font()


def _menus(room: float, status: Status, language: str, p: Paint, intents: Intents) -> None:
    """Draw the menus: closer to each other where they have no room, in the end as one of all."""
    menus: dict[str, Fill] = {
        "scene": _scene,
        "training": _training,
        "consoles": _consoles,
        "devices": _devices,
        "view": _view,
        "diagram": _diagram,
        "run": _run,
    }
    if len(status.consoles) < 2:
        del menus["consoles"]
    wide, high = imgui.get_style().item_spacing
    left = room - sum(p.width(phrases.say(key, language), 14) for key in menus)
    if left < 2 * TIGHT * len(menus):
        menus = {"menu": partial(_submenus, menus)}
    beside = min(max(left / len(menus) / 2, TIGHT) * p.scale // 1, wide)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, (beside, high))
    for key, fill in menus.items():
        if imgui.begin_menu(f"{phrases.say(key, language)}###{key}"):
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (8 * p.scale, 4 * p.scale))
            imgui.push_style_var(imgui.StyleVar_.item_spacing, (wide, high))
            fill(status, language, p, intents)
            imgui.pop_style_var(2)
            imgui.end_menu()
    imgui.pop_style_var()


def _submenus(
    menus: Mapping[str, Fill], status: Status, language: str, p: Paint, intents: Intents
) -> None:
    for key, fill in menus.items():
        if imgui.begin_menu(f"{phrases.say(key, language)}###{key}"):
            fill(status, language, p, intents)
            imgui.end_menu()


def _scene(status: Status, language: str, p: Paint, intents: Intents) -> None:
    titles = [title for _, title in status.scenes]
    for path, title in status.scenes:
        file = Path(path).name if titles.count(title) > 1 else ""
        if _item(f"{title}###scene {path}", file, path == status.scene):
            intents.open_scene = path
    if status.scenes:
        imgui.separator()
    if _item(f"{phrases.say('recordings', language)}###recordings"):
        intents.recordings = True
    if _item(f"{scene.say('arrange', language)}###arrange", "Ctrl+E", status.is_arranged):
        intents.arrange = True
    imgui.separator()
    if _item(f"{phrases.say('quit', language)}###quit"):
        intents.quit = True


def _recordings(p: Paint, box: Box, status: Status, language: str, intents: Intents) -> None:
    """Draw the list of recordings, once it is asked for: a submenu would have no room beside."""
    if intents.recordings:
        imgui.open_popup("recordings")
    place = box[0] + EDGE / 2 * p.scale, box[1] + HEIGHT * p.scale
    imgui.set_next_window_pos(place, imgui.Cond_.appearing)
    if not imgui.begin_popup("recordings"):
        return
    found = status.recordings or ()
    room = box[2] / p.scale - WHEN - RESULT * any(one.outcome for one in found)
    for one in found:
        title = fitting.fit(p, one.title.in_language(language), room, 14)
        length = phrases.say("cut_off", language) if one.length is None else _clock(one.length)
        told = f"{phrases.moment(one.time, language)}   {length}{_result(one, language)}"
        if _item(f"{title}###recording {one.path}", told, one.path == status.scene):
            intents.open_scene = one.path
    if not status.recordings:
        is_known = status.recordings is not None
        imgui.text_disabled(phrases.say("no_recordings", language) if is_known else "…")
    imgui.end_popup()


def _result(one: Recorded, language: str) -> str:
    """Return how a recorded attempt ended, behind a gap; nothing of another recording."""
    if not one.outcome:
        return ""
    mark = "" if one.outcome == "void" else f" {phrases.number(one.mark, 1, language)}"
    return f"   {lessons.say(one.outcome, language)}{mark}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:02d}:{rest:02d}"


def _training(status: Status, language: str, p: Paint, intents: Intents) -> None:
    if _item(f"{phrases.say('exercises', language)}###exercises"):
        intents.exercises = True
    if status.lesson is not None and status.lesson.hint_price is not None:
        if _item(f"{phrases.say('hint', language)}###hint"):
            intents.hint = True
    if status.is_tried:
        if _item(f"{phrases.say('end_attempt', language)}###end", KEYS["end_attempt"]):
            intents.end_attempt = True


def _consoles(status: Status, language: str, p: Paint, intents: Intents) -> None:
    for place, (owner, title) in enumerate(status.consoles):
        key = f"Ctrl+{place + 1}" if place < 9 else ""
        if _item(f"{title}###console {owner}", key, owner == status.console):
            intents.console = owner


def _devices(status: Status, language: str, p: Paint, intents: Intents) -> None:
    for device in status.devices:
        note = "" if device.is_calibrated else phrases.say("not_calibrated", language)
        if not imgui.begin_menu(f"{device.name}   {note}###device {device.source}"):
            continue
        if _item(f"{phrases.say('calibrate', language)}###calibrate {device.source}"):
            intents.calibrate = device.source
        works = f"{phrases.say('use_device', language)}###use {device.source}"
        if _item(works, "", device.is_used):
            intents.use_device = device.source
        imgui.end_menu()
    if not status.devices:
        imgui.text_disabled(phrases.say("no_devices", language))


def _view(status: Status, language: str, p: Paint, intents: Intents) -> None:
    def named(name: str) -> str:
        known = status.camera_titles.get(name)
        if known is not None:
            return known.in_language(language)
        return phrases.say(name, language) if name in phrases.TEXTS else name

    def choice(key: str, values: Sequence, chosen: object, text: Callable = named) -> None:
        if values and imgui.begin_menu(f"{phrases.say(key, language)}###{key}"):
            for value in values:
                press = "F8" if (key, value) == ("camera", "follow") else ""
                if _item(f"{text(value)}###{key} {value}", press, value == chosen):
                    setattr(intents, key, value)
            imgui.end_menu()

    insets = ["", *(one for one in status.cameras if one not in ("free", "follow"))]
    if status.pages and imgui.begin_menu(f"{phrases.say('page_apart', language)}###page_apart"):
        for page in status.pages:
            if _item(f"{page.title}###page {page.name}", "", page.is_apart):
                intents.page_apart = page.name
        imgui.end_menu()
    choice("camera", status.cameras, status.camera)
    choice("inset", insets, status.inset, lambda name: named(name or "none"))
    if imgui.begin_menu(f"{phrases.say('debug', language)}###debug"):
        for name in DEBUG_DRAWS:
            if _item(f"{phrases.say(name, language)}###{name}", "", name in status.debug):
                intents.debug = name
        imgui.end_menu()
    if _item(f"{laying.say('edit_desk', language)}###lay out", "Ctrl+L", status.is_laid_out):
        intents.lay_out = True
    drawn = f": {named(status.drawn_quality).lower()}" if status.drawn_quality else ""
    now = drawn if status.quality == "auto" else ""
    choice("quality", QUALITIES, status.quality, lambda one: named(one) + now * (one == "auto"))
    choice("scale", SCALES, p.scale, lambda share: f"{100 * share:.0f} %")
    imgui.separator()
    if _item(f"{phrases.say('fullscreen', language)}###fullscreen", "F11"):
        intents.fullscreen = True
    if _item(f"{phrases.say('help', language)}###help", "F1"):
        intents.help = True


def _diagram(status: Status, language: str, p: Paint, intents: Intents) -> None:
    shown = diagram.say("close" if status.shows_diagram else "open", language)
    if _item(f"{shown}###toggle", "Ctrl+D"):
        intents.diagram = "toggle"
    if not status.shows_diagram:
        return
    imgui.separator()
    for name, key in DIAGRAM:
        if _item(f"{diagram.say(name, language)}###{name}", key):
            intents.diagram = name


def _run(status: Status, language: str, p: Paint, intents: Intents) -> None:
    is_paused = status.run_state == "paused"
    if _item(f"{phrases.say('resume' if is_paused else 'pause', language)}###pause", "F5"):
        intents.pause = True
    if _item(f"{phrases.say('step', language)}###step", "F6"):
        intents.step = True
    if _item(f"{phrases.say('reset', language)}###reset", "F7"):
        intents.reset = True
    imgui.separator()
    word = "record" if status.recording is None else "record_stop"
    if _item(f"{phrases.say(word, language)}###record", "F9"):
        intents.record = True
    if _item(f"{phrases.say('picture', language)}###picture", "F12"):
        intents.picture = True


def _item(text: str, key: str = "", is_chosen: bool = False) -> bool:
    return imgui.menu_item_simple(text, key, is_chosen)


def _buttons(p: Paint, box: Box, status: Status, language: str, intents: Intents) -> float:
    """Draw the run buttons that have room right of the menus; return where they end, unscaled."""
    is_paused = status.run_state == "paused"
    x = imgui.get_cursor_screen_pos().x + BEFORE * p.scale
    end = box[0] + box[2] - LANGUAGE * p.scale
    ends = [("end_attempt", icons.ICON_FA_FLAG, False)] if status.is_tried else []
    buttons = (
        ("pause", icons.ICON_FA_PLAY if is_paused else icons.ICON_FA_PAUSE, is_paused),
        ("step", icons.ICON_FA_FORWARD_STEP, False),
        ("reset", icons.ICON_FA_ROTATE_LEFT, False),
        ("record", icons.ICON_FA_CIRCLE, status.recording is not None),
        *ends,
    )
    if status.recording is not None and x + len(buttons) * BUTTON * p.scale > end:
        end -= DOT * p.scale  # instead of the red button
    for name, glyph, is_on in buttons:
        if x + BUTTON * p.scale > end:
            break
        if _icon_button(p, box, x, name, glyph, is_on):
            setattr(intents, name, True)
        _tell(WORDS[name, is_on], KEYS[name], language)
        x += BUTTON * p.scale
    return (x - box[0]) / p.scale


def _icon_button(p: Paint, box: Box, x: float, name: str, glyph: str, is_on: bool) -> bool:
    imgui.set_cursor_screen_pos((x, box[1]))
    is_clicked = imgui.invisible_button(f"##{name} button", (BUTTON * p.scale, HEIGHT * p.scale))
    p.onto(imgui.get_window_draw_list())
    p.at(x, box[1])
    if imgui.is_item_hovered():
        p.fill(2, 3, BUTTON - 4, HEIGHT - 6, theme.BG3, 6)
        p.outline(2, 3, BUTTON - 4, HEIGHT - 6, theme.ACC, 6)
    colour = (theme.BAD if name == "record" else theme.ACC) if is_on else theme.TX1
    p.icon(BUTTON / 2, HEIGHT / 2, glyph, colour, 13)
    return is_clicked


def _tell(word: str, key: str, language: str) -> None:
    """Say what a picture means, and its key, where the pointer rests on it."""
    if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
        imgui.set_tooltip(f"{phrases.say(word, language)} ({key})")


def _right(
    p: Paint, box: Box, used: float, status: Status, language: str, intents: Intents
) -> float:
    """Draw recording and language; return how far they reach from the right, in design pixels.

    Of the recording there is what has room right of `used`: its dot, then its time, then its word.
    """
    right = box[0] + box[2]
    other = "en" if language == "ru" else "ru"
    wide = 48 * p.scale
    imgui.set_cursor_screen_pos((right - wide - 8 * p.scale, box[1]))
    if imgui.invisible_button("##language", (wide, HEIGHT * p.scale)):
        intents.language = other
    _tell("language", "F2", language)
    p.onto(imgui.get_window_draw_list())
    p.at(right, box[1])
    colour = theme.ACC if imgui.is_item_hovered() else theme.TX0
    p.text(-32, HEIGHT / 2, language.upper(), colour, 14, True)
    if status.recording is None:
        return LANGUAGE
    clock = _clock(status.recording)
    room = box[2] / p.scale - used - LANGUAGE
    word, time = p.width(phrases.say("recording", language), 14), p.width("00:00", 14)
    if room < DOT:
        return LANGUAGE  # its button is red
    reach = 0.0
    if room >= time + 52:
        p.text(-72 - time, HEIGHT / 2, clock, theme.TX0, 14, False, 0)
        reach = time + 8
    if room >= time + word + 64:
        p.text(-72 - reach, HEIGHT / 2, phrases.say("recording", language), theme.TX0, 14, False, 1)
        reach += word + 12
    p.disc(-77 - reach, HEIGHT / 2, 5, theme.BAD)
    return 82 + reach
