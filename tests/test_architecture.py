"""The house stays as ARCHITECTURE.md says: who imports whom, length of files, forbidden names."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "simulator"
FILES = sorted(PACKAGE.rglob("*.py"))
PAGE = (PACKAGE / "ARCHITECTURE.md").read_text(encoding="utf-8")
# each room's row ends with what it may import; why is in brackets
TABLE = PAGE[PAGE.index("| room | what it is") :].split("\n\n")[0]
ROOMS = {
    room: set(re.sub(r" \([^)]*\)", "", words).split(", "))
    for room, words in re.findall(r"^\| `(\w+)/` \|.*\| (.+) \|$", TABLE, re.MULTILINE)
}
# the files beside the rooms: those of a row may import each other, too
SPINE = {
    f"{file}.py": {*words.split(", "), *re.findall(r"`(\w+)\.py`", files)}
    for files, words in re.findall(r"^\| (`\w+\.py`[^|]*) \|[^|]*\| (.+) \|$", PAGE, re.MULTILINE)
    for file in re.findall(r"`(\w+)\.py`", files)
}
# rooms within a room, each of which imports only those before it; a name without a folder is a
# file beside them, and "" are all other such files
FLOORS = {
    "spec": (
        "once",
        "suggest",
        "errors",
        "codes",
        "fields",
        "reasons",
        "units",
        "solids",
        "models",
        "reading",
        "naming",
        "tracks",
        "rules",
        "printing",
        "sentences",
        "",
    ),
    "physics": (
        "algebra",
        "bodies",
        "geometry",
        "collision",
        "joints",
        "contacts",
        "piles",
        "solver",
        "continuous",
        "sensing",
        "",
        "qualification",
    ),
    "ui": (
        "areas",
        "intents",
        "texts",
        "painting",
        "widgets",
        "desk",
        "editing",
        "diagram",
        "laying",
        "scene",
        "overlays",
        "pages",
        "",
    ),
}
THIRD_PARTY = {
    "yaml": {"spec", "authoring"},
    "numba": {"compiled"},
    "moderngl": {"render", "ui", "app"},
    "pyglet": {"console", "ui", "app"},
    "imgui_bundle": {"ui", "app"},
    "mcap": {"recordings"},
    "dask": {"batch"},
    "distributed": {"batch"},
    "pyarrow": {"batch"},
    "jinja2": {"debrief"},
    "cyclopts": {"cli.py", "commands"},
    "websockets": {"instructor"},
    "fmpy": {"outside"},
    "pythonfmu": {"interop"},
    "mujoco": {"interop"},
    "serial": {"hardware"},
    "pymodbus": {"hardware"},
    "pythonosc": {"hardware"},
}
DOORS = ("need", "import_module")  # functions that import what they are told
FORBIDDEN_NAMES = {
    "utils",
    "helpers",
    "common",
    "core",
    "base",
    "manager",
    "handler",
    "service",
    "misc",
    "types",
}
WALL = 400
# what moves things, what they start from, and what judges it takes the functions of `exact`
EXACT = ("physics", "diagram", "faults", "spec", "training", "carrying.py", "carrying_bodies.py")
LIBRARY = {
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan"),
    *("arctan2", "sinh", "cosh", "tanh", "exp", "expm1", "log", "log2", "log10", "log1p"),
    *("pow", "power", "cbrt", "hypot", "dot", "vdot", "inner", "matmul", "tensordot"),
    *("convolve", "correlate"),
}


def imports(path: Path) -> set[str]:
    """Return every module a file imports, absolute, `simulator.room.file` for our own."""
    package = ["simulator", *path.relative_to(PACKAGE).parts[:-1]]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            stem = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*stem, node.module] if node.module else stem)
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(DOORS):
            name = node.args[0]  # a library of an extra, imported when it is needed
            found |= {name.value} if isinstance(name, ast.Constant) else set()
    return found


def room_of(path: Path) -> str:
    """Return the room (or the spine file) that a file is in."""
    return path.relative_to(PACKAGE).parts[0]


def floor_of(name: str, floors: tuple[str, ...]) -> int:
    """Return how high a room, or a file beside rooms, is."""
    return floors.index(name if name in floors else "")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_import_only_what_their_door_says(path: Path) -> None:
    room = room_of(path)
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("simulator.")}
    if path.name in ("__init__.py", "__main__.py") and path.parent == PACKAGE:
        return
    may = (SPINE if path.parent == PACKAGE else ROOMS)[room] | {room}
    assert ours <= may or "all" in may, f"{path} imports {ours - may}"


FLOORED = [path for path in FILES if room_of(path) in FLOORS]


@pytest.mark.parametrize("path", FLOORED, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_within_a_room_import_only_what_is_below_them(path: Path) -> None:
    room = room_of(path)
    floors, prefix = FLOORS[room], f"simulator.{room}."
    own = floor_of(path.with_suffix("").relative_to(PACKAGE / room).parts[0], floors)
    for name in imports(path):
        if name.startswith(prefix):
            assert floor_of(name.split(".")[2], floors) <= own, f"{path} imports {name}"


def test_no_files_know_each_other_in_a_circle() -> None:
    """Imports for types count, too; the door of a room alone may know who stands behind it."""
    files = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in FILES}
    known = {name: imports(path) & set(files) - {name} for name, path in files.items()}
    TopologicalSorter(known).prepare()  # a CycleError names the files


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_each_library_lives_in_its_room(path: Path) -> None:
    for name in imports(path):
        homes = THIRD_PARTY.get(name.split(".")[0])
        assert homes is None or room_of(path) in homes, f"{path} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_are_rooms_not_halls(path: Path) -> None:
    assert path.stem not in FORBIDDEN_NAMES
    assert len(path.read_text(encoding="utf-8").splitlines()) <= WALL


EXACT_FILES = [path for path in FILES if room_of(path) in EXACT and "verify_" not in path.name]


@pytest.mark.parametrize("path", EXACT_FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_that_differs_between_processors_moves_things(path: Path) -> None:
    """The C library and BLAS round otherwise on other machines; recordings replay there, too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        where = f"{path}:{getattr(node, 'lineno', 0)}"
        assert not isinstance(getattr(node, "op", None), ast.MatMult), where
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id not in ("np", "math") or node.attr not in LIBRARY, where
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if called.startswith("np.linalg.") and "(" not in called:
            along = any(word.arg == "axis" for word in node.keywords)  # a sum, without BLAS
            assert called == "np.linalg.norm" and along, where


