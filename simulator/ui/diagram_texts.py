"""What the page of the diagram says, in Russian and English."""

from simulator.spec.fields import Text


def _pair(ru: str, en: str) -> Text:
    return Text(ru=ru, en=en)


TEXTS = {
    "diagram": _pair("Диаграмма", "Diagram"),
    "open": _pair("Открыть диаграмму", "Open the diagram"),
    "close": _pair("Закрыть диаграмму", "Close the diagram"),
    "run": _pair("Ход", "Run"),
    "freeze": _pair("Пауза", "Freeze"),
    "step": _pair("Кадр", "Frame"),
    "step_block": _pair("Блок", "Block"),
    "undo": _pair("Отменить", "Undo"),
    "redo": _pair("Вернуть", "Redo"),
    "save": _pair("Сохранить", "Save"),
    "fit": _pair("Вместить", "Fit"),
    "arrange": _pair("Разложить", "Arrange"),
    "scene_view": _pair("Вид сцены", "Scene view"),
    "blocks": _pair("Блоки", "Blocks"),
    "properties": _pair("Свойства", "Properties"),
    "signals": _pair("Сигналы", "Signals"),
    "search": _pair("Поиск", "Search"),
    "found": _pair("найдено: {}", "{} found"),
    "in_diagram": _pair("В диаграмме", "In the diagram"),
    "pins": _pair("Выводы", "Pins"),
    "number": _pair("число", "number"),
    "logic": _pair("логика", "logic"),
    "unit": _pair("с единицей", "with a unit"),
    "array": _pair("в массиве", "array place"),
    "free_pin": _pair("свободный", "free pin"),
    "true": _pair("да", "true"),
    "false": _pair("нет", "false"),
    "name": _pair("Имя", "Name"),
    "live": _pair("Сейчас", "Live values"),
    "plot": _pair("График", "Plot"),
    "unplot": _pair("Убрать график", "Stop plotting"),
    "force": _pair("Задать", "Force"),
    "release": _pair("Отпустить", "Release"),
    "release_all": _pair("Отпустить все", "Release all"),
    "forced": _pair("Заданных сигналов: {}", "Forced wires: {}"),
    "forced_value": _pair("Задано вручную", "Forced by hand"),
    "stop_when": _pair("Остановить, когда", "Stop when"),
    "stop_add": _pair("Поставить", "Set"),
    "stops": _pair("Точки останова", "Breakpoints"),
    "stopped": _pair("Остановлено: {}", "Stopped: {}"),
    "number_of": _pair("№ {}", "No. {}"),
    "written_in": _pair("Записано в", "Written in"),
    "reads": _pair("Читают", "Read by"),
    "nothing": _pair(
        "Выберите блок или провод.", "Choose a block or a wire."
    ),
    "export_csv": _pair("CSV", "CSV"),
    "export_png": _pair("PNG", "PNG"),
    "clear": _pair("Очистить", "Clear"),
    "now": _pair("сейчас", "now"),
    "loop": _pair("Алгебраическая петля", "Algebraic loop"),
    "loop_hint": _pair("Разорвите её задержкой.", "Insert a Delay to break it."),
    "counts": _pair("Блоков: {}, проводов: {}", "{} blocks, {} wires"),
    "next_block": _pair("Дальше: {}", "Next: {}"),
    "walk_done": _pair("Шаг диаграммы окончен", "The diagram's step is over"),
    "no_values": _pair("нет данных", "no data"),
    "whole_file": _pair("Файл", "File"),
    "s": _pair("с", "s"),
    "value": _pair("Значение", "Value"),
    "inside": _pair(
        "Внутри «{}»: правки для всех применений", "Inside {}: edits go for all its uses"
    ),
    "gather": _pair("Собрать в диаграмму", "Make a named diagram"),
    "dissolve": _pair("Разобрать", "Ungroup"),
    "enter": _pair("Открыть", "Open"),
    "make_output": _pair("Сделать выходом", "Make it an output"),
    "is_output": _pair("Выход диаграммы", "An output"),
    "named": _pair("Именованные", "Named diagrams"),
    "of_diagram": _pair("Эта диаграмма", "This diagram"),
    "uses": _pair("Применений: {}", "Uses: {}"),
    "chosen": _pair("Выбрано: {}", "{} chosen"),
    "add_parameter": _pair("Добавить параметр", "Add a parameter"),
    "add_input": _pair("Добавить вход", "Add an input"),
    "unwired": _pair("Без провода", "Unwired"),
    "needed": _pair("обязателен", "needed"),
    "in_file": _pair("в файле", "in the file"),
    "text_ru": _pair("По-русски", "In Russian"),
    "text_en": _pair("По-английски", "In English"),
    "choose_file": _pair("Какой файл исполнять", "Which file it runs"),
    "more_files": _pair("и ещё {}", "and {} more"),
    "cancel": _pair("Отмена", "Cancel"),
    "palette": _pair("Блоки", "Blocks"),
    "list": _pair("Список", "List"),
    "outputs": _pair("Выходы", "Outputs"),
    "sources": _pair("Входы и датчики", "Controls and sensors"),
    "parameters": _pair("Параметры", "Parameters"),
    "saved": _pair("Сохранено", "Saved"),
    "unsaved": _pair("Не сохранено", "Not saved"),
    "mistakes": _pair(
        "Ошибок: {}. Работает прежняя диаграмма.", "Mistakes: {}. The last sound diagram runs on."
    ),
    "locked": _pair("Идёт попытка: только просмотр", "An attempt is under way: look, do not touch"),
    "delete": _pair("Удалить", "Delete"),
    "copy": _pair("Копировать", "Copy"),
    "paste": _pair("Вставить", "Paste"),
    "note": _pair("Заметка", "Note"),
    "new_note": _pair("Новая заметка", "New note"),
    "add_note": _pair("Добавить заметку", "Add a note"),
    "range": _pair("от {} до {}", "{} to {}"),
}  # fmt: skip

FORMS = {  # what a parameter may be, in a few letters
    "number": _pair("число", "number"),
    "number > 0": _pair("> 0", "> 0"),
    "number >= 0": _pair("≥ 0", "≥ 0"),
    "whole number >= 0": _pair("целое ≥ 0", "whole ≥ 0"),
    "list of numbers": _pair("числа через ;", "numbers; with ;"),
    "list of names": _pair("имена через ;", "names; with ;"),
    "list of names of outputs": _pair("имена через ;", "names; with ;"),
    "name of a state": _pair("состояние", "a state"),
    "name of an output": _pair("выход", "an output"),
    "text of `+` and `-`": _pair("+ и −", "+ and -"),
    "text": _pair("текст", "text"),
}


def say(key: str, language: str) -> str:
    """Return a text of the page."""
    return TEXTS[key].in_language(language)


def figure(value: float | None, kind: str, language: str) -> str:
    """Return a value as it stands on a wire: about four figures, words for logic."""
    if value is None:
        return "\u2013"
    if kind == "logic" and value in (0.0, 1.0):
        return say("true" if value else "false", language)
    size = abs(value)
    if size >= 1e5 or 0.0 < size < 5e-4:
        text = f"{value:.2e}"
    else:
        text = f"{value:.{0 if size >= 1e3 else 1 if size >= 100 else 2 if size >= 10 else 3}f}"
    if not any(one in "123456789" for one in text):
        text = text.lstrip("-")
    text = text.replace("-", "\u2212")
    return text.replace(".", ",") if language == "ru" else text
