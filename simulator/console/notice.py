"""What the panel tells the operator about devices and files, in both languages."""

from typing import NamedTuple

from simulator.spec.fields import Text

MESSAGE = "message"  # of the instructor: a card over the view, no chip
TEXTS = {
    "focus": Text(
        ru="Окно потеряло фокус: рычаги в нейтрали",
        en="The window lost focus: levers are in neutral",
    ),
    "unplugged": Text(
        ru="Геймпад отключён: его рычаги в нейтрали",
        en="The gamepad was unplugged: its levers are in neutral",
    ),
    "silent": Text(
        ru="Геймпад молчит: его рычаги в нейтрали",
        en="The gamepad went silent: its levers are in neutral",
    ),
    "stalled": Text(
        ru="Окно не отвечало: рычаги в нейтрали",
        en="The window did not respond: levers are in neutral",
    ),
    "rearm": Text(
        ru="Верните оси геймпада в нейтраль, чтобы продолжить",
        en="Bring the gamepad's axes to neutral to go on",
    ),
    "unreadable": Text(
        ru="Устройство не читается (занято или нет прав)",
        en="A device cannot be read (busy or not permitted)",
    ),
    "plugged": Text(ru="Подключён: {}", en="Connected: {}"),
    "calibrated": Text(ru="Настройка сохранена: {}", en="The calibration is kept: {}"),
    "board_silent": Text(
        ru="Пульт молчит, его рычаги в нейтрали: {}",
        en="The desk is silent, its levers are in neutral: {}",
    ),
    "board_other": Text(ru="Подключён чужой пульт: {}", en="Another desk is connected: {}"),
    "board_foreign": Text(ru="Здесь не к чему подключить: {}", en="Nothing here to connect to: {}"),
    "board_mute": Text(
        ru="Лампы пульта не работают: {}",
        en="The lamps of the desk do not work: {}",
    ),
    "board_rearm": Text(
        ru="Верните рычаги настольного пульта в нейтраль",
        en="Bring the levers of the desk to neutral",
    ),
    "foreign": Text(
        ru="{}: настроено было другое устройство (меню «Устройства»)",
        en="{}: another device was calibrated (menu Devices)",
    ),
    "duplicate": Text(
        ru="Второе такое же устройство отложено: {} (меню «Устройства»)",
        en="The second of two alike is set aside: {} (menu Devices)",
    ),
    MESSAGE: Text(ru="{}", en="{}"),
    "unsaved": Text(ru="Несохранённые правки лежат в {}", en="Unsaved edits are kept in {}"),
    "unentered": Text(ru="Попытка не внесена: {}", en="The attempt is not entered: {}"),
    "writing": Text(ru="Составляется: {}", en="Being written: {}"),
    "saved": Text(ru="Сохранено: {}", en="Saved: {}"),
    "recording": Text(ru="Идёт запись: {}", en="Recording: {}"),
    "cut_off": Text(ru="Запись оборвана: {}", en="Recording cut off: {}"),
    "recording_on": Text(ru="Запись идёт дальше в {}", en="The recording goes on in {}"),
    "taken_over": Text(ru="Перечитано: {}", en="Taken over: {}"),
    "waits": Text(
        ru="Сохранено, перечитается после попытки: {}",
        en="Saved, is taken over after the attempt: {}",
    ),
    "contested": Text(
        ru="{}: изменено другой программой, а правки не сохранены; решите в редакторе (Ctrl+L)",
        en="{}: another program has written it, edits are not saved; decide in the editor (Ctrl+L)",
    ),
    "no_window": Text(
        ru="Окно для страницы не открылось, она осталась в пульте: {}",
        en="No window opened for the page, it stays on the desk: {}",
    ),
    "anew": Text(ru="С начала: {}", en="From the start: {}"),
}

GOOD = (  # all is well
    "plugged", "calibrated", "writing", "saved", "recording", "recording_on", "taken_over",
    "waits",
)  # fmt: skip

LASTING = (  # true until they are taken down
    "focus",
    "silent",
    "rearm",
    "unplugged",
    "foreign",
    "duplicate",
    "board_silent",
    "board_other",
    "board_rearm",
    "contested",
    MESSAGE,
)


class Notice(NamedTuple):
    """One message; `reason` is its code, `source` the device or file it is about (or empty)."""

    reason: str
    source: str
    text: Text


def make(reason: str | Text, source: str | Text) -> Notice:
    """Return the notice of a known reason; any other text is shown as it is."""
    if isinstance(reason, Text):
        return Notice(reason.en, "", reason)
    text = TEXTS.get(reason) or Text(ru=reason, en=reason)
    about = Text(ru=source, en=source) if isinstance(source, str) else source
    if "{}" in text.en and reason in TEXTS:
        text = Text(ru=text.ru.format(about.ru), en=text.en.format(about.en))
    return Notice(reason, about.en, text)
