"""Names of robots' parts in Russian: `left_wheel_speed` is скорость левого колеса.

English names stack nouns, the last of which is meant; Russian begins with that one and has the
others behind it in the genitive. Adjectives agree with their noun. Names with any word that is not
known here are left alone.
"""

import re
from typing import NamedTuple


class Noun(NamedTuple):
    """A noun in the nominative and the genitive, and its gender: "m", "f" or "n"."""

    nominative: str
    genitive: str
    gender: str


class _Group(NamedTuple):
    """A noun with its adjectives and the numbers behind it."""

    adjectives: list[str]
    noun: Noun
    numbers: list[str]


ADJECTIVES = {  # stems
    "left": "лев", "right": "прав", "front": "передн", "rear": "задн", "back": "задн",
    "hind": "задн", "upper": "верхн", "top": "верхн", "lower": "нижн", "bottom": "нижн",
    "middle": "средн", "mid": "средн", "centre": "центральн", "center": "центральн",
    "inner": "внутренн", "outer": "наружн", "main": "главн",
}  # fmt: skip
SHORT = {"l": "left", "r": "right", "f": "front", "fl": "front left", "fr": "front right",
         "rl": "rear left", "rr": "rear right", "bl": "rear left", "br": "rear right"}  # fmt: skip
WHOLE = {
    "hip joint": "hip",
    "upper arm": "upperarm",
    "lower arm": "forearm",
    "lower leg": "shank",
    "upper leg": "thigh",
}
SOFT = "передн задн верхн нижн средн внутренн".split()  # stems declined with soft endings
ENDINGS = {  # by gender: nominative and genitive, soft ones too
    "m": ("ый", "ого", "ий", "его"), "f": ("ая", "ой", "яя", "ей"),
    "n": ("ое", "ого", "ее", "его"),
}  # fmt: skip
# name, nominative, genitive, gender; thighs and hips are told apart: a leg has both
PARTS = """
ankle голеностоп голеностопа m; arm рука руки f; axle ось оси f; base основание основания n;
belt лента ленты f; body корпус корпуса m; boom стрела стрелы f; bucket ковш ковша m;
cabin кабина кабины f; camera камера камеры f; carriage каретка каретки f;
chassis шасси шасси n; conveyor конвейер конвейера m; crane кран крана m; door дверь двери f;
drive привод привода m; drum барабан барабана m; elbow локоть локтя m; fan вентилятор вентилятора m;
finger палец пальца m; flipper флиппер флиппера m; foot ступня ступни f;
forearm предплечье предплечья n; frame рама рамы f; gripper захват захвата m;
hand кисть кисти f; handle рукоятка рукоятки f; head голова головы f;
hip тазобедренный_сустав тазобедренного_сустава m;
hook крюк крюка m; jaw губка губки f; joint шарнир шарнира m; knee колено колена n;
lamp лампа лампы f; leg нога ноги f; lever рычаг рычага m;
light фара фары f; link звено звена n; mast мачта мачты f; motor двигатель двигателя m;
neck шея шеи f; pelvis таз таза m; pole шест шеста m; propeller винт винта m; pump насос насоса m;
ram толкатель толкателя m; rotor ротор ротора m; screw винт винта m; sensor датчик датчика m;
servo сервопривод сервопривода m; shank голень голени f; shin голень голени f;
shoulder плечо плеча n; slide ползун ползуна m; slider ползун ползуна m;
spindle шпиндель шпинделя m; stick рукоять рукояти f; table стол стола m; thigh бедро бедра n;
tool инструмент инструмента m; torso туловище туловища n; tower башня башни f;
track гусеница гусеницы f; turntable платформа платформы f; turret башня башни f;
upperarm плечо плеча n; valve клапан клапана m; waist пояс пояса m; wheel колесо колеса n;
winch лебёдка лебёдки f;
wrist запястье запястья n
"""
MEASURED = """
angle угол угла m; bend изгиб изгиба m; current ток тока m; distance расстояние расстояния n;
extension выдвижение выдвижения n; force сила силы f; height высота высоты f;
lift подъём подъёма m; load нагрузка нагрузки f;
pitch тангаж тангажа m; position положение положения n; power мощность мощности f;
range дальность дальности f; roll крен крена m; rotation поворот поворота m;
speed скорость скорости f; steer поворот поворота m; steering поворот поворота m;
swing поворот поворота m; tilt наклон наклона m; torque момент момента m; turn поворот поворота m;
twist скручивание скручивания n; velocity скорость скорости f; yaw рыскание рыскания n
"""


def _read(table: str) -> dict[str, Noun]:
    """Return a table's nouns by their names; `_` stands for a blank in what they are called."""
    rows = ([word.replace("_", " ") for word in one.split()] for one in table.split(";"))
    return {name: Noun(nominative, genitive, gender) for name, nominative, genitive, gender in rows}


QUANTITIES = _read(MEASURED)  # which are of something: they have no left or right
NOUNS = _read(PARTS) | QUANTITIES


def translate(name: str) -> str | None:
    """Return a part's name in Russian, None where a word of it is not known."""
    groups = _gather(_split(name))
    if not groups:
        return None
    last = len(groups) - 1
    parts = [_decline(one, genitive=place < last) for place, one in enumerate(groups)]
    return " ".join(reversed(parts))


def _split(name: str) -> list[str]:
    """Return the words of `leftWheel_2`: left, wheel, 2."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)", " ", name)
    words = re.split(r"[\W_]+", apart.lower())
    text = " ".join(SHORT.get(word, word) for word in words)
    for pair, word in WHOLE.items():
        text = re.sub(rf"\b{pair}\b", word, text)
    return text.split()


def _gather(words: list[str]) -> list[_Group]:
    """Return the words as groups of adjectives, noun and numbers; none where one is not known.

    Adjectives are of the noun behind them, but of the one before them where that is a part and
    what follows is no other: jaw left, wheel left speed.
    """
    groups: list[_Group] = []
    waiting: list[str] = []
    for word in words:
        if word in ADJECTIVES:
            waiting.append(ADJECTIVES[word])
        elif word in NOUNS:
            if waiting and groups and word in QUANTITIES:
                groups[-1].adjectives.extend(waiting)
                waiting = []
            groups.append(_Group(waiting, NOUNS[word], []))
            waiting = []
        elif word.isdigit() and groups and not waiting:
            groups[-1].numbers.append(word)
        else:
            return []
    if groups:
        groups[-1].adjectives.extend(waiting)
    return groups


def _decline(group: _Group, genitive: bool) -> str:
    noun = group.noun.genitive if genitive else group.noun.nominative
    endings = ENDINGS[group.noun.gender]
    adjectives = [stem + endings[2 * (stem in SOFT) + genitive] for stem in group.adjectives]
    return " ".join([*adjectives, noun, *group.numbers])
