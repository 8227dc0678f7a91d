"""Many runs: the same rows whoever does them, resumed, one failure alone, marks by skill."""

import json
import multiprocessing
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pyarrow.parquet as pq
import pytest

from simulator import cli, extra
from simulator.batch import grade, one, spread
from simulator.batch.store import JOURNAL, Store, StoreError, write_parquet
from simulator.commands import batching
from simulator.spec.load import load_exercise

SCENES = Path("tests/scenes")
PUSH = [str(SCENES / "push.yaml"), "--vary", str(SCENES / "vary" / "push.yaml")]


def rows_of(folder):
    return pq.read_table(folder / "runs.parquet").to_pylist()


def batch(folder, *more, runs=6):
    return cli.app(["batch", *PUSH, "--out", str(folder), "--runs", str(runs), *more])


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Six runs, done here one after another."""
    folder = tmp_path_factory.mktemp("alone")
    assert batch(folder, "--workers", "1") == 0
    return folder


def test_one_row_a_run_with_all_that_was_drawn(alone, planned):
    table = pq.read_table(alone / "runs.parquet")
    rows = table.to_pylist()
    assert [row["run"] for row in rows] == list(range(6))
    assert table.column_names == list(one.columns_of(planned[1]))
    assert {"mass.crate", "friction.concrete", "start.crate.yaw", "operator.gain", "fault.weak",
            "profile", "metric.time", "state_hash", "error"} <= set(rows[0])  # fmt: skip
    about = json.loads(table.schema.metadata[b"simulator"])
    assert set(about) == {"exercise", "script", "vary", "versions", "seed"}
    assert len({row["state_hash"] for row in rows}) == 6


def test_two_processes_give_the_same_rows(alone, tmp_path):
    assert batch(tmp_path, "--workers", "2") == 0
    assert rows_of(tmp_path) == rows_of(alone)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The address of a scheduler with two workers on loopback."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
        local_directory=str(tmp_path_factory.mktemp("dask")),
    ) as made:  # fmt: skip
        yield made.scheduler_address


@pytest.mark.filterwarnings("default")
def test_a_cluster_of_two_workers_gives_the_same_rows(alone, tmp_path, cluster):
    assert batch(tmp_path, "--cluster", cluster) == 0
    assert rows_of(tmp_path) == rows_of(alone)


def test_what_is_there_is_not_done_again(alone, tmp_path, capsys, monkeypatch):
    folder = tmp_path / "copy"
    shutil.copytree(alone, folder)
    lines = (folder / JOURNAL).read_bytes().splitlines(keepends=True)
    # killed in the middle of the fifth row
    (folder / JOURNAL).write_bytes(b"".join(lines[:4]) + lines[4][:40])
    done = []
    play = one.perform
    monkeypatch.setattr(one, "perform", lambda *given: done.append(given[2]) or play(*given))
    assert batch(folder, "--workers", "1") == 0
    assert done == [4, 5] and "4 of 6 runs are there" in capsys.readouterr().out
    assert rows_of(folder) == rows_of(alone)
    assert batch(folder, "--workers", "1", runs=3) == 0
    assert done == [4, 5] and rows_of(folder) == rows_of(alone)[:3]


@pytest.mark.parametrize("spoilt", [b"[1]", b"\xff", b'{"run": 1}', None])
def test_a_row_that_is_spoilt_is_done_again_and_the_others_stay(planned, tmp_path, spoilt):
    plan, parts = planned
    columns = one.columns_of(parts)
    row = {name: kind() for name, kind in columns.items()}
    store = Store(tmp_path, plan, columns)
    for run in range(3):
        store.add({**row, "run": run})
    lines = (tmp_path / JOURNAL).read_bytes().splitlines()
    lines[1] = spoilt or lines[1].replace(b'"mark": 0.0', b'"mark": "high"')
    (tmp_path / JOURNAL).write_bytes(b"\n".join([*lines, b""]))
    assert Store(tmp_path, plan, columns).missing(3) == [1]
    store = Store(tmp_path, plan, columns)
    store.add({**row, "run": 1})
    assert Store(tmp_path, plan, columns).missing(3) == []


def test_a_run_that_broke_has_every_column(planned, tmp_path):
    plan, parts = planned
    store = Store(tmp_path, plan, one.columns_of(parts))
    store.add({"run": 0, "seed": 0, "outcome": "error", "reason": "", "error": "no room"})
    assert store.ordered(1)[0]["mark"] is None


def test_a_killed_batch_leaves_nobody_behind_and_goes_on(alone, tmp_path):
    command = [sys.executable, "-m", "simulator", "batch", *PUSH, "--out", str(tmp_path)]
    killed = subprocess.Popen(
        [*command, "--runs", "500", "--workers", "2"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    journal, workers = tmp_path / JOURNAL, []
    while killed.poll() is None and not (journal.exists() and journal.stat().st_size):
        time.sleep(0.05)
    workers = psutil.Process(killed.pid).children(recursive=True)
    killed.kill()
    killed.wait()
    assert workers and psutil.wait_procs(workers, timeout=10)[1] == []
    assert batch(tmp_path, "--workers", "1") == 0
    assert rows_of(tmp_path) == rows_of(alone)


def finish(task):
    """Take as long as a task says, and leave a sign in the end."""
    time.sleep(task[1])
    task[0].touch()


def test_what_is_in_the_works_is_not_waited_for(tmp_path):
    def stop(*_):
        raise KeyboardInterrupt

    slow, others = tmp_path / "slow", multiprocessing.active_children()
    with pytest.raises(KeyboardInterrupt):
        spread.spread(finish, [(tmp_path / "quick", 0), (slow, 4)], stop, workers=2)
    assert set(multiprocessing.active_children()) <= set(others) and not slow.exists()


def test_who_ends_a_batch_is_told_that_it_goes_on(tmp_path, capsys, monkeypatch):
    def end(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(batching, "spread", end)
    with pytest.raises(SystemExit):
        batch(tmp_path)
    shown = "stopped; 0 of 6 runs are done, the same command goes on"
    assert shown in capsys.readouterr().err


def test_other_rules_do_not_mix(alone, tmp_path, capsys):
    assert batch(alone, "--seed", "8", "--workers", "1") == 1
    assert "of another seed; give another folder" in capsys.readouterr().err
    script = tmp_path / "script.yaml"
    script.write_text((SCENES / "scripts/push.yaml").read_text().replace("gain: 1", "gain: 2"))
    assert batch(alone, "--script", str(script), "--workers", "1") == 1
    assert "of another script" in capsys.readouterr().err
    plan, parts = one.make_plan(*(SCENES / name for name in (
        "push.yaml", "scripts/push.yaml", "vary/push.yaml")), 0)  # fmt: skip
    other = plan._replace(hashes={**plan.hashes, "exercise": "x", "vary": "y"})
    with pytest.raises(StoreError, match="another exercise and vary"):
        Store(alone, other, one.columns_of(parts))


def test_a_failed_run_does_not_lose_the_others(alone, tmp_path, capsys, monkeypatch):
    class Wild(one.Simulation):
        """Flies apart after five frames, or does not begin at all."""

        def frame(self, panel):
            if wild and self.frame_index == 5:
                self.world.bodies.velocity[:] = 1e12
            return super().frame(panel)

    wild = False
    play = one.perform

    def perform(parts, seed, run):
        nonlocal wild
        if run == 1:
            raise MemoryError("no room")
        wild = run == 2
        return play(parts, seed, run)

    monkeypatch.setattr(one, "Simulation", Wild)
    monkeypatch.setattr(one, "perform", perform)
    assert batch(tmp_path, "--workers", "1") == 0
    rows, good = rows_of(tmp_path), rows_of(alone)
    assert rows[1]["outcome"] == "error" and rows[1]["error"] == "MemoryError: no room"
    assert rows[1]["mass.crate"] == good[1]["mass.crate"] and rows[1]["mark"] is None
    assert (rows[2]["outcome"], rows[2]["reason"]) == ("failed", "diverged")
    assert [rows[0], *rows[3:]] == [good[0], *good[3:]]
    shown = capsys.readouterr().out
    assert "diverged 1" in shown and "error 1" in shown and "run 1: MemoryError" in shown


def test_one_run_again_as_a_recording(alone, tmp_path, capsys):
    path = tmp_path / "run.mcap"
    assert cli.app(["batch", *PUSH, "--only", "3", "--record", str(path)]) == 0
    assert f"state_hash: {rows_of(alone)[3]['state_hash']}" in capsys.readouterr().out
    assert cli.app(["replay", str(path)]) == 0
    assert rows_of(alone)[3]["state_hash"] in capsys.readouterr().out


def test_ten_trainees_are_marked_by_their_skill(tmp_path, capsys):
    """Slower hands and later eyes, one after the other: every mark is below the one before."""
    vary = tmp_path / "skill.yaml"
    lines = [f"  t{k}: {{delay_ms: {100 * k}, gain: {0.4 / (1 + k)}}}" for k in range(10)]
    vary.write_text("\n".join(["trainees:", *lines]), encoding="utf-8")
    line = ["rank", PUSH[0], "--vary", str(vary), "--output", str(tmp_path / "out")]
    assert cli.app([*line, "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    rows = rows_of(tmp_path / "out" / "push")
    marks = [row["mark"] for row in rows]
    assert [row["trainee"] for row in rows] == [f"t{k}" for k in range(10)]
    assert marks == sorted(marks, reverse=True) and len(set(marks)) == 10, marks
    assert all(f"{mark:.1f}" in shown for mark in marks)
    assert shown.split().count("1.000") == 2  # of the exercise and over all


def test_marks_without_trainees_are_not_ranked(tmp_path, capsys):
    assert cli.app(["rank", *PUSH, "--out", str(tmp_path)]) == 1
    assert "it has no `trainees` to compare" in capsys.readouterr().err
    assert cli.app(["rank", "--vary", PUSH[2]]) == 1
    assert "name one exercise or more" in capsys.readouterr().err


def test_drawn_skill_decides_the_mark(tmp_path):
    vary = tmp_path / "skill.yaml"
    vary.write_text("operator: {delay: {uniform_ms: [0, 2000]}}", encoding="utf-8")
    line = ["batch", PUSH[0], "--vary", str(vary), "--runs", "10", "-o", str(tmp_path / "out")]
    assert cli.app([*line, "--workers", "1"]) == 0
    rows = sorted(rows_of(tmp_path / "out"), key=lambda row: row["operator.delay"])
    marks = [row["mark"] for row in rows]
    assert marks == sorted(marks, reverse=True) and marks[0] - marks[-1] > 5.0


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """Five recordings of many runs, and a file that is none."""
    folder = tmp_path_factory.mktemp("archive")
    _, parts = one.make_plan(*(SCENES / name for name in (
        "push.yaml", "scripts/push.yaml", "vary/push.yaml")), 0)  # fmt: skip
    files = [folder / f"{run}.mcap" for run in range(5)]
    for run, file in enumerate(files):
        one.perform(parts, 0, run, file)
    (folder / "none.mcap").write_bytes(b"nothing")
    return [*files[:2], folder / "none.mcap", *files[2:]]


def test_an_archive_is_graded_by_many_in_the_same_order(archive, tmp_path, alone, capsys):
    exercise = load_exercise(SCENES / "push.yaml")
    here, there = (grade.grade_all(exercise, archive, workers) for workers in (1, 2))
    assert here == there and isinstance(here[2], str)
    table = tmp_path / "grades.parquet"
    line = ["rescore", PUSH[0], *map(str, archive), "--workers", "2", "--parquet", str(table)]
    assert cli.app([*line, "--json"]) == 1  # one is none
    shown = json.loads(capsys.readouterr().out)
    assert [row["file"] for row in shown] == [str(file) for file in archive if file != archive[2]]
    rows = pq.read_table(table).to_pylist()
    assert [row["file"] for row in rows] == list(map(str, archive))
    assert rows[2]["outcome"] == "error" and not rows[2]["sound"] and rows[2]["mark"] is None
    hashes = [row["state_hash"] for row in rows if row["state_hash"]]
    assert hashes == [row["state_hash"] for row in rows_of(alone)][:5]


@pytest.mark.filterwarnings("default")
def test_a_cluster_grades_an_archive_the_same(archive, tmp_path, cluster, capsys):
    tables = [tmp_path / "here.parquet", tmp_path / "there.parquet"]
    ways = (["--workers", "1"], ["--cluster", cluster])
    for way, table in zip(ways, tables, strict=True):
        line = ["rescore", PUSH[0], *map(str, archive), "--parquet", str(table)]
        assert cli.app([*line, *way]) == 1  # one is none
        assert capsys.readouterr().out.splitlines()[-1] == str(table)
    here, there = (pq.read_table(table).to_pylist() for table in tables)
    strip = [{**row, "problems": Path(row["problems"]).name} for row in there]
    assert len(here) == 6 and strip == [
        {**row, "problems": Path(row["problems"]).name} for row in here
    ]


def test_what_is_wrong_with_an_exercise_is_said_before_it_lacks_an_operator(tmp_path):
    shutil.copytree(SCENES, tmp_path / "scenes")
    push = tmp_path / "scenes" / "push.yaml"
    (tmp_path / "scenes" / "scripts" / "push.yaml").unlink()
    for text, told in (
        (push.read_text(), "scripts/push.yaml is not there:"),
        ("", "the file is empty [E108]"),
        ("props: []", "this is a scene, not an exercise"),
    ):
        push.write_text(text)
        result = subprocess.run(
            [sys.executable, "-m", "simulator", "batch", push, *PUSH[1:], "--only", "0"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert result.returncode == 1 and told in result.stderr, result.stderr


def test_what_is_missing_is_said_in_words(tmp_path, capsys, monkeypatch):
    line = ["batch", PUSH[0], "--vary", "none.yaml", "--out", str(tmp_path)]
    assert cli.app(line) == 1 and "none.yaml: there is no such file" in capsys.readouterr().err
    assert batch(tmp_path, "--script", "no.yaml") == 1
    assert "no.yaml: there is no such file" in capsys.readouterr().err
    assert batch(tmp_path, "--script", "scenes/scripts/slalom.yaml") == 1
    assert "slalom.yaml: action 1, line 4: no control" in capsys.readouterr().err
    assert batch(tmp_path, "--record", "x.mcap") == 1
    assert "--record goes with --only" in capsys.readouterr().err
    monkeypatch.setattr(extra.importlib, "import_module", fail)
    assert batch(tmp_path) == 1
    assert "pip install -e '.[batch]'" in capsys.readouterr().err


def fail(name):
    raise ImportError(name)


def test_a_cluster_that_is_not_there_is_said_in_words(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(spread, "ANSWER", 1)
    assert batch(tmp_path, "--cluster", "tcp://127.0.0.1:1", runs=2) == 1
    shown = capsys.readouterr().err
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in shown and "2 runs" in shown


def test_the_default_script_is_the_exercises_own():
    assert batching.find_script(SCENES / "push.yaml") == SCENES / "scripts" / "push.yaml"
    slalom = Path("scenes/exercises/slalom.yaml")
    assert batching.find_script(slalom) == Path("scenes/scripts/slalom.yaml")


def test_a_folder_that_cannot_be_written_is_said_in_words(tmp_path, capsys, monkeypatch):
    (tmp_path / "file").write_text("x")
    line = ["simulator", "batch", *PUSH, "--out", str(tmp_path / "file" / "out"), "--runs", "1"]
    monkeypatch.setattr("sys.argv", line)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    assert "Not a directory" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("folder", "Is a directory"),
        ("file/a.parquet", "File exists"),
        ("folder/a.parquet", "File too large"),
    ],
)
def test_a_table_that_cannot_be_written_is_named(small_disk, tmp_path, place, why):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    before, path = sorted(tmp_path.rglob("*")), tmp_path / place
    with small_disk(50), pytest.raises(OSError, match=why) as told:
        write_parquet(path, [{"run": 1}], {"run": int}, {})
    assert told.value.filename in (str(path), str(path.parent))
    assert sorted(tmp_path.rglob("*")) == before, "nothing of it stays"


def test_a_row_that_does_not_fit_names_the_journal(small_disk, planned, tmp_path):
    plan, parts = planned
    kept = Store(tmp_path, plan, one.columns_of(parts))
    with small_disk(50), pytest.raises(OSError, match="File too large") as told:
        kept.add({"run": 0, "reason": 50 * "x"})
    assert told.value.filename == str(tmp_path / JOURNAL)
