"""Clients that mean harm: the program goes on, the others notice nothing, nothing is left over."""

import contextlib
import itertools
import json
import socket
import threading
import time
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talking import Talk
from websockets.exceptions import ConnectionClosed

from simulator.instructor import messages
from simulator.instructor.messages import Refusal
from simulator.instructor.obeying import obey
from simulator.snapshot import Event
from simulator.spec.models.fault import FaultKind
from simulator.spec.naming.components import list_components

MALFORMED = [
    "", "{", "null", "[]", "7", '"hello"', "{}", '{"type": "quit"}', '{"type": 7}',
    '{"type": "pause", "id": "one"}', '{"type": "pause", "id": -1}',
    '{"type": "pause", "id": 1e999}', '{"type": "pause", "extra": 1}', '{"type": "message"}',
    '{"type": "message", "text": ""}', '{"type": "message", "text": " \\n"}',
    '{"type": "message", "text": "\u00a0"}', json.dumps({"type": "message", "text": "x" * 501}),
    '{"type": "message", "text": 5}', '{"type": "fault", "name": "x"}',
    '{"type": "fault", "name": "x", "component": "a", "kind": "off", "amount": NaN}',
    '{"type": "fault", "name": "x", "component": "a", "kind": "off", "amount": 1e999}',
    '{"type": "fault", "name": "x", "component": "a", "kind": "off", "amount": 1e300}',
    '{"type": "fault", "name": "x", "component": "a", "kind": "off", "amount": ' + "9" * 5000 + "}",
    '{"type": "link", "profile": {"commands": {"delay": "Infinity"}}}',
    '{"type": "link", "profile": ' + '{"commands": ' * 4000 + "0" + "}" * 4000 + "}",
    "[" * 30000, '{"a":' * 9000, '{"type": "look", "cameras": [1, 2]}',
    '{"type": "hello", "version": 1}', "\x00", '{"type": "pause\\u0000"}',
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_message_is_refused_with_the_reason(talk, text):
    talk.say(text)
    answer = talk.hear("refused")
    assert answer["code"] in ("malformed", "no_order") and answer["reason"]
    assert talk.order("look", cameras=[])["type"] == "done"  # the line still works


def test_binary_frames_are_refused(talk):
    talk.say(b'{"type": "pause"}')
    assert talk.hear("refused")["code"] == "binary"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"type": "pause", "id": 7, "extra": 1}', 7),
        ('{"type": "message", "id": 8, "text": ""}', 8),
        ('{"id": 9}', 9),
        ('{"type": "pause", "id": "one"}', 0),
        ('{"type": "pause", "id": 7', 0),
    ],
)
def test_a_malformed_message_is_answered_by_its_number(talk, text, number):
    talk.say(text)
    assert talk.hear("refused")["id"] == number


@settings(max_examples=120, deadline=None)
@given(st.text() | st.binary())
def test_reading_never_raises_anything_else(data):
    with contextlib.suppress(Refusal):
        messages.read(data)
    with contextlib.suppress(Refusal):
        messages.read_hello(data)
    messages.number_of(data)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
)
KINDS = st.sampled_from(["hello", "look", "pause", "start", "fault", "clear", "link", "message"])
KEYS = st.sampled_from(
    ["id", "version", "token", "role", "cameras", "exercise", "name", "component", "kind",
     "amount", "delay", "seed", "profile", "text"]
)  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(KINDS, st.dictionaries(KEYS, PLAIN, max_size=5))
def test_bodies_that_are_nearly_right_are_read_or_refused(kind, keys):
    data = json.dumps({"type": kind, **keys})
    try:
        order = messages.read(data)
    except Refusal as refusal:
        assert str(refusal)
    else:
        assert type(order).__struct_config__.tag == kind


NUMBERS = st.floats(-1e9, 1e9) | st.floats(0, 1)
AMOUNTS = dict.fromkeys(("amount", "time_constant", "delay", "period", "share"), NUMBERS)
SEEDS = {"seed": st.integers(0, 2**32 - 1)}
COMMANDS = dict.fromkeys(("delay", "jitter", "loss"), NUMBERS) | {"rate": NUMBERS | st.none()}
CAMERAS = {"delay": NUMBERS, "frozen": st.booleans(), "blocks": st.integers(0, 256),
           "noise": NUMBERS, "rate": NUMBERS | st.none()}  # fmt: skip
PROFILES = {
    "commands": st.fixed_dictionaries({}, optional=COMMANDS),
    "cameras": st.fixed_dictionaries({}, optional=CAMERAS),
} | SEEDS


@settings(max_examples=60, deadline=None)
@given(
    st.data(),
    st.sampled_from(get_args(FaultKind)),
    st.fixed_dictionaries({}, optional=AMOUNTS | SEEDS),
    st.fixed_dictionaries({}, optional=PROFILES),
)
def test_no_fault_or_link_that_is_read_can_raise_in_the_program(program, data, kind, keys, profile):
    components = sorted(list_components(program.realtime.simulation.scene))
    fault = {"name": "x", "component": data.draw(st.sampled_from(components)), "kind": kind, **keys}
    for body in ({"type": "fault", **fault}, {"type": "link", "profile": profile}):
        order = messages.read(json.dumps(body))
        try:
            obey(order, program)
        except Refusal as refusal:
            assert str(refusal)
    program.realtime.send("event", Event("clear"))
    program.realtime.send("event", Event("link"))
    assert program.realtime.state.error is None


