"""Unit suffixes of keys: `limit_deg`, `no_load_speed_rpm`, `size_mm` -> SI."""

import math
import re
from collections.abc import Container
from typing import NamedTuple


class Suffix(NamedTuple):
    """What a suffix measures; SI value = written x times / over (keeps 300 mm = 0.3 m exact)."""

    symbol: str
    times: float = 1.0
    over: float = 1.0


GRAVITY = 9.80665

SUFFIXES: dict[str, Suffix] = {
    "rad": Suffix("rad"),
    "mrad": Suffix("rad", 1, 1e3),
    "deg": Suffix("rad", math.pi, 180),
    "turns": Suffix("rad", 2 * math.pi),
    "rad_per_s": Suffix("rad/s"),
    "deg_per_s": Suffix("rad/s", math.pi, 180),
    "rpm": Suffix("rad/s", 2 * math.pi, 60),
    "rad_per_s2": Suffix("rad/s^2"),
    "deg_per_s2": Suffix("rad/s^2", math.pi, 180),
    "m": Suffix("m"),
    "um": Suffix("m", 1, 1e6),
    "mm": Suffix("m", 1, 1e3),
    "cm": Suffix("m", 1, 1e2),
    "km": Suffix("m", 1e3),
    "m_per_s": Suffix("m/s"),
    "mm_per_s": Suffix("m/s", 1, 1e3),
    "km_per_h": Suffix("m/s", 1, 3.6),
    "m_per_s2": Suffix("m/s^2"),
    "kg": Suffix("kg"),
    "g": Suffix("kg", 1, 1e3),
    "t": Suffix("kg", 1e3),
    "s": Suffix("s"),
    "us": Suffix("s", 1, 1e6),
    "ms": Suffix("s", 1, 1e3),
    "min": Suffix("s", 60),
    "h": Suffix("s", 3600),
    "hz": Suffix("1/s"),
    "bit_per_s": Suffix("bit/s"),
    "kbit_per_s": Suffix("bit/s", 1e3),
    "n": Suffix("N"),
    "kn": Suffix("N", 1e3),
    "kgf": Suffix("N", GRAVITY),
    "nm": Suffix("N*m"),
    "n_m": Suffix("N*m"),
    "mnm": Suffix("N*m", 1, 1e3),
    "ncm": Suffix("N*m", 1, 1e2),
    "knm": Suffix("N*m", 1e3),
    "kgf_cm": Suffix("N*m", GRAVITY, 100),
    "kgf_m": Suffix("N*m", GRAVITY),
    "kg_m2": Suffix("kg*m^2"),
    "kg_cm2": Suffix("kg*m^2", 1, 1e4),
    "g_cm2": Suffix("kg*m^2", 1, 1e7),
    "kg_per_m3": Suffix("kg/m^3"),
    "g_per_cm3": Suffix("kg/m^3", 1e3),
    "n_per_m": Suffix("N/m"),
    "kn_per_m": Suffix("N/m", 1e3),
    "n_per_mm": Suffix("N/m", 1e3),
    "n_s_per_m": Suffix("N*s/m"),
    "nm_per_rad": Suffix("N*m/rad"),
    "nm_per_deg": Suffix("N*m/rad", 180, math.pi),
    "nm_s_per_rad": Suffix("N*m*s/rad"),
    "nm_s_per_deg": Suffix("N*m*s/rad", 180, math.pi),
    "v": Suffix("V"),
    "mv": Suffix("V", 1, 1e3),
    "kv": Suffix("V", 1e3),
    "a": Suffix("A"),
    "ma": Suffix("A", 1, 1e3),
    "sv_per_s": Suffix("Sv/s"),
    "sv_per_h": Suffix("Sv/s", 1, 3600),
    "msv_per_h": Suffix("Sv/s", 1, 3.6e6),
    "usv_per_h": Suffix("Sv/s", 1, 3.6e9),
    "sv": Suffix("Sv"),
    "msv": Suffix("Sv", 1, 1e3),
    "usv": Suffix("Sv", 1, 1e6),
    "per_sv": Suffix("1/Sv"),
    "per_msv": Suffix("1/Sv", 1e3),
    "per_usv": Suffix("1/Sv", 1e6),
    "per_m": Suffix("1/m"),
    "per_cm": Suffix("1/m", 100),
    "percent": Suffix("1", 1, 100),
}

# what a number is in, most likely, that is too large for the unit of its key
HABITUAL = {"rad": "deg", "m": "mm", "s": "ms", "1": "percent"}

