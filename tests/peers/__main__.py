"""`make bench`: the table of `rows.py`, this engine beside its peers, measured in one run.

    python -m tests.peers [--scene TEXT] [--quick] [--own] [--repeat N] [--json FILE]

A peer that is not installed is left out and said so. Exit status 1 if a row does not hold.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from . import judge
from .rows import ROWS, label

LONGEST = 900.0  # of one measurement [s]
OUTPUT = Path("out/bench.json")
WIDE = 180  # columns of the table where it goes to a file


def main():
    """Measure and judge the rows; print them; write JSON."""
    given = _arguments()
    rows = [
        row
        for row in ROWS
        if given.scene in row.name and (row.quick is not None or not given.quick)
    ]
    console, measured, missing = Console(), [], set()
    if not console.is_terminal:
        console = Console(width=WIDE)
    table = Table("scene", "engine", "us a step", "share", "gate", "figures", "", title="bench")
    for row in rows:
        options = {**row.options, **(row.quick or {})} if given.quick else row.options
        engines = [("own", row.own), *(() if given.own else row.peers)]
        found = {}
        rounds = given.repeat if given.own or row.gates else 1
        for engine in engines * rounds:  # in turn: a machine is faster now and slower then
            if engine[0] in missing:
                continue
            with console.status(f"{row.name}: {label(engine)}"):
                figures = _measure(row, engine, options)
            if "missing" in figures:
                missing.add(engine[0])
                console.print(f"{engine[0]} is left out: {figures['missing']}")
                continue
            found[label(engine)] = min(found.get(label(engine), figures), figures, key=_speed)
        measured.append(_add(table, row, found, label(engines[0])))
        console.print(_tell(measured[-1]))
    console.print(table)
    given.json.parent.mkdir(parents=True, exist_ok=True)
    given.json.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    failed = [row["row"] for row in measured if not row["ok"]]
    console.print(f"{len(measured) - len(failed)} of {len(measured)} rows hold; {given.json}")
    return 1 if failed else 0


def _arguments():
    parser = argparse.ArgumentParser(prog="bench", description="This engine beside its peers.")
    parser.add_argument("--scene", default="", help="rows with this text in their name")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rows")
    parser.add_argument("--own", action="store_true", help="without the peers")
    parser.add_argument(
        "--repeat", type=int, default=3, help="rounds of the engines in turn; the fastest counts"
    )
    parser.add_argument("--json", type=Path, default=OUTPUT, help="where the figures go")
    return parser.parse_args()


def _measure(row, engine, options):
    return run_alone(
        {
            "engine": engine[0], "engine_options": engine[1], "measure": row.measure,
            "options": options, "step": row.step,
        }
    )  # fmt: skip


def _speed(figures):
    return figures.get("us_med", 0.0)  # one that has failed counts for all


def run_alone(task):
    """Return the figures of a task, measured in a process of its own."""
    command = [sys.executable, "-m", "tests.peers.one", json.dumps(task)]
    alone = {**os.environ, "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, env=alone)
    except subprocess.TimeoutExpired:
        return {"failure": f"longer than {LONGEST:.0f} s"}
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        return {"failure": (done.stderr.strip().splitlines() or ["no output"])[-1]}
    return json.loads(lines[-1])


def _add(table, row, found, own):
    """Append a row's engines to the table; return all that is known of it."""
    peers = {name: figures for name, figures in found.items() if name != own}
    faults, gates = judge.find_faults(row, found[own]), judge.find_gates(row, found[own], peers)
    ok = not faults and all(gate.ok for gate in gates)
    for name, figures in found.items():
        mine = name == own
        shares = [f"{gate.taken:.2f}" for gate in gates] if mine else []
        wanted = [f"{gate.allowed:g} {gate.peer}" for gate in gates] if mine else []
        mark = ("ok" if ok else "[red]FAILED") if mine else ""
        others = faults if mine else judge.find_faults(row, figures)
        text = ", ".join(_text(key, figures[key]) for key in row.limits if key in figures)
        if others:
            text += ("; " if text else "") + "[red]" + "; ".join(others)
        table.add_row(
            row.name if mine else "", name, f"{figures.get('us_med', float('nan')):.1f}",
            "\n".join(shares), "\n".join(wanted), text, mark,
        )  # fmt: skip
    table.add_section()
    return {
        "row": row.name, "ok": ok, "faults": faults, "gates": [gate._asdict() for gate in gates],
        "limits": row.limits, "engines": found,
    }  # fmt: skip


def _tell(row):
    """Return a measured row in one line, as it is done."""
    gates = [f"{g['taken']:.2f} of {g['peer']} ({g['allowed']:g})" for g in row["gates"]]
    verdict = "ok" if row["ok"] else "[red]FAILED[/]"
    return "  ".join([verdict, row["row"], *gates, *row["faults"]])


def _text(key, value):
    return f"{key} {value}" if isinstance(value, bool) else f"{key} {value:.2g}"


if __name__ == "__main__":
    sys.exit(main())
