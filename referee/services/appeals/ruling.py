"""The ruling on an appeal: carried out in the log, in the Planilla and in the bracket, in one transaction (17)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from brackets.models import Fixture, User
from brackets.selectors.single import single
from brackets.selectors.wording import inside
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.effects import Fell
from brackets.services.names import text_clean
from referee.models import Appeal, AppealRuling, Mesa, Planilla
from referee.rules import CONFIRM, Jugada, Measure, MesaState, Suspension, apply, cause_of, dump_jugada, ruled
from referee.selectors.appeal_terms import admission_cause
from referee.selectors.digest import digest_of
from referee.selectors.folding import state_of
from referee.selectors.mesas import mesa_counts, planilla_corrected, planilla_standing
from referee.selectors.resolution_words import measure_of
from referee.services.appeals.opened import Opened, appeal_mesa_lock, opened
from referee.services.errors import RefereeError
from referee.services.log import PLAYING, JugadaInput, jugadas_add
from referee.services.outcomes import outcome_report
from referee.services.signing import signed_head
from referee.services.telling import told_of_ruling
from referee.services.tree import sealed
from referee.services.writing import one_writer

CAUSE = "Apelación"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling, and what it did to the bracket; see `brackets.services.fixtures.Recorded`."""

    ruling: AppealRuling
    changed: bool
    uncalled: tuple[Fixture, ...] = ()
    fallen: tuple[Fell, ...] = ()
    marked: tuple[Fixture, ...] = ()


def appeal_rule(
    *, appeal: Appeal, measure: Measure, grounds: str, user: User, now: datetime, on_purpose: bool = False
) -> Ruled:
    """Rule on an appeal that was admitted; the ruling is final. The same again does nothing, another is `ya-fallada`.

    Jugadas carry it out (see `referee.rules.rulings`). A Planilla that was sealed gets a version of the ruling where the mesa
    is over, and is signed anew once it is played again; one never sealed is signed as ever. Raises `sin-admitir`; RuleViolation
    or JugadaRefused for what the rules do not let be done so; RefereeError `mesa-sin-efecto` for what would change a mesa that counts
    for nothing any more, `partida-decidida` one that the desk decided while it was played: of both only the answer is kept; BracketError or DrawRefusal where the bracket is in the way.
    Whoever calls asks whether the user directs.
    """
    grounds = text_clean(grounds, field="grounds", label="Los fundamentos", longest=1000, required=True)
    with one_writer():
        championship = championship_lock(appeal.championship)
        if (there := single(AppealRuling.objects.filter(appeal=appeal))) is not None:
            return _again(appeal, there, measure, grounds)
        require_open(championship)
        _require_admitted(appeal)
        mesa = appeal_mesa_lock(appeal)
        if not mesa_counts(mesa) and measure.kind != CONFIRM:
            raise _nothing_to_change(mesa)
        if _desk_decided(mesa) and measure.kind != CONFIRM:
            raise _decided_by_desk(mesa)
        before = board_of(mesa)
        freed = opened(appeal=appeal, mesa=mesa, user=user, now=now, on_purpose=on_purpose) if _over(mesa) else None
        first = mesa.head_seq + 1
        jugadas = _carry_out(appeal, mesa, measure, user, now)
        version = _new_version(appeal, mesa, user, now)
        mesa.refresh_from_db()
        done = freed or Opened(changed=True)
        ruling = AppealRuling.objects.create(
            appeal=appeal,
            kind=measure.kind,
            side=measure.side,
            points=measure.points or None,
            numbers=list(measure.numbers),
            grounds=grounds,
            jugadas=[[first + place, line] for place, line in enumerate(jugadas)],
            before=before,
            after=board_of(mesa) | {"moved": _moved(done)},
            head_seq=mesa.head_seq,
            head_hash=mesa.head_hash,
            version=version,
            at=now,
            by=user,
        )
        told_of_ruling(ruling, now=now)
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="apelacion-fallar",
            sentence=f"Falló la apelación {appeal.number}: {inside(ruling.get_kind_display())}."[:300],
            data={
                "appeal": appeal.number,
                "kind": measure.kind,
                "before": before,
                "after": ruling.after,
                "jugadas": ruling.jugadas,
                "version": version,
            },
        )
        return Ruled(ruling, changed=True, uncalled=done.uncalled, fallen=done.fallen, marked=done.marked)


def board_of(mesa: Mesa) -> dict[str, object]:
    """The mesa as a resolution tells it before and after."""
    state = mesa.state
    return {
        "estado": mesa.estado,
        "marcador": [mesa.points_a, mesa.points_b],
        "chicas": [[chica["A"], chica["B"], chica["ganador"]] for chica in state.get("chicas", ())],
        "ganador": mesa.winner,
        "motivo": mesa.reason,
    }


def _over(mesa: Mesa) -> bool:
    return mesa.estado == "terminada"


def _desk_decided(mesa: Mesa) -> bool:
    """Whether its partida has a result, or lost one, that is none of its log, which takes no jugada now."""
    return not _over(mesa) and mesa.fixture.status not in PLAYING


