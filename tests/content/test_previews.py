"""Every shipped exercise has its picture for the list."""

from pathlib import Path

import pytest
from PIL import Image

EXERCISES = sorted(Path("scenes/exercises").glob("*.yaml"))


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda path: path.stem)
def test_an_exercise_has_a_picture(exercise):
    with Image.open(exercise.with_suffix(".jpg")) as picture:
        assert picture.size == (600, 300)
        low, high = picture.convert("L").getextrema()
    assert high - low > 100  # something is to be seen on it
