"""Why something cannot be done is told in the language of whoever runs the program."""

import errno
import re

import pytest

from simulator.recordings.recording import Recording, RecordingError
from simulator.spec import reasons
from simulator.spec.reasons import ExplainedError


def test_what_the_system_says_is_told_in_both_languages_with_its_file():
    told = reasons.explain(OSError(errno.ENOSPC, "No space left on device", "out/a.mcap"))
    assert told.en == "out/a.mcap: No space left on device"
    assert told.ru == "out/a.mcap: на диске кончилось место"
    assert reasons.of_system(OSError(errno.EACCES, "Permission denied", "a")).ru == "нет доступа"


@pytest.mark.parametrize("error", [OSError(9999, "odd"), OSError("odd"), ValueError("odd")])
def test_what_has_no_russian_is_told_as_it_is(error):
    assert reasons.explain(error).ru == reasons.explain(error).en == "odd"
    assert reasons.explain(KeyError()).en == "KeyError"


def test_an_error_that_knows_both_is_told_in_both():
    error = ExplainedError("no", "нет")
    assert str(error) == reasons.explain(error).en == "no" and reasons.explain(error).ru == "нет"
    assert reasons.explain(ExplainedError("no")).ru == "no"


def test_every_reason_of_the_system_is_russian_and_goes_on_after_a_file():
    for text in reasons.SYSTEM.values():
        assert re.fullmatch(r"[а-яё ,]+", text)


def test_a_recording_that_cannot_be_read_says_why_in_both_languages(tmp_path):
    def told(path):
        with pytest.raises(RecordingError) as caught:
            Recording(path)
        text = caught.value.text
        assert text.en == str(caught.value) and text.ru.startswith(f"{path}: ")
        return text.ru

    assert "файла или папки нет" in told(tmp_path / "gone.mcap")
    (tmp_path / "noise.mcap").write_bytes(b"noise" * 20)
    assert "не запись этой программы" in told(tmp_path / "noise.mcap")
