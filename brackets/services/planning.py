"""Which stages a championship has: set as a whole, free to change until each is published, and set back with one action."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import transaction

from brackets.draw.formats import DoubleElimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.plural import listed, numbered
from brackets.draw.qualification import ORDINALS, Best, Exempt, FromEach, Rule, WinnerOf
from brackets.draw.standings import CRITERIA, LOTS
from brackets.models import AuditEntry, Championship, Stage, User
from brackets.selectors.as_it_was import way_out
from brackets.selectors.draws import terms_data
from brackets.selectors.holding import holding
from brackets.selectors.planning import last_change, plan_digest, plan_fields, plans_of, plans_shown, renamed
from brackets.selectors.wording import counted
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.doubts import require_told, unprinted
from brackets.services.draws_made import stage_new, stage_removed
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.names import text_clean
from brackets.services.projection import fixtures_remove

__all__ = ("MOST_STAGES", "StagePlan", "StagesChanged", "StagesSet", "forget_draw", "stages_plan", "stages_restore")

MOST_STAGES: Final = 12
MOST_RULES: Final = 12
LONGEST_SENTENCE: Final = 300
DRAW_ANEW: Final = "Vuelva a sortear la etapa con el plan que tiene, y publíquela."


class StagesChanged(BracketError):
    """Other stages are there by now than those on which what is asked for goes on."""

    def __init__(self, message: str) -> None:
        super().__init__("etapas-cambiadas", message)


class StagesSet(NamedTuple):
    """The stages that there are, and whether any of them was another before."""

    stages: tuple[Stage, ...]
    changed: bool


@transaction.atomic
def stages_plan(
    *,
    championship: Championship,
    plans: Sequence[StagePlan],
    user: User,
    now: datetime,
    told: str = "",
    seen: str | None = None,
) -> StagesSet:
    """Set all stages of the championship, in their order. The same plans again do nothing.

    `seen` is the digest of the stages on which the plans go on: `etapas-cambiadas` where by now there are neither those nor
    what is asked for. None saw nothing.

    A published stage stays what it is (`etapa-publicada` where its plan differs or is missing), and so does one that was reopened
    and of which mesas are kept (`mesas-registradas`); one that is drawn and not
    published has to be drawn again when its plan changes, and the audit keeps the seed it had. Raises Doubtful for letters of a
    new name that papers cannot print, unless `told` is its seal.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    cleaned: list[StagePlan] = []
    for plan in plans:
        cleaned.append(_clean(plan, cleaned))
    if not 1 <= len(cleaned) <= MOST_STAGES:
        raise InvalidValue("etapas", f"Un campeonato tiene de 1 a {MOST_STAGES} etapas.", field="stages")
    _require_seen(championship, cleaned, seen)
    _check_exempt(championship, cleaned)
    known = set(championship.stages.values_list("name", flat=True))
    names = [plan.name for plan in cleaned if plan.name not in known]
    require_told(unprinted(("name", f"El nombre de la etapa «{name}»", name) for name in names), told)
    return _set(championship, cleaned, user, now)