WRITTEN = {
    "°": "deg",
    "degree": "deg",
    "degrees": "deg",
    "%": "percent",
    "об/мин": "rpm",
    "r/min": "rpm",
    "°/s": "deg_per_s",
    "deg/s": "deg_per_s",
    "rad/s": "rad_per_s",
    "m/s": "m_per_s",
    "mm/s": "mm_per_s",
    "km/h": "km_per_h",
    "n*m": "nm",
    "n·m": "nm",
    "mn*m": "mnm",
    "kg*m^2": "kg_m2",
    "kg*m2": "kg_m2",
    "kg/m^3": "kg_per_m3",
    "kg/m3": "kg_per_m3",
    "g/cm^3": "g_per_cm3",
    "n/m": "n_per_m",
    "n/mm": "n_per_mm",
    "зв/ч": "sv_per_h",
    "мзв/ч": "msv_per_h",
    "мкзв/ч": "usv_per_h",
    "sec": "s",
    "м": "m",
    "мм": "mm",
    "см": "cm",
    "кг": "kg",
    "г": "g",
    "с": "s",
    "мс": "ms",
    "град": "deg",
    "н*м": "nm",
    "нм": "nm",
}
PLAIN = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
DASHES = tuple("\u2212\u2012\u2013\u2014\ufe63\uff0d")  # that look like a minus
CALCULATED = re.compile(r"(?:[-+*/^().\d\s]|pi|sqrt)+")
QUANTITY = re.compile(rf"({PLAIN.pattern})\s*([^\s\d].*)")
PUT_COMMAS = "; put commas between: "
COMMA = "; a decimal has a point, and a list brackets"  # where `0,5` ends up as the key 5


def convert(number: float, suffix: str) -> float:
    """Return `number`, written in the suffix's unit, in SI."""
    unit = SUFFIXES[suffix]
    return number * unit.times / unit.over


def fits(suffix: str, symbol: str | None) -> bool:
    """Say whether a suffix measures what a field's unit symbol (`rad|m` = either) asks for."""
    return symbol is not None and SUFFIXES[suffix].symbol in symbol.split("|")


def fitting(symbol: str | None) -> list[str]:
    """Return the suffixes that a field of this unit takes, shortest first."""
    return sorted((suffix for suffix in SUFFIXES if fits(suffix, symbol)), key=len)


def split_key(key: str, known: Container[str]) -> tuple[str, str] | None:
    """Return the name and the suffix that a key such as `boom_deg` is made of, if known has it."""
    cuts = [i for i, letter in enumerate(key) if letter == "_"]
    parts = ((key[:cut], key[cut + 1 :]) for cut in cuts)
    return next((part for part in parts if part[0] in known and part[1] in SUFFIXES), None)


def split_suffix(text: str) -> tuple[str, str | None]:
    """Return the name in a text and its unit suffix, the longest one, or the text and None."""
    for cut in (place for place, letter in enumerate(text) if letter == "_" and place):
        if text[cut + 1 :] in SUFFIXES:
            return text[:cut], text[cut + 1 :]
    return text, None


def split_quantity(text: str) -> tuple[str, str] | None:
    """Return number and suffix of a text such as `310 rpm`, None if it is not one."""
    found = QUANTITY.fullmatch(text.strip())
    if not found:
        return None
    unit = found.group(2).strip().lower()
    suffix = WRITTEN.get(unit, unit.replace("/", "_per_").replace("*", "_"))
    return (found.group(1), suffix) if suffix in SUFFIXES else None


def is_comma(key: str, value: object) -> bool:
    """Say whether a key is what follows the comma of `0,5`, or of a list without brackets."""
    return value is None and PLAIN.fullmatch(key) is not None


def advise_list(text: str) -> str:
    """Return how a text such as `0 0 90` is written as a list, nothing if it is none."""
    numbers = text.replace(",", " ").split()
    if len(numbers) < 2 or not all(map(PLAIN.fullmatch, numbers)):
        return ""
    return f"; write [{', '.join(numbers)}]"


def first_word(written: str) -> str:
    """Return the key that a text begins with: of `signal = speed` or `signal:speed` `signal`."""
    return re.split("[ ;,=:]", written)[0]


def lacks_colon(written: str, value: object) -> bool:
    """Say whether a colon is what a key lacks: `mass 3`, `mass = x: 3`, but not `mass kg: 3`."""
    rest = written.removeprefix(first_word(written)).strip()
    return rest != "" and (value is None or rest[0] in "=:")


def advise(text: str) -> str:
    """Return what to do about a text that was to be a plain number, nothing if it is none."""
    if PLAIN.fullmatch(text):
        return "; write it without quotes"
    if len(numbers := text.replace(";", " ").split()) > 1 and all(map(PLAIN.fullmatch, numbers)):
        return f"{PUT_COMMAS}{', '.join(numbers)}"
    if text[:1] in DASHES and PLAIN.fullmatch(f"-{text[1:]}"):
        return f"; its sign is U+{ord(text[0]):04X} and no minus: write -{text[1:]}"
    if CALCULATED.fullmatch(text):
        return "; nothing is calculated: write the number"
    return f"; write {text.replace(',', '.')}" if PLAIN.fullmatch(text.replace(",", ".")) else ""
