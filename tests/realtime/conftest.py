"""The physics loop on a clock of the test's; signals heard as in a terminal, under nohup too."""

import signal

import pytest

from tests.realtime.rig import Rig


@pytest.fixture(autouse=True)
def heard():
    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGHUP: signal.SIG_DFL}
    before = {one: signal.signal(one, handler) for one, handler in usual.items()}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


@pytest.fixture
def rig():
    return Rig()
