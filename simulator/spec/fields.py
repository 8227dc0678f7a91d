"""Field types of every file: numbers that know their unit, names, texts in two languages."""

import math
from typing import Annotated, Any, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError


class Unit(NamedTuple):
    """Marks a number with its SI unit; the loader turns `key_deg`, `key_rpm`, `key_mm` into it."""

    symbol: str


class InputFile(NamedTuple):
    """Marks a path that the loader checks and makes absolute; `suffixes` are its kinds."""

    suffixes: tuple[str, ...]


class To(NamedTuple):
    """Marks a name that must stand in a section: `To("links")`."""

    section: str


class Spec(BaseModel):
    """A frozen part of a file; an unknown key is an error."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, allow_inf_nan=False, populate_by_name=True
    )


# what physics can take: beyond, sums in double precision lose what contacts and joints need
FARTHEST = 1e5  # a place along each axis, the longest length [m]
LEAST_MASS, MOST_MASS = 1e-6, 1e7  # [kg]
LEAST_RATIO, MOST_RATIO = 1e-9, 1e9  # of a gear
MOST_GRAVITY = 1000.0  # along each axis [m/s^2]
MOST_SPEED, MOST_SPIN = 500.0, 1e4  # along each axis, about it [m/s, rad/s]

Metre = Annotated[float, Unit("m"), Field(ge=-FARTHEST, le=FARTHEST)]
Radian = Annotated[float, Unit("rad")]
Second = Annotated[float, Unit("s")]
Travel = Annotated[float, Unit("rad|m")]  # by the joint's type
Share = Annotated[float, Unit("1"), Field(ge=0, le=1)]
PositiveShare = Annotated[float, Unit("1"), Field(gt=0, le=1)]
Density = Annotated[float, Unit("kg/m^3"), Field(gt=0)]
PositiveMetre = Annotated[float, Unit("m"), Field(gt=0, le=FARTHEST)]
PositiveSecond = Annotated[float, Unit("s"), Field(gt=0)]
PositiveKilogram = Annotated[float, Unit("kg"), Field(ge=LEAST_MASS, le=MOST_MASS)]

Vector = tuple[float, float, float]
Position = tuple[Metre, Metre, Metre]
Angles = tuple[Radian, Radian, Radian]


def _normalise(vector: tuple[float, float, float]) -> tuple[float, float, float]:
    length = math.sqrt(sum(each * each for each in vector))
    if length < 1e-9:
        raise ValueError("a direction cannot be zero")
    if math.isinf(length):
        raise ValueError("a direction too long to be measured; any length does, take a short one")
    x, y, z = vector
    return x / length, y / length, z / length


def _not_zero(scale: float) -> float:
    if scale == 0.0:
        raise PydanticCustomError("zero_scale", "whatever the signal is, 0 would be shown")
    return scale


Scale = Annotated[float, AfterValidator(_not_zero)]  # shown = scale x signal
Direction = Annotated[Vector, AfterValidator(_normalise)]  # any length but zero; made unit length
Name = Annotated[str, StringConstraints(pattern=r"^[^\W\d]\w*$", max_length=64)]
Reference = Annotated[
    str, StringConstraints(pattern=r"^[^\W\d]\w*(\.[^\W\d]\w*)*$", max_length=200)
]
PathText = Annotated[str, StringConstraints(min_length=1, max_length=4096)]
YAML = (".yaml", ".yml")
RECORDING = ".mcap"
YamlPath = Annotated[PathText, InputFile(YAML)]
MESHES = (".stl", ".obj", ".glb", ".ply", ".off")
MeshPath = Annotated[PathText, InputFile(MESHES)]
PHOTOS = (".png", ".jpg", ".jpeg")
PicturePath = Annotated[PathText, InputFile((*PHOTOS, ".bmp", ".tif", ".tiff"))]
PhotoPath = Annotated[PathText, InputFile(PHOTOS)]
BlockPath = Annotated[PathText, InputFile((".csv", ".txt", ".tsv", ".dat", ".fmu", ".py"))]
OutputPath = Annotated[str, StringConstraints(min_length=1, max_length=500)]
FilePath = YamlPath

COLOURS = {
    "white": "#EEF2F5",
    "grey": "#9EA3A8",
    "black": "#26282B",
    "red": "#FF7D70",
    "orange": "#C9863A",
    "amber": "#F2B33D",
    "yellow": "#E3C41A",
    "green": "#4CC38A",
    "cyan": "#5FC8E8",
    "blue": "#7FB2FF",
}


def _named_colour(value: Any) -> Any:
    return COLOURS.get(value, value) if isinstance(value, str) else value


Colour = Annotated[
    str,
    BeforeValidator(_named_colour),
    StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$"),
    WithJsonSchema({"anyOf": [{"pattern": "^#[0-9A-Fa-f]{6}$"}, {"enum": list(COLOURS)}]}),
]


class Text(Spec):
    """A text the operator reads, in Russian and English; a plain string serves for both."""

    ru: str
    en: str

    def in_language(self, language: str) -> str:
        """Return the text in `language` ("ru" or "en")."""
        return self.ru if language == "ru" else self.en


def _both_languages(value: Any) -> Any:
    return {"ru": value, "en": value} if isinstance(value, str) else value


Label = Annotated[Text, BeforeValidator(_both_languages, json_schema_input_type=str | Text)]
