"""Text of files: YAML 1.2 values, places, and limits that never hang."""

import pytest

from simulator.spec.errors import MAX_PROBLEMS
from simulator.spec.reading import syntax


def values(text: str):
    node, problems = syntax.read(text.encode(), "f.yaml")
    assert not problems
    assert node is not None
    return node.plain()


def first_problem(data: str | bytes):
    data = data if isinstance(data, bytes) else data.encode()
    _, problems = syntax.read(data, "f.yaml")
    return problems[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"), ("off", "off"), ("yes", "yes"), ("No", "No"), ("y", "y"),
        ("true", True), ("False", False), ("null", None), ("~", None), ("", None),
        ("1e-3", 1e-3), ("1e3", 1e3), ("-.5", -0.5), ("+1.", 1.0), ("010", 10), ("0x1F", 31),
        ("0o17", 15), ("1_000", "1_000"), ("12:30", "12:30"), ("2026-01-01", "2026-01-01"),
        ("1.2.3", "1.2.3"), ("'5'", "5"), ("=", "="), ("5 rpm", "5 rpm"),
        ("Привет мир", "Привет мир"),
    ],
)  # fmt: skip
def test_scalars_follow_the_core_schema_of_yaml_1_2(text, value):
    result = values(f"a: {text}")["a"]
    assert result == value and type(result) is type(value)


def test_keys_are_always_text():
    assert values("on: 1\n1: 2\nnull: 3\n1e3: 4") == {"on": 1, "1": 2, "null": 3, "1e3": 4}


def test_places_are_counted_from_one_in_characters():
    node, _ = syntax.read("имя: {ключ: [1, 'два']}".encode(), "f.yaml")
    assert node is not None
    assert node.keys["имя"] == ("f.yaml", 1, 1)
    inner = node.value["имя"]
    assert inner.keys["ключ"] == ("f.yaml", 1, 7)
    assert inner.value["ключ"].value[1].mark == ("f.yaml", 1, 17)


def test_a_byte_order_mark_is_ignored():
    assert values("\ufeffa: 1") == {"a": 1}


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a:\n  b: 1\n\u00a0\u00a0c: 2\nd: 3", 3, 1, "U+00A0 (no-break space)"),
        ("a:\n  - b: 1\n  -\u2003c: 2", 3, 4, "U+2003 (em space)"),
        ("a:\u00a0{b: 1}", 1, 3, "looks like a blank"),
        ("a\u00a0: 1", 1, 2, "type a blank"),
        ("a: [1,\u00a02]", 1, 7, "U+00A0"),
        ("a: 0.5\u200b", 1, 7, "U+200B (zero width space)"),
        ("a: t\u200bwo", 1, 5, "cannot be seen: delete it"),
        ("a: 1\n\ufeffb: 2", 2, 1, "U+FEFF (byte order mark)"),
        ("a: 1\nb\u00ad: 2", 2, 2, "U+00AD (soft hyphen)"),
        ("a: one,\u00a0two\n  and\r\n\n  three\u00a0\nb: 1", 4, 8, "U+00A0"),
        ("a: 1\n'b\u200b': 2", 2, 3, "U+200B"),
        ('я: {"a\'\u200b": 1, b: 2}', 1, 8, "U+200B"),
        ('a: 1\n"b\\u200b": 2\nc: "\u200b"', 2, 1, "U+200B"),
    ],
)
def test_what_looks_like_a_blank_or_like_nothing_is_told(text, line, column, words):
    _, (found,) = syntax.read(text.encode(), "f.yaml")
    assert (found.line, found.column, found.code) == (line, column, "E105")
    assert words in found.message


def test_within_a_text_and_in_quotes_any_blank_may_be_meant():
    text = "a: 5\u00a0м\nb: '\u00a0'\nc: |\n  \u00a0x\n# \u200b"
    assert values(text) == {"a": "5\u00a0м", "b": "\u00a0", "c": "\u00a0x\n"}


@pytest.mark.parametrize("first", ["# one:\u00a0two", "a: one,\u00a0two", "a: 'one,\u00a0two'"])
def test_one_that_may_be_meant_does_not_stand_for_another_mistake(first):
    found = first_problem(f"{first}\nb:\n  - {{c: 1}}\n d: 5\n")
    assert (found.line, found.column, found.code) == (4, 2, "E106")


def test_what_follows_the_end_of_a_document_is_not_lost():
    for text, line in (("a: 1\n...\nb: 2", 2), ("a:\n  - 1\n... # end\n  - 2", 3)):
        found = first_problem(text)
        assert (found.line, found.column, found.code) == (line, 1, "E116")
        assert "`...` ends the file" in found.message
    assert values("a: 1\n...\n# end") == {"a": 1}


