"""Which stages a championship has: set as a whole, and free to change until each is published."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from brackets.draw.formats import Format, Series, Swiss, as_data
from brackets.draw.qualification import Rule, rule_data
from brackets.draw.standings import CRITERIA, LOTS
from brackets.draw.structure import Zapateria
from brackets.models import Championship, Stage, User
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.names import text_clean

MOST_STAGES: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """A stage as the Director wants it; `entry` says who enters it, `criteria` are the codes of the tie-breaks in order."""

    name: str
    format: Format
    entry: Sequence[Rule]
    criteria: Sequence[str]
    zapateria: Zapateria = Zapateria.NOTHING

    def as_fields(self) -> dict[str, object]:
        return {
            "name": self.name,
            "format": as_data(self.format),
            "entry": [rule_data(rule) for rule in self.entry],
            "criteria": list(self.criteria),
            "zapateria": str(self.zapateria),
        }


@transaction.atomic
def stages_plan(
    *, championship: Championship, plans: Sequence[StagePlan], user: User, now: datetime
) -> tuple[Stage, ...]:
    """Set all stages of the championship, in their order. The same plans again do nothing.

    A published stage stays what it is (`etapa-publicada` where its plan differs or is missing); one that is drawn and not
    published has to be drawn again when its plan changes.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    plans = [_clean(number, plan) for number, plan in enumerate(plans, start=1)]
    if not 1 <= len(plans) <= MOST_STAGES:
        raise InvalidValue("etapas", f"Un campeonato tiene de 1 a {MOST_STAGES} etapas.", field="stages")
    there = {stage.number: stage for stage in championship.stages.all()}
    changed = []
    for number, plan in enumerate(plans, start=1):
        stage = there.pop(number, None)
        if stage is not None and _fields(stage) == plan.as_fields():
            continue
        _require_unpublished(stage)
        stage = stage or Stage(championship=championship, number=number, draw_number=0)
        for name, value in plan.as_fields().items():
            setattr(stage, name, value)
        forget_draw(stage)
        changed.append(number)
    for stage in there.values():
        _require_unpublished(stage)
        stage.delete()
        changed.append(stage.number)
    if changed:
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="etapas-fijar",
            sentence=f"Fijó las etapas: {', '.join(plan.name for plan in plans)}.",
            data={"stages": [plan.as_fields() for plan in plans], "changed": sorted(changed)},
        )
    return tuple(championship.stages.order_by("number"))


def _clean(number: int, plan: StagePlan) -> StagePlan:
    """The plan as it is kept; refused where it could never be drawn."""
    name = text_clean(plan.name, field="name", label="El nombre de la etapa", longest=60, required=True)
    if not plan.entry:
        raise InvalidValue("etapa-sin-entrada", f"Diga quiénes entran en «{name}».", field="entry")
    for rule in plan.entry:
        source = getattr(rule, "stage", None)
        if source is not None and not 1 <= source < number:
            raise InvalidValue(
                "etapa-posterior", f"A «{name}» solo se clasifica desde una etapa anterior.", field="entry"
            )
    unknown = [code for code in plan.criteria if code not in CRITERIA and code != LOTS]
    if unknown or len(set(plan.criteria)) < len(plan.criteria):
        raise InvalidValue("desempates", f"Los desempates de «{name}» no se entienden o se repiten.", field="criteria")
    if isinstance(plan.format, Series | Swiss) and (not plan.criteria or plan.criteria[0] != "mesas"):
        raise InvalidValue(
            "desempates", f"En «{name}» cuentan primero las mesas ganadas: póngalas al comienzo.", field="criteria"
        )
    if plan.criteria and plan.criteria[-1] != LOTS:
        raise InvalidValue(
            "desempates", f"En «{name}» el último desempate es el sorteo: así nadie queda igual.", field="criteria"
        )
    return StagePlan(
        name=name, format=plan.format, entry=tuple(plan.entry), criteria=tuple(plan.criteria), zapateria=plan.zapateria
    )


def _fields(stage: Stage) -> dict[str, object]:
    return {name: getattr(stage, name) for name in ("name", "format", "entry", "criteria", "zapateria")}


def _require_unpublished(stage: Stage | None) -> None:
    if stage is not None and stage.status == Stage.Status.PUBLISHED:
        raise BracketError(
            "etapa-publicada", f"«{stage}» ya está publicada: lo jugado queda como está. Cambie las etapas que siguen."
        )


def forget_draw(stage: Stage) -> None:
    """The stage as planned, with nobody on its lines; it is saved, and its fixtures are gone."""
    stage.status = Stage.Status.PLANNED
    stage.slots, stage.entrants, stage.pairings, stage.unavoidable = [], [], [], []
    stage.lots_seed, stage.drawn_at, stage.published_at = "", None, None
    stage.save()
    stage.fixtures.all().delete()
