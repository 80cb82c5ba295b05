"""Whether a championship has ended as the audit has it, whose entries are in the log: podium, personal data and salts hang on that."""

from typing import Final

from brackets.models import AuditEntry, Championship
from brackets.selectors.audit import CLOSED
from referee.selectors.tree.acts import IMPORTED

OPENED: Final = "el registro tiene su cierre, y figura como no terminado"
CLOSED_UNSEEN: Final = "figura como terminado, y el registro no tiene su cierre"
NOT_BROUGHT: Final = "figura como traído de otra parte, y el registro no tiene su llegada"


def ended_wrongly(*, ended: bool, closed: bool) -> str:
    """`ended` by its row, `closed` by the audit; empty where they agree."""
    if ended == closed:
        return ""
    return CLOSED_UNSEEN if ended else OPENED


def ended_otherwise(championship: Championship) -> str:
    """What is wrong with a championship of this database, in words; empty where nothing is. One query."""
    told = set(
        AuditEntry.objects.filter(championship=championship, action__in=(CLOSED, IMPORTED)).values_list(
            "action", flat=True
        )
    )
    if championship.imported_at is not None and IMPORTED not in told:
        return NOT_BROUGHT
    return ended_wrongly(ended=championship.is_closed and not championship.imported_unfinished, closed=CLOSED in told)
