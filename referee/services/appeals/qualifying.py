"""Admitting an appeal or rejecting it; admitted, its partida waits for the ruling (17)."""

from datetime import datetime
from uuid import uuid4

from brackets.models import Championship, Fixture, Pareja, User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.endings import ending_of
from brackets.services.fixtures import fixture_report, reported_of, same_result
from brackets.services.names import text_clean
from referee.models import Appeal, AppealQualification, AppealRelease, Mesa
from referee.rules import Suspension, dump_jugada
from referee.selectors.appeal_terms import admission_cause
from referee.selectors.mesas import mesa_counts
from referee.services.appeals.opened import Opened, appeal_mesa_lock, opened
from referee.services.errors import RefereeError
from referee.services.log import JugadaInput, jugadas_add
from referee.services.telling import told_of_qualification
from referee.services.writing import one_writer


def appeal_admit(*, appeal: Appeal, reason: str, user: User, now: datetime, on_purpose: bool = False) -> Opened:
    """Admit it: a mesa that is played is suspended; the result of one that is over counts no longer until the ruling. Of a mesa that
    counts for nothing any more (`mesa_counts`) nothing changes.

    Whoever passed by that result waits, and nobody else; where one of them has begun to play on, DrawRefusal `in-the-way`, or
    carried through `on_purpose` (see `brackets.services.carrying`). Admitting it again does nothing; `ya-rechazada` once it is
    rejected. Whoever calls asks whether the user directs.
    """
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    with one_writer():
        championship = championship_lock(appeal.championship)
        if _qualified(appeal, admitted=True):
            return Opened(changed=False)
        require_open(championship)
        mesa = appeal_mesa_lock(appeal)
        if mesa.estado == "terminada" or not mesa_counts(mesa):
            done = opened(appeal=appeal, mesa=mesa, user=user, now=now, on_purpose=on_purpose)
        else:
            done = Opened(changed=True)
            _suspend(appeal, mesa, user, now)
        _qualify(appeal, championship, reason, user, now, admitted=True)
        return done


def appeal_reject(*, appeal: Appeal, reason: str, user: User, now: datetime) -> bool:
    """Reject it: everything stays as the Juez decided it. Doing it again does nothing; `ya-admitida` once it is admitted."""
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    with one_writer():
        championship = championship_lock(appeal.championship)
        if _qualified(appeal, admitted=False):
            return False
        require_open(championship)
        _qualify(appeal, championship, reason, user, now, admitted=False)
        return True


def appeal_release(*, appeal: Appeal, reason: str, user: User, now: datetime) -> bool:
    """The Director's word: the result counts while the ruling is awaited, so that what depends on it may begin.

    The ruling may then have to be carried through against what was played. Doing it again does nothing;
    `nada-que-soltar` where the mesa is not over, or its appeal does not await a ruling.
    """
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    with one_writer():
        championship = championship_lock(appeal.championship)
        if AppealRelease.objects.filter(appeal=appeal).exists():
            return False
        require_open(championship)
        mesa = appeal_mesa_lock(appeal)
        fixture = mesa.fixture
        there = Appeal.objects.filter(pk=appeal.pk, qualification__admitted=True, ruling=None).exists()
        if not there or fixture.status != Fixture.Status.PROVISIONAL or not mesa_counts(mesa):
            message = "Solo se deja contar el resultado de una partida terminada cuya apelación espera el fallo."
            raise RefereeError("nada-que-soltar", message)
        ending = ending_of(fixture)
        reported = reported_of(fixture)
        fixture_report(
            fixture=fixture,
            winner=_side_of(ending.winner, fixture),
            how=ending.how,
            chicas=ending.chicas,
            zapateria=ending.by_zapateria,
            zapaterias=ending.zapaterias,
            caidas=ending.caidas,
            final=True,
            of_log=reported is not None and same_result(ending.as_json(), reported),
            user=user,
            now=now,
        )
        AppealRelease.objects.create(appeal=appeal, reason=reason, at=now, by=user)
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="apelacion-soltar",
            sentence=f"Dejó contar el resultado de la {fixture.name} mientras se falla la apelación {appeal.number}.",
            data={"appeal": appeal.number, "fixture": fixture.pk, "reason": reason},
        )
        return True


def _side_of(winner: Pareja | None, fixture: Fixture) -> str | None:
    if winner is None:
        return None
    return "A" if winner == fixture.pareja_a else "B"


def _qualified(appeal: Appeal, *, admitted: bool) -> bool:
    """Whether it was qualified so already; raises where it was qualified the other way."""
    there = single(AppealQualification.objects.filter(appeal=appeal))
    if there is None:
        return False
    if there.admitted == admitted:
        return True
    word = "admitida" if there.admitted else "rechazada"
    message = f"La apelación {appeal.number} ya está {word}: el Director la califica una sola vez."
    raise RefereeError(f"ya-{word}", message)


def _qualify(
    appeal: Appeal, championship: Championship, reason: str, user: User, now: datetime, *, admitted: bool
) -> None:
    AppealQualification.objects.create(appeal=appeal, admitted=admitted, reason=reason, at=now, by=user)
    told_of_qualification(appeal, admitted=admitted, reason=reason, now=now)
    verb = "Admitió" if admitted else "Rechazó"
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="apelacion-calificar",
        sentence=f"{verb} la apelación {appeal.number}: {reason}"[:300],
        data={"appeal": appeal.number, "admitted": admitted, "reason": reason},
    )


def _suspend(appeal: Appeal, mesa: Mesa, user: User, now: datetime) -> None:
    if mesa.estado == "suspendida":
        return
    line = dump_jugada(Suspension(admission_cause(appeal.number)))
    refused = jugadas_add(mesa=mesa, jugadas=[JugadaInput(uuid4(), line)], user=user, now=now)
    if refused:
        raise refused
