"""The server against a real client: what it shows is the program, what it is told is obeyed."""

import base64
import contextlib
import http.client
import io
import re
import socket
import urllib.error
import urllib.request

import pytest
from PIL import Image
from talking import Talk
from websockets.exceptions import ConnectionClosed, InvalidStatus


def test_a_page_is_welcomed_with_everything(talk, program):
    assert talk.hear("welcome")["role"] == "instructor"
    scene = talk.hear("scene")
    assert [body["name"] for body in scene["bodies"]] == list(
        program.realtime.simulation.layout.bodies
    )
    assert {one["name"] for one in scene["exercises"]} == {"push", "push_again"}
    assert scene["exercise"]["metrics"][0] == {
        "name": "time", "label": {"ru": "Время", "en": "Time"},
        "unit": {"ru": "s", "en": "s"}, "min": None, "max": 10.0,
    }  # fmt: skip
    assert scene["matrix"]["battery"]["bias"]["uses"] == ["amount"]
    assert "jammed" not in scene["matrix"]["battery"]
    assert scene["matrix"]["brake"]["off"]["text"] == {
        "en": "Never grips.",
        "ru": "Никогда не держит.",
    }
    label = {"ru": "arm, батарея", "en": "arm, battery"}
    battery = {"name": "arm.battery", "family": "battery", "robot": "arm", "label": label}
    assert battery in scene["components"]
    assert talk.hear("trails")["trails"] != [] and talk.hear("events")["events"]


def test_the_state_is_the_snapshot(talk, program):
    scene = talk.hear("scene")
    talk.order("pause")
    talk.until(lambda state: state["run"] == "paused")
    state = talk.hear("state")
    snapshot = program.realtime.frames.current.snapshot
    assert (state["hash"], state["frame"]) == (snapshot.state_hash, snapshot.frame_index)
    assert state["time"] == pytest.approx(snapshot.time)
    for row, pose in zip(scene["moving"], state["poses"], strict=True):
        assert pose[:3] == pytest.approx(snapshot.position[row], abs=1e-4)
        assert pose[3:] == pytest.approx(snapshot.orientation[row], abs=1e-4)
    widgets = [one for console in scene["consoles"] for one in console["widgets"]]
    lever = next(one for one in widgets if one["name"] == "lever")
    assert state["values"][lever["slots"][0]] == pytest.approx(snapshot.signal("lever"))
    talk.order("resume")


def test_pause_step_resume_reset(talk):
    start = talk.hear("state")["start"]
    talk.order("reset")
    talk.until(lambda state: state["start"] > start and state["run"] == "running")
    talk.order("pause")
    before = talk.until(lambda state: state["run"] == "paused")
    talk.order("step")
    after = talk.until(lambda state: state["frame"] > before["frame"])
    assert after["frame"] == before["frame"] + 1 and after["run"] == "paused"
    talk.order("resume")
    talk.until(lambda state: state["run"] == "running" and state["frame"] > after["frame"])
    start = talk.hear("state")["start"]
    talk.order("reset")
    talk.until(lambda state: state["start"] > start and state["frame"] < 50)


def test_faults_begin_and_end(talk):
    answer = talk.order("fault", name="weak", component="arm.battery", kind="bias", amount=-0.3)
    assert answer["type"] == "done"
    line = talk.event("fault")
    assert line["about"] == {"component": "arm.battery", "kind": "bias"}
    talk.until(lambda state: state["faults"] == {"weak": line["about"]})
    answer = talk.order("clear", name="weaK")
    assert (answer["type"], answer["code"]) == ("refused", "fault")
    assert answer["reason"].startswith("there is no fault 'weaK' - did you mean 'weak'?")
    assert talk.order("clear", name="weak")["type"] == "done"
    talk.until(lambda state: state["faults"] == {})
    refused = talk.order("clear", name="weak")
    assert refused["reason"] == "there is no fault 'weak'; there are: none"
    talk.order("fault", name="weak", component="arm.battery", kind="bias", amount=-0.3)
    assert talk.order("clear", name="weak")["type"] == "done"  # as soon as it was asked for
    talk.until(lambda state: state["faults"] == {})
    assert talk.order("clear")["type"] == "done"


@pytest.mark.parametrize(
    ("code", "keys", "reason"),
    [
        ("fault", {"component": "arm.battery", "kind": "jammed"}, "cannot be 'jammed'"),
        ("fault", {"component": "arm.batery", "kind": "off"}, "no component 'arm.batery'"),
        (
            "values",
            {"component": "link", "kind": "delayed", "delay": 99.0},
            "delay: must be at most 10",
        ),
        ("fault", {"component": "arm.battery", "kind": "off", "amount": 1.0}, "not use `amount`"),
        ("values", {"component": "arm.battery", "kind": "rusty"}, "kind: expected one of"),
    ],
)
def test_an_impossible_fault_is_refused_with_the_reason(talk, code, keys, reason):
    answer = talk.order("fault", name="x", **keys)
    assert (answer["type"], answer["code"]) == ("refused", code)
    assert reason in answer["reason"]


