"""What the scene's editor says, in both languages."""

from simulator.spec.fields import Text

TEXTS = {
    "arrange": Text(ru="Расстановка", en="Arrange"),
    "move": Text(ru="Двигать", en="Move"),
    "turn": Text(ru="Вращать", en="Turn"),
    "position": Text(ru="Место, м", en="Place, m"),
    "angles": Text(ru="Углы, °", en="Angles, °"),
    "duplicate": Text(ru="Копия", en="Copy"),
    "remove": Text(ru="Убрать", en="Remove"),
    "add": Text(ru="Добавить", en="Add"),
    "box": Text(ru="Ящик", en="Box"),
    "ball": Text(ru="Шар", en="Ball"),
    "drum": Text(ru="Бочка", en="Drum"),
    "undo": Text(ru="Отменить", en="Undo"),
    "redo": Text(ru="Повторить", en="Redo"),
    "close": Text(ru="Закрыть", en="Close"),
    "hint": Text(ru="Щёлкните робота или предмет", en="Click a robot or a thing"),
    "snap": Text(ru="Ctrl: шаг 0,1 м и 15°", en="Ctrl: steps of 0.1 m and 15°"),
}


def say(key: str, tongue: str) -> str:
    """Return a text in a language."""
    return TEXTS[key].in_language(tongue)
