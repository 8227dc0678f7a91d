"""Keys of lights that do nothing are told of."""

import pytest

from simulator import checking

SCENE = "props: [{name: crate, fixed: true, shape: {box: [1, 1, 1]}}]"


@pytest.mark.parametrize(
    ("light", "told"),
    [
        ("at: [0, 0, 3], power: 2", ("at", "`at`; one of `type: point` does")),
        ("range: 4", ("range", "a light of type sun does not use `range`")),
        ("at: [0, 0, 3]", ("at", "; without a `type` it is a sun")),
        ("type: point, direction: [0, 0, -1]", ("direction", "one of `type: sun` does")),
        ("type: point, at: [0, 0, 3], range: 4", None),
        ("direction: [0, 1, -1], shadows: false, switch: false", None),
        ("", None),
    ],
)
def test_a_key_that_the_type_of_a_light_does_not_use_is_told_of(folder, light, told):
    text = f"{SCENE}\nlights: {{lamp: {{{light}}}}}\n"
    found = checking.check(folder.write("scenes/hall.yaml", text))
    seen = [(one.problem.path, one.problem.code, one.severity) for one in found]
    assert seen == ([(f"lights.lamp.{told[0]}", "idle-key", "warning")] if told else [])
    assert all(told[1] in one.problem.message for one in found)