def test_the_link_changes(talk):
    profile = {"commands": {"delay": 0.2, "loss": 0.1}, "cameras": {"frozen": True}}
    assert talk.order("link", profile=profile)["type"] == "done"
    talk.until(lambda state: state["link"] == profile)
    refused = talk.order("link", profile={"commands": {"loss": 2.0}})
    assert "commands.loss" in refused["reason"]
    talk.order("link")
    talk.until(lambda state: state["link"] is None)


def test_message_and_bookmark_are_events_of_the_recording(talk, program, tmp_path):
    from simulator.recordings.recording import EventRecord, Recording

    file = tmp_path / "said.mcap"
    program.realtime.send("record", file)
    talk.until(lambda state: state["recording"])
    talk.order("message", text="Правее")
    talk.order("bookmark", text="here")
    assert talk.event("bookmark")["text"] == "here"
    program.realtime.send("stop_recording")
    talk.until(lambda state: not state["recording"])
    records = [one for one in Recording(file).records if isinstance(one, EventRecord)]
    assert [(one.kind, one.text) for one in records] == [
        ("message", "Правее"), ("bookmark", "here"),
    ]  # fmt: skip


def test_an_exercise_is_started_by_its_name(talk, program):
    talk.hear("scene")
    assert talk.order("start", exercise="push_again")["type"] == "done"
    scene = talk.hear("scene", timeout=30)
    assert scene["exercise"]["name"] == "push_again"
    talk.until(lambda state: state["attempt"] and state["attempt"]["outcome"] == "running")
    panel = program.realtime.panel
    panel.set("power", 1.0)
    talk.until(lambda state: state["attempt"]["stage"] == 1)
    assert any(
        line["kind"] == "stage" and line["text"] == "power"
        for message in talk.told if message["type"] == "events" for line in message["events"]
    ) or talk.event("stage")["text"] == "power"  # fmt: skip
    panel.set("lever", 1.0)
    state = talk.until(lambda state: state["attempt"]["outcome"] != "running")
    assert state["attempt"]["outcome"] == "passed"
    assert [passed for _, passed in state["attempt"]["metrics"]] == [True] * 3
    assert talk.order("start", exercise="../../etc/passwd")["code"] == "no_exercise"
    assert talk.order("start")["type"] == "done"  # once more
    talk.until(lambda state: state["attempt"] and state["attempt"]["outcome"] == "running")
    panel.reset()


def test_an_observer_looks_and_does_not_touch(server):
    with Talk(server.port, {"role": "observer"}) as observer:
        assert observer.hear("welcome")["role"] == "observer"
        for kind, keys in (("pause", {}), ("reset", {}), ("message", {"text": "x"})):
            answer = observer.order(kind, **keys)
            assert (answer["type"], answer["code"]) == ("refused", "observer")
            assert "observer only looks" in answer["reason"]
        assert observer.order("look", cameras=["arm.eye"])["type"] == "done"
        assert observer.hear("state")["run"] == "running"


def test_a_local_network_needs_the_token_that_gives_the_role(guarded):
    links = guarded.links
    tokens = {role: link.partition("token=")[2] for role, link in links.items()}
    assert set(tokens) == {"observer", "instructor"} and all(
        len(one) > 30 for one in tokens.values()
    )
    for wrong in ("", "x" * 43, tokens["observer"][:-1]):
        with Talk(guarded.port, {"token": wrong}) as stranger:
            with pytest.raises(ConnectionClosed) as closed:
                stranger.hear("welcome")
            assert closed.value.rcvd.code == 4401 and "token" in closed.value.rcvd.reason
    for role, token in tokens.items():
        with Talk(guarded.port, {"token": token}) as client:
            assert client.hear("welcome")["role"] == role


def test_another_version_is_refused_with_the_reason(server):
    with Talk(server.port, {"version": 2, "new": [1]}) as client:
        with pytest.raises(ConnectionClosed) as closed:
            client.hear("welcome")
    assert closed.value.rcvd.code == 4409
    assert closed.value.rcvd.reason == "the page speaks version 2, the program 1: reload the page"


