"""Many runs here and on a cluster of two workers on loopback: the same rows, the same hashes.

    python -m tests.batch.many [--runs 1000] [--out FOLDER]

Exit status 1 if a row differs.
"""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq
from distributed import LocalCluster

from simulator import cli

SCENES = Path(__file__).parents[1] / "scenes"
COMMAND = ["batch", str(SCENES / "push.yaml"), "--vary", str(SCENES / "vary" / "push.yaml")]


def run(folder: Path, runs: int, *where: str) -> None:
    """Do the runs and print how long they took."""
    began = time.perf_counter()
    cli.app([*COMMAND, "--runs", str(runs), "--out", str(folder), *where])
    print(f"{' '.join(where)}: {time.perf_counter() - began:.0f} s")


def main() -> int:
    """Do all runs twice and compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args()
    folder = given.out or Path(tempfile.mkdtemp(prefix="many-"))
    run(folder / "here", given.runs, "--workers", "2")
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.ERROR,
        local_directory=str(folder),
    ) as cluster:
        run(folder / "cluster", given.runs, "--cluster", cluster.scheduler_address)
    here, there = (pq.read_table(folder / name / "runs.parquet") for name in ("here", "cluster"))
    hashes = set(here["state_hash"].to_pylist())
    print(f"{here.num_rows} and {there.num_rows} rows, {len(hashes)} different state hashes")
    is_same = here.num_rows == given.runs and here.equals(there)
    print("every row is the same, every hash too" if is_same else "ROWS DIFFER")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
