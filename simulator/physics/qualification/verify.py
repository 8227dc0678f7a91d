"""The qualification table: the solver against closed forms, as a flight simulator's test guide."""

from . import verify_contact, verify_drive, verify_motion
from .case import Case


def run() -> list[Case]:
    """Return every case, measured now through the real solver."""
    return [*verify_drive.run(), *verify_motion.run(), *verify_contact.run()]


__all__ = ["Case", "run"]