def test_a_page_elsewhere_may_not_connect(server, guarded):
    own = f"http://127.0.0.1:{server.port}"
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", f"https://evil/{own}"):
        with pytest.raises(InvalidStatus) as refused:
            Talk(server.port, origin=origin)
        assert refused.value.response.status_code == 403
        assert b"may not connect" in refused.value.response.body
    with Talk(server.port, origin=own) as client:
        client.hear("welcome")
    for host in ("evil.example", f"evil.example:{server.port}", "", "127.0.0.1:x"):
        request = urllib.request.Request(own, headers={"Host": host})
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(request, timeout=10)
        assert error.value.code in (400, 403)
        error.value.close()
    with Talk(guarded.port, {"token": "?"}, origin="http://192.168.0.9:8787") as client:
        with pytest.raises(ConnectionClosed):  # the token guards it
            client.hear("welcome")


def test_listed_pages_may_connect(program):
    from simulator.instructor.access import Access, Address
    from simulator.instructor.server import Server

    server = Server(program, Access(Address(port=0), ("127.0.0.1:8787",)))
    server.start()
    try:
        with Talk(server.port, origin="http://127.0.0.1:8787") as client:
            client.hear("welcome")
    finally:
        server.close()


def test_the_page_is_served_and_nothing_else(server):
    place = f"http://127.0.0.1:{server.port}"
    with urllib.request.urlopen(f"{place}/?token=x&with=a:1", timeout=10) as answer:
        assert b"/main.js" in answer.read()
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    with urllib.request.urlopen(f"{place}/main.js", timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/javascript")
    for path in ("/../server.py", "/page/main.js", "/%2e%2e/server.py", "/etc/passwd", "/wsx"):
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(place + path, timeout=10)
        assert error.value.code == 404
        error.value.close()


def test_the_page_brings_the_windows_typeface(server):
    """Where Roboto is not installed it was in another one, wider, with labels cut off."""
    place = f"http://127.0.0.1:{server.port}"
    with urllib.request.urlopen(f"{place}/style.css", timeout=10) as answer:
        asked = re.findall(r"url\((.+?)\)", answer.read().decode())
    assert asked == ["/regular.ttf", "/bold.ttf"]
    for path in asked:
        with urllib.request.urlopen(place + path, timeout=10) as answer:
            assert answer.headers["Content-Type"] == "font/ttf"
            assert answer.read(4) == b"\x00\x01\x00\x00"


def ask(server, request):
    """Return the whole answer to a request, as it comes over the wire."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(f"{request}\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        with line.makefile("rb") as file:
            return file.read()


@pytest.mark.parametrize("path", ["/", "/main.js", "/none", "/ws"])
def test_of_a_head_no_body_follows(server, path):
    head, _, body = ask(server, f"GET {path} HTTP/1.1").partition(b"\r\n\r\n")
    length = f"Content-Length: {len(body)}".encode()
    assert body and length in head
    head, _, body = ask(server, f"HEAD {path} HTTP/1.1").partition(b"\r\n\r\n")
    assert body == b"" and (length in head or path == "/ws")


def test_an_address_may_be_asked_for_as_a_whole(server):
    own = f"http://127.0.0.1:{server.port}"

    def status(method, address):
        return int(ask(server, f"{method} {address} HTTP/1.1").split(b" ")[1])

    for path in ("", "/?token=x", "?token=x", "/main.js"):
        assert status("GET", own + path) == 200
    assert (status("GET", f"{own}/none"), status("GET", f"{own}/ws")) == (404, 426)
    assert status("POST", f"{own}/") == 405
    assert status("GET", "http://evil.example/") == 403


@pytest.mark.parametrize("body", [None, b"a=1", 10**6 * b"x"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_a_page_is_only_read(server, method, body):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    with contextlib.closing(line):
        line.request(method, "/", body)
        answer = line.getresponse()
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
        assert answer.read() == b"pages are only read: use GET\n"


def test_an_address_that_is_taken_is_told(server, program):
    from simulator.instructor.access import Access, Address, InstructorError
    from simulator.instructor.server import Server

    with pytest.raises(InstructorError, match="--instructor HOST:PORT"):
        Server(program, Access(Address(port=server.port))).start()


def test_pictures_go_to_who_looks(talk, server, program):
    from simulator.instructor.pictures import Raw

    talk.order("look", cameras=["arm.eye"])
    for _ in range(50):
        talk.hear("state")
        if program.pictures.wanted:
            break
    assert program.pictures.wanted == ("arm.eye",)
    rows = b"".join(bytes((40 * row, 0, 0, 255)) * 8 for row in range(6))  # the last row first
    program.pictures.put("arm.eye", Raw((8, 6), rows))
    picture = talk.hear("picture")
    assert picture["camera"] == "arm.eye"
    shown = Image.open(io.BytesIO(base64.b64decode(picture["jpeg"])))
    assert shown.size == (8, 6)
    reds = [shown.getpixel((4, row))[0] for row in range(6)]
    assert reds == sorted(reds, reverse=True) and reds[0] > 150 and reds[-1] < 50
