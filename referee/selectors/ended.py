"""Whether a championship has ended as the audit has it, whose entries are in the log: podium, personal data and salts hang on that."""

from collections.abc import Iterator
from typing import Final

from brackets.models import AuditEntry, Championship
from brackets.selectors.audit import CLOSED
from referee.models import ArchiveImport
from referee.selectors.tree.acts import IMPORTED

OPENED: Final = "el registro tiene su cierre, y figura como no terminado"
CLOSED_UNSEEN: Final = "figura como terminado, y el registro no tiene su cierre"
UNFINISHED: Final = "que se trajera sin terminar no es lo que dice su archivo"
BROUGHT: Final = "que fuera traído de otra parte no es lo que dicen el registro y su archivo"


def ended_wrongly(*, ended: bool, closed: bool) -> str:
    """`ended` by its row, `closed` by the audit; empty where they agree."""
    if ended == closed:
        return ""
    return CLOSED_UNSEEN if ended else OPENED


def ended_otherwise(championship: Championship) -> Iterator[str]:
    """What is wrong with a championship of this database, in words. Two queries."""
    told = set(
        AuditEntry.objects.filter(championship=championship, action__in=(CLOSED, IMPORTED)).values_list(
            "action", flat=True
        )
    )
    brought = ArchiveImport.objects.filter(championship=championship).values_list("status", flat=True).first()
    if {championship.imported_at is not None, IMPORTED in told} != {brought is not None}:
        yield BROUGHT
    unfinished = brought not in (None, Championship.Status.CLOSED)
    if championship.imported_unfinished != unfinished:
        yield UNFINISHED
    if wrong := ended_wrongly(ended=championship.is_closed and not unfinished, closed=CLOSED in told):
        yield wrong
