"""What a ruling of the Director changes after the seal: the log opens again for the next version of the Planilla."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime

from brackets.models import Championship, Fixture, User
from brackets.selectors.wording import counted
from brackets.services.audit import audit_record
from brackets.services.effects import Fell
from brackets.services.fixtures import fixture_unsettle
from brackets.services.names import text_clean
from referee.models import Mesa, Planilla
from referee.selectors.mesas import correction_until
from referee.services.errors import RefereeError
from referee.services.locking import counts_require
from referee.services.writing import one_writer


@dataclass(frozen=True, slots=True)
class Corrected:
    """What it did: nothing where the log was open already; for the others see `brackets.services.fixtures.Recorded`."""

    planilla: Planilla
    changed: bool
    uncalled: tuple[Fixture, ...] = ()
    fallen: tuple[Fell, ...] = ()
    marked: tuple[Fixture, ...] = ()


def planilla_correct(
    *,
    mesa: Mesa,
    reason: str,
    unsigned: str,
    user: User,
    now: datetime,
    on_purpose: bool = False,
    asked_at: datetime | None = None,
) -> Corrected:
    """Open the log of a sealed mesa for the next version, by a ruling of the Director; the sealed one stays as it is.

    The result counts no longer until the new version is sealed: refused where the pareja that passed has already begun its
    next partida, unless `on_purpose` (see `brackets.services.carrying`), and once the championship's minutes for it are
    over, or the mesa counts for nothing any more (`mesa_counts`); `asked_at` is when the ruling was asked for, where that is what was to be in time. `unsigned` says why the
    signatures of the parejas are not asked again; empty where they are. Whoever calls asks whether the user directs.
    Repeating it while the log is open does nothing.
    """
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    unsigned = text_clean(unsigned, field="unsigned", label="El porqué", longest=300)
    with one_writer():
        mesa = (
            Mesa.objects.select_for_update(of=("self",)).select_related("fixture__stage__championship").get(pk=mesa.pk)
        )
        planilla = mesa.planillas.exclude(status=Planilla.Status.REOPENED).order_by("version").last()
        if planilla is None or planilla.status != Planilla.Status.SEALED:
            message = "La Planilla no está sellada: mientras se firma, el Juez puede reabrirla en su tablet."
            raise RefereeError("planilla-sin-sellar", message, article="16")
        if planilla.corrected_at is not None:
            return Corrected(planilla, changed=False)
        counts_require(mesa)
        _require_in_time(mesa.fixture.stage.championship, planilla, asked_at or now)
        done = fixture_unsettle(fixture=mesa.fixture, user=user, now=now, reason=reason, on_purpose=on_purpose)
        planilla.correction, planilla.unsigned = reason, unsigned
        planilla.corrected_at, planilla.corrected_by = now, user
        planilla.save(update_fields=("correction", "unsigned", "corrected_at", "corrected_by"))
        audit_record(
            championship=mesa.fixture.stage.championship,
            user=user,
            now=now,
            action="planilla-corregir",
            sentence=f"Abrió la corrección oficial de la Planilla v{planilla.version} de la {mesa.fixture.name}.",
            data={
                "mesa": str(mesa.public_id),
                "version": planilla.version,
                "fingerprint": planilla.fingerprint,
                "reason": reason,
                "unsigned": unsigned,
            },
        )
        return Corrected(planilla, changed=True, uncalled=done.uncalled, fallen=done.fallen, marked=done.marked)


def _require_in_time(championship: Championship, planilla: Planilla, now: datetime) -> None:
    until = correction_until(planilla, championship)
    if until is None or now <= until:
        return
    message = (
        f"El plazo para corregir esta Planilla terminó el {localtime(until):%d/%m/%Y a las %H:%M}: el campeonato da "
        f"{counted(championship.correction_minutes or 0, 'minuto', 'minutos')} desde el sello. El resultado queda firme."
    )
    raise RefereeError("plazo-vencido", message)