def test_an_oversized_message_ends_the_line(talk, server):
    talk.say(json.dumps({"type": "message", "text": "x" * messages.LARGEST}))
    with pytest.raises(ConnectionClosed) as closed:
        talk.hear("refused")
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("first", ["{}", "x", '{"type": "pause", "version": 1}', b"\x00"])
def test_who_does_not_greet_is_sent_away(server, first):
    with Talk(server.port, hello=False) as client:
        client.say(first)
        with pytest.raises(ConnectionClosed) as closed:
            client.hear("welcome")
        assert closed.value.rcvd.code == 4400 and closed.value.rcvd.reason


def test_a_flood_is_refused_slowed_down_and_ended(server):
    with Talk(server.port) as flood, Talk(server.port) as calm:
        flood.hear("welcome")
        with contextlib.suppress(ConnectionClosed):
            for number in range(60):
                flood.say({"type": "look", "id": number, "cameras": []})
        answer = flood.hear("refused")
        assert answer["code"] == "rate" and "20 a second" in answer["reason"]
        assert calm.order("look", cameras=[])["type"] == "done"  # the others notice nothing

        def pour():
            with contextlib.suppress(ConnectionClosed, OSError):
                while True:
                    flood.say('{"type": "pause", "nonsense": 1}')

        thread = threading.Thread(target=pour)
        thread.start()
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                flood.hear("state", timeout=30)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 4429
        thread.join(10)
        assert calm.order("look", cameras=[])["type"] == "done"
    assert "too many messages" in server.dropped


def stalled(server):
    """Return a client that greets and then never reads again."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", server.port))
    head = (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    raw.sendall(head.encode())
    hello = b'{"type": "hello", "version": 1}'
    raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return raw


def test_a_stalled_page_is_dropped_and_holds_nobody_up(server, talk):
    before = len(server.dropped)
    talk.until(lambda _: len(server.clients) == 1)  # those of other tests have gone
    with stalled(server):
        until = time.monotonic() + 5
        while len(server.clients) < 2 and time.monotonic() < until:
            time.sleep(0.02)
        assert len(server.clients) == 2
        times = []
        until = time.monotonic() + 20
        while len(server.clients) > 1 and time.monotonic() < until:
            talk.hear("state")
            times.append(time.monotonic())
        assert len(server.clients) == 1
    reasons = list(server.dropped)[before:]
    assert any("took no message" in one or "keepalive" in one or "behind" in one for one in reasons)
    gaps = [b - a for a, b in itertools.pairwise(times)]
    assert max(gaps, default=0.0) < 1.0  # the others got their states all the time


def test_slow_and_half_open_sockets_leave_nothing_behind(server, talk, monkeypatch):
    import gc

    threads = threading.active_count()
    open_ones = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
    for number, one in enumerate(open_ones):
        if number % 2:
            one.sendall(b"GET /ws HTTP/1.1\r\nHost: ")  # and then a byte now and then
    for _ in range(3):
        for one in open_ones[1::2]:
            with contextlib.suppress(OSError):
                one.sendall(b"a")
        assert talk.order("look", cameras=[])["type"] == "done"
    for one in open_ones[::2]:
        one.close()
    until = time.monotonic() + 15
    for one in open_ones[1::2]:
        one.settimeout(max(until - time.monotonic(), 0.1))
        with contextlib.suppress(ConnectionError):
            while one.recv(1000):  # an answer, or the end
                pass
        one.close()
    gc.collect()
    assert talk.order("look", cameras=[])["type"] == "done"
    assert threading.active_count() <= threads + 1


def test_sockets_beyond_the_limit_are_cut(server, talk):
    from simulator.instructor.server import SOCKETS

    crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SOCKETS + 20)]
    try:
        assert talk.order("look", cameras=[])["type"] == "done"
        cut = 0
        for one in crowd[-20:]:
            one.settimeout(5)
            with contextlib.suppress(ConnectionError):
                if one.recv(1) == b"":
                    cut += 1
                continue
            cut += 1
        assert cut == 20
    finally:
        for one in crowd:
            one.close()


def test_garbage_instead_of_http_is_survived(server, talk):
    for data in (b"\x16\x03\x01\x02\x00", b"\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"\xff" * 9000):
        with socket.create_connection(("127.0.0.1", server.port)) as raw, \
                contextlib.suppress(ConnectionError):  # fmt: skip
            raw.sendall(data)
            raw.settimeout(10)
            while raw.recv(4096):
                pass
    assert talk.order("look", cameras=[])["type"] == "done"
    assert talk.hear("state")["run"] == "running"
