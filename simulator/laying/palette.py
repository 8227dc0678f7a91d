"""What can be put on a desk: kinds of widgets by family, what they are called, first values."""

from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

from simulator.spec.fields import Text
from simulator.spec.models.console import WidgetSpec
from simulator.spec.models.scene import SceneSpec
from simulator.spec.naming.components import list_cameras

TYPES = get_args(WidgetSpec.model_fields["type"].annotation)


class Item(NamedTuple):
    """A kind of widget: its name (a type, or "joystick"), its title, what it is written with."""

    name: str
    title: Text
    data: Mapping[str, Any]


class Family(NamedTuple):
    """Kinds that belong together."""

    title: Text
    items: tuple[Item, ...]


def _item(name: str, ru: str, en: str, **data: Any) -> Item:
    return Item(name, Text(ru=ru, en=en), {"type": name, **data})


ALL = (
    Family(
        Text(ru="Органы управления", en="Controls"),
        (
            _item("push_button", "Кнопка", "Button"),
            _item("toggle", "Тумблер", "Toggle"),
            _item("key_switch", "Ключ", "Key switch"),
            _item("rotary_selector", "Галетник", "Selector", positions=["1", "2", "3"]),
            _item("lever", "Рычаг", "Lever", spring_return=True),
            _item("joystick", "Джойстик", "Joystick", type="lever", axes=2, spring_return=True),
            _item("slider", "Ползунок", "Slider", range=[0, 1]),
            _item("knob", "Регулятор", "Knob", range=[0, 1]),
            _item("emergency_stop", "Авар. стоп", "Emergency stop"),
        ),
    ),
    Family(
        Text(ru="Приборы и лампы", en="Indicators"),
        (
            _item("lamp", "Лампа", "Lamp"),
            _item("annunciator", "Табло", "Annunciator", kind="caution"),
            _item("gauge", "Прибор", "Gauge", range=[0, 100]),
            _item("bar_gauge", "Столбик", "Bar gauge", range=[0, 100], unit="%"),
            _item("display", "Индикатор", "Display"),
            _item("strip_chart", "Самописец", "Strip chart", range=[-1, 1], traces={"value": {}}),
            _item("attitude", "Авиагоризонт", "Attitude"),
            _item("camera", "Камера", "Camera"),
            _item("clock", "Часы", "Clock"),
            _item("text", "Надпись", "Text plate", text={"ru": "НАДПИСЬ", "en": "LABEL"}),
        ),
    ),
)
FAMILIES = tuple(
    family._replace(items=tuple(one for one in family.items if one.data["type"] in TYPES))
    for family in ALL
)
ITEMS = {item.name: item for family in FAMILIES for item in family.items}


def kind_of(spec: WidgetSpec) -> str:
    """Return the name of a widget's kind: its type, or "joystick" for a lever of two axes."""
    return "joystick" if spec.type == "lever" and spec.axes == 2 else spec.type


def title_of(kind: str) -> Text:
    """Return what a kind is called."""
    return ITEMS[kind].title if kind in ITEMS else Text(ru=kind, en=kind)


def first_values(kind: str, scene: SceneSpec) -> dict[str, Any]:
    """Return what a new widget is written with, but for label and group."""
    data = dict(ITEMS[kind].data)
    if kind == "camera":
        data["camera"] = next(iter(list_cameras(scene)), "camera")
    return data


def search(text: str) -> list[Family]:
    """Return what of the families holds a text in its name or its title of either language."""
    wanted = text.casefold().strip()

    def fits(item: Item) -> bool:
        names = (item.name, item.title.ru, item.title.en)
        return any(wanted in one.casefold() for one in names)

    found = [one._replace(items=tuple(filter(fits, one.items))) for one in FAMILIES]
    return [one for one in found if one.items]
