"""Expelling a pareja for what it did: the departure itself is `brackets.services.departures`; here it is bound to the incident."""

from datetime import datetime

from brackets.models import User
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from brackets.services.departures import Moved, pareja_leave
from referee.models import Incident, IncidentDecision, IncidentExpulsion
from referee.selectors.conduct import is_grave
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


def incident_expel(
    *,
    incident: Incident,
    user: User,
    now: datetime,
    reason: str,
    voided: bool = False,
    played: bool | None = None,
    on_purpose: bool = False,
) -> Moved:
    """Expel its pareja from the championship and keep that with the incident; repeating it does nothing.

    `conducta-sin-expulsion` unless it is a grave one that is final and was not cancelled. `voided`, `played`, `on_purpose` and what else
    is refused as in `pareja_leave`.
    """
    with one_writer():
        championship = championship_lock(incident.championship)
        ends = set(IncidentDecision.objects.filter(incident=incident).values_list("kind", flat=True))
        if not is_grave(incident) or ends != {IncidentDecision.Kind.FINAL}:
            message = "Solo una falta grave firme lleva a una expulsión. Déjela firme primero."
            raise RefereeError("conducta-sin-expulsion", message)
        moved = pareja_leave(
            pareja=incident.pareja,
            user=user,
            now=now,
            reason=reason,
            expelled=True,
            voided=voided,
            played=played,
            on_purpose=on_purpose,
        )
        if moved.changed and not IncidentExpulsion.objects.filter(incident=incident).exists():
            IncidentExpulsion.objects.create(incident=incident, reason=reason.strip(), at=now, by=user)
            audit_record(
                championship=championship,
                user=user,
                now=now,
                action="conducta-expulsar",
                sentence=f"Por esta conducta expulsó al número {incident.pareja.number}: {incident.text}"[:300],
                data={"incident": incident.pk, "number": incident.pareja.number, "reason": reason},
            )
    return moved