def test_the_page_of_physics_names_the_rooms_and_files_that_are_there() -> None:
    text = (PACKAGE / "physics" / "README.md").read_text(encoding="utf-8")
    files = {path.stem for path in FILES if room_of(path) == "physics"} - {"__init__"}
    rooms = re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE)
    assert tuple(rooms) == tuple(room for room in FLOORS["physics"] if room)
    step = text[text.index("## The step") : text.index("## Figures")]
    named = {name for words in re.findall(r"\*\* \((`[^)]+)\)", step) for name in words.split(", ")}
    named = {name.strip("`").split(".")[0] for name in named}
    assert len(named) > 50 and named <= files, named - files


@pytest.mark.parametrize("room", ["spec", "ui"])
def test_the_page_of_the_house_names_the_rooms_within_rooms(room: str) -> None:
    table = PAGE[PAGE.index(f"| rooms of `{room}/` |") :].split("\n\n")[0]
    rooms = re.findall(r"`(\w+)/`", table)[1:]
    assert tuple(rooms) == tuple(r for r in FLOORS[room] if r and (PACKAGE / room / r).is_dir())


@pytest.mark.parametrize("room", ["compiled", "recordings", "advice"])
def test_the_page_of_the_house_names_the_files_of_small_rooms(room: str) -> None:
    row = PAGE[PAGE.index("| small rooms |") :].split(f"\n| `{room}/` | ")[1].split("\n")[0]
    files = {path.stem for path in FILES if room_of(path) == room} - {"__init__"}
    assert set(re.findall(r"`(\w+)`", row)) == files
