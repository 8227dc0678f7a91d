"""Text files of numbers: what is read, what is refused and where, and blocks that take columns."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import checking
from simulator.spec import load
from simulator.spec.reading import number_file

PATTERN = "# a walking pattern\ntime_ms, knee_deg, hip [deg], load\n0, 0, 10, 1\n10, 90, 20, 2\n"
CONSOLE = """\
panel:
  row: {type: slider, range: [0, 9]}
  lit: {type: lamp}
diagram:
  knee: {type: array, file: walk.csv, values: knee, in: row}
  hip: {type: array, file: walk.csv, values: 3, in: row}
  again: {type: array, file: walk.csv, values: knee, in: row}
  curve: {type: lookup, file: walk.csv, x: load, y: hip, in: row}
  sum: {type: sum, in: [knee, hip, again, curve]}
outputs: {lit: sum}
"""


def parse(text):
    return number_file.parse(text.encode(), "walk.csv")


def find(folder, console, pattern=PATTERN):
    folder.write("consoles/walk.csv", pattern)
    path = folder.write("consoles/walk.yaml", console)
    return [str(one.problem) for one in checking.check(path)]


def test_columns_have_names_units_and_numbers():
    file = parse(PATTERN)
    assert not file.problems and file.names == ("time", "knee", "hip", "load")
    assert file.column("time") == ((0.0, 0.01), "s")
    assert file.column("knee") == file.column(2) == ((0.0, np.pi / 2), "rad")
    assert file.column("load") == ((1.0, 2.0), None)


@pytest.mark.parametrize(
    "text",
    [
        "1,2\n3,4", "1;2\n3;4", "1\t2\n3\t4\n", "  1   2\n3 4  \n", "# c\n\n1, 2 # d\n 3 ,4",
        "1,0;2,0\r\n3,0;4\r\n", '"1","2"\n"3","4"', "\ufeff1,2\n3,4",
    ],
)  # fmt: skip
def test_cells_stand_between_the_usual_marks(text):
    file = parse(text)
    assert not file.problems and file.rows.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "walk.csv:1:1: the file has no numbers [E811]"),
        ("a,b\n", "walk.csv:1:1: the file has no numbers [E811]"),
        ("a,b\n1,2\n3,x4\n", "walk.csv:3:3: 'x4' is not a number [E811]"),
        ("1 2\n\n 3   4 5\n", "walk.csv:3:6: expected 2 columns, as in the first line, but 3 here "
         "[E811]"),
        ("1,2\n3\n", "walk.csv:2:1: expected 2 columns, as in the first line, but 1 here [E811]"),
        ("1,2\n3,\n", "walk.csv:2:3: '' is not a number [E811]"),
        ("1,nan\n", "walk.csv:1:3: nan is not a number that can be used [E811]"),
        ("1,1e300\n", "walk.csv:1:3: 1e300 is not a number that can be used [E811]"),
        ("a, b, a\n1,2,3\n", "walk.csv:1:7: the column 'a' is already there [E811]"),
        ("a,,c\n1,2,3\n", "walk.csv:1:3: the column has no name [E811]"),
    ],
)  # fmt: skip
def test_a_wrong_cell_is_told_by_line_and_column(text, problem):
    assert str(parse(text).problems[0]) == problem


def test_other_encodings_are_refused():
    (problem,) = number_file.parse("1\n\xe4".encode("latin-1"), "walk.csv").problems
    assert (problem.line, problem.code) == (2, "E104")
    (problem,) = number_file.parse("1,2\n3,4".encode("utf-16-le"), "walk.csv").problems
    assert (problem.line, problem.code) == (1, "E104")


def test_a_thousand_mistakes_are_told_twenty_times():
    assert len(parse("1\n" + "x\n" * 1000).problems) == number_file.MOST


NUMBERS = st.floats(-1e12, 1e12, allow_nan=False)


@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.tuples(*[NUMBERS] * n), min_size=1)))
def test_what_csv_writes_is_read_back(rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    file = parse(text.getvalue())
    assert not file.problems and file.rows.tolist() == [list(row) for row in rows]


@given(st.binary(max_size=200))
def test_any_bytes_are_columns_or_problems(data):
    file = number_file.parse(data, "walk.csv")
    assert file.problems or file.rows.size


def test_blocks_take_columns_and_share_them(folder):
    assert find(folder, CONSOLE) == []
    plan = checking.plan_of(folder.root / "consoles/walk.yaml")
    units = {name: plan.units[slot] for name, slot in plan.slots.items()}
    assert (units["knee"], units["hip"], units["curve"]) == ("rad", "rad", "rad")
    assert plan.tables.stored.tolist() == [
        0.0, np.pi / 2, np.pi / 18, np.pi / 9, 1.0, 2.0, np.pi / 18, np.pi / 9,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("walk.csv, values: 3", "wlak.csv, values: 3",
         "consoles/walk.yaml:6:28: diagram.hip.file: there is no file 'wlak.csv' - did you mean "
         "walk.csv? [E201]"),
        ("walk.csv, values: 3", "walk.yaml, values: 3",
         "consoles/walk.yaml:6:28: diagram.hip.file: 'walk.yaml' is not one of the kinds .csv, "
         ".txt, .tsv, .dat, .fmu, .py [E209]"),
        ("values: 3", "values: 5",
         "consoles/walk.yaml:6:46: diagram.hip.values: there is no column 5; columns are counted "
         "from 1 to 4 [unknown-column]"),
        ("values: 3", "values: hpi",
         "consoles/walk.yaml:6:46: diagram.hip.values: there is no column 'hpi' - did you mean "
         "'hip'? [unknown-column]"),
        ("values: 3", "values: true",
         "consoles/walk.yaml:6:46: diagram.hip.values: has to be the name or the number of a "
         "column [unknown-column]"),
        ("values: 3", "values_deg: 3",
         "consoles/walk.yaml:6:50: diagram.hip.values_deg: the file says that this column is in "
         "rad; leave the unit out here [bad-parameter]"),
        ("{type: array, file: walk.csv, values: 3,", "{type: abs, file: walk.csv,",
         "consoles/walk.yaml:6:26: diagram.hip.file: block type 'abs' has no list of numbers, so "
         "it takes no file [unknown-parameter]"),
        ("x: load", "unit: V, x: load",
         "consoles/walk.yaml:8:47: diagram.curve.unit: declared in V, but its numbers are in rad "
         "[unit-mismatch]"),
    ],
)  # fmt: skip
def test_mistakes_of_a_block_with_a_file(folder, old, new, problem):
    found = find(folder, CONSOLE.replace(old, new))
    assert found[0] == problem


def test_a_broken_file_is_told_in_the_text_and_in_the_yaml(folder):
    found = find(folder, CONSOLE, PATTERN.replace("90", "9O"))
    assert found[0] == "consoles/walk.csv:4:5: '9O' is not a number [E811]"
    assert (
        "consoles/walk.yaml:5:29: diagram.knee.file: the file has 1 mistake; the first: "
        in found[1]
    )


def test_units_may_stand_in_the_yaml(folder):
    plain = PATTERN.replace("knee_deg", "knee")
    text = CONSOLE.replace("values: knee", "values_deg: knee")
    assert find(folder, text, plain) == []
    plan = checking.plan_of(folder.root / "consoles/walk.yaml")
    assert plan.tables.stored[1] == np.pi / 2


def test_the_file_is_part_of_the_scenes_digest(folder):
    folder.write("consoles/arm.yaml", CONSOLE)
    scene = folder.write("scenes/lesson.yaml", "console: ../consoles/arm.yaml\n")
    folder.write("consoles/walk.csv", PATTERN)
    before = load.load_scene(scene)
    folder.write("consoles/walk.csv", PATTERN + "20, 45, 30, 3\n")
    after = load.load_scene(scene)
    assert "consoles/walk.csv" in before.files and before.digest != after.digest
    assert checking.plan_of(scene).tables.stored[2] == np.pi / 4


def test_a_named_diagram_takes_the_column_from_its_use(folder):
    text = CONSOLE.replace(
        "diagram:\n",
        "diagrams:\n  leg:\n    inputs: [row]\n    parameters: {column: }\n    blocks:\n"
        "      angle: {type: array, file: walk.csv, values: column, in: row}\n    output: angle\n"
        "diagram:\n  left: {diagram: leg, column: hip, in: row}\n",
    ).replace("[knee,", "[left,")
    assert find(folder, text) == []
    wrong = find(folder, text.replace("column: hip", "column: hpi"))
    assert wrong[0].startswith("consoles/walk.yaml:12:32: diagram.left.column: there is no column")