def test_aliases_stand_for_their_anchor():
    assert values("a: &x [1, 2]\nb: *x") == {"a": [1, 2], "b": [1, 2]}


BOMB = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9)
)


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"", "E108", 1, 1),
        (b"# only a comment\n", "E108", 1, 1),
        (b"---\n", "E108", 1, 1),
        (b"{}", "E108", 1, 1),
        (b"- 1\n- 2", "E109", 1, 1),
        (b"[]", "E109", 1, 1),
        (b'<?xml version="1.0"?>\n<robot name="x: y">\n\t<link/>\n', "E109", 1, 1),
        (b"\xef\xbb\xbf<mujoco/>", "E109", 1, 1),
        (b"text", "E109", 1, 1),
        (b"a: 1\nb: \xff", "E104", 2, 4),
        (b"\xff\xfea\0:\0", "E104", 1, 1),
        ("# Пульт\na: 1".encode("utf-16-le"), "E104", 1, 1),
        ("# Пульт\na: 1".encode("utf-16-be"), "E104", 1, 1),
        (b"a: 1\nb: x\x00y", "E105", 2, 5),
        (b"a: [1, 2\nb: 3", "E106", 1, 4),
        (b"a: 'x", "E106", 1, 6),
        (b"a:\n\tb: 1", "E107", 2, 1),
        (b"a: 1\nb: 2\na: 3", "E110", 3, 1),
        (b"a: {x: 1, x: 2}", "E110", 1, 11),
        (b"a: &x {k: 1}\nb: {<<: *x}", "E111", 2, 5),
        (b"a: " + b"[" * 100_000, "E112", 1, 67),
        (b"[" * 100_000, "E112", 1, 65),
        (b"{a: " * 100_000, "E112", 1, 257),
        (b"- " * 100_000, "E112", 1, 129),
        (b"? " * 100_000, "E112", 1, 129),
        (b"a: &x [1]\nb: [" + b"*x, " * 1001 + b"]", "E114", 2, 4005),
        (BOMB.encode(), "E113", 6, 38),
        (b"a: *x", "E115", 1, 4),
        (b"a: &x [*x]", "E115", 1, 8),
        (b"a: 1\n---\nb: 2", "E116", 2, 1),
        (b"a: .nan", "E117", 1, 4),
        (b"a: [1, -.inf]", "E117", 1, 8),
        (b"a: 1e999", "E117", 1, 4),
        (b"a: " + b"9" * 5000, "E117", 1, 4),
        (b"[1, 2]: 3", "E118", 1, 1),
        (b"'': 3", "E118", 1, 1),
        (b"a: !!python/object:os.system x", "E119", 1, 4),
        (b"a: !x [1]", "E119", 1, 4),
        (b"a: " + b"x" * (8 * 1024 * 1024), "E103", 1, 1),
    ],
)  # fmt: skip
def test_each_fault_of_a_text_has_its_code_and_place(data, code, line, column):
    problem = first_problem(data)
    assert (problem.code, problem.line, problem.column) == (code, line, column), str(problem)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a:\n  mass:700\n  shape: {x: 1}", "put a blank behind the colon in line 2"),
        ("a: 1\n  b: 2", "begin the line in the column of the one above"),
        ("a: {op: >=, b: 1}", "put a text that begins with > in quotes"),
        ("a: {colour: #FFAA00, b: 1}\nc: 2", "what follows a blank and # is a comment"),
        ("a: {b: {c: 1}\nd: 2", "a comma, a quote or the closing bracket is missing"),
        (
            "a: {b: 1,  # note\n  c: 2\n  d: 3}",
            "a comma, a quote or the closing bracket is missing",
        ),
        ("a: 'it's'", "a quote or a bracket before it is one too many, or not closed"),
        ("a:\n  b: {c: [1]}}\n  d: 1", "a quote or a bracket before it is one too many"),
        ("a:\n  b: 1\n c: 2", "its lines begin in column 1"),
        ("a: [1, 2,\n", "a value or the closing bracket is missing"),
        ("a: {b:}", "put a blank behind the colon, or the text in quotes"),
        ("a:\n  - 1\n  b: 2", "its lines begin with `- `, but this one with none"),
        ("a:\n  b: 2\n  - 1", "its lines begin with no `- `, but this one with one"),
        ("a:\n  - 1\n  b: 2", "the line that begins a section may be missing above it"),
        ("a:\n  - b: 1\n  c: 2", "it may begin in a wrong column, or the line that begins"),
        ("a:\n  b: 2\n  - 1", "the line that begins a section may be missing above it"),
    ],
)
def test_what_to_do_about_text_that_is_no_yaml(text, words):
    problem = first_problem(text)
    assert problem.code == "E106" and words in problem.message


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('a:\n  g: {x: "b", y: "c}\n  h: {x: "b", y: "d"}', 2, 18, "a quote is opened here"),
        ('a:\n  op: "<, in: [3]\n  c: 2\n', 2, 7, "a quote is opened here"),
        ('a:\n  g: {colour: #FFAA00", x: 1}\n  b: {x: 1}', 2, 15, "# is a comment"),
        ("a:\n  b:\n    mass = 215\n    shape: {box: 1}", 3, 5, "a colon is missing"),
        ("a:\n  - name; x\n    text: y", 2, 5, "a colon is missing"),
        ("a:\n  mass:700\n  shape: {x: 1}", 2, 3, "put a blank behind the colon"),
        ("a:\n  b: 1\n  out:c\n  d: 1", 3, 3, "put a blank behind the colon"),
        ("a:\n  b: 1\n  timeout 60\n  d: 1", 3, 3, "a colon is missing"),
        ("a:\n  b: {c: [1, 2]\n  d: 1", 2, 6, "the bracket { is not closed by }"),
        ("a:\n  - {c: [1, 2)\n  # note\n  - {d: 1}", 2, 9, "the bracket [ is not closed by ]"),
        ('a:\n  b: "+-, x\n  c: 1\n  d: ">=, y"', 2, 6, "a quote is opened here"),
        ("# note\ninclude = [x.yaml]\nb: 1", 2, 1, "a colon is missing"),
        ("a:\n  c: 1\n  r:0.14  # [m]\n  d: 1", 3, 3, "put a blank behind the colon"),
        ("a:\n  b: 1\n<<<<<<< HEAD\n  c: 1\n=======\n  c: 2\n>>>>>>> you\n", 3, 1, "keep one side"),
        ("a: [\n<<<<<<< HEAD\n 1]\n=======\n 2]\n>>>>>>> you\n", 2, 1, "of a merge"),
        ("a:\n    b: 1\n  c: 2", 3, 3, "this one in 3, and the line above in 5"),
        ("a:\n   - b: 1\n  - c: 2\n  - d: 3", 2, 4, "column 4, but those after it in 3"),
        ("a:\n b: {c: 1}\n  d: 2\n  e: 3", 2, 2, "column 2, but those after it in 3"),
        ("a:\n  - b: 1\n    c: {d: 1\n", 3, 8, "the bracket { is not closed by }"),
        ("a =\n  # note\n  b:\n    c: 1\n", 1, 1, "a colon is missing in this line"),
        ("# note\na =\n  - b: 1\n", 2, 1, "a colon is missing in this line"),
    ],
)
def test_a_mistake_that_the_parser_notices_late_is_told_in_its_line(text, line, column, words):
    problem = first_problem(text)
    assert words in problem.message, problem.message
    assert (problem.line, problem.column) == (line, column)


