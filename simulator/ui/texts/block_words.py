"""What the inputs, parameters and choices of the kinds of blocks are called in Russian.

In English they are called what files call them.
"""

import re

PINS = {
    "in": "вход", "out": "выход", "numerator": "делимое", "denominator": "делитель",
    "condition": "условие", "value": "знач.", "index": "номер", "reset": "сброс",
    "set": "уставка", "measured": "измерено", "up": "вверх", "down": "вниз",
    "load": "загрузка", "step": "шаг",
}  # fmt: skip
PARAMETERS = {
    "value": "значение", "signs": "знаки", "otherwise": "иначе", "low": "нижнее",
    "high": "верхнее", "width": "ширина", "x": "x", "y": "y", "z": "z", "by": "выбор по",
    "values": "значения", "wrap": "по кругу", "gain": "усиление", "start": "в начале",
    "time_constant": "пост. времени", "num": "числитель", "den": "знаменатель",
    "rate": "рост", "falling": "спад", "acceleration": "ускорение",
    "on": "включение", "off": "отключение", "kp": "kp",
    "ki": "ki", "kd": "kd", "n": "n", "op": "знак", "tolerance": "допуск",
    "dominant": "главный", "time": "время", "preset": "предел", "output": "выход",
    "cycle": "по кругу", "states": "состояния", "transitions": "переходы",
    "outputs": "выходы", "parameters": "параметры",
}  # fmt: skip
WORDS = {
    "condition": "условию", "index": "номеру", "set": "установка", "reset": "сброс",
    "count": "счёт", "done": "готово", "full": "полон", "empty": "пуст",
}  # fmt: skip
LATCH = {"set": "установка"}  # a latch is set to true, a controller to a value


def name_pin(name: str, kind: str, language: str) -> str:
    """Return what an input or output of a kind of block is called; `in2` by its number."""
    word, number = re.fullmatch(r"(.*?)(\d*)", name, re.DOTALL).groups()  # type: ignore[union-attr]
    if language != "ru" or word not in PINS:
        return name
    own = LATCH.get(word) if kind == "sr_latch" else None
    return f"{own or PINS[word]} {number}".rstrip()


def name_parameter(name: str, key: str, language: str) -> str:
    """Return what a parameter is called; the unit of its key `time_ms` stands behind it."""
    if language != "ru" or name not in PARAMETERS:
        return key
    unit = key.removeprefix(name).removeprefix("_")
    return f"{PARAMETERS[name]}, {unit}" if unit else PARAMETERS[name]


def name_choice(word: str, language: str) -> str:
    """Return what one of a parameter's words is called."""
    return WORDS.get(word, word) if language == "ru" else word
