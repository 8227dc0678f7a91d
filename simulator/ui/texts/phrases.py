"""Russian and English: the program's own texts and the way numbers are written."""

from datetime import datetime

from simulator.spec.fields import Text

LANGUAGES = ("ru", "en")


def pair(ru: str, en: str) -> Text:
    """Return a text in both languages, for tables of them."""
    return Text(ru=ru, en=en)


TEXTS = {
    "stop": pair("СТОП", "STOP"),
    "fault": pair("ОТКАЗ", "FAULT"),
    "locked": pair("закрыто", "locked"),
    "no_data": pair("нет данных", "no data"),
    "roll_pitch": pair("крен {}°  тангаж {}°", "roll {}°  pitch {}°"),
    "seconds": pair("{} с", "{} s"),
    "no_signal": pair("нет сигнала", "no signal"),
    "scene": pair("Сцена", "Scene"),
    "recordings": pair("Записи…", "Recordings…"),
    "no_recordings": pair("Записей нет: F9 начинает", "No recordings: F9 starts one"),
    "cut_off": pair("оборвана", "cut off"),
    "training": pair("Обучение", "Training"),
    "exercises": pair("Упражнения…", "Exercises…"),
    "hint": pair("Подсказка", "Hint"),
    "end_attempt": pair("Прервать попытку", "Break the attempt off"),
    "devices": pair("Устройства", "Devices"),
    "no_devices": pair("Геймпада нет: подключите его", "No gamepad: plug one in"),
    "calibrate": pair("Настроить…", "Calibrate…"),
    "use_device": pair("Работает с пультом", "Works the console"),
    "not_calibrated": pair("без настройки", "not calibrated"),
    "menu": pair("Меню", "Menu"),
    "view": pair("Вид", "View"),
    "diagram": pair("Диаграмма", "Diagram"),
    "consoles": pair("Пульты", "Consoles"),
    "run": pair("Ход", "Run"),
    "quit": pair("Выход", "Quit"),
    "page_apart": pair("Страница в окне", "Page in a window"),
    "camera": pair("Камера", "Camera"),
    "free": pair("Свободная", "Free"),
    "follow": pair("Следящая", "Follow"),
    "inset": pair("Врезка", "Inset"),
    "none": pair("Нет", "None"),
    "debug": pair("Отладка", "Debug"),
    "joints": pair("Шарниры", "Joints"),
    "contacts": pair("Контакты", "Contacts"),
    "frames": pair("Оси", "Frames"),
    "balance": pair("Равновесие", "Balance"),
    "quality": pair("Качество", "Quality"),
    "auto": pair("Автоматически", "Automatic"),
    "low": pair("Низкое", "Low"),
    "medium": pair("Среднее", "Medium"),
    "high": pair("Высокое", "High"),
    "scale": pair("Масштаб", "Scale"),
    "fullscreen": pair("На весь экран", "Full screen"),
    "help": pair("Клавиши", "Keys"),
    "pause": pair("Пауза", "Pause"),
    "resume": pair("Продолжить", "Resume"),
    "step": pair("Один кадр", "Single step"),
    "reset": pair("Сначала", "Reset"),
    "record": pair("Начать запись", "Start recording"),
    "record_stop": pair("Закончить запись", "Stop recording"),
    "picture": pair("Снимок окна", "Picture of the window"),
    "language": pair("Сменить язык", "Change the language"),
    "not_found": pair("Ничего не найдено", "Nothing found"),
    "recording": pair("ЗАПИСЬ", "REC"),
    "running": pair("ИДЁТ", "RUNNING"),
    "paused": pair("ПАУЗА", "PAUSED"),
    "waiting": pair("ОЖИДАНИЕ", "WAITING"),
    "countdown": pair("ОТСЧЁТ", "COUNTDOWN"),
    "stopped": pair("СТОИТ", "STOPPED"),
    "frozen": pair("ЗАМЕРЛО", "FROZEN"),
    "loading": pair("ЗАГРУЗКА", "LOADING"),
    "empty": pair("ПУСТО", "EMPTY"),
    "failed": pair("СБОЙ", "FAILED"),
    "replay": pair("ПОВТОР", "REPLAY"),
    "real_time": pair("Реальное время", "Real time"),
    "step_time": pair("Шаг", "Step"),
    "overruns": pair("Просрочки", "Overruns"),
    "fps": pair("Кадр/с", "FPS"),
    "latency": pair("Задержка", "Latency"),
    "ms": pair("мс", "ms"),
    "dose_rate": pair("{} мЗв/ч", "{} mSv/h"),
    "stage": pair("Этап {} из {}", "Stage {} of {}"),
    "error_title": pair("Файл не загружен", "File not loaded"),
    "errors": pair("Ошибок: {}.", "Errors: {}."),
    "last_scene": pair("Прежняя сцена остаётся.", "The last scene stays."),
    "error_chip": pair("Ошибок в файлах: {}", "Errors in files: {}"),
    "open_file": pair("Открыть файл", "Open file"),
    "copy": pair("Копировать", "Copy"),
    "close": pair("Закрыть", "Close"),
    "save_again": pair("Сохраните файл, и он загрузится.", "Save the file to load it again."),
    "message": pair("Сообщение инструктора", "Message from the instructor"),
    "messages_more": pair("и ещё: {}", "and {} before it"),
    "esc_hides": pair("Esc — скрыть", "Esc hides"),
}  # fmt: skip


def say(key: str, language: str) -> str:
    """Return one of the program's own texts; an unknown key is a programming error."""
    return TEXTS[key].in_language(language)


def is_apart(unit: str) -> bool:
    """Return whether a unit stands apart from its number: degrees do not, `40°`."""
    return bool(unit) and unit != "°"


def quantity(figures: str, unit: str) -> str:
    """Return a written number with its unit, "" for none."""
    return f"{figures} {unit}" if is_apart(unit) else figures + unit


def number(value: float, decimals: int, language: str, sign: bool = False) -> str:
    """Return a number with fixed decimals, a true minus and the language's decimal mark."""
    text = f"{value:+.{decimals}f}" if sign else f"{value:.{decimals}f}"
    if not any(one in "123456789" for one in text):
        text = text.lstrip("+-")
    text = text.replace("-", "\u2212")
    return text.replace(".", ",") if language == "ru" else text


def moment(time: datetime, language: str) -> str:
    """Return day and time to the minute."""
    return time.strftime("%d.%m.%Y, %H:%M" if language == "ru" else "%Y-%m-%d, %H:%M")


def shortest(value: float, language: str) -> str:
    """Return a number with as few decimals as it needs."""
    return number(value, len(f"{value:.6g}".partition(".")[2]), language)
