"""Mistakes of a gait: each with its code and place; the shipped walker has none."""

from pathlib import Path

import pytest

BIPED = Path(__file__).parents[2] / "robots" / "biped" / "robot.yaml"
LEGS = "  left: {link: left_foot}\n  right: {link: right_foot}\n"
CASES = [
    (LEGS.replace("right_foot", "left_foot"), 3, 17, "E426", "the same link"),
    (LEGS.replace("right_foot", "right_thigh"), 3, 17, "E426", "the right leg has 3 joints"),
    (LEGS + "  postures: {}\n", 4, 3, "E426", "a posture at least"),
    (LEGS + "  postures: {free: {joints: {left_elbo: 1}}}\n", 4, 30, "E401",
     "did you mean left_elbow?"),
    (LEGS + "  postures: {free: {joints_deg: {left_elbow: 170}}}\n", 4, 46, "E405", "outside"),
    (LEGS + "  alpha: 0\n", 4, 10, "E304", "greater than 0"),
    (LEGS + "  step_lenght: 0.2\n", 4, 3, "E301", "did you mean step_length?"),
    (LEGS + "  step_time_ms: 1234\n", 4, 17, "E426", "1.234 s is no whole number"),
    (LEGS + "  turns_deg: [30, 95]\n", 4, 19, "E304", "less than"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "code", "words"), CASES)
def test_gait(folder, text, line, column, code, words):
    body = BIPED.read_text(encoding="utf-8").partition("\ngait:\n")[0]
    text = "gait:\n" + text
    problems = folder.check("robot", text + body)
    shown = "\n".join(map(str, problems))
    found = [(problem.line, problem.column, problem.code) for problem in problems]
    assert found == [(line, column, code)], shown
    assert words in shown
