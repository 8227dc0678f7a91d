"""Calibrated devices of a person, one JSON file in the user's own data folder."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import msgspec
import platformdirs

from simulator.console.calibration import Calibration
from simulator.spec.fields import Text
from simulator.spec.reading.write import write_whole
from simulator.spec.reasons import ExplainedError, about, of_system

DAMAGED = Text(
    ru="Устройства работают без настройки. Повреждённый файл: {}",
    en="The devices work without a calibration. The damaged file: {}",
)
ANYBODY = "anybody"  # whose presets count where nobody gave a name


class PresetError(ExplainedError):
    """The file cannot be read or written; the text names it and says why."""


class Identity(NamedTuple):
    """What tells one device from another."""

    guid: str  # of bus, maker, product and version; "" where the system does not tell
    name: str

    @property
    def is_known(self) -> bool:
        """Whether two devices with this identity are of one make and model."""
        return bool(self.guid.strip("0"))


class Preset(msgspec.Struct, frozen=True):
    """A device as its owner calibrated it: axes by their name in a console file."""

    guid: str
    name: str
    axes: dict[str, Calibration] = {}


def path_of(person: str | None) -> Path:
    """Return the file of a person's presets."""
    folder = platformdirs.user_data_path("simulator") / "devices"
    return folder / f"{quote(person or ANYBODY, safe=' ')}.json"


def set_aside(path: Path) -> Path:
    """Move a person's file that cannot be read out of the way; return where it is then."""
    aside = path.with_name(f"{path.name}.damaged")
    try:
        return path.replace(aside)
    except OSError:  # nothing will be kept in that folder either, and `keep` will say so
        return path


class Presets:
    """The presets of a person; `find` them by device, `keep` writes the file."""

    def __init__(self, path: Path | None = None, is_anew: bool = False) -> None:
        """Read the file, if there is one and not `is_anew`.

        Raises PresetError where it cannot be read.
        """
        self.path = path
        self.presets: list[Preset] = []
        if path is None or is_anew:
            return
        try:
            if not path.exists():
                return
            self.presets = msgspec.json.decode(path.read_bytes(), type=list[Preset])
        except (OSError, msgspec.MsgspecError) as error:
            raise PresetError(f"{path}: {error}", f"{path}: не читается: {error}") from error

    def find(self, device: Identity) -> Preset | None:
        """Return what is kept of a device; without a preset for its make, that of its name."""
        same = [one for one in self.presets if device.is_known and one.guid == device.guid]
        same += [one for one in self.presets if one.name == device.name and not one.guid.strip("0")]
        return same[0] if same else None

    def is_foreign(self, device: Identity) -> bool:
        """Return whether the person calibrated other devices but not this one."""
        return bool(self.presets) and self.find(device) is None

    def keep(self, preset: Preset) -> None:
        """Keep a device's preset in place of the one before, whole or not at all.

        Raises PresetError.
        """
        before = self.find(Identity(preset.guid, preset.name))
        self.presets = [one for one in self.presets if one is not before] + [preset]
        if self.path is None:
            return
        text = msgspec.json.format(msgspec.json.encode(self.presets), indent=1).decode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self.path, text + "\n")
        except OSError as error:
            why = about(self.path, of_system(error))
            raise PresetError(why.en, why.ru) from error
