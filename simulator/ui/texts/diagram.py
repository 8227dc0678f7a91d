"""What the page of the diagram says, in Russian and English."""

from simulator.ui.texts.phrases import pair

NOTHING = 1e-12  # less is what a filter has left of a value that is gone
TEXTS = {
    "open": pair("Открыть диаграмму", "Open the diagram"),
    "close": pair("Закрыть диаграмму", "Close the diagram"),
    "run": pair("Ход", "Run"),
    "freeze": pair("Пауза", "Freeze"),
    "step": pair("Кадр", "Frame"),
    "step_block": pair("Блок", "Block"),
    "undo": pair("Отменить", "Undo"),
    "redo": pair("Вернуть", "Redo"),
    "save": pair("Сохранить", "Save"),
    "fit": pair("Вместить", "Fit"),
    "arrange": pair("Разложить", "Arrange"),
    "scene_view": pair("Вид сцены", "Scene view"),
    "properties": pair("Свойства", "Properties"),
    "signals": pair("Сигналы", "Signals"),
    "search": pair("Поиск", "Search"),
    "found": pair("найдено: {}", "{} found"),
    "pins": pair("Выводы", "Pins"),
    "number": pair("число", "number"),
    "logic": pair("логика", "logic"),
    "unit": pair("с единицей", "with a unit"),
    "array": pair("в массиве", "array place"),
    "free_pin": pair("свободный", "free pin"),
    "true": pair("да", "true"),
    "false": pair("нет", "false"),
    "name": pair("Имя", "Name"),
    "live": pair("Сейчас", "Live values"),
    "plot": pair("График", "Plot"),
    "unplot": pair("Убрать график", "Stop plotting"),
    "force": pair("Задать", "Force"),
    "release": pair("Отпустить", "Release"),
    "release_all": pair("Отпустить все", "Release all"),
    "forced": pair("Заданных сигналов: {}", "Forced wires: {}"),
    "stop_when": pair("Остановить, когда", "Stop when"),
    "stop_add": pair("Поставить", "Set"),
    "stops": pair("Точки останова", "Breakpoints"),
    "stopped": pair("Остановлено: {}", "Stopped: {}"),
    "number_of": pair("№ {}", "No. {}"),
    "written_in": pair("Записано в", "Written in"),
    "reads": pair("Читают", "Read by"),
    "nothing": pair(
        "Выберите блок или провод.", "Choose a block or a wire."
    ),
    "export_csv": pair("CSV", "CSV"),
    "export_png": pair("PNG", "PNG"),
    "clear": pair("Очистить", "Clear"),
    "loop": pair("Алгебраическая петля", "Algebraic loop"),
    "loop_hint": pair("Разорвите её задержкой.", "Insert a Delay to break it."),
    "next_block": pair("Дальше: {}", "Next: {}"),
    "walk_done": pair("Шаг диаграммы окончен", "The diagram's step is over"),
    "value": pair("Значение", "Value"),
    "inside": pair(
        "Внутри «{}»: правки для всех применений", "Inside {}: edits go for all its uses"
    ),
    "gather": pair("Собрать в диаграмму", "Make a named diagram"),
    "dissolve": pair("Разобрать", "Ungroup"),
    "enter": pair("Открыть", "Open"),
    "make_output": pair("Сделать выходом", "Make it an output"),
    "is_output": pair("Выход диаграммы", "An output"),
    "named": pair("Именованные", "Named diagrams"),
    "of_diagram": pair("Эта диаграмма", "This diagram"),
    "uses": pair("Применений: {}", "Uses: {}"),
    "chosen": pair("Выбрано: {}", "{} chosen"),
    "add_parameter": pair("Добавить параметр", "Add a parameter"),
    "add_input": pair("Добавить вход", "Add an input"),
    "unwired": pair("Без провода", "Unwired"),
    "needed": pair("обязателен", "needed"),
    "in_file": pair("в файле", "in the file"),
    "text_ru": pair("По-русски", "In Russian"),
    "text_en": pair("По-английски", "In English"),
    "choose_file": pair("Какой файл исполнять", "Which file it runs"),
    "more_files": pair("и ещё {}", "and {} more"),
    "cancel": pair("Отмена", "Cancel"),
    "palette": pair("Блоки", "Blocks"),
    "list": pair("Список", "List"),
    "outputs": pair("Выходы", "Outputs"),
    "sources": pair("Входы и датчики", "Controls and sensors"),
    "parameters": pair("Параметры", "Parameters"),
    "saved": pair("Сохранено", "Saved"),
    "mistakes": pair(
        "Ошибок: {}. Работает прежняя диаграмма.", "Mistakes: {}. The last sound diagram runs on."
    ),
    "once_saved": pair(
        "Подействует после записи: на пульте появится новое",
        "Takes effect once it is saved: the desk has something new",
    ),
    "locked_attempt": pair(
        "Идёт попытка: только просмотр", "An attempt is under way: look, do not touch"
    ),
    "locked_recording": pair(
        "Идёт показ записи: только просмотр", "A recording is played: look, do not touch"
    ),
    "delete": pair("Удалить", "Delete"),
    "copy": pair("Копировать", "Copy"),
    "paste": pair("Вставить", "Paste"),
    "note": pair("Заметка", "Note"),
    "new_note": pair("Новая заметка", "New note"),
    "add_note": pair("Добавить заметку", "Add a note"),
}  # fmt: skip

FORMS = {  # what a parameter may be, in a few letters
    "number": pair("число", "number"),
    "number > 0": pair("> 0", "> 0"),
    "number >= 0": pair("≥ 0", "≥ 0"),
    "whole number >= 0": pair("целое ≥ 0", "whole ≥ 0"),
    "list of numbers": pair("числа через ;", "numbers; with ;"),
    "list of names": pair("имена через ;", "names; with ;"),
    "list of names of outputs": pair("имена через ;", "names; with ;"),
    "name of a state": pair("состояние", "a state"),
    "name of an output": pair("выход", "an output"),
    "text of `+` and `-`": pair("+ и −", "+ and -"),
    "text": pair("текст", "text"),
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
    if size >= 1e5 or NOTHING < size < 5e-4:
        text = f"{value:.2e}"
    else:
        text = f"{value:.{0 if size >= 1e3 else 1 if size >= 100 else 2 if size >= 10 else 3}f}"
    if not any(one in "123456789" for one in text):
        text = text.lstrip("-")
    text = text.replace("-", "\u2212")
    return text.replace(".", ",") if language == "ru" else text