def test_an_alias_may_not_reach_deeper_than_the_limit():
    deep = "a: &x " + "[" * 40 + "]" * 40
    assert first_problem(f"{deep}\nb: {'[' * 40}*x{']' * 40}").code == "E112"


def test_a_fault_that_does_not_stop_reading_leaves_the_others_visible():
    _, problems = syntax.read(b"a: .nan\nb: 1\nb: 2\nc: !t 3\n", "f.yaml")
    assert [problem.code for problem in problems] == ["E117", "E110", "E119"]


def test_paths_are_told_before_the_types_are_known():
    _, problems = syntax.read(b"a: [{b: 1}, {c: .nan}]\nd: {e: {f: 1, f: 2}}\n", "f.yaml")
    assert [problem.path for problem in problems] == ["a[1].c", "d.e.f"]


def test_the_slow_parser_gives_the_same_nodes(monkeypatch):
    import yaml

    text = "a: &x {b: [1, 'q', 2.5]}\nc: *x\nd: on\n"
    fast = values(text)
    monkeypatch.setattr(syntax, "Loader", yaml.SafeLoader)
    syntax._read.cache_clear()
    assert values(text) == fast


def test_endless_mistakes_are_cut_short():
    _, problems = syntax.read(b"a: [" + b".nan," * 10_000 + b"]", "f.yaml")
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1].code == "E121"
