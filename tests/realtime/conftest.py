"""Signals are heard as in a terminal, also where the tests themselves run under nohup."""

import signal

import pytest


@pytest.fixture(autouse=True)
def heard():
    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGHUP: signal.SIG_DFL}
    before = {one: signal.signal(one, handler) for one, handler in usual.items()}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)
