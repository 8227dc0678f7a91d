"""Whatever a file holds, checking it ends with located problems, never with a traceback."""

import random
import string

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator import checking
from simulator.spec import codes, load
from simulator.spec.check import check
from simulator.spec.errors import SpecErrors

from .conftest import ARM, CONSOLE, FILES, SCENE

quick = settings(
    max_examples=150,
    deadline=5000,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.sampled_from(["base", "upper", "shoulder", "310 rpm", "../..", "~", "on", "#fff", "a.b"]),
)  # fmt: skip
words = st.sampled_from([
    "include", "links", "joints", "motors", "sensors", "cameras", "lamps", "materials", "shape",
    "shapes", "box", "mesh", "hull", "mass", "inertia", "type", "parent", "child", "limit_deg",
    "limit", "joint", "motor", "panel", "diagram", "in", "range", "start", "robots", "props",
    "file", "name", "console", "physics", "terrain", "height_field", "heights", "size", "actions",
    "set", "until", "signal", "label", "ru", "at", "axis", "zones", "positions", "groups", "image",
])  # fmt: skip
keys = st.one_of(words, st.text(max_size=8))
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=7), st.dictionaries(keys, inner, max_size=6)),
    max_leaves=30,
)


def survive(folder, kind: str, data: bytes) -> None:
    """Check the bytes as a file of a kind, and the scene with it; problems must be well formed."""
    folder.restore()
    path = folder.write(FILES[kind], data)
    for problem in check(path):
        assert problem.line >= 1 and problem.column >= 1 and problem.message
        assert problem.code in codes.MEANING
    for found in checking.check(folder.path("scene")):
        assert found.problem.line >= 1 and found.problem.column >= 1 and found.problem.message
    load_one = {"robot": load.load_robot, "scene": load.load_scene}.get(kind, load.load_console)
    try:
        load_one(path)
    except SpecErrors as errors:
        assert errors.problems


@quick
@given(st.sampled_from(["robot", "scene", "console"]), st.binary(max_size=200))
def test_any_bytes(folder, kind, data):
    survive(folder, kind, data)


@quick
@given(
    st.sampled_from(["robot", "scene", "console", "script"]),
    st.text(alphabet="ab:-[]{},&*!|>'\"#%@`?\n\t 01.e~<", max_size=80),
)
def test_any_punctuation(folder, kind, text):
    survive(folder, kind, text.encode())


@quick
@given(st.sampled_from(["robot", "scene", "console", "script"]), trees)
def test_any_tree_of_plausible_keys(folder, kind, tree):
    survive(folder, kind, yaml.safe_dump(tree, allow_unicode=True).encode())


@quick
@given(st.sampled_from(["robot", "scene", "console"]), st.randoms(use_true_random=False))
def test_mutations_of_good_files(folder, kind, randomness):
    text = {"robot": ARM, "scene": SCENE, "console": CONSOLE}[kind]
    for _ in range(randomness.randint(1, 4)):
        text = mutate(text, randomness)
    survive(folder, kind, text.encode())


@quick
@given(trees, st.randoms(use_true_random=False))
def test_a_good_robot_with_one_value_replaced(folder, tree, randomness):
    data = yaml.safe_load(ARM)
    place = data
    while isinstance(place, dict | list) and place:
        steps = list(place) if isinstance(place, dict) else list(range(len(place)))
        step = randomness.choice(steps)
        if not isinstance(place[step], dict | list) or randomness.random() < 0.3:
            place[step] = tree
            break
        place = place[step]
    survive(folder, "robot", yaml.safe_dump(data, allow_unicode=True).encode())


def mutate(text: str, randomness: random.Random) -> str:
    """Return the text with a few characters or lines changed, lost, doubled or moved."""
    i, j = sorted(randomness.randint(0, len(text)) for _ in range(2))
    j = min(j, i + 12)
    lines = text.split("\n")
    row = randomness.randrange(len(lines))
    return randomness.choice([
        text[:i] + text[j:],
        text[:i] + randomness.choice(string.printable) + text[i:],
        text[:j] + text[i:j] + text[j:],
        "\n".join([*lines[:row], *lines[row + 1 :]]),
        "\n".join([*lines, lines[row]]),
        "\n".join([*lines[:row], "  " + lines[row], *lines[row + 1 :]]),
        text[:i] + randomness.choice(["-1", "1e400", ".nan", "[]", "{}", "null", "'x'"]) + text[j:],
    ])  # fmt: skip
