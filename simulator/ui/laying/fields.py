"""Fields of the desk's editor: texts in two languages, numbers, words, lists; ImGui's own."""

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from simulator.editor.properties import read_value, to_text
from simulator.spec.fields import COLOURS, Text
from simulator.ui.editing import controls
from simulator.ui.editing.typed import UNCHANGED, Typed
from simulator.ui.painting import theme
from simulator.ui.painting.paint import Paint
from simulator.ui.texts.laying import name_word, say
from simulator.ui.texts.phrases import LANGUAGES


class Fields(Typed):
    """Draws fields one below the other; keeps what is typed until it is finished."""

    language = "en"  # whose decimals numbers have

    def caption(self, text: str, is_written: bool = True) -> None:
        """Write what the next field is; paler where the file leaves it at its default."""
        colour = theme.TX1 if is_written else theme.TX2
        imgui.text_colored(imgui.color_convert_u32_to_float4(colour), text)

    def number(self, name: str, value: float | None, wide: float = -1.0, hint: str = "") -> Any:
        """Draw a field for a number; return it, the text if it is none, None if it was emptied."""
        typed = self.text(name, to_text(_whole(value), self.language), wide, hint)
        return UNCHANGED if typed is UNCHANGED else read_value(typed)

    def numbers(self, name: str, values: Sequence[float]) -> Any:
        """Draw a field for several numbers, `;` between them."""
        typed = self.text(name, to_text([_whole(one) for one in values], self.language))
        return UNCHANGED if typed is UNCHANGED else read_value(typed, True, self.language)

    def row(self, p: Paint, name: str, values: Sequence[float | None]) -> Any:
        """Draw numbers side by side; return all of them once one has changed."""
        wide = _share(p, len(values))
        found, is_changed = [*values], False
        for row, value in enumerate(values):
            if row:
                imgui.same_line(0, 6 * p.scale)
            one = self.number(f"{name} {row}", value, wide)
            if one is not UNCHANGED:
                found[row], is_changed = one, True
        return found if is_changed else UNCHANGED

    def label(self, p: Paint, name: str, value: Text | None) -> Any:
        """Draw a text in both languages; return what is to be written, None where it is empty."""
        found: dict[str, str] = {one: getattr(value, one) if value else "" for one in LANGUAGES}
        is_alone, is_changed = not any(found.values()), False
        for one in LANGUAGES:
            imgui.align_text_to_frame_padding()
            imgui.text_disabled(one.upper())
            imgui.same_line(38 * p.scale, 0)
            typed = self.text(f"{name} {one}", found[one])
            if typed is not UNCHANGED:
                for other in LANGUAGES if is_alone else (one,):  # the first text is for both
                    found[other] = typed
                is_changed = True
        return write_label(found) if is_changed else UNCHANGED

    def labels(self, p: Paint, name: str, values: Sequence[Text], language: str) -> Any:
        """Draw a list of texts, one line each with both languages; return the whole list."""
        listed: list[Any] = [write_label({"ru": one.ru, "en": one.en}) or "" for one in values]
        wide, is_changed = _share(p, 2, 30), False
        for row, one in enumerate(values):
            found = {"ru": one.ru, "en": one.en}
            for place, language in enumerate(LANGUAGES):
                if place:
                    imgui.same_line(0, 6 * p.scale)
                typed = self.text(f"{name} {row} {language}", found[language], wide)
                if typed is not UNCHANGED:
                    found[language] = typed
                    listed[row], is_changed = write_label(found) or "", True
            imgui.same_line(0, 6 * p.scale)
            if imgui.small_button(f"×##{name} {row}"):
                del listed[row]
                return listed or None
        if imgui.small_button(f"{say('add', language)}##{name}"):
            return [*listed, str(len(listed) + 1)]
        return listed if is_changed else UNCHANGED

    def words(self, name: str, value: str, words: Sequence[str], language: str) -> Any:
        """Draw a choice of words; return the one that was chosen."""
        imgui.set_next_item_width(-1.0)
        found: Any = UNCHANGED
        if imgui.begin_combo(f"##{name}", name_word(value, language)):
            for word in words:
                if imgui.selectable(f"{name_word(word, language)}##{word}", word == value)[0]:
                    found = word
            imgui.end_combo()
        return found

    def names(self, name: str, value: str, items: Sequence[tuple[str, str]]) -> Any:
        """Draw a choice of (name, title); return the name that was chosen."""
        imgui.set_next_item_width(-1.0)
        titles, found = dict(items), UNCHANGED
        if imgui.begin_combo(f"##{name}", titles.get(value, value)):
            for one, title in items:
                if imgui.selectable(f"{title}##{one}", one == value)[0]:
                    found = one
            imgui.end_combo()
        return found

    def flag(self, name: str, text: str, is_on: bool) -> Any:
        """Draw a box to tick, with its text behind it."""
        changed, value = imgui.checkbox(f"{text}##{name}", is_on)
        return value if changed else UNCHANGED

    def colour(self, p: Paint, name: str, value: str | None, language: str) -> Any:
        """Draw the named colours and a field for any other; None is the kind's own."""
        found: Any = UNCHANGED
        for row, (word, code) in enumerate(COLOURS.items()):
            if row % 5:
                imgui.same_line(0, 6 * p.scale)
            rgba = imgui.color_convert_u32_to_float4(theme.rgb(code))
            size = imgui.ImVec2(30 * p.scale, 22 * p.scale)
            flags = imgui.ColorEditFlags_.no_tooltip
            if imgui.color_button(f"##{name} {word}", rgba, flags, size):
                found = word
            controls.hint(name_word(word, language))
        typed = self.text(name, value or "", hint=say("default", language))
        return (typed or None) if typed is not UNCHANGED else found

    def zones(self, p: Paint, zones: Sequence[Any], ends: Sequence[float], language: str) -> Any:
        """Draw the stretches of a scale: from, to, level; return the whole list."""
        listed = [{"range": [*map(_whole, one.range)], "level": one.level} for one in zones]
        wide, levels = _share(p, 3, 46), ("normal", "caution", "warning")
        is_changed = False
        for row, one in enumerate(listed):
            for place in (0, 1):
                number = self.number(f"zone {row} {place}", one["range"][place], wide * 0.75)
                if number is not UNCHANGED:
                    one["range"][place], is_changed = number, True
                imgui.same_line(0, 6 * p.scale)
            imgui.set_next_item_width(wide * 1.5)
            if imgui.begin_combo(f"##level {row}", name_word(one["level"], language)):
                for level in levels:
                    if imgui.selectable(f"{name_word(level, language)}##{level}", False)[0]:
                        one["level"], is_changed = level, True
                imgui.end_combo()
            imgui.same_line(0, 6 * p.scale)
            if imgui.small_button(f"×##zone {row}"):
                del listed[row]
                return listed or None
        if imgui.small_button(f"{say('add', language)}##zones"):
            start = listed[-1]["range"][1] if listed else ends[0]
            start = start if isinstance(start, int | float) and start < ends[1] else ends[0]
            level = levels[min(len(listed), 2)]
            return [*listed, {"range": [_whole(start), _whole(ends[1])], "level": level}]
        return listed if is_changed else UNCHANGED


def write_label(found: dict[str, str]) -> Any:
    """Return a text as it is written: once where both languages say the same, None if empty."""
    ru, en = found["ru"], found["en"]
    if not ru and not en:
        return None
    return ru if ru == en else {"ru": ru, "en": en}


def _whole(value: Any) -> Any:
    """Return a number without a needless point."""
    is_whole = isinstance(value, float) and value == int(value) and abs(value) < 1e15
    return int(value) if is_whole else value


def _share(p: Paint, count: int, less: float = 0.0) -> float:
    """Return the width of one of several fields on a line, with some pixels left free."""
    room = imgui.get_content_region_avail().x - less * p.scale
    return (room - 6 * p.scale * (count - 1)) / count
