"""The arm's scene in a folder of its own, edited and run again; see `edited`."""

import pytest

from tests.spine import edited


@pytest.fixture
def folder(tmp_path):
    return edited.copy(tmp_path)


@pytest.fixture
def running(folder):
    return edited.start(folder)
