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
    told = [f"consoles/arm.yaml:2:{column}: {message}"] if number else []
    assert [str(one) for one in found] == told


def test_what_is_a_mistake_besides_is_told_alone(folder):
    text = CONSOLE.replace("product", "negate") % "[lever, 0,75]"
    (found,) = checking.check(folder.write("consoles/arm.yaml", text))
    assert found.problem.code == "too-many-inputs"
