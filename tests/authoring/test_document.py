"""Edits change the touched value and nothing else, whatever the file looks like."""

import copy
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.authoring.document import Document, EditError, SharedError
from simulator.spec.errors import SpecErrors
from simulator.spec.reading import syntax
from tests.authoring.written import ROOT, SHIPPED, data, files, keys

TEXT = """\
# head
title:   {ru: "Раз", en: 'One'}  # both

panel:
  # of the key
  key:
    type: key_switch   # turned
    keys: [O, P]
  # of the stop
  stop: {type: emergency_stop}  # red

props:
- name: first
  at: [1, 2.5, 0]
# of the second
- {name: second}   # short
- name: third
  at: &here [0, 0, 0]
  up: *here
  text: |
    one
    two

diagram: {}
matrix: [
  [1, 0],  # row one
  [0, 1]   # row two
]
empty:
last: 5"""


def make(text: str = TEXT) -> Document:
    return Document(text.encode(), "test.yaml")


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that are only in one of the texts."""
    old, new = before.split("\n"), after.split("\n")
    return [line for line in old if line not in new], [line for line in new if line not in old]


EDITS = [
    (lambda d: d.set(("title", "en"), "Two: 2"), ["title:   {ru: \"Раз\", en: 'Two: 2'}  # both"]),
    (lambda d: d.set(("panel", "key", "type"), "lever"), ["    type: lever   # turned"]),
    (lambda d: d.set(("panel", "key", "keys", 2), "Q"), ["    keys: [O, P, Q]"]),
    (lambda d: d.insert(("panel", "key", "keys", 0), "on"), ['    keys: ["on", O, P]']),
    (lambda d: d.set(("props", 0, "at", 0), 3.0), ["  at: [3, 2.5, 0]"]),
    (lambda d: d.set(("props", 1, "name"), "x"), ["- {name: x}   # short"]),
    (lambda d: d.set(("props", 1, "at"), [1, 2, 3]), ["- {name: second, at: [1, 2, 3]}   # short"]),
    (lambda d: d.set(("props", 0, "mass_g"), 200), ["  mass_g: 200"]),
    (lambda d: d.insert(("props", 1), {"name": "new"}), ["- {name: new}"]),
    (lambda d: d.insert(("props", 0), {"name": "new"}), ["- {name: new}"]),
    (lambda d: d.insert(("panel", "lamp"), {"type": "lamp"}, at=1), ["  lamp: {type: lamp}"]),
    (lambda d: d.set(("matrix", 1, 0), 7), ["  [7, 1]   # row two"]),
    (lambda d: d.set(("matrix", 2), [2, 2]), ["  [0, 1],   # row two", "  [2, 2]"]),
    (lambda d: d.insert(("matrix", 0), [2, 2]), ["  [2, 2],"]),
    (lambda d: d.set(("props", 2, "text"), "three\nfour\n"), ["    three", "    four"]),
    (lambda d: d.set(("empty",), 1e-5), ["empty: 1e-5"]),
    (lambda d: d.set(("last",), "yes"), ['last: "yes"']),
    (lambda d: d.set(("added", "a", "b"), 1), ["added: {a: {b: 1}}"]),
    (lambda d: d.set(("diagram", "sum"), {"type": "sum"}), ["diagram:", "  sum: {type: sum}"]),
    (lambda d: d.rename(("title", "ru"), "de"), ["title:   {de: \"Раз\", en: 'One'}  # both"]),
    (lambda d: d.set(("props", 2, "up"), [1, 1, 1]), ["  up: [1, 1, 1]"]),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "lines"), EDITS, ids=range(len(EDITS)))
def test_an_edit_touches_its_own_lines_only(edit, lines):
    document = make()
    edit(document)
    gone, new = changed(TEXT, document.text)
    assert new == lines
    assert len(gone) <= len(lines)
    assert document.is_dirty
    document.undo()
    assert document.text == TEXT
    assert not document.is_dirty
    document.redo()
    assert changed(TEXT, document.text)[1] == lines


REMOVALS = [
    (("props", 1), ["# of the second", "- {name: second}   # short"]),
    (("panel", "stop"), ["  # of the stop", "  stop: {type: emergency_stop}  # red"]),
    (("panel", "key", "keys"), ["    keys: [O, P]"]),
    (("matrix", 0), ["  [1, 0],  # row one"]),
    (("last",), ["last: 5"]),
]


@pytest.mark.parametrize(("path", "lines"), REMOVALS, ids=str)
def test_a_removed_item_takes_its_own_comments_along(path, lines):
    document = make()
    document.remove(path)
    assert changed(TEXT, document.text) == (lines, [])


def test_the_first_key_beside_a_dash_can_go():
    document = make()
    document.remove(("props", 0, "name"))
    assert "\n- at: [1, 2.5, 0]\n# of the second" in document.text
    document = make("a:\n- b: 1\n  # of c\n  c: 2\n")
    document.remove(("a", 0, "b"))
    assert document.text == "a:\n- \n  # of c\n  c: 2\n"


def test_a_bracket_is_never_left_in_a_comment():
    document = make("a: [1,\n  # of two\n  2]\n")
    document.remove(("a", 1))
    assert document.text == "a: [1,\n  # of two\n  ]\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a: {b: 1,\n   c: 2}\n", "a: {b: 1}\n"),
        ("a: [\n  1,\n  2,\n]\n", "a: [\n  1,\n]\n"),
        ("a: [\n  1,\n  2\n]\n", "a: [\n  1\n]\n"),
    ],
)
def test_a_last_line_in_brackets_takes_the_comma_before_it_along(text, left):
    document = make(text)
    document.remove(("a", "c" if "c" in text else 1))
    assert document.text == left


def test_what_loses_its_last_item_is_empty_brackets():
    document = make("a:\n  b:  # why\n    c: 1\nd:\n  - 1\n")
    document.remove(("a", "b", "c"))
    document.remove(("d", 0))
    assert document.text == "a:\n  b: {}  # why\nd: []\n"


def test_moving_takes_the_comments_along():
    document = make()
    document.move(("panel", "stop"), ("panel", "stop"), at=0)
    lines = document.text.split("\n")
    assert lines[lines.index("panel:") :][:3] == [
        "panel:", "  # of the key", "  # of the stop",
    ]  # fmt: skip
    document.move(("props", 1), ("props", 0))
    assert document.get(("props", 0, "name")) == "second"
    assert "# of the second\n- {name: second}   # short\n- name: first" in document.text


def test_moving_elsewhere_and_under_another_name():
    document = make()
    document.move(("panel", "key"), ("spare",))
    assert "\nspare:\n  type: key_switch   # turned\n  keys: [O, P]" in document.text
    document.move(("panel", "stop"), ("title", "stop"))
    assert document.get(("title", "stop")) == {"type": "emergency_stop"}
    assert document.get(("panel",)) == {}


def test_a_line_that_grows_too_long_is_unfolded():
    document = make("a:\n  sums: {one: 1, two: 2}  # few\n")
    for row in range(20):
        document.set(("a", "sums", f"number_{row}"), row)
    assert document.text.startswith("a:\n  sums:  # few\n    one: 1\n    two: 2\n    number_0: 0\n")
    assert max(map(len, document.text.split("\n"))) <= 100


def test_sets_of_lists_and_mappings_touch_what_differs():
    document = make()
    value = document.get(("props",))
    value[0]["at"][1] = 9
    value[2]["name"] = "other"
    value.append({"name": "fourth"})
    document.set(("props",), value)
    _, new = changed(TEXT, document.text)
    assert new == ["  at: [1, 9, 0]", "- name: other", "- {name: fourth}"]
    document.undo()
    assert document.text == TEXT


# -- anchors and aliases


def test_a_shared_value_is_not_changed_by_accident():
    document = make()
    with pytest.raises(SharedError, match=r"&here in line 18 is used by props\[2\].at, props"):
        document.set(("props", 2, "up", 1), 4)
    assert document.text == TEXT
    document.set(("props", 2, "up", 1), 4, shared="all")
    assert changed(TEXT, document.text)[1] == ["  at: &here [0, 4, 0]"]
    assert document.get(("props", 2, "up")) == [0, 4, 0]


def test_a_place_gets_its_own():
    document = make()
    document.set(("props", 2, "up", 1), 4, shared="own")
    assert document.get(("props", 2, "at")) == [0, 0, 0]
    assert document.get(("props", 2, "up")) == [0, 4, 0]
    document = make("a: &x\n  p: 1\nb: *x\nc: *x\n")
    document.set(("a", "p"), 2, shared="own")
    assert document.text == "a:\n  p: 2\nb: &x {p: 1}\nc: *x\n"
    document.remove(("b",))
    assert document.text == "a:\n  p: 2\nc: {p: 1}\n"


def test_anchored_scalars_change_for_all_aliases():
    document = make("a: &x 1\nb: [*x, 2, *x]\n")
    with pytest.raises(SharedError):
        document.set(("a",), 5)
    document.set(("a",), 5, shared="all")
    assert document.text == "a: &x 5\nb: [*x, 2, *x]\n"
    document.set(("b", 0), 7)
    assert document.text == "a: &x 5\nb: [7, 2, *x]\n"
    document.set(("b", 2), 8, shared="all")
    assert document.text == "a: &x 8\nb: [7, 2, *x]\n"


# -- the history


def test_groups_are_one_step_and_all_or_nothing():
    document = make()
    with document.group():
        document.set(("last",), 6)
        document.set(("title", "en"), "Two")
    document.undo()
    assert document.text == TEXT
    with pytest.raises(EditError), document.group():
        document.set(("last",), 6)
        document.set(("last", "deeper"), 6)
    assert document.text == TEXT and not document.history.done


def test_steps_that_are_joined_are_one():
    document = make()
    document.set(("props", 0, "at", 0), 1.5)
    for x in (1.6, 1.7):
        document.set(("props", 0, "at", 0), x)
        document.history.join()
    assert len(document.history.done) == 1
    document.undo()
    assert document.text == TEXT
    document.redo()
    assert document.get(("props", 0, "at", 0)) == 1.7
    document.set(("props", 0, "at", 0), 2)
    assert len(document.history.done) == 2


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\0", object(), {1: 2}])
def test_what_a_file_cannot_hold_is_refused(value):
    document = make()
    with pytest.raises(EditError):
        document.set(("last",), value)
    assert document.text == TEXT


@pytest.mark.parametrize(
    "path", [(), ("props", 7, "x"), ("last", "x"), ("props", "x"), ("props", 5)]
)
def test_paths_that_lead_nowhere_are_refused(path):
    with pytest.raises(EditError):
        make().set(path, 1)


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"a: [", "E106"), (b"a: *x", "E115"), (b"\xff", "E104"), (b"a: 1\n---\nb: 2", "E116"),
     (b"a:\n\t- 1", "E107"), (b"[" * 99, "E112")],
)  # fmt: skip
def test_what_is_no_yaml_is_refused_with_its_place(data, code):
    with pytest.raises(SpecErrors) as errors:
        Document(data, "test.yaml")
    assert errors.value.problems[0].code == code


# -- any file at all


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_shipped_files_are_understood_to_the_byte(path):
    data = path.read_bytes()
    document = Document(data, path.name)
    assert document.data == data
    node, _ = syntax.read(data, path.name)
    assert node is not None and document.get() == node.plain()
    with document.group():
        for key, value in document.get().items():
            document.set((key,), value)
    assert document.data == data


MANY = int(os.environ.get("EXAMPLES", "100"))  # more by hand, after an edit of the editor


def containers(value, path=()):
    """Yield the paths of all lists and mappings."""
    if isinstance(value, dict | list):
        yield path
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from containers(item, (*path, step))


def naive(value, path, operation, step, new):
    """Do an edit to plain data, the simplest way."""
    value = copy.deepcopy(value)
    inner = value
    for part in path:
        inner = inner[part]
    if operation == "remove":
        del inner[step]
    elif operation == "insert" and isinstance(inner, list):
        inner.insert(step, new)
    else:
        inner[step] = new
    return value


@pytest.mark.parametrize("text", ["x\ny\n", "x\ny\n\n", "x\ny"])
@pytest.mark.parametrize("raw", ["a: []", "a: 1", "b: 1\r\na: 1", "- 1\n- 2"])
def test_a_text_of_lines_at_the_end_of_a_file_without_a_last_line_break(raw, text):
    document = Document(raw.encode())
    step = "a" if "a" in raw else 1
    document.set((step,), text)
    assert Document(document.data).get()[step] == text
    document.undo()
    assert document.data == raw.encode()


@pytest.mark.parametrize("text", ["|\n  x\n  y", "|+\n  x\n"])
def test_what_is_left_before_an_item_without_a_line_break_says_what_it_said(text):
    document = Document(f"a: {text}\nb: 1".encode())
    before = document.get()["a"]
    document.remove(("b",))
    assert Document(document.data).get() == {"a": before}


@settings(max_examples=MANY, deadline=None)
@given(files(), st.data())
def test_edits_mean_what_the_same_edits_of_plain_data_mean(raw, draw):
    document = Document(raw, "test.yaml")
    assert document.data == raw
    meant = document.get()
    for _ in range(draw.draw(st.integers(1, 4))):
        path = draw.draw(st.sampled_from([*containers(meant)]))
        inner = document.get(path)
        steps = [*inner] if isinstance(inner, dict) else [*range(len(inner))]
        operation = draw.draw(st.sampled_from(["set", "insert", "remove"] if steps else ["insert"]))
        if operation == "insert":
            new_key = keys.filter(lambda key: key not in inner)  # noqa: B023
            rows = st.integers(0, len(steps))
            step = draw.draw(new_key if isinstance(inner, dict) else rows)
        else:
            step = draw.draw(st.sampled_from(steps))
        value = None if operation == "remove" else draw.draw(data)
        meant = naive(meant, path, operation, step, value)
        if operation == "remove":
            document.remove((*path, step))
        else:
            getattr(document, operation)((*path, step), value)
        assert document.get() == meant
        assert Document(document.data).get() == meant
    while document.history.done:
        document.undo()
    assert document.data == raw
