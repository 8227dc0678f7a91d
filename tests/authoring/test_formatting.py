"""Tidying changes nothing that means anything; the proof finds every byte."""

import pytest
from hypothesis import given, settings

from simulator.authoring import formatting
from simulator.authoring.document import Document
from simulator.spec.errors import SpecErrors
from tests.authoring.written import SHIPPED, files

UNTIDY = (
    b'\xef\xbb\xbfa: 1  \r\nb: |+ \r\n  text  \r\n\r\nc: "x   \r\n  y"\t\r\n# end \t\r\n\r\n\r\n'
)
TIDY = b'a: 1\nb: |+\n  text  \n\nc: "x\n  y"\n# end\n'


def test_tidying():
    assert formatting.tidy(UNTIDY) == TIDY
    assert formatting.tidy(TIDY) == TIDY
    assert formatting.tidy(b"a: 1") == b"a: 1\n"
    assert formatting.tidy(b"a: |+\n  1\n\n") == b"a: |+\n  1\n\n"


def test_shipped_files_are_tidy_and_proven():
    for path in SHIPPED:
        assert formatting.tidy(path.read_bytes()) == path.read_bytes(), path
        assert formatting.prove(path).fault == ""


@pytest.mark.parametrize(
    "data", [UNTIDY, TIDY, b"", b"# nothing\r", b"- 1\n- 2", b"{a: 1}", b"a: &x\n  b: 1\nc: *x"]
)
def test_any_file_is_proven(tmp_path, data):
    path = tmp_path / "file.yaml"
    path.write_bytes(data)
    if data.startswith(b"-"):
        with pytest.raises(SpecErrors, match="E109"):
            formatting.prove(path)
    else:
        assert formatting.prove(path).fault == ""
    assert path.read_bytes() == data


@settings(max_examples=60, deadline=None)
@given(files())
def test_tidying_keeps_the_meaning_and_is_done_once(data):
    tidied = formatting.tidy(data)
    assert Document(tidied).get() == Document(data).get()
    assert formatting.tidy(tidied) == tidied
    assert b"\r" not in tidied or b"\\r" in tidied
