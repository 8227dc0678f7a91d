"""What the page of the devices says, in Russian and English."""

from simulator.spec.fields import Text

TURNS = ("still", "push", "back", "done")
CONTROLS = {  # of a gamepad, as files call them
    "leftx": Text(ru="Левый стик влево/вправо", en="Left stick left/right"),
    "lefty": Text(ru="Левый стик вверх/вниз", en="Left stick up/down"),
    "rightx": Text(ru="Правый стик влево/вправо", en="Right stick left/right"),
    "righty": Text(ru="Правый стик вверх/вниз", en="Right stick up/down"),
    "lefttrigger": Text(ru="Левый курок", en="Left trigger"),
    "righttrigger": Text(ru="Правый курок", en="Right trigger"),
    "dpad_x": Text(ru="Крестовина влево/вправо", en="D-pad left/right"),
    "dpad_y": Text(ru="Крестовина вверх/вниз", en="D-pad up/down"),
    "a": Text(ru="Кнопка A", en="Button A"),
    "b": Text(ru="Кнопка B", en="Button B"),
    "x": Text(ru="Кнопка X", en="Button X"),
    "y": Text(ru="Кнопка Y", en="Button Y"),
    "back": Text(ru="Кнопка Back", en="Back button"),
    "start": Text(ru="Кнопка Start", en="Start button"),
    "leftshoulder": Text(ru="Левый бампер", en="Left shoulder"),
    "rightshoulder": Text(ru="Правый бампер", en="Right shoulder"),
    "leftstick": Text(ru="Нажатие левого стика", en="Left stick pressed"),
    "rightstick": Text(ru="Нажатие правого стика", en="Right stick pressed"),
}
TEXTS = {
    "title": Text(ru="Настройка устройства", en="Calibrating a device"),
    "turn_still": Text(ru="Отпустить", en="Let go"),
    "turn_push": Text(ru="До упоров", en="To the ends"),
    "turn_back": Text(ru="Снова отпустить", en="Let go again"),
    "turn_done": Text(ru="Итог", en="Result"),
    "do_ready": Text(
        ru="Положите устройство перед собой, отпустите все рычаги и нажмите «Начать».",
        en="Put the device down, let go of every lever and press Begin.",
    ),
    "do_still": Text(
        ru="Ничего не трогайте: измеряются дрожание и уход.",
        en="Touch nothing: trembling and drift are measured.",
    ),
    "do_push": Text(
        ru="Несколько раз доведите каждую ось до обоих упоров, затем «Дальше».",
        en="Push every axis to both of its ends a few times, then Next.",
    ),
    "do_back": Text(
        ru="Отпустите всё: измеряется, куда рычаги возвращаются.",
        en="Let everything go: where the levers come back to is measured.",
    ),
    "do_done": Text(
        ru="Выберите ось, подправьте мёртвую зону и кривую и сохраните.",
        en="Choose an axis, tune its dead zone and curve, and keep it.",
    ),
    "moved": Text(
        ru="Ось сдвинулась. Отпустите всё: отсчёт начат заново.",
        en="An axis moved. Let everything go: the time has begun anew.",
    ),
    "pushed": Text(ru="готово", en="done"),
    "not_pushed": Text(ru="ещё не двигали", en="not pushed yet"),
    "left_out": Text(
        ru="не двигали: остаётся без настройки", en="not pushed: stays as it was"
    ),
    "noise": Text(ru="дрожит", en="noise"),
    "drift": Text(ru="уходит", en="drift"),
    "play": Text(ru="люфт", en="play"),
    "worn": Text(ru="изношена", en="worn"),
    "no_axes": Text(ru="Устройство не подключено", en="The device is not plugged in"),
    "dead_zone": Text(ru="Мёртвая зона", en="Dead zone"),
    "curve": Text(ru="Кривая", en="Curve"),
    "invert": Text(ru="Обратить", en="Reverse"),
    "begin_next": Text(ru="Начать", en="Begin"),
    "begin_close": Text(ru="Закрыть", en="Close"),
    "next": Text(ru="Дальше", en="Next"),
    "keep": Text(ru="Сохранить", en="Keep"),
    "again": Text(ru="Сначала", en="Again"),
    "close": Text(ru="Закрыть", en="Close"),
}  # fmt: skip


def say(key: str, language: str) -> str:
    """Return a text in a language."""
    return TEXTS[key].in_language(language)