@transaction.atomic
def stages_restore(*, championship: Championship, change: AuditEntry, user: User, now: datetime) -> StagesSet:
    """Set the stages as they were before `change`, which must be the last one made to them; setting back can be set back.

    Where they are so already, nothing is done; `etapas-cambiadas` where somebody has changed them since.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    before = [StagePlan.from_fields(fields) for fields in change.data.get("before", ())]
    latest = last_change(championship)
    if (latest is None or latest.pk != change.pk) and before != plans_of(championship.stages.all()):
        raise StagesChanged("Mientras tanto las etapas cambiaron otra vez. Mire cómo están ahora y cámbielas a mano.")
    return _set(championship, before, user, now)


def _require_seen(championship: Championship, asked: Sequence[StagePlan], seen: str | None) -> None:
    """Refuse what goes on from other stages than there are, unless it is so already."""
    there = plans_of(championship.stages.all())
    if seen is None or plan_digest(there) in (seen, plan_digest(asked)):
        return
    names, shown = [plan.name for plan in there], plans_shown(championship, seen) or []
    others_named = renamed(shown, there)
    gone = [f"«{plan.name}»" for plan in shown if plan.name not in names and plan.name not in others_named]
    others = [f"«{plan.name}»" for plan in there if plan.name in {each.name for each in shown} and plan not in shown]
    told = [f"«{before}» se llama ahora «{now}»" for before, now in others_named.items()]
    if gone:
        told.append(f"{'ya no está' if len(gone) == 1 else 'ya no están'} {listed(gone)}")
    elif others and names == [plan.name for plan in shown]:
        told.append(f"{listed(others)} {'no está como estaba' if len(others) == 1 else 'no están como estaban'}")
    numbers = [f"{number}. {name}" for number, name in enumerate(names, start=1)]
    told.append(f"ahora son {listed(numbers)}" if numbers else "ahora no hay ninguna")
    raise StagesChanged(f"Mientras tanto cambiaron las etapas: {'; '.join(told)}. No se hizo nada; revíselas y decida.")


def _set(championship: Championship, plans: Sequence[StagePlan], user: User, now: datetime) -> StagesSet:
    """The stages become these; the caller has the lock."""
    there = {stage.number: stage for stage in championship.stages.all()}
    before = [plan.as_fields() for plan in plans_of(there.values())]
    changed: list[int] = []
    forgotten: list[dict[str, Any]] = []
    for number, plan in enumerate(plans, start=1):
        stage = there.pop(number, None)
        if stage is not None and plan_fields(stage) == plan.as_fields():
            continue
        if stage is None:
            stage = stage_new(championship, number)
        else:
            _require_replaceable(stage)
        forgotten += _draw_data(stage)
        for name, value in plan.as_fields().items():
            setattr(stage, name, value)
        forget_draw(stage)
        changed.append(number)
    for stage in there.values():
        _require_replaceable(stage)
        forgotten += _draw_data(stage)
        stage_removed(stage, by=user, now=now)
        stage.delete()
        changed.append(stage.number)
    if changed:
        names = ", ".join(plan.name for plan in plans)
        sentence = f"Fijó las etapas: {names}." if plans else "Quitó las etapas."
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="etapas-fijar",
            sentence=sentence
            if len(sentence) <= LONGEST_SENTENCE
            else f"Fijó {counted(len(plans), 'etapa', 'etapas')}.",
            data={
                "stages": [plan.as_fields() for plan in plans],
                "before": before,
                "changed": sorted(changed),
                "forgotten": forgotten,
            },
        )
    return StagesSet(tuple(championship.stages.order_by("number")), bool(changed))


def _clean(plan: StagePlan, before: Sequence[StagePlan]) -> StagePlan:
    """The plan as it is kept, after those before it; refused where it could never be drawn."""
    name = text_clean(plan.name, field="name", label="El nombre de la etapa", longest=60, required=True)
    _check_format(plan.format)
    if not plan.entry:
        raise InvalidValue("etapa-sin-entrada", f"Diga quiénes entran en «{name}».", field="entry")
    if len(plan.entry) > MOST_RULES:
        message = f"Para «{name}» hay {len(plan.entry)} reglas; una etapa tiene hasta {MOST_RULES}. Junte algunas."
        raise InvalidValue("demasiadas-reglas", message, field="entry")
    for rule in plan.entry:
        _check_rule(rule, name, before)
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
        name=name,
        format=plan.format,
        entry=tuple(plan.entry),
        criteria=tuple(plan.criteria),
        zapateria=plan.zapateria,
        treatment=plan.treatment,
    )


def _check_format(form: Format) -> None:
    """Refuse what no number of entrants could play."""
    if isinstance(form, Series):
        if form.size < 0 or form.size == 1:
            message = "Una serie tiene al menos 2. Escriba de cuántas son, o 0 para hacer una sola."
            raise InvalidValue("tamano-de-serie", message, field="size")
        if form.turns not in (1, 2):
            raise InvalidValue("vueltas", "En una serie se juega a una vuelta o a dos.", field="turns")
    if isinstance(form, Swiss) and form.rounds < 1:
        raise InvalidValue("rondas", "Un suizo tiene al menos una ronda.", field="rounds")


def _check_rule(rule: Rule, name: str, before: Sequence[StagePlan]) -> None:
    """Refuse a rule that takes from no earlier stage, or nobody from it."""
    source = getattr(rule, "stage", None)
    if source is not None and not 1 <= source <= len(before):
        raise InvalidValue("etapa-posterior", f"A «{name}» solo se clasifica desde una etapa anterior.", field="entry")
    if isinstance(rule, FromEach) and rule.places < 1:
        raise InvalidValue("clasificadas", f"Diga cuántas de cada serie entran en «{name}».", field="entry")
    if isinstance(rule, Best) and (rule.count < 1 or not 0 <= rule.place <= len(ORDINALS)):
        raise InvalidValue(
            "clasificadas", f"Diga cuántas de las mejores entran en «{name}», y de qué puesto.", field="entry"
        )
    if isinstance(rule, WinnerOf) and not isinstance(before[rule.stage - 1].format, DoubleElimination):
        message = f"«{before[rule.stage - 1].name}» no es a dos derrotas: no tiene llave de {rule.bracket}."
        raise InvalidValue("sin-llave", message, field="entry")


def _check_exempt(championship: Championship, plans: Sequence[StagePlan]) -> None:
    """Refuse numbers that nobody has, and one that would enter twice."""
    listed = [pareja for plan in plans for rule in plan.entry if isinstance(rule, Exempt) for pareja in rule.parejas]
    if repeated := sorted({number for number in listed if listed.count(number) > 1}):
        raise InvalidValue("exenta-repetida", f"El número {repeated[0]} está exento dos veces.", field="exempt")
    there = set(championship.parejas.filter(number__in=listed).values_list("number", flat=True))
    if missing := sorted(set(listed) - there):
        message = f"No hay inscripción con el número {missing[0]}. Escriba números de este campeonato."
        raise InvalidValue("exenta-desconocida", message, field="exempt")


def _draw_data(stage: Stage) -> list[dict[str, Any]]:
    """What the audit keeps of a draw that is lost: from it the same one can be made again."""
    if not stage.slots:
        return []
    return [{"stage": stage.number, "name": stage.name, **terms_data(stage)}]


def _require_replaceable(stage: Stage) -> None:
    """Refuse to change one that is published, or that was, and of which mesas are kept."""
    if stage.status == Stage.Status.PUBLISHED:
        raise BracketError(
            "etapa-publicada", f"«{stage}» ya está publicada: lo jugado queda como está. Cambie las etapas que siguen."
        )
    if held := holding(stage.fixtures.order_by("round", "position")):
        why = numbered(
            (f"la {each.name}" for each in held),
            "hay una mesa registrada de {}, y se guarda",
            "hay mesas registradas de {}, y se guardan",
        )
        raise BracketError(
            "mesas-registradas",
            f"«{stage}» no se cambia ni se quita: {why}. {way_out(stage) or DRAW_ANEW}",
        )


def forget_draw(stage: Stage) -> None:
    """The stage as planned, with nobody on its lines; it is saved, and its fixtures are gone."""
    stage.status = Stage.Status.PLANNED
    stage.slots, stage.entrants, stage.pairings, stage.unavoidable, stage.late = [], [], [], [], []
    stage.paired_on, stage.left, stage.unsettled = [], [], []
    stage.exchanges, stage.public_seed = [], ""
    stage.drawn_record, stage.drawn_digest = {}, ""
    stage.kept_draw, stage.kept_rounds, stage.planned_entries = False, [], {}
    stage.lots_seed, stage.drawn_at, stage.published_at = "", None, None
    stage.save()
    fixtures_remove(stage.fixtures.all())
