"""An MJCF file, compiled by MuJoCo itself: defaults, includes, angles and frames are its business.

What MuJoCo says of a file that it does not take becomes a mistake with its line. Lines of files
that a file includes it does not tell.
"""

import re
import warnings
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.parsers import expat

import numpy as np

from simulator import extra
from simulator.spec.errors import Mark, Problem, SpecErrors
from simulator.spec.fields import FARTHEST, MOST_MASS

from .adopted_source import Source

OUTERMOST = re.compile(rb"<!--.*?-->|<([A-Za-z_][\w.:-]*)", re.DOTALL)
LEADING = b"\xef\xbb\xbf \t\r\n"  # what may stand before all elements
OTHERS = {"robot": "a URDF, which `--urdf` reads", "sdf": "SDF, which is not read"}
LINE = re.compile(r"\bline(?: number=)?\s*(\d+)", re.IGNORECASE)
NAMED = re.compile(r"^Element (name )?'([^']+)'", re.MULTILINE)
MISSING = re.compile(r"Error opening file '(.*)'")
WARNED = "MuJoCo warns"
LARGEST = 1e12  # of numbers that are meant
MOST = {"pos": FARTHEST, "ipos": FARTHEST, "size": FARTHEST, "mass": MOST_MASS}  # by a table's name
ROWS = {  # of what a table has a row for each, by how its name begins
    "body_": "body", "jnt_": "joint", "geom_": "geom", "actuator_": "actuator", "eq_": "equality",
    "dof_": "joint", "qpos": "", "key_": "", "wrap_": "", "mesh_": "",
}  # fmt: skip
ELSEWHERE = " (in a file that it includes)"


