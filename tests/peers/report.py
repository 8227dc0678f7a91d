"""Writes the figures of the last `make bench` and of `scaling` into the physics README.

python -m tests.peers.report [--json out/bench.json] [--scaling out/scaling.json]
"""

import argparse
import json
from pathlib import Path

from .scaling import draw

PAGE = Path("simulator/physics/README.md")
PLOT = PAGE.with_name("scaling.svg")
BEGIN, END = "<!-- bench: written by python -m tests.peers.report -->", "<!-- /bench -->"


def main():
    """Replace the part of the page between the marks."""
    parser = argparse.ArgumentParser(prog="report")
    parser.add_argument("--json", type=Path, default=Path("out/bench.json"))
    parser.add_argument("--scaling", type=Path, default=Path("out/scaling.json"))
    given = parser.parse_args()
    parts = [list_rows(json.loads(given.json.read_text(encoding="utf-8")))]
    if given.scaling.exists():
        counts = json.loads(given.scaling.read_text(encoding="utf-8"))
        draw(counts, PLOT)
        parts += [list_counts(counts), f"![a step's time over the count of robots]({PLOT.name})"]
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN)
    _, tail = rest.split(END)
    body = "\n\n".join(parts)
    PAGE.write_text(f"{head}{BEGIN}\n\n{body}\n\n{END}{tail}", encoding="utf-8")
    print(f"{PAGE} is written anew")


def list_rows(rows):
    """Return the table of scenes: time a step, share of a peer's, figures, what does not hold."""
    lines = [
        "| scene | us a step | share of a peer (allowed) | figures | holds |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        own = next(iter(row["engines"].values()))
        shares = "<br>".join(
            f"{gate['taken']:.2f} ({gate['allowed']:g}) {gate['peer']}" for gate in row["gates"]
        )
        figures = ", ".join(
            f"{key} {_text(own[key])}" for key in row["limits"] if own.get(key) is not None
        )
        holds = "yes" if row["ok"] else "**no** " + "; ".join(row["faults"])
        taken = f"{own['us_med']:.1f}" if "us_med" in own else "-"
        lines.append(f"| {row['row']} | {taken} | {shares} | {figures} | {holds.strip()} |")
    return "\n".join(lines)


def list_counts(counts):
    """Return the table of tracked robots in one scene: ms a step by engine."""
    engines = list(counts)
    numbers = sorted({int(n) for engine in counts.values() for n in engine})
    lines = [
        "| tracked robots | " + " | ".join(f"{engine} ms" for engine in engines) + " |",
        "|---" * (len(engines) + 1) + "|",
    ]
    for n in numbers:
        cells = [counts[engine].get(str(n)) for engine in engines]
        texts = ["-" if cell is None else f"{1e-3 * cell['us_med']:.2f}" for cell in cells]
        lines.append(f"| {n} | " + " | ".join(texts) + " |")
    return "\n".join(lines)


def _text(value):
    return str(value).lower() if isinstance(value, bool) else f"{value:.2g}"


if __name__ == "__main__":
    main()
