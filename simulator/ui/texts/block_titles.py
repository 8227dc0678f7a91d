"""What the kinds of blocks, and what they are wired to, are called; and their icons."""

from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons

from simulator.spec.fields import Text


class Title(NamedTuple):
    """A kind's icon and name."""

    icon: str
    text: Text


def _title(icon: str, ru: str, en: str) -> Title:
    return Title(icon, Text(ru=ru, en=en))


TITLES = {
    "constant": _title(icons.ICON_FA_HASHTAG, "Константа", "Constant"),
    "gain": _title(icons.ICON_FA_XMARK, "Усиление", "Gain"),
    "bias": _title(icons.ICON_FA_PLUS_MINUS, "Смещение", "Bias"),
    "sum": _title(icons.ICON_FA_PLUS, "Сумма", "Sum"),
    "product": _title(icons.ICON_FA_XMARK, "Произведение", "Product"),
    "divide": _title(icons.ICON_FA_DIVIDE, "Деление", "Quotient"),
    "abs": _title(icons.ICON_FA_RULER_VERTICAL, "Модуль", "Absolute value"),
    "negate": _title(icons.ICON_FA_MINUS, "Смена знака", "Negate"),
    "min": _title(icons.ICON_FA_ARROW_DOWN, "Наименьшее", "Minimum"),
    "max": _title(icons.ICON_FA_ARROW_UP, "Наибольшее", "Maximum"),
    "saturate": _title(icons.ICON_FA_ARROWS_LEFT_RIGHT_TO_LINE, "Ограничение", "Limit"),
    "dead_zone": _title(icons.ICON_FA_ARROWS_LEFT_RIGHT, "Зона нечувств.", "Dead zone"),
    "sin": _title(icons.ICON_FA_WAVE_SQUARE, "Синус", "Sine"),
    "cos": _title(icons.ICON_FA_WAVE_SQUARE, "Косинус", "Cosine"),
    "sqrt": _title(icons.ICON_FA_SQUARE_ROOT_VARIABLE, "Корень", "Square root"),
    "atan2": _title(icons.ICON_FA_COMPASS, "Угол точки", "Angle of a point"),
    "lookup": _title(icons.ICON_FA_CHART_LINE, "Кривая", "Curve"),
    "lookup_2d": _title(icons.ICON_FA_TABLE_CELLS, "Поверхность", "Surface"),
    "select": _title(icons.ICON_FA_CODE_BRANCH, "Выбор", "Select"),
    "array": _title(icons.ICON_FA_LIST_OL, "Массив", "Array"),
    "integrator": _title(icons.ICON_FA_ARROW_TREND_UP, "Интегратор", "Integrator"),
    "derivative": _title(icons.ICON_FA_GAUGE_HIGH, "Производная", "Derivative"),
    "low_pass": _title(icons.ICON_FA_FILTER, "Фильтр", "Low pass"),
    "transfer_function": _title(icons.ICON_FA_SUPERSCRIPT, "Передат. функция", "Transfer function"),
    "unit_delay": _title(icons.ICON_FA_CLOCK, "Задержка", "Delay"),
    "rate_limit": _title(icons.ICON_FA_ARROW_UP_RIGHT_DOTS, "Темп", "Rate limit"),
    "motion_profile": _title(icons.ICON_FA_ROUTE, "Профиль хода", "Motion profile"),
    "hysteresis": _title(icons.ICON_FA_REPEAT, "Гистерезис", "Hysteresis"),
    "threshold": _title(icons.ICON_FA_STAIRS, "Порог", "Threshold"),
    "pid": _title(icons.ICON_FA_SLIDERS, "ПИД-регулятор", "PID controller"),
    "and": _title(icons.ICON_FA_CIRCLE_NODES, "И", "And"),
    "or": _title(icons.ICON_FA_CIRCLE_NODES, "ИЛИ", "Or"),
    "not": _title(icons.ICON_FA_EXCLAMATION, "НЕ", "Not"),
    "xor": _title(icons.ICON_FA_CIRCLE_NODES, "Исключающее ИЛИ", "Exclusive or"),
    "nand": _title(icons.ICON_FA_CIRCLE_NODES, "И-НЕ", "Nand"),
    "nor": _title(icons.ICON_FA_CIRCLE_NODES, "ИЛИ-НЕ", "Nor"),
    "compare": _title(icons.ICON_FA_SCALE_BALANCED, "Сравнение", "Compare"),
    "in_range": _title(icons.ICON_FA_RULER, "В пределах", "In range"),
    "sr_latch": _title(icons.ICON_FA_LOCK, "Защёлка", "Latch"),
    "rising_edge": _title(icons.ICON_FA_TURN_UP, "Передний фронт", "Rising edge"),
    "falling_edge": _title(icons.ICON_FA_TURN_DOWN, "Задний фронт", "Falling edge"),
    "toggle": _title(icons.ICON_FA_TOGGLE_ON, "Переключатель", "Toggle"),
    "ton": _title(icons.ICON_FA_HOURGLASS_START, "Задержка вкл.", "On-delay"),
    "tof": _title(icons.ICON_FA_HOURGLASS_END, "Задержка выкл.", "Off-delay"),
    "tp": _title(icons.ICON_FA_STOPWATCH, "Импульс", "Pulse"),
    "ctu": _title(icons.ICON_FA_ARROW_UP_1_9, "Счётчик вверх", "Up counter"),
    "ctd": _title(icons.ICON_FA_ARROW_DOWN_9_1, "Счётчик вниз", "Down counter"),
    "ctud": _title(icons.ICON_FA_ARROW_DOWN_UP_ACROSS_LINE, "Счётчик", "Up-down counter"),
    "sequence": _title(icons.ICON_FA_LIST_CHECK, "Шаги", "Sequence"),
    "elapsed": _title(icons.ICON_FA_STOPWATCH, "Время состояния", "Time in state"),
    "state_machine": _title(icons.ICON_FA_SITEMAP, "Автомат", "State machine"),
    "group": _title(icons.ICON_FA_LAYER_GROUP, "Диаграмма", "Diagram"),
    "fmu": _title(icons.ICON_FA_CUBE, "FMU", "FMU"),
    "python": _title(icons.ICON_FA_CODE, "Файл Python", "Python file"),
    "push_button": _title(icons.ICON_FA_CIRCLE_DOT, "Кнопка", "Push button"),
    "key_switch": _title(icons.ICON_FA_KEY, "Ключ", "Key switch"),
    "lever": _title(icons.ICON_FA_GAMEPAD, "Рычаг", "Lever"),
    "slider": _title(icons.ICON_FA_SLIDERS, "Ползунок", "Slider"),
    "knob": _title(icons.ICON_FA_CIRCLE_NOTCH, "Ручка", "Knob"),
    "rotary_selector": _title(icons.ICON_FA_ROTATE, "Селектор", "Rotary selector"),
    "emergency_stop": _title(icons.ICON_FA_HAND, "Аварийный стоп", "Emergency stop"),
    "lamp": _title(icons.ICON_FA_LIGHTBULB, "Лампа", "Lamp"),
    "annunciator": _title(icons.ICON_FA_BELL, "Табло", "Annunciator"),
    "gauge": _title(icons.ICON_FA_GAUGE, "Стрелочный", "Gauge"),
    "bar_gauge": _title(icons.ICON_FA_CHART_SIMPLE, "Столбик", "Bar gauge"),
    "display": _title(icons.ICON_FA_CALCULATOR, "Цифры", "Display"),
    "strip_chart": _title(icons.ICON_FA_CHART_LINE, "Самописец", "Strip chart"),
    "attitude": _title(icons.ICON_FA_PLANE, "Авиагоризонт", "Attitude"),
    "clock": _title(icons.ICON_FA_CLOCK, "Часы", "Clock"),
    "indicator": _title(icons.ICON_FA_GAUGE, "Прибор", "Indicator"),
    "text": _title(icons.ICON_FA_FONT, "Надпись", "Text"),
    "button light": _title(icons.ICON_FA_CIRCLE_DOT, "Подсветка", "Button light"),
    "motor": _title(icons.ICON_FA_GEARS, "Двигатель", "Motor"),
    "brake": _title(icons.ICON_FA_CIRCLE_STOP, "Тормоз", "Brake"),
    "suction": _title(icons.ICON_FA_MAGNET, "Присос", "Suction"),
    "light": _title(icons.ICON_FA_SUN, "Свет", "Light"),
    "sensor": _title(icons.ICON_FA_SATELLITE_DISH, "Датчик", "Sensor"),
    "signal": _title(icons.ICON_FA_LINK, "Чужой сигнал", "Foreign signal"),
    "output": _title(icons.ICON_FA_RIGHT_FROM_BRACKET, "Выход", "Output"),
    "input": _title(icons.ICON_FA_RIGHT_TO_BRACKET, "Вход", "Input"),
    "parameter": _title(icons.ICON_FA_SLIDERS, "Параметр", "Parameter"),
    "result": _title(icons.ICON_FA_RIGHT_FROM_BRACKET, "Выход", "Output"),
    "result_more": _title(icons.ICON_FA_RIGHT_FROM_BRACKET, "Ещё выход", "Further output"),
    "unknown": _title(icons.ICON_FA_QUESTION, "Неизвестно", "Unknown"),
}  # fmt: skip
FAMILIES = {
    "Numbers": Text(ru="Числа", en="Numbers"),
    "Numbers with memory": Text(ru="Числа с памятью", en="Numbers with memory"),
    "Logic": Text(ru="Логика", en="Logic"),
    "Files that run": Text(ru="Программы", en="Files that run"),
    "Logic with memory": Text(ru="Логика с памятью", en="Logic with memory"),
}


def title_of(kind: str) -> Title:
    """Return icon and name of a kind of block, widget or output; an unknown one shows its text."""
    return TITLES.get(kind) or _title(icons.ICON_FA_QUESTION, kind, kind)