class Compiled(Source):
    """An MJCF file: `spec` as it is written, `model` as MuJoCo has compiled it."""

    form = "MJCF"
    drives = "`actuator`"

    def __init__(self, path: Path) -> None:
        """Read a file.

        Raises:
            SpecErrors: It cannot be read, or MuJoCo does not take it.
            MissingError: MuJoCo is not installed.
        """
        super().__init__(path)
        self.mujoco = extra.need("mujoco", "mjcf")
        self._refuse_others()
        self._compile()
        self._lines = {
            kind: {one.id: _line(one) for one in elements}
            for kind, elements in self._list_elements()
        }
        self._refuse_odd_numbers()

    def _refuse_others(self) -> None:
        """Tell of a file whose outermost element is another format's."""
        found = (match for match in OUTERMOST.finditer(self.data) if match[1])
        first = next(found, None)
        if first is None or not self.data.lstrip(LEADING).startswith(b"<"):
            raise SpecErrors([Problem(*self.top, "", "not MJCF: it has no <mujoco>", "E131")])
        if (name := first[1].decode()) not in ("mujoco", "mujocoinclude"):
            line = self.data[: first.start()].count(b"\n") + 1
            other = OTHERS.get(name)
            what = f"this is {other}" if other else "not MJCF"
            message = f"{what}: its outermost element is <{name}>, not <mujoco>"
            raise SpecErrors([Problem(self.top.file, line, 1, "", message, "E131")])

    def _compile(self) -> None:
        """Read and compile the file; what MuJoCo warns of is noted, and not logged to a file."""
        mujoco = self.mujoco
        handler = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(lambda words: self.note(WARNED, words.strip()))
        try:
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                self.spec: Any = mujoco.MjSpec.from_file(str(self.path))
                self.model: Any = self.spec.compile()
        except (ValueError, mujoco.FatalError, mujoco.UnexpectedError) as error:
            raise SpecErrors([self._locate(str(error))]) from error
        finally:
            mujoco.set_mju_user_warning(handler)
        for one in warned:
            self.note(WARNED, str(one.message))

    def _refuse_odd_numbers(self) -> None:
        """Tell of numbers that nothing can be made of."""
        for prefix, kind in ROWS.items():
            for name in (one for one in dir(self.model) if one.startswith(prefix)):
                table = getattr(self.model, name)
                is_found = name.endswith("0") and name != "qpos0"  # by MuJoCo, from the others
                if is_found or not np.issubdtype(getattr(table, "dtype", int), np.floating):
                    continue
                most = MOST.get(name.rpartition("_")[2], LARGEST)
                odd = ~(abs(table) <= most)
                for row in sorted({int(place[0]) for place in np.argwhere(odd)}):
                    row = int(self.model.dof_jntid[row]) if prefix == "dof_" else row
                    message = f"a number is not finite, or too large ({name.partition('_')[2]})"
                    mark = self.mark(kind, row) if kind else self.top
                    self.tell(mark, self.call(kind, row) if kind else "", message, "E133")
        if self.problems:
            raise SpecErrors(self.problems)

    def _locate(self, words: str) -> Problem:
        """Return what MuJoCo says as a mistake with its place."""
        named = NAMED.search(words)
        found = LINE.search(words, named.start() if named else 0)
        line = int(found[1]) if found else 1
        first = words.strip().partition("\n")[0].strip()
        if "XML parse error" in first:
            why = re.search(r"Error=XML_(?:ERROR_)?(\w+)", words)
            message = f"not valid XML: {why[1].replace('_', ' ').lower() if why else first}"
            if named:  # what includes it
                return Problem(self.top.file, max(line, 1), 1, "", message + ELSEWHERE, "E131")
            return self._look_closer(Problem(self.top.file, max(line, 1), 1, "", message, "E131"))
        message = re.sub(r"^(XML )?(Error: )+", "", first)
        code = "E136"
        if missing := MISSING.search(message):
            code, message = "E201", f"there is no file {missing[1]!r}"
            if not found:
                line = next((_line(one) for one in self._name(missing[1])), 1)
        else:
            message = f"MuJoCo does not take it: {message}"
        if found and not line:
            message += ELSEWHERE
        where = (named[2] if named[1] else f"<{named[2]}>") if named else ""
        return Problem(self.top.file, max(line, 1), 1, where, message, code)

    def _look_closer(self, problem: Problem) -> Problem:
        """Return a mistake in the XML as expat has it, which knows its place better."""
        try:
            expat.ParserCreate().Parse(self.data, True)
        except expat.ExpatError as error:
            message = f"not valid XML: {expat.ErrorString(error.code)}"
            return replace(problem, line=error.lineno, column=error.offset + 1, message=message)
        except (ValueError, LookupError):  # an encoding that it does not read
            pass
        return problem

    def _name(self, file: str) -> Iterable[Any]:
        """Yield what names a file, if the text could be read at all."""
        for one in (*self.spec.meshes, *self.spec.hfields, *self.spec.textures):
            if one.file and file.endswith(one.file) and _line(one):
                yield one

    def _list_elements(self) -> list[tuple[str, Iterable[Any]]]:
        spec = self.spec
        kinds = ("geom", "joint", "actuator", "equality", "tendon", "body")
        lists = (spec.geoms, spec.joints, spec.actuators, spec.equalities, spec.tendons)
        return list(zip(kinds, (*lists, spec.bodies), strict=True))

    def tell_kind(self, enumeration: str, value: int) -> str:
        """Return what MuJoCo calls a value of one of its enumerations: "HINGE" of `mjtJoint`."""
        return getattr(self.mujoco, enumeration)(int(value)).name.partition("_")[2]

    def mark(self, kind: str, row: int) -> Mark:
        """Return where a thing of the model is written."""
        return self.top._replace(line=max(self._lines[kind].get(row, 1), 1))

    def call(self, kind: str, row: int) -> str:
        """Return a thing's name with its line, as remarks have it."""
        line = self._lines[kind].get(row, 0)
        name = getattr(self.model, kind if kind != "equality" else "eq")(row).name
        return " ".join(filter(None, (name or kind, f"(line {line})" if line else "")))


def _line(element: Any) -> int:
    """Return the line of an element, 0 where it is in a file that is included."""
    found = LINE.search(element.info)
    return int(found[1]) if found else 0
