"""What the page says in Russian and English, and how it writes numbers and times."""

import math
from collections.abc import Mapping
from typing import Any

from simulator.ui.texts.phrases import number, pair

UNITS = {  # of the built-in metrics
    "s": "с",
    "m": "м",
    "N": "Н",
    "1/min": "1/мин",
    "m/s": "м/с",
    "%": "%",
    "°": "°",
}


TEXTS = {
    "debrief": pair("Разбор", "Debrief"),
    "free_drive": pair("Свободная езда", "Free drive"),
    "trainee": pair("Оператор", "Trainee"),
    "script": pair("Сценарий", "Script"),
    "passed": pair("Зачтено", "Passed"),
    "failed": pair("Не зачтено", "Not passed"),
    "driven": pair("Без оценки", "Not graded"),
    "why_passed": pair("все показатели в норме", "all measures within their bands"),
    "why_metrics": pair("не в норме: {}", "out of band: {}"),
    "why_time": pair("время вышло", "time ran out"),
    "why_unfinished": pair("упражнение не закончено", "the exercise was not finished"),
    "why_diverged": pair("модель остановлена: расчёт разошёлся", "stopped: the model diverged"),
    "why_driven": pair("запись сделана без упражнения", "recorded without an exercise"),
    "mark": pair("Оценка", "Mark"),
    "of_100": pair("из 100", "of 100"),
    "sound": pair("Запись подлинная: каждый кадр повторён, цепочка цела",
                  "Recording proven: every frame replayed, chain intact"),
    "unproven": pair("Запись не подтверждена", "The recording is not proven"),
    "state_hash": pair("хеш состояния", "state hash"),
    "broken": pair("записи до кадра {} были изменены", "records before frame {} were changed"),
    "diverged_record": pair("кадр {} не повторяется: изменён ввод или состояние",
                            "frame {} does not replay: input or state was changed"),
    "diverged_files": pair("кадр {} не повторяется: файлы с тех пор изменены",
                           "frame {} does not replay: its files have changed since"),
    "diverged_program": pair("кадр {} не повторяется: записано другой версией программы",
                             "frame {} does not replay: it was made by another version of the "
                             "program"),
    "cut": pair("файл обрывается после кадра {}: обрезан или повреждён",
                "the file ends after frame {}: cut off or damaged"),
    "unequal": pair("оценка в записи не та, что дают её кадры",
                    "the score in it is not what its frames give"),
    "versions": pair("записано с {}", "recorded with {}"),
    "changed": pair("с тех пор изменены файлы: {}", "files changed since: {}"),
    "stopped": pair("повтор остановлен: {}", "the replay stopped: {}"),
    "rules_changed": pair("Правила упражнения с тех пор изменились; прежняя оценка {}",
                          "The rules have changed since; the mark then was {}"),
    "judge_changed": pair("Оценено заново: программа судит с тех пор иначе; прежняя оценка {}",
                          "Graded again: the program judges otherwise now; the mark then was {}"),
    "program": pair("Программа", "Program"),
    "branched": pair("Продолжение записи", "Branched from"),
    "machine": pair("Машина", "Machine"),
    "ms": pair("мс", "ms"),
    "latency": pair("От рычага до картинки", "From hand to picture"),
    "file": pair("Файл", "File"),
    "measures": pair("Показатели и их границы", "Measures against the pass band"),
    "band": pair("зелёное — норма", "green = pass band"),
    "in_band": pair("в норме", "passed"),
    "out_of_band": pair("не в норме", "failed"),
    "no_band": pair("без границ", "no band"),
    "path": pair("Путь, вид сверху", "Path, top view"),
    "trainee_way": pair("робот", "robot"),
    "hand_way": pair("захват", "gripper"),
    "load_way": pair("груз", "load"),
    "expert": pair("эксперт", "expert"),
    "expert_stages": pair("эксперт, этап под этапом", "expert, stage under stage"),
    "deviation": pair("отклонение", "deviation"),
    "attempt_of": pair("попытка {} из {}", "attempt {} of {}"),
    "start": pair("Старт", "Start"),
    "end": pair("Конец", "End"),
    "timeline": pair("Ход упражнения", "Timeline"),
    "plots": pair("Графики", "Synchronous plots"),
    "speed": pair("Скорость", "Speed"),
    "force": pair("Сила удара", "Contact"),
    "levers": pair("Рычаги", "Levers"),
    "off_way": pair("Отклонение", "Deviation"),
    "limit": pair("граница", "limit"),
    "highest": pair("макс.", "max"),
    "pictures": pair("Снимки", "Pictures"),
    "no_pictures": pair("Снимков нет: на этой машине не работает OpenGL.",
                        "No pictures: OpenGL does not work on this machine."),
    "practise": pair("Что отработать", "What to practise"),
    "went_well": pair("Что удалось", "What went well"),
    "theme": pair("Светлая / тёмная", "Light / dark"),
    "stages": pair("Этапы", "Stages"),
    "faults": pair("Отказы", "Faults"),
    "marks": pair("События", "Events"),
    "show": pair("Показать", "Show"),
    "nothing": pair("Замечаний нет.", "Nothing to remark."),
    "more_marks": pair("и ещё {}", "and {} more"),
    "mark_stage": pair("{what}", "{what}"),
    "mark_collision": pair("Удар {force} Н", "Contact {force} N"),
    "mark_collision_with": pair("Удар {force} Н: {what}", "Contact {force} N: {what}"),
    "mark_limit": pair("{what}", "{what}"),
    "mark_fault": pair("Отказ: {what}", "Fault: {what}"),
    "mark_clear": pair("Отказ снят", "Fault cleared"),
    "mark_link": pair("Канал связи: {}", "Data link: {}"),
    "link_perfect": pair("без помех", "perfect"),
    "link_commands": pair("команды {}", "commands {}"),
    "link_cameras": pair("картинка {}", "pictures {}"),
    "mark_hint": pair("Подсказка", "Hint"),
    "mark_bookmark": pair("Закладка: {what}", "Bookmark: {what}"),
    "mark_message": pair("Сообщение: {what}", "Message: {what}"),
    "mark_view": pair("Камера", "Camera"),
    "mark_hardware_lost": pair("Пульт замолчал: {what}", "Desk silent: {what}"),
    "mark_focus_lost": pair("Окно оставлено", "Window left"),
    "mark_grip": pair("Захват: {what}", "Grip: {what}"),
    "mark_release": pair("Отпущен: {what}", "Released: {what}"),
    "mark_drop": pair("Падение: {what}", "Drop: {what}"),
    "mark_wrong": pair("Не тот режим", "Wrong mode"),
    "mark_throw": pair("Рывок: {what}", "Jerk: {what}"),
}  # fmt: skip


