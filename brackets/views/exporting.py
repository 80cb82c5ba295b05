"""Noting what a page gives away as a file."""

from collections.abc import Sequence
from typing import cast

from django.utils import timezone

from brackets.models import AuditEntry
from brackets.services.exports import export_note
from brackets.views.access import ChampionshipRequest, MemberRequest


def exported(request: ChampionshipRequest, what: str, people: int, fields: Sequence[str]) -> AuditEntry | None:
    """Have it written down that this file is taken away now; a HEAD takes nothing."""
    if request.method != "GET":
        return None
    user = cast("MemberRequest", request).user if request.roles else None
    return export_note(
        championship=request.championship, user=user, now=timezone.now(), what=what, people=people, fields=fields
    )
