"""What leaves as a file with people's data: who took it, what it was, how many people are in it, with which fields."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from brackets.models import AuditEntry, Championship, Entry, User
from brackets.selectors.wording import counted
from brackets.services.audit import audit_record

LONGEST: Final = 200
"""Of the name of a file in a sentence; the data of the entry have it whole."""


def copy_called(entry: Entry) -> str:
    """How the note of a download calls the copy that the people of a request take of their data."""
    return f"los datos de la solicitud {entry.pk}"


@transaction.atomic
def export_note(
    *, championship: Championship, user: User | None, now: datetime, what: str, people: int, fields: Sequence[str]
) -> AuditEntry | None:
    """Write down one download, each time anew; None and nothing for a file in which nobody is.

    `what` names the file in a sentence («la hoja de parejas, en XLSX»); `fields` are what it has of each person, which the data of
    the entry say. Without a `user` it was taken from the secret page of a request. Like what is done with archives it is of this
    installation: no archive has it.
    """
    if not people:
        return None
    short = what if len(what) <= LONGEST else f"{what[: LONGEST - 1]}…"
    return audit_record(
        championship=championship,
        user=user,
        now=now,
        action="archivo-bajar",
        sentence=f"{'Bajó' if user else 'Se bajó'} {short}, con datos de {counted(people, 'persona', 'personas')}.",
        data={"file": what, "people": people, "fields": [*fields]},
    )