WAYS = {  # what is told of each way of a data link, in percent where it is a share
    "delay": pair("позже на {} с", "{} s late"),
    "jitter": pair("с разбросом {} с", "with {} s of jitter"),
    "loss": pair("с потерей {} %", "with {} % lost"),
    "rate": pair("не чаще {} в секунду", "at most {} a second"),
    "frozen": pair("замерла", "frozen"),
    "blocks": pair("блоками по {} точек", "in blocks of {} pixels"),
    "noise": pair("с шумом {} %", "with {} % of noise"),
}
BITS = pair("не быстрее {} бит/с", "at most {} bit/s")


def say(key: str, language: str, *values: object, **named: object) -> str:
    """Return one of the page's texts; an unknown key is a programming error."""
    return TEXTS[key].in_language(language).format(*values, **named)


def link(profile: Mapping[str, Any], language: str) -> str:
    """Return what a profile of the data link does to either way."""
    told = []
    for way in ("commands", "cameras"):
        words = []
        for key, value in (profile.get(way) or {}).items():
            form = BITS if (way, key) == ("commands", "rate") else WAYS[key]
            shown = 100 * value if key in ("loss", "noise") else value
            if value:  # else it is as in a perfect one
                words.append(form.in_language(language).format(edge(shown, language)))
        if words:
            told.append(say(f"link_{way}", language, ", ".join(words)))
    return say("mark_link", language, "; ".join(told) or say("link_perfect", language))


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
