"""The protocol of the serial line: what is written can be read, what is damaged is dropped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.hardware import lines

CHANNELS = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,15}", fullmatch=True)
WORDS = st.from_regex(r"[a-z]?=?-?[0-9]{0,12}[.e]?[0-9]{0,8} ?", fullmatch=True)
JUNK = st.binary(max_size=40) | WORDS.map(lines.write)  # with a sound check sum, too


def test_a_line_as_the_reference_shows_it():
    assert lines.write("a0=512 d2=1") == b"a0=512 d2=1*20\n"
    assert lines.read(b"a0=512 d2=1*20\r\n") == lines.Said({"a0": 512.0, "d2": 1.0})
    assert lines.read(lines.write("board MF-4 desk")) == lines.Said({}, "MF-4 desk")


@given(st.dictionaries(CHANNELS, st.floats(-1e8, 1e8), max_size=40))
def test_values_survive_the_line_to_four_decimals(values):
    written = list(lines.write_values(values))
    assert all(len(line) <= lines.LONGEST for line in written)
    reader, heard = lines.Reader(), {}
    for said in reader.take(b"".join(written)):
        heard |= said.values
    assert heard == pytest.approx(values, abs=1e-4)


@given(st.lists(JUNK, max_size=20))
def test_junk_never_raises_and_never_makes_up_a_number(pieces):
    reader = lines.Reader()
    for piece in pieces:
        for said in reader.take(piece):
            assert all(abs(value) < 1e9 for value in said.values.values())


@given(st.integers(0, 255), st.integers(0, 13))
def test_a_line_with_one_wrong_byte_is_dropped(byte, place):
    whole = bytearray(lines.write("a0=512 d2=1"))
    if whole[place] in (byte, byte ^ 0x20):
        return  # nothing changed, or only the case of a digit of the check sum
    whole[place] = byte
    found = [one for one in lines.Reader().take(bytes(whole)) if one.values]
    assert found == []


@pytest.mark.parametrize(
    "text", ["a0", "a0=", "a0=1e9", "a0=nan", "a0=1 b", "", "=3", "0a=1", "a0=1234567890"]
)
def test_a_sound_check_sum_does_not_excuse_wrong_words(text):
    assert lines.read(lines.write(text)) is None


def test_a_line_without_an_end_does_not_fill_the_memory():
    reader = lines.Reader()
    for _ in range(100):
        assert list(reader.take(b"x" * 100)) == []
    assert len(reader._rest) <= lines.LONGEST + 100
    assert [said.values for said in reader.take(b"\n" + lines.write("a=1"))] == [{"a": 1.0}]
