"""What is kept in files goes with the personal data of a championship: it may say of people what was deleted."""

from datetime import datetime

from brackets.models import Championship
from referee.services.archives.kept import archives_forget
from referee.services.prints_kept import prints_forget


def files_forget(championship: Championship, now: datetime) -> None:
    """All that was printed and archived of it; it can be made again."""
    prints_forget(championship, now)
    archives_forget(championship, now)
