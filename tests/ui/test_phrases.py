"""Both languages say everything, and write numbers their own way."""

import re
from pathlib import Path

import pytest

from simulator.ui import status_bar
from simulator.ui.intents import DEBUG_DRAWS, QUALITIES
from simulator.ui.pages import timeline_bar
from simulator.ui.texts import phrases

SOURCES = sorted(Path(phrases.__file__).parents[2].rglob("*.py"))


@pytest.mark.parametrize("key", phrases.TEXTS)
def test_every_text_is_in_both_languages(key):
    text = phrases.TEXTS[key]
    assert re.search("[а-яё]", text.ru, re.IGNORECASE), text.ru
    assert not re.search("[а-яё]", text.en, re.IGNORECASE), text.en
    assert text.ru.count("{}") == text.en.count("{}")


def test_every_text_asked_for_exists_and_none_is_left_over():
    asked = {*DEBUG_DRAWS, *QUALITIES, *status_bar.STATES, "free", "follow", "none"}
    for path in SOURCES:
        if path.name != "phrases.py":
            asked |= set(re.findall("[\"']([a-z_]+)[\"']", path.read_text(encoding="utf-8")))
    assert set(phrases.TEXTS) <= asked
    for path in SOURCES:
        for key in re.findall("phrases\\.say\\([\"']([a-z_]+)", path.read_text(encoding="utf-8")):
            assert key in phrases.TEXTS, f"{path.name}: {key}"


@pytest.mark.parametrize("state", status_bar.STATES)
def test_every_run_state_has_a_word(state):
    assert phrases.say(state, "ru") != phrases.say(state, "en")


def test_numbers():
    assert phrases.number(1.25, 2, "en") == "1.25"
    assert phrases.number(1.25, 2, "ru") == "1,25"
    assert phrases.number(-3.0, 0, "en") == "\u22123"
    assert phrases.number(0.42, 2, "ru", sign=True) == "+0,42"
    assert phrases.number(-0.001, 1, "en", sign=True) == "0.0"


def test_degrees_stand_close_to_their_number():
    assert phrases.quantity("40", "°") == "40°"
    assert phrases.quantity("1,5", "м") == "1,5 м"
    assert phrases.quantity("7", "") == "7"


def test_times():
    assert timeline_bar.clock(65.04, "en") == "1:05.0"
    assert timeline_bar.clock(65.04, "ru") == "1:05,0"
    assert timeline_bar.clock(59.96, "ru") == "1:00,0"
