"""The record of what people did."""

from collections.abc import Mapping
from datetime import datetime

from brackets.models import AuditEntry, Championship, User


def audit_record(
    *,
    championship: Championship,
    user: User,
    now: datetime,
    action: str,
    sentence: str,
    data: Mapping[str, object] | None = None,
) -> AuditEntry:
    """Write one entry; call it inside the transaction of what it tells. Never give it a cédula."""
    return AuditEntry.objects.create(
        championship=championship, user=user, at=now, action=action, sentence=sentence, data=dict(data or {})
    )
