"""A decimal with a comma in a list is told of: it is two numbers."""

import pytest

from simulator import checking

CONSOLE = """\
panel: {lever: {type: lever}, light: {type: lamp}, note: {type: text, text: "[a, 0,5]"}}
diagram: {gated: {type: product, in: %s}}
outputs: {light: gated}
"""


@pytest.mark.parametrize(
    ("wires", "column", "number"),
    [
        ("[lever, 0,75]", 46, "0,75"),
        ("[-0,5, lever]", 39, "-0,5"),
        ("[lever, 1,5, 2]", 46, "1,5"),
        ("[lever,1,2]", 0, ""),
        ("[lever, 0, 75]", 0, ""),
        ("[lever, 0.75]", 0, ""),
    ],
)
def test_a_comma_without_a_blank_among_those_with_one_is_told_of(folder, wires, column, number):
    found = checking.check(folder.write("consoles/arm.yaml", CONSOLE % wires))
    message = f"'{number}' is two numbers here: a decimal has a point, and two numbers a blank "
    message += "behind the comma between them [split-number] (warning)"
    told = [f"consoles/arm.yaml:2:{column}: diagram.gated.in: {message}"] if number else []
    assert [str(one) for one in found] == told


def test_what_is_a_mistake_besides_is_told_alone(folder):
    text = CONSOLE.replace("product", "negate") % "[lever, 0,75]"
    (found,) = checking.check(folder.write("consoles/arm.yaml", text))
    assert found.problem.code == "too-many-inputs"


def test_a_list_that_is_as_long_as_it_has_to_be_is_right(folder):
    text = "props: [{name: crate, fixed: true, at: [3, 0,1], shape: {sphere: 0.1}}]\n"
    assert checking.check(folder.write("scenes/yard.yaml", text)) == []


def test_brackets_in_a_text_are_no_list(folder):
    text = 'title: |\n  From [1, 0,5] on\nbriefing: ["Drive\n  [1, 0,5] there"]\nlights: {}\n'
    assert checking.check(folder.write("scenes/yard.yaml", text)) == []
