"""What is saved is there whole, at every moment, whatever happens; what was there is kept."""

import errno
import os
import stat
import subprocess
import sys
import threading
import time

import pytest

from simulator.authoring import saving
from simulator.authoring.binder import Binder
from simulator.authoring.saving import ChangedOnDiskError
from simulator.spec import load

SCENE = "props:\n  - {name: box, shape: {box: [1, 1, 1]}, at: [0, 0, 1]}  # mine\n"
WHOLE = """\
# more
include: [part.yaml]
props:
  - {name: ball, shape: {sphere: 1}, at_cm: [0, 0, 300]}
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "scenes" / "part.yaml"
    path.parent.mkdir()
    path.write_text(SCENE)
    return path


def test_an_unchanged_file_is_not_even_written(file):
    before = file.stat()
    binder = Binder()
    binder.save(binder.open(file))
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert not saving.list_backups(file)


def test_a_saved_file_keeps_its_mode_and_its_link(file, tmp_path):
    file.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(file)
    binder = Binder()
    document = binder.open(link)
    assert binder.open(file) is document
    document.set(("props", 0, "name"), "crate")
    binder.save(document)
    assert link.is_symlink() and not document.is_dirty
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert file.read_text() == SCENE.replace("box,", "crate,")
    assert os.listdir(file.parent) == ["part.yaml"]


def test_backups_are_kept_and_rotate(file):
    for count in range(saving.KEPT + 3):
        saving.save(file, f"a: {count}\n".encode())
    kept = saving.list_backups(file)
    assert len(kept) == saving.KEPT
    assert kept[0].path.read_text() == f"a: {saving.KEPT + 1}\n"
    assert [one.time for one in kept] == sorted((one.time for one in kept), reverse=True)


@pytest.mark.parametrize("name", ["Thumbs.db", ".DS_Store", "copy of 12.yaml", "²³.yaml"])
def test_what_others_put_beside_the_backups_is_left_alone(file, name):
    saving.save(file, b"a: 1\n")
    other = saving.backup_folder(file) / name
    other.write_bytes(b"mine")
    saving.save(file, b"a: 2\n")
    kept = [one.path for one in saving.list_backups(file)]
    assert kept[0].read_text() == "a: 1\n"
    assert other.read_bytes() == b"mine" and other not in kept


def test_a_file_that_cannot_be_written_is_named_itself(file, monkeypatch):
    def refuse(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left") as caught:
        saving.replace(file, b"a: 1\n")
    assert caught.value.filename == str(file) and file.read_text() == SCENE
    assert os.listdir(file.parent) == [file.name]


def test_unsaved_edits_are_found_until_the_file_is_written_again(file, monkeypatch):
    saving.save(file, b"a: 1\n")
    assert saving.find_unsaved(file) is None
    now = time.time_ns() // 1_000_000 * 1_000_000
    monkeypatch.setattr(time, "time_ns", lambda: now + 400_000)
    os.utime(file, ns=(now, now + 300_000))  # within the thousandth that the copy is named after
    copy = saving.keep(file, b"a: 2\n", is_unsaved=True)
    assert saving.find_unsaved(file) == copy == saving.keep(file, b"a: 2\n", is_unsaved=True)
    saving.save(file, b"a: 3\n")
    assert saving.find_unsaved(file) is None
    assert [one.path.read_bytes() for one in saving.list_backups(file)][:2] == [
        b"a: 1\n",
        b"a: 2\n",
    ]


def test_a_save_notices_what_another_program_has_written(file):
    binder = Binder()
    document = binder.open(file)
    document.set(("props", 0, "name"), "crate")
    file.write_text("props: []\n")
    assert binder.is_changed(document)
    with pytest.raises(ChangedOnDiskError):
        binder.save(document)
    assert file.read_text() == "props: []\n" and document.is_dirty
    binder.read_again(document)
    assert document.get() == {"props": []} and not document.is_dirty
    document.undo()
    assert document.get(("props", 0, "name")) == "crate"
    binder.save(document)
    assert document.data == file.read_bytes()


def test_a_file_that_cannot_be_written_stays(file, monkeypatch):
    def refuse(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        saving.save(file, b"a: 1\n")
    assert file.read_text() == SCENE
    assert os.listdir(file.parent) == ["part.yaml"]


def test_a_value_of_an_include_lands_in_the_included_file(file):
    scene = file.with_name("scene.yaml")
    scene.write_text(WHOLE)
    binder, source = Binder(), load.load_scene(scene).origin
    place = binder.find(source, "scene", ("props", 0, "at"))
    assert place.document.file.endswith("part.yaml") and place.path == ("props", 0, "at")
    place.document.set(place.path, [1, 0, 1])
    place = binder.find(source, "scene", ("props", 1, "at"))
    assert place.path == ("props", 0, "at_cm")
    binder.save_all()
    assert file.read_text() == SCENE.replace("at: [0,", "at: [1,")
    assert scene.read_text() == WHOLE


KILLING = """
import os, random, signal, sys, time
from pathlib import Path
from simulator.authoring import saving

file, draw = Path(sys.argv[1]), random.Random(1)
states = [f"name: {letter * 3000}\\n".encode() for letter in "ab"]
known, cut, began = {file.read_bytes(), *states}, 0, time.perf_counter()
for data in states:
    saving.save(file, data)
longest = time.perf_counter() - began  # of what a child is given: slow disks take their time
told, tell = os.pipe()
for _ in range(1000):
    child = os.fork()
    if child == 0:
        os.write(tell, b".")
        while True:
            for data in states:
                saving.save(file, data)
    os.read(told, 1)
    time.sleep(draw.uniform(0.0, longest))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    cut += bool(list(file.parent.glob(".*.part")))
    if file.read_bytes() not in known:
        sys.exit("a broken file")
kept = saving.list_backups(file)
if not kept or any(one.path.read_bytes() not in known for one in kept):
    sys.exit("a broken backup")
if file.read_bytes() not in states:
    sys.exit("nothing was ever saved")
print(cut)
"""


def test_killed_a_thousand_times_while_saving(file):
    """A process that saves without pause is killed at random moments: old or new, never less."""
    command = [sys.executable, "-c", KILLING, str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not ended.stderr
    assert int(ended.stdout) > 0, "not one was in the middle of a save"
    saving.save(file, b"a: 1\n")
    assert os.listdir(file.parent) == ["part.yaml"], "what the killed have left is swept up"


def test_readers_never_see_a_part(file):
    states = [b"name: " + letter * 100_000 for letter in (b"a", b"b")]
    saving.save(file, states[0])
    seen, done = set(), threading.Event()

    def read():
        while not done.is_set():
            seen.add(file.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for data in states * 50:
        saving.save(file, data)
    done.set()
    reader.join()
    assert seen <= set(states)


def test_pipes_and_devices_are_never_replaced(tmp_path):
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    link = tmp_path / "link.yaml"
    link.symlink_to(pipe)
    for write in (saving.replace, saving.save):
        for path in (pipe, link) if write is saving.save else (pipe,):
            with pytest.raises(OSError, match="is not a file"):
                write(path, b"a: 1\n")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["link.yaml", "pipe.yaml"]


@pytest.mark.parametrize("check", [[], ["--check"]])
def test_format_says_that_a_pipe_is_not_a_file(tmp_path, check):
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "simulator", "format", str(pipe), *check]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{pipe}:1:1: {pipe} is not a file [E102]\n"
    assert stat.S_ISFIFO(pipe.stat().st_mode)
