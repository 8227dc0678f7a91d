"""Files written whole: what is there after a disk that has become full, and what is said."""

import errno
import shutil
from pathlib import Path

import pytest
from PIL import Image

from simulator import cli
from simulator.render import offscreen
from simulator.spec.reading.write import beside, write_whole


def test_a_file_that_does_not_fit_leaves_the_old_one_and_is_named(small_disk, tmp_path):
    path = tmp_path / "a.html"
    path.write_text("old")
    with small_disk(100), pytest.raises(OSError, match="File too large") as caught:
        write_whole(path, "x" * 1000)
    assert caught.value.filename == str(path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
    write_whole(path, "new")
    assert path.read_text() == "new" and list(tmp_path.iterdir()) == [path]


def test_on_a_disk_that_cannot_be_written_the_file_is_named_not_its_part(tmp_path, monkeypatch):
    def refuse(self, *_, **__):
        raise OSError(errno.EROFS, "Read-only file system", str(self))

    for name in ("open", "unlink"):  # such a disk refuses even to remove what is not there
        monkeypatch.setattr(Path, name, refuse)
    with pytest.raises(OSError, match="Read-only file system") as caught:
        write_whole(tmp_path / "a.html", "new")
    assert caught.value.filename == str(tmp_path / "a.html")


def test_so_is_a_picture(small_disk, tmp_path):
    path = tmp_path / "new" / "a.png"
    with small_disk(100), pytest.raises(OSError, match="File too large") as caught:
        offscreen.save(Image.effect_noise((99, 99), 50), path)
    assert caught.value.filename == str(path) and list(path.parent.iterdir()) == []


def test_a_full_disk_is_told_with_the_file(tmp_path, monkeypatch, capsys):
    def fill(*_, **__):
        with beside(tmp_path / "a.svg"):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(cli, "app", fill)
    with pytest.raises(SystemExit):
        cli.main()
    assert capsys.readouterr().err == f"{tmp_path / 'a.svg'}: No space left on device\n"


def test_a_copy_that_does_not_fit_names_where_it_should_go(
    small_disk, tmp_path, monkeypatch, capsys
):
    source, copy = tmp_path / "source", tmp_path / "copy"
    source.write_text("x" * 1000)
    monkeypatch.setattr(cli, "app", lambda *_, **__: shutil.copyfile(source, copy))
    with small_disk(100), pytest.raises(SystemExit):
        cli.main()
    assert capsys.readouterr().err == f"{copy}: File too large\n"


def test_a_link_is_written_through(tmp_path):
    link = tmp_path / "link"
    link.symlink_to("a.txt")
    write_whole(link, "x")
    assert link.is_symlink() and (tmp_path / "a.txt").read_text() == "x"


def test_a_folder_is_not_written_into(tmp_path):
    with pytest.raises(IsADirectoryError) as caught, beside(tmp_path):
        pass
    assert caught.value.filename == str(tmp_path)
