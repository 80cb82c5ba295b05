"""The log of a mesa as it is signed: what `referee.rules.log_digest` reads."""

from datetime import datetime
from uuid import UUID

from referee.models import Jugada, Mesa
from referee.rules import LogHeader, LogLine, log_digest, moment

HEADER_FIELDS = {"reglamento", "reglamento_version", "rule_settings", "seats"}


def log_header(mesa: Mesa) -> LogHeader:
    """What the fold of the mesa starts from; a query only where the mesa was loaded for a tap."""
    if mesa.get_deferred_fields() & HEADER_FIELDS:
        mesa.refresh_from_db(fields=HEADER_FIELDS)
    return LogHeader(
        mesa=str(mesa.public_id),
        reglamento=mesa.reglamento,
        version=mesa.reglamento_version,
        settings=mesa.rule_settings,
        seats=mesa.seats,
    )


def log_lines(mesa_id: int, since: int = 0) -> list[LogLine]:
    """The rows after `since`, in order; one query."""
    rows = Jugada.objects.filter(mesa=mesa_id, seq__gt=since).order_by("seq")
    return [log_line(*row) for row in rows.values_list("client_id", "notation", "device_ts")]


def log_line(client_id: UUID, notation: str, device_ts: datetime | None) -> LogLine:
    return LogLine(
        client_id=str(client_id), notation=notation, device_ts=None if device_ts is None else moment(device_ts)
    )


def digest_of(mesa: Mesa) -> str:
    """The digest of the mesa's log as it is now."""
    return log_digest(log_header(mesa), log_lines(mesa.pk))
