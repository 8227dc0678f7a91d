"""What the page may say, as a schema: everything else is refused with a reason."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 1  # of the protocol; a page of another one is sent away
LARGEST = 64 * 1024  # of a message from the page [bytes]

Number = Annotated[float, Meta(ge=-1e9, le=1e9)]
Id = Annotated[int, Meta(ge=0, le=2**31)]
Seed = Annotated[int, Meta(ge=0, lt=2**32)]
Word = Annotated[str, Meta(max_length=200)]
Note = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]  # no blanks only
Role = Literal["observer", "instructor"]
OBSERVER, INSTRUCTOR = "observer", "instructor"


class Refusal(Exception):  # noqa: N818 - what a page is told, no mistake of the program
    """An order that is not obeyed: a code for the page's own words, and the reason in English."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Order(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What every message has: a number that the answer repeats."""

    id: Id = 0


class Hello(Order, tag="hello"):
    """The first message; `role` may ask for less than the token gives."""

    version: int
    token: Word = ""
    role: Role = INSTRUCTOR


class Look(Order, tag="look"):
    """Which cameras' pictures to send from now on."""

    cameras: Annotated[list[Word], Meta(max_length=16)]


class Pause(Order, tag="pause"):
    """Stand still."""


class Resume(Order, tag="resume"):
    """Go on."""


class Step(Order, tag="step"):
    """Advance by one frame, then stand still."""


class Reset(Order, tag="reset"):
    """Put everything back to its start; an attempt begins anew."""


class Begin(Order, tag="start"):
    """Start an exercise by its name; "": the present one, once more."""

    exercise: Word = ""


class Inject(Order, tag="fault"):
    """Let something break; keys as in an exercise's `faults`."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    component: Word
    kind: Word
    amount: Number | UnsetType = UNSET
    time_constant: Number | UnsetType = UNSET
    delay: Number | UnsetType = UNSET
    period: Number | UnsetType = UNSET
    share: Number | UnsetType = UNSET
    seed: Seed | UnsetType = UNSET


class Clear(Order, tag="clear"):
    """End a fault by its name; "": all of them."""

    name: Word = ""


class Commands(Struct, forbid_unknown_fields=True):
    """The link's way from the desk to the robot."""

    delay: Number | UnsetType = UNSET
    jitter: Number | UnsetType = UNSET
    loss: Number | UnsetType = UNSET
    rate: Number | UnsetType | None = UNSET


class Cameras(Struct, forbid_unknown_fields=True):
    """The link's way of the pictures."""

    delay: Number | UnsetType = UNSET
    frozen: bool | UnsetType = UNSET
    blocks: Annotated[int, Meta(ge=0, le=256)] | UnsetType = UNSET
    noise: Number | UnsetType = UNSET
    rate: Number | UnsetType | None = UNSET


class Profile(Struct, forbid_unknown_fields=True):
    """The data link, in each direction."""

    commands: Commands | UnsetType = UNSET
    cameras: Cameras | UnsetType = UNSET
    seed: Seed | UnsetType = UNSET


class Link(Order, tag="link"):
    """Change the data link; no profile is a perfect one."""

    profile: Profile | None = None


class Message(Order, tag="message"):
    """Say something to the trainee."""

    text: Note


class Bookmark(Order, tag="bookmark"):
    """Note something down for the debrief."""

    text: Annotated[str, Meta(max_length=500)] = ""


Said = (
    Hello | Look | Pause | Resume | Step | Reset | Begin
    | Inject | Clear | Link | Message | Bookmark
)  # fmt: skip


class _Greeting(Struct):
    type: str
    version: int


class _Numbered(Struct):
    id: Id = 0


encode = msgspec.json.Encoder().encode  # of what a page is told
_decoder = msgspec.json.Decoder(Said)
_greeter = msgspec.json.Decoder(_Greeting)
_counter = msgspec.json.Decoder(_Numbered)


def read(data: str | bytes) -> Said:
    """Return the message in a text frame.

    Raises:
        Refusal: It is none; the text says what is wrong with it, and where.
    """
    if isinstance(data, bytes):
        raise Refusal("binary", "messages are JSON in text frames; this frame was binary")
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refusal("malformed", f"not a message that is known: {error}") from error


def number_of(data: str | bytes) -> int:
    """Return the number of a message, whatever else is wrong with it; 0 where none is legible."""
    try:
        return _counter.decode(data).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return 0


def read_hello(data: str | bytes) -> Hello:
    """Return the first message; its version is looked at before anything else.

    Raises:
        Refusal: With the code "version" where page and program do not fit, else "malformed".
    """
    try:
        greeting = _greeter.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        text = 'the first message must be {"type": "hello", "version": ...}'
        raise Refusal("malformed", text) from error
    if greeting.type == "hello" and greeting.version != VERSION:
        text = f"the page speaks version {greeting.version}, the program {VERSION}: reload the page"
        raise Refusal("version", text)
    hello = read(data)
    if not isinstance(hello, Hello):
        raise Refusal("malformed", f"the first message must be hello, not {greeting.type}")
    return hello


def plain(order: Struct, *leave_out: str) -> dict[str, Any]:
    """Return an order's given fields as plain data."""
    data = msgspec.to_builtins(order)
    return {key: value for key, value in data.items() if key not in ("id", "type", *leave_out)}
