"""What a step costs with 1 to 32 tracked robots in one scene, by engine.

    python -m tests.peers.scaling [--most 32] [--seconds 1.5]

Writes out/scaling.json; `python -m tests.peers.report` puts table and plot into the docs. A count
that an engine cannot do is left out.
"""

import argparse
import json
from pathlib import Path

from .__main__ import run_alone
from .rows import MUJOCO_TRACKS, RAPIER, label

STEP = 0.005
ENGINES = (("own", {}), ("own", {"threads": 2}), RAPIER, MUJOCO_TRACKS)
FOLDER = Path("out")


def main():
    """Measure, write, draw."""
    parser = argparse.ArgumentParser(prog="scaling")
    parser.add_argument("--most", type=int, default=32)
    parser.add_argument("--seconds", type=float, default=1.5)
    given = parser.parse_args()
    counts = [2**k for k in range(6) if 2**k <= given.most]
    found = {}
    for engine in ENGINES:
        rows = {n: _measure(engine, n, given.seconds) for n in counts}
        timed = {n: figures for n, figures in rows.items() if "us_med" in figures}
        for n, figures in rows.items():
            print(label(engine), n, figures.get("us_med") or figures, flush=True)
        if timed:
            found[label(engine)] = timed
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "scaling.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _measure(engine, n, seconds):
    return run_alone(
        {
            "engine": engine[0], "engine_options": engine[1], "measure": "tracked",
            "options": {"n": n, "seconds": seconds}, "step": STEP,
        }
    )  # fmt: skip


def draw(found, path):
    """Draw milliseconds a step over the count of robots as SVG; a line marks real time."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "scaling"  # the same figures, the same file
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for name, rows in found.items():
        numbers = sorted(rows, key=int)
        taken = [1e-3 * rows[n]["us_med"] for n in numbers]
        axes.plot([int(n) for n in numbers], taken, marker="o", label=name)
    axes.axhline(1e3 * STEP, linestyle="--", color="grey", label="real time at 5 ms")
    axes.set(xscale="log", yscale="log", xlabel="tracked robots", ylabel="ms a step")
    axes.set_xticks([2**k for k in range(6)], [str(2**k) for k in range(6)])
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main()