def _nothing_to_change(mesa: Mesa) -> RefereeError:
    message = (
        f"Lo que se jugó en la mesa de la {mesa.fixture.name} ya no cuenta, y ningún fallo lo cambia. Puede confirmar lo resuelto, y "
        "decir en los fundamentos quién tenía razón."
    )
    return RefereeError("mesa-sin-efecto", message)


def _decided_by_desk(mesa: Mesa) -> RefereeError:
    has = mesa.fixture.status == Fixture.Status.FINAL
    first = (
        "quite primero ese resultado y abra de nuevo la mesa en la tablet"
        if has
        else "abra primero de nuevo la mesa en la tablet"
    )
    message = (
        f"La mesa de la {mesa.fixture.name} no ha terminado, y la partida está {mesa.fixture.get_status_display().upper()} por la Mesa de "
        f"Control. Puede confirmar lo resuelto; para un fallo que la cambie, {first}."
    )
    return RefereeError("partida-decidida", message)


def _again(appeal: Appeal, there: AppealRuling, measure: Measure, grounds: str) -> Ruled:
    same = measure_of(there) == measure
    if same and there.grounds == grounds:
        return Ruled(there, changed=False)
    message = f"La apelación {appeal.number} ya está fallada, y el fallo es final e inapelable."
    raise RefereeError("ya-fallada", message, article="17")


def _require_admitted(appeal: Appeal) -> None:
    if not Appeal.objects.filter(pk=appeal.pk, qualification__admitted=True).exists():
        message = f"La apelación {appeal.number} no está admitida: califíquela antes de fallar."
        raise RefereeError("sin-admitir", message, article="17")


def _others(appeal: Appeal) -> list[Appeal]:
    """What else waits for a ruling at the same mesa."""
    there = Appeal.objects.filter(mesa=appeal.mesa_id, qualification__admitted=True, ruling=None)
    return list(there.exclude(pk=appeal.pk).order_by("number"))


def _carry_out(appeal: Appeal, mesa: Mesa, measure: Measure, user: User, now: datetime) -> list[str]:
    """Write the jugadas of the ruling; the mesa stays suspended where it was for another cause, or another appeal waits."""
    if not mesa_counts(mesa) or _desk_decided(mesa):
        return []
    standing = planilla_standing(mesa)
    if standing is not None and measure.kind != CONFIRM:
        standing.status = Planilla.Status.REOPENED  # what was being signed is no longer so
        standing.save(update_fields=("status",))
    jugadas = _with_pause(
        appeal, state_of(mesa), ruled(state_of(mesa), measure, f"Fallo de la apelación {appeal.number}")
    )
    lines = [dump_jugada(jugada) for jugada in jugadas]
    if lines:
        sent = [JugadaInput(uuid4(), line) for line in lines]
        refused = jugadas_add(mesa=mesa, jugadas=sent, user=user, now=now, ruling=True)
        if refused:
            raise refused
    return lines


def _with_pause(appeal: Appeal, state: MesaState, jugadas: Sequence[Jugada]) -> Sequence[Jugada]:
    """The mesa stays suspended where it was for another cause, or another appeal waits."""
    cause, others = cause_of(state), _others(appeal)
    if others:
        cause = admission_cause(others[0].number)
    elif cause.startswith(CAUSE):
        return jugadas
    after = state
    for jugada in jugadas:
        after = apply(after, jugada)
    return (*jugadas, Suspension(cause)) if cause and after.position.ended is None else jugadas


def _new_version(appeal: Appeal, mesa: Mesa, user: User, now: datetime) -> int | None:
    """Seal the version that the ruling makes, where one had been sealed, the mesa is over and nothing else waits.

    None also where the next one is being signed already and the ruling changes nothing of it.
    """
    corrected = planilla_corrected(mesa)
    if (
        corrected is None
        or not mesa_counts(mesa)
        or not _over(mesa)
        or _others(appeal)
        or planilla_standing(mesa) is not None
    ):
        return None
    corrected.unsigned = f"Fallo final del Director en la apelación {appeal.number}"
    corrected.save(update_fields=("unsigned",))
    planilla = Planilla(
        mesa=mesa,
        version=corrected.version + 1,
        status=Planilla.Status.SEALED,
        head_seq=mesa.head_seq,
        digest=digest_of(mesa),
        chain_hash=mesa.head_hash,
        frozen_at=now,
        frozen_by=user,
        sealed_at=now,
    )
    planilla.signed_hash = signed_head(planilla)
    planilla.save(force_insert=True)
    outcome_report(mesa=mesa, state=state_of(mesa), final=True, user=user, now=now)
    sealed(appeal.championship_id)
    return planilla.version


def _moved(done: Opened) -> dict[str, list[object]]:
    return {
        "uncalled": [fixture.number for fixture in done.uncalled],
        "fallen": [str(each) for each in done.fallen],
        "marked": [fixture.number for fixture in done.marked],
    }
