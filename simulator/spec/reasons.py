"""Why something cannot be done, in Russian and English: for the people who run the program."""

import errno

from .fields import Text

SYSTEM = {  # what the system says in the language that it was started in, mostly English
    errno.EACCES: "нет доступа",
    errno.EBUSY: "занято другой программой",
    errno.EDQUOT: "отведённое место на диске кончилось",
    errno.EEXIST: "уже существует",
    errno.EFBIG: "файл слишком велик",
    errno.EIO: "диск или устройство не отвечает",
    errno.EISDIR: "это папка, а не файл",
    errno.ELOOP: "ссылки ведут по кругу",
    errno.EMFILE: "открыто слишком много файлов",
    errno.ENAMETOOLONG: "слишком длинное имя",
    errno.ENODEV: "устройства нет",
    errno.ENOENT: "файла или папки нет",
    errno.ENOMEM: "не хватает памяти",
    errno.ENOSPC: "на диске кончилось место",
    errno.ENOTDIR: "на пути не папка, а файл",
    errno.ENXIO: "устройства нет",
    errno.EPERM: "нет прав",
    errno.EROFS: "туда нельзя писать",
    errno.ESTALE: "сетевая папка больше не доступна",
    errno.ETIMEDOUT: "ответа нет слишком долго",
    errno.ETXTBSY: "занято другой программой",
}


class ExplainedError(Exception):
    """Something that cannot be done; `text` says why in both languages, `str` in English."""

    def __init__(self, english: str, russian: str = "") -> None:
        super().__init__(english)
        self.text = Text(ru=russian or english, en=english)


def explain(error: BaseException) -> Text:
    """Return why something failed, the file first where the error names one."""
    text = getattr(error, "text", None)
    if isinstance(text, Text):
        return text
    if isinstance(error, OSError) and error.strerror:
        reason = of_system(error)
        return about(error.filename, reason) if error.filename else reason
    said = str(error) or type(error).__name__
    return Text(ru=said, en=said)


def of_system(error: OSError) -> Text:
    """Return what the system says, without the file."""
    said = error.strerror or str(error) or type(error).__name__
    return Text(ru=SYSTEM.get(error.errno or 0, said), en=said)


def about(what: object, why: Text) -> Text:
    """Return what a text is about, and the text."""
    return Text(ru=f"{what}: {why.ru}", en=f"{what}: {why.en}")


def unreadable(error: OSError) -> Text:
    """Return that something cannot be read, and why."""
    if error.errno == errno.EISDIR:
        return Text(ru="это папка: назовите файл в ней", en="this is a folder: name a file in it")
    why = of_system(error)
    return Text(ru=f"не читается: {why.ru}", en=f"cannot be read: {why.en}")
