"""Texts are shortened and wrapped to their room."""

from simulator.ui.painting import fitting


def test_long_texts_are_shortened_and_wrapped(canvas):
    p = canvas.paint
    assert fitting.fit(p, "short", 200) == "short"
    fitted = fitting.fit(p, "a very long notice indeed", 90)
    assert fitted.endswith("…")
    assert p.width(fitted, 13) <= 90
    ending = fitting.fit_end(p, "a/very/long/path/indeed/robot.yaml:3:5:", 120)
    assert ending[0] == "…" and ending.endswith("robot.yaml:3:5:")
    assert p.width(ending, 13) <= 120 and fitting.fit_end(p, "short", 200) == "short"
    lines = fitting.wrap(p, "one two three four five six seven", 80, 14, False)
    assert " ".join(lines) == "one two three four five six seven"
    assert all(p.width(line, 14) <= 80 for line in lines)


def test_spaced_titles_are_shortened_like_texts(canvas):
    p, title = canvas.paint, "ARM AND GRIPPER"
    whole = p.capitals_width(title)
    assert whole > p.width(title, 13, True)
    assert fitting.fit_capitals(p, title, whole) == title
    assert fitting.fit_capitals(p, title, p.width(title, 13, True)).endswith("…")
    short = fitting.fit_capitals(p, title, p.capitals_width("ARM …") + 1)
    assert short == "ARM…"
    assert fitting.fit(p, "Arm and", p.width("Arm …", 13) + 1) == "Arm…"


def test_lines_end_with_no_lonely_word_and_numbers_keep_their_units(canvas):
    p, text = canvas.paint, "Switch the power of each of the robots on."
    room = p.width("Switch the power of each of the robots", 14) + 2
    lines = fitting.wrap(p, text, room, 14, False)
    assert lines == ["Switch the power of each of the", "robots on."]
    text = "Lift the case above the table (30 cm)."
    room = p.width("Lift the case above the table (30", 14) + 2
    assert fitting.wrap(p, text, room, 14, False)[-1].endswith("(30 cm).")
    text = "Lift the case above the table 30 cm now"
    room = p.width("Lift the case above the table 30 cm", 14) + 2
    assert fitting.wrap(p, text, room, 14, False)[-1] == "30 cm now"
    assert fitting.wrap(p, "alone on", p.width("alone", 14) + 1, 14, False) == ["alone", "on"]
