"""What ails a connection to a board, in both languages."""

from simulator.spec import reasons
from simulator.spec.fields import Text

TEXTS = {
    "absent": Text(ru="{}: такого порта нет", en="{} is not there"),
    "refused": Text(ru="{} не открывается: {}", en="{} cannot be opened: {}"),
    "stuck": Text(ru="{}: пульт ничего не принимает", en="{}: the board takes nothing"),
    "garbled": Text(
        ru="{}: приходит что-то другое, не строки пульта; верна ли скорость {} бит/с?",
        en="{}: what comes is no line of a board; is {} bit/s its speed?",
    ),
    "cut": Text(ru="{}: линия закрыта", en="{}: the line was closed"),
    "closed": Text(ru="{}: соединение закрыто той стороной", en="{} has closed the connection"),
    "silent": Text(ru="{} не отвечает", en="{} does not answer"),
    "junk": Text(
        ru="{}: пришёл не ответ Modbus устройства {}",
        en="{}: what came back is not a Modbus answer of unit {}",
    ),
}
NO_ADDRESS = 2
REASONS = {  # exception codes (Modbus application protocol 1.1b3, chapter 7)
    1: Text(ru="устройство не знает этой функции", en="the device does not know this function"),
    NO_ADDRESS: Text(ru="такого адреса нет", en="no such address"),
    3: Text(ru="устройство не берёт этого значения", en="the device does not take this value"),
    4: Text(ru="отказ устройства", en="the device has failed"),
    5: Text(ru="устройство ещё не закончило", en="the device is still at it"),
    6: Text(ru="устройство занято", en="the device is busy"),
    10: Text(ru="у шлюза нет туда пути", en="the gateway has no way there"),
    11: Text(
        ru="устройство за шлюзом не отвечает", en="the device behind the gateway does not answer"
    ),
}
NONE = Text(ru="", en="")


class WireError(OSError):
    """A wire does not work; `text` says why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text.en)


class AnswerError(WireError):
    """The device answers that it cannot."""

    def __init__(self, what: str, code: int) -> None:
        self.code = code
        reason = REASONS.get(code) or Text(ru=f"код ошибки {code}", en=f"exception {code}")
        super().__init__(Text(ru=f"{what}: {reason.ru}", en=f"{what}: {reason.en}"))


def make(name: str, *words: object) -> WireError:
    """Return a trouble of the table, about these."""
    text = TEXTS[name]
    return WireError(Text(ru=text.ru.format(*words), en=text.en.format(*words)))


def tell(error: Exception) -> Text:
    """Return what an error says: what a library says, in its language."""
    if isinstance(error, OSError) and not isinstance(error, WireError):
        return reasons.of_system(error)
    return reasons.explain(error)
