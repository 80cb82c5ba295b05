"""Conduct on record: written once, cancelled with a reason, final by the Director's word."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from brackets.models import Championship, Fixture, Pareja, User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean
from referee.models import Device, Incident, IncidentDecision
from referee.services.errors import RefereeError, WrittenOtherwise
from referee.services.writing import one_writer

FINAL, CANCELLED = IncidentDecision.Kind.FINAL, IncidentDecision.Kind.CANCELLED


@dataclass(frozen=True, slots=True)
class Reported:
    """What happened: of which pareja (and which of its players, where it was one), at which partida, if at one."""

    pareja: Pareja
    kind: str
    grade: str
    text: str
    article: str = ""
    player: str = ""
    fixture: Fixture | None = None
    at: datetime | None = None


def incident_write(
    *,
    championship: Championship,
    reported: Reported,
    client_id: UUID,
    user: User,
    now: datetime,
    device: Device | None = None,
) -> Incident:
    """Put it on record; the same `client_id` again is the same incident.

    InvalidValue names the field: `pareja-ajena`, `partida-ajena`. WrittenOtherwise where the words are not the same. Nobody
    outside the organisation sees it until it is final.
    """
    text = text_clean(reported.text, field="text", label="Lo que pasó", longest=300, required=True)
    article = text_clean(reported.article, field="article", label="El artículo", longest=60)
    player = text_clean(reported.player, field="player", label="El jugador", longest=120)
    with one_writer():
        championship = championship_lock(championship)
        if (there := single(Incident.objects.filter(client_id=client_id))) is not None:
            if there.championship_id != championship.pk:
                message = "Esa anotación es de otro campeonato. Escríbala de nuevo en este."
                raise RefereeError("anotacion-ajena", message)
            if (there.text, there.pareja_id) != (text, reported.pareja.pk):
                raise WrittenOtherwise
            return there
        require_open(championship)
        _require_theirs(championship, reported)
        incident = Incident.objects.create(
            championship=championship,
            pareja=reported.pareja,
            player=player,
            fixture=reported.fixture,
            client_id=client_id,
            kind=reported.kind,
            grade=reported.grade,
            article=article,
            text=text,
            device=device,
            written_by=user,
            at=reported.at or now,
            received_at=now,
        )
        told = f"Anotó una {incident.get_grade_display().lower()} al número {incident.pareja.number}: {text}"
        _record(incident, user, now, "conducta-anotar", told)
    return incident


def incident_settle(*, incident: Incident, user: User, now: datetime) -> IncidentDecision:
    """It is final from now on; again does nothing. A cancelled one is refused with `conducta-anulada`."""
    with one_writer():
        championship_lock(incident.championship)
        ends = {end.kind: end for end in IncidentDecision.objects.filter(incident=incident)}
        if CANCELLED in ends:
            raise RefereeError("conducta-anulada", "Está anulada. Si hubo otra conducta, anótela de nuevo.")
        if FINAL in ends:
            return ends[FINAL]
        end = IncidentDecision.objects.create(incident=incident, kind=FINAL, at=now, by=user)
        _record(incident, user, now, "conducta-firme", f"Dejó firme: {incident.text}")
    return end


def incident_cancel(*, incident: Incident, reason: str, user: User, now: datetime) -> IncidentDecision:
    """It does not count, and stays in the ledger with the reason; again does nothing."""
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    with one_writer():
        championship_lock(incident.championship)
        there = single(IncidentDecision.objects.filter(incident=incident, kind=CANCELLED))
        if there is not None:
            return there
        end = IncidentDecision.objects.create(incident=incident, kind=CANCELLED, reason=reason, at=now, by=user)
        _record(incident, user, now, "conducta-anular", f"Anuló «{incident.text}»: {reason}")
    return end


def _require_theirs(championship: Championship, reported: Reported) -> None:
    fixture, pareja = reported.fixture, reported.pareja
    if pareja.championship_id != championship.pk:
        message = "Ese número no es de este campeonato. Elija otro de la lista."
        raise InvalidValue("pareja-ajena", message, field="pareja")
    if fixture is None:
        return
    if fixture.stage.championship_id != championship.pk or pareja.pk not in (fixture.pareja_a_id, fixture.pareja_b_id):
        message = "Ese número no juega esa partida. Elija otra, o ninguna."
        raise InvalidValue("partida-ajena", message, field="fixture")


def _record(incident: Incident, user: User, now: datetime, action: str, sentence: str) -> None:
    audit_record(
        championship=incident.championship,
        user=user,
        now=now,
        action=action,
        sentence=sentence[:300],
        data={"incident": incident.pk, "number": incident.pareja.number, "grade": incident.grade},
    )
