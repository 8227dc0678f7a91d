"""Where compiled kernels are kept."""

import shutil
from pathlib import Path

import numpy as np

from simulator import jit


def test_a_copy_of_the_program_finds_the_kernels_of_another(tmp_path: Path) -> None:
    kernel = jit.PACKAGE / "physics" / "step.py"
    folder = jit.KernelLocator.get_suitable_cache_subpath(str(kernel))
    assert folder == "simulator.physics"
    copy = tmp_path / "copy.py"
    shutil.copy(kernel, copy)
    assert jit.KernelLocator.get_suitable_cache_subpath(str(copy)) != folder


@jit.kernel
def read_ends(row):
    return row[-1] - row[0]


def test_a_written_index_from_the_end_is_known() -> None:
    assert read_ends(np.array([1.0, 5.0, 8.0])) == 7.0
