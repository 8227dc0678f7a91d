"""What the scene's editor says, in both languages."""

from simulator.ui.texts.phrases import pair

TEXTS = {
    "properties": pair("Свойства", "Properties"),
    "robots": pair("Роботы", "Robots"),
    "props": pair("Предметы", "Things"),
    "lights": pair("Свет", "Lights"),
    "view": pair("Вид", "View"),
    "scene": pair("Сцена", "Scene"),
    "camera": pair("Камера", "Camera"),
    "sky": pair("Небо и пол", "Sky and floor"),
    "shapes": pair("Форма {}", "Shape {}"),
    "visuals": pair("Вид {}", "Visual {}"),
    "whole": pair("Целиком", "The whole"),
    "of_material": pair("Материал {}; предметов: {}", "Material {}; things: {}"),
    "from_view": pair("Как сейчас видно", "As seen now"),
    "nothing": pair("нет", "none"),
    "size": pair("Размер", "Size"),
    "robot": pair("Робот", "Robot"),
    "mesh": pair("Сетка", "Mesh"),
    "arrange": pair("Расстановка", "Arrange"),
    "move": pair("Двигать", "Move"),
    "turn": pair("Вращать", "Turn"),
    "position": pair("Место", "Place"),
    "angles": pair("Углы", "Angles"),
    "duplicate": pair("Копия", "Copy"),
    "remove": pair("Убрать", "Remove"),
    "add": pair("Добавить", "Add"),
    "box": pair("Ящик", "Box"),
    "ball": pair("Шар", "Ball"),
    "drum": pair("Бочка", "Drum"),
    "undo": pair("Отменить", "Undo"),
    "redo": pair("Вернуть", "Redo"),
    "new_scene": pair("Новая", "New"),
    "save_as": pair("Сохранить как", "Save as"),
    "name_of_new_scene": pair("Имя новой сцены", "Name of the new scene"),
    "name_of_copy": pair("Имя копии", "Name of the copy"),
    "create": pair("Создать", "Create"),
    "clear": pair("Убрать у всех", "Clear for all"),
    "with_it": pair("Вместе с ним", "With it"),
    "close": pair("Закрыть", "Close"),
    "hint": pair("Щёлкните робота или предмет", "Click a robot or a thing"),
    "snap": pair("Ctrl: шаг 0,1 м и 15°", "Ctrl: steps of 0.1 m and 15°"),
    "several": pair(
        "Ctrl и щелчок: выбрать ещё\nShift и щелчок в списке: до него\n"
        "Ctrl у стрелок: шаг 0,1 м и 15°",
        "Ctrl and a click: choose more\nShift and a click in the list: up to it\n"
        "Ctrl at the arrows: steps of 0.1 m and 15°",
    ),
}


PROPERTIES = {  # by the names of the keys in the file
    "title": pair("Название", "Title"),
    "name": pair("Имя", "Name"),
    "label": pair("Надпись", "Label"),
    "file": pair("Робот", "Robot"),
    "console": pair("Пульт", "Console"),
    "tracks": pair("Гусеницы", "Tracks"),
    "fixed": pair("Закреплено", "Fixed"),
    "collides": pair("Сталкивается", "Collides"),
    "material": pair("Материал", "Material"),
    "mass": pair("Масса", "Mass"),
    "density": pair("Плотность", "Density"),
    "box": pair("Размеры", "Edges"),
    "radius": pair("Радиус", "Radius"),
    "sphere": pair("Радиус", "Radius"),
    "length": pair("Длина", "Length"),
    "mesh": pair("Сетка", "Mesh"),
    "hull": pair("Оболочка", "Hull"),
    "convex": pair("Выпуклость", "Convex"),
    "plane": pair("Плоскость", "Plane"),
    "scale": pair("Масштаб", "Scale"),
    "bevel": pair("Скругление", "Bevel"),
    "at": pair("Место", "Place"),
    "rpy": pair("Углы", "Angles"),
    "velocity": pair("Скорость", "Velocity"),
    "spin": pair("Вращение", "Spin"),
    "rate": pair("Мощность дозы", "Dose rate"),
    "centre_of_mass": pair("Центр масс", "Centre of mass"),
    "inertia": pair("Инерция", "Inertia"),
    "type": pair("Вид", "Kind"),
    "direction": pair("Направление", "Direction"),
    "colour": pair("Цвет", "Colour"),
    "colour2": pair("Второй цвет", "Second colour"),
    "power": pair("Яркость", "Brightness"),
    "range": pair("Дальность", "Range"),
    "shadows": pair("Тени", "Shadows"),
    "switch": pair("Выключатель", "Switched"),
    "eye": pair("Откуда", "Eye"),
    "target": pair("Куда", "Target"),
    "fov": pair("Угол зрения", "Field of view"),
    "follow": pair("Следить за", "Follow"),
    "inset": pair("Врезка", "Inset"),
    "zenith": pair("Зенит", "Zenith"),
    "horizon": pair("Горизонт", "Horizon"),
    "fog": pair("Туман", "Fog"),
    "grid": pair("Сетка пола", "Floor grid"),
    "friction": pair("Трение", "Friction"),
    "rolling": pair("Качение", "Rolling"),
    "twisting": pair("Верчение", "Twisting"),
    "restitution": pair("Отскок", "Bounce"),
    "stiffness": pair("Жёсткость", "Stiffness"),
    "damping": pair("Вязкость", "Damping"),
    "roughness": pair("Шероховатость", "Roughness"),
    "metal": pair("Металл", "Metal"),
    "emission": pair("Свечение", "Glow"),
    "pattern": pair("Узор", "Pattern"),
    "pattern_size": pair("Шаг узора", "Pattern size"),
    "attenuation": pair("Ослабление", "Attenuation"),
}

