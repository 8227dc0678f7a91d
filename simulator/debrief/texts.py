"""What the page says in Russian and English, and how it writes numbers and times."""

import math

from simulator.spec.fields import Text
from simulator.ui.language import number

UNITS = {  # of the built-in metrics
    "s": "с",
    "m": "м",
    "N": "Н",
    "1/min": "1/мин",
    "m/s": "м/с",
    "%": "%",
    "°": "°",
}


def _pair(ru: str, en: str) -> Text:
    return Text(ru=ru, en=en)


TEXTS = {
    "debrief": _pair("Разбор", "Debrief"),
    "free_drive": _pair("Свободная езда", "Free drive"),
    "trainee": _pair("Оператор", "Trainee"),
    "passed": _pair("Сдано", "Passed"),
    "failed": _pair("Не сдано", "Not passed"),
    "driven": _pair("Без оценки", "Not graded"),
    "why_passed": _pair("все показатели в норме", "all measures within their bands"),
    "why_metrics": _pair("не в норме: {}", "out of band: {}"),
    "why_time": _pair("время вышло", "time ran out"),
    "why_unfinished": _pair("упражнение не закончено", "the exercise was not finished"),
    "why_diverged": _pair("модель остановлена: расчёт разошёлся", "stopped: the model diverged"),
    "why_driven": _pair("запись сделана без упражнения", "recorded without an exercise"),
    "mark": _pair("Оценка", "Mark"),
    "of_100": _pair("из 100", "of 100"),
    "sound": _pair("Запись подлинная: каждый кадр повторён, цепочка цела",
                   "Recording proven: every frame replayed, chain intact"),
    "unproven": _pair("Запись не подтверждена", "The recording is not proven"),
    "state_hash": _pair("хеш состояния", "state hash"),
    "broken": _pair("записи до кадра {} были изменены", "records before frame {} were changed"),
    "diverged": _pair("кадр {} не повторяется: изменён ввод или состояние",
                      "frame {} does not replay: input or state was changed"),
    "cut": _pair("файл обрывается после кадра {}: обрезан или повреждён",
                 "the file ends after frame {}: cut off or damaged"),
    "unequal": _pair("оценка в записи не та, что дают её кадры",
                     "the score in it is not what its frames give"),
    "versions": _pair("записано с {}", "recorded with {}"),
    "changed": _pair("с тех пор изменены файлы: {}", "files changed since: {}"),
    "stopped": _pair("повтор остановлен: {}", "the replay stopped: {}"),
    "rules_changed": _pair("Правила упражнения с тех пор изменились; прежняя оценка {}",
                           "The rules have changed since; the mark then was {}"),
    "judge_changed": _pair("Оценено заново: программа судит с тех пор иначе; прежняя оценка {}",
                           "Graded again: the program judges otherwise now; the mark then was {}"),
    "program": _pair("Программа", "Program"),
    "branched": _pair("Продолжение записи", "Branched from"),
    "machine": _pair("Машина", "Machine"),
    "ms": _pair("мс", "ms"),
    "latency": _pair("От рычага до картинки", "From hand to picture"),
    "file": _pair("Файл", "File"),
    "measures": _pair("Показатели и их границы", "Measures against the pass band"),
    "band": _pair("зелёное — норма", "green = pass band"),
    "in_band": _pair("в норме", "passed"),
    "out_of_band": _pair("не в норме", "failed"),
    "no_band": _pair("без границ", "no band"),
    "path": _pair("Путь, вид сверху", "Path, top view"),
    "trainee_way": _pair("робот", "robot"),
    "hand_way": _pair("захват", "gripper"),
    "load_way": _pair("груз", "load"),
    "expert": _pair("эксперт", "expert"),
    "expert_stages": _pair("эксперт, этап под этапом", "expert, stage under stage"),
    "deviation": _pair("отклонение", "deviation"),
    "attempt_of": _pair("попытка {} из {}", "attempt {} of {}"),
    "start": _pair("Старт", "Start"),
    "end": _pair("Конец", "End"),
    "timeline": _pair("Ход упражнения", "Timeline"),
    "plots": _pair("Графики", "Synchronous plots"),
    "speed": _pair("Скорость", "Speed"),
    "force": _pair("Сила удара", "Contact"),
    "levers": _pair("Рычаги", "Levers"),
    "off_way": _pair("Отклонение", "Deviation"),
    "limit": _pair("граница", "limit"),
    "highest": _pair("макс.", "max"),
    "pictures": _pair("Снимки", "Pictures"),
    "no_pictures": _pair("Снимков нет: на этой машине не работает OpenGL.",
                         "No pictures: OpenGL does not work on this machine."),
    "practise": _pair("Что отработать", "What to practise"),
    "went_well": _pair("Что удалось", "What went well"),
    "theme": _pair("Светлая / тёмная", "Light / dark"),
    "stages": _pair("Этапы", "Stages"),
    "faults": _pair("Отказы", "Faults"),
    "marks": _pair("События", "Events"),
    "show": _pair("Показать", "Show"),
    "nothing": _pair("Замечаний нет.", "Nothing to remark."),
    "more_marks": _pair("и ещё {}", "and {} more"),
    "mark_stage": _pair("{what}", "{what}"),
    "mark_collision": _pair("Удар {force} Н", "Contact {force} N"),
    "mark_collision_with": _pair("Удар {force} Н: {what}", "Contact {force} N: {what}"),
    "mark_limit": _pair("{what}", "{what}"),
    "mark_fault": _pair("Отказ: {what}", "Fault: {what}"),
    "mark_clear": _pair("Отказ снят", "Fault cleared"),
    "mark_hint": _pair("Подсказка", "Hint"),
    "mark_bookmark": _pair("Закладка: {what}", "Bookmark: {what}"),
    "mark_message": _pair("Сообщение: {what}", "Message: {what}"),
    "mark_view": _pair("Камера", "Camera"),
    "mark_hardware_lost": _pair("Пульт замолчал: {what}", "Desk silent: {what}"),
    "mark_focus_lost": _pair("Окно оставлено", "Window left"),
    "mark_grip": _pair("Захват: {what}", "Grip: {what}"),
    "mark_release": _pair("Отпущен: {what}", "Released: {what}"),
    "mark_drop": _pair("Падение: {what}", "Drop: {what}"),
    "mark_wrong": _pair("Не тот режим", "Wrong mode"),
    "mark_throw": _pair("Рывок: {what}", "Jerk: {what}"),
}  # fmt: skip


def say(key: str, language: str, *values: object, **named: object) -> str:
    """Return one of the page's texts; an unknown key is a programming error."""
    return TEXTS[key].in_language(language).format(*values, **named)


def unit(name: str, language: str) -> str:
    """Return a unit as it is written in a language."""
    return UNITS.get(name, name) if language == "ru" else name


def clock(seconds: float) -> str:
    """Return minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


def edge(value: float, language: str) -> str:
    """Return a round value, such as the edge of a band, as it is written."""
    text = f"{round(value, 9):g}".replace("-", "\u2212")
    return text.replace(".", ",") if language == "ru" else text


def measured(value: float, edges: tuple[float | None, ...], language: str) -> str:
    """Return a value with as many decimals as it takes to see on which side of an edge it is."""
    if not math.isfinite(value):
        return "- - -"
    decimals = 0 if abs(value) >= 99.5 or value == round(value) else 1 if abs(value) >= 9.95 else 2
    for one in edges:
        while one is not None and decimals < 6 and _is_hidden(value, one, decimals):
            decimals += 1
    return number(value, decimals, language)


def _is_hidden(value: float, edge: float, decimals: int) -> bool:
    shown = round(value, decimals)
    return (shown > edge) != (value > edge) or (shown < edge) != (value < edge)
