"""Texts of shaders: their includes, and mistakes in them at their place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.render import shader


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(shader, "FOLDER", tmp_path)
    shader.read.cache_clear()
    yield tmp_path
    shader.read.cache_clear()


def test_includes_are_put_in_place_whatever_editor_wrote_them(folder: Path) -> None:
    (folder / "a.frag").write_bytes(b'\xef\xbb\xbf// a\r\n#include "b.glsl"\r\n// c\r\n')
    (folder / "b.glsl").write_text("// b\n")
    lines = shader.read("a.frag")
    assert [line.text for line in lines] == ["// a", "// b", "", "// c", ""]
    assert [(line.file, line.number) for line in lines[:2]] == [("a.frag", 1), ("b.glsl", 1)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b'\n#include "a.frag"\n', "a.frag:2:11: a.frag includes itself"),
        (b'#include "b.glsl"\n', "b.glsl:1:11: a.frag includes itself"),
        (b'#include "gone.glsl"\n', "a.frag:1:11: there is no file 'gone.glsl' beside it"),
        (b"// a\n// \xff\n", "a.frag:2:1: not UTF-8 text; save the file as UTF-8"),
    ],
)
def test_a_text_that_cannot_be_read_is_told_at_its_line(
    folder: Path, text: bytes, told: str
) -> None:
    (folder / "a.frag").write_bytes(text)
    (folder / "b.glsl").write_text('#include "a.frag"\n')
    with pytest.raises(shader.ShaderError) as raised:
        shader.read("a.frag")
    assert str(raised.value) == str(folder / told)


def test_a_shader_that_is_missing_is_told(folder: Path) -> None:
    with pytest.raises(shader.ShaderError, match=r"a\.frag:1:1: cannot be read: No such file"):
        shader.read("a.frag")