UNITS = {  # as files write them, behind their keys or as the key's own
    "m": pair("м", "m"),
    "um": pair("мкм", "µm"),
    "mm": pair("мм", "mm"),
    "cm": pair("см", "cm"),
    "km": pair("км", "km"),
    "1/m": pair("1/м", "1/m"),
    "per_m": pair("1/м", "1/m"),
    "per_cm": pair("1/см", "1/cm"),
    "kg": pair("кг", "kg"),
    "g": pair("г", "g"),
    "t": pair("т", "t"),
    "kg/m^3": pair("кг/м³", "kg/m³"),
    "kg/m3": pair("кг/м³", "kg/m³"),
    "g/cm3": pair("г/см³", "g/cm³"),
    "kg*m^2": pair("кг·м²", "kg·m²"),
    "kg_m2": pair("кг·м²", "kg·m²"),
    "kg_cm2": pair("кг·см²", "kg·cm²"),
    "g_cm2": pair("г·см²", "g·cm²"),
    "m/s": pair("м/с", "m/s"),
    "mm/s": pair("мм/с", "mm/s"),
    "km/h": pair("км/ч", "km/h"),
    "m/s2": pair("м/с²", "m/s²"),
    "m/s^2": pair("м/с²", "m/s²"),
    "rad": pair("рад", "rad"),
    "mrad": pair("мрад", "mrad"),
    "°": pair("°", "°"),
    "turns": pair("об", "turns"),
    "rad/s": pair("рад/с", "rad/s"),
    "°/s": pair("°/с", "°/s"),
    "rpm": pair("об/мин", "rpm"),
    "rad/s|m/s": pair("рад/с, м/с", "rad/s, m/s"),
    "N/m": pair("Н/м", "N/m"),
    "n/m": pair("Н/м", "N/m"),
    "kn/m": pair("кН/м", "kN/m"),
    "n/mm": pair("Н/мм", "N/mm"),
    "N*s/m": pair("Н·с/м", "N·s/m"),
    "n_s/m": pair("Н·с/м", "N·s/m"),
    "s": pair("с", "s"),
    "ms": pair("мс", "ms"),
    "us": pair("мкс", "µs"),
    "min": pair("мин", "min"),
    "h": pair("ч", "h"),
    "Sv/s": pair("Зв/с", "Sv/s"),
    "sv/s": pair("Зв/с", "Sv/s"),
    "sv/h": pair("Зв/ч", "Sv/h"),
    "msv/h": pair("мЗв/ч", "mSv/h"),
    "usv/h": pair("мкЗв/ч", "µSv/h"),
    "percent": pair("%", "%"),
}


def unit_of(unit: str, language: str) -> str:
    """Return how a unit is written; one that is not known goes as it is."""
    return UNITS[unit].in_language(language) if unit in UNITS else unit


def title_of(section: str, name: str, language: str) -> str:
    """Return what a thing is called: by its own name, but camera, sky and scene have none."""
    return say(section, language) if section in ("camera", "sky", "scene") else name


def name_of(key: str, language: str) -> str:
    """Return what a key of a file is called; one without a name goes by itself."""
    return PROPERTIES[key].in_language(language) if key in PROPERTIES else key


def say(key: str, language: str) -> str:
    """Return a text in a language."""
    return TEXTS[key].in_language(language)
