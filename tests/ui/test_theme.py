"""Every text can be read and every mark seen: the contrast table, computed again."""

import pytest

from simulator.ui.painting import theme

TEXTS = ("TX0", "TX1", "TX2", "ACC", "OK", "INFO", "WARN", "BAD")
GROUNDS = {
    "BG0": dict(TX0=16.7, TX1=10.4, TX2=7.6, ACC=9.8, OK=8.5, WARN=10.1, BAD=7.5, INFO=8.7),
    "BG2": dict(TX0=14.1, TX1=8.7, TX2=6.4, ACC=8.2, OK=7.2, WARN=8.5, BAD=6.4, INFO=7.3),
    "BG4": dict(TX0=10.1, TX1=6.3, TX2=4.6, ACC=5.9, OK=5.2, WARN=6.1, BAD=4.6, INFO=5.3),
}
STATES = ("ACC", "OK", "INFO", "WARN", "BAD")  # edges that carry a state


def luminance(colour: int) -> float:
    shares = []
    for shift in (0, 8, 16):
        share = (colour >> shift & 255) / 255
        shares.append(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]


def contrast(first: int, second: int) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXTS)
def test_contrast_table(ground, text):
    value = contrast(getattr(theme, text), getattr(theme, ground))
    assert value == pytest.approx(GROUNDS[ground][text], abs=0.06)
    assert value >= 4.5


@pytest.mark.parametrize("ground", ("BG1", "BG3", "WELL"))
@pytest.mark.parametrize("text", TEXTS)
def test_texts_on_the_other_grounds(ground, text):
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= 4.5


@pytest.mark.parametrize(
    ("text", "ground", "expected"),
    [
        (theme.DIS, theme.BG2, 4.9),
        (theme.BG0, theme.BAD, 7.5),
        (theme.BG0, theme.WARN, 10.1),
        (theme.TX0, theme.BADD, 11.7),
    ],
)
def test_texts_on_their_own_fills(text, ground, expected):
    assert contrast(text, ground) == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize("edge", STATES)
def test_edges_that_carry_a_state(edge):
    for ground in (theme.BG1, theme.BG2, theme.WELL, *theme.RAISED, *theme.RAISED_HOVER):
        assert contrast(getattr(theme, edge), ground) >= 3.0


@pytest.mark.parametrize("level", theme.LEVELS)
def test_words_on_lit_tiles(level):
    fill = theme.LEVEL_FILLS[level]
    colour = theme.mix(theme.LEVELS[level], theme.WHITE, 0.55)
    assert contrast(colour if level in ("caution", "warning") else theme.TX0, fill) >= 4.5


def test_colours_are_packed_and_mixed():
    assert theme.rgb("#123456", 0.5) == 0x80563412
    assert theme.fade(theme.rgb("#123456"), 0.25) >> 24 == 64
    assert theme.mix(theme.BLACK, theme.WHITE, 0.5) == 0xFF808080


def test_no_design_size_is_below_the_least():
    assert min(theme.SIZES.values()) >= theme.MINIMUM
