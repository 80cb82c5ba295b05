"""Reading the stages as planned: what they are, what would follow from them, what the last change to them was."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import chain

from django.conf import settings
from django.utils.module_loading import import_string

from brackets.draw.formats import DoubleElimination, Format, Series, Swiss
from brackets.draw.plans import Foreseen, StagePlan, foresee
from brackets.draw.plans_ready import TEMPLATES, Template
from brackets.draw.qualification import said
from brackets.draw.standings import CRITERIA, Criterion
from brackets.draw.structure import Zapateria
from brackets.draw.treatment import USUAL
from brackets.models import AuditEntry, Championship, Pareja, Stage
from brackets.selectors.stages import stages_of
from brackets.selectors.wording import PAIR

FIELDS = ("name", "format", "entry", "criteria", "zapateria", "treatment")


@dataclass(frozen=True, slots=True)
class Hall:
    """What hours are counted with: tables, and the minutes a partida takes."""

    tables: int
    minutes: int


@dataclass(frozen=True)
class PlannedStage:
    """A stage as its page shows it; `stage` is None in a template. `entering` are the sentences of its rules."""

    number: int
    plan: StagePlan
    foreseen: Foreseen
    entering: tuple[str, ...]
    hall: Hall
    stage: Stage | None = None

    @property
    def has_table(self) -> bool:
        """Whether tie-breaks decide something in it."""
        return isinstance(self.plan.format, Series | Swiss)

    @property
    def treats(self) -> bool:
        """Whether those who do not play it through stand elsewhere than usual."""
        return replace(self.plan.treatment, unplayed=USUAL.unplayed) != USUAL

    @property
    def time(self) -> str:
        """How long it takes at least; empty where it cannot be drawn like this."""
        return clock(self.foreseen.turns(self.hall.tables) * self.hall.minutes) if self.foreseen.matches else ""

    @cached_property
    def criteria(self) -> tuple[Criterion, ...]:
        """Its tie-breaks in order, but for the lots."""
        return tuple(CRITERIA[code] for code in self.plan.criteria if code in CRITERIA)

    @property
    def played_as(self) -> str:
        """Its format in words."""
        return words_of(self.plan.format)

    @property
    def series(self) -> tuple[tuple[int, int], ...]:
        """How many series of which size, larger ones first."""
        sizes = self.foreseen.sizes
        return tuple((sizes.count(size), size) for size in sorted(set(sizes), reverse=True))


@dataclass(frozen=True)
class Planned:
    """Stages one after the other, with what they come to in this hall."""

    stages: tuple[PlannedStage, ...]
    hall: Hall

    @property
    def matches(self) -> int:
        return sum(each.foreseen.matches for each in self.stages)

    @property
    def rounds(self) -> int:
        return sum(each.foreseen.rounds for each in self.stages)

    @property
    def minutes(self) -> int | None:
        """At least so many; None where a stage cannot be drawn like this."""
        if any(each.foreseen.problem for each in self.stages):
            return None
        return sum(each.foreseen.turns(self.hall.tables) for each in self.stages) * self.hall.minutes

    @property
    def time(self) -> str:
        return clock(self.minutes) if self.minutes is not None else ""


@dataclass(frozen=True)
class Offered:
    """A template for so many: its stages, and why it cannot be chosen ("" where it can)."""

    template: Template
    planned: Planned
    refused: str = ""
    is_current: bool = False


def plan_fields(stage: Stage) -> dict[str, object]:
    """The plan of a stage as it is stored."""
    return {name: getattr(stage, name) for name in FIELDS}


def plans_of(stages: Iterable[Stage]) -> list[StagePlan]:
    """The same as the draw takes it, in the order of their numbers."""
    return [StagePlan.from_fields(plan_fields(stage)) for stage in sorted(stages, key=lambda stage: stage.number)]


def plan_digest(plans: Iterable[StagePlan]) -> str:
    """The same for the same stages in the same order: by it a page says which ones it showed."""
    return sha256(json.dumps([plan.as_fields() for plan in plans], sort_keys=True).encode()).hexdigest()[:16]


def plans_shown(championship: Championship, digest: str) -> list[StagePlan] | None:
    """The stages with this digest, as they are or as they were; None where they never were."""
    now = plans_of(stages_of(championship))
    changes = AuditEntry.objects.filter(championship=championship, action="etapas-fijar").order_by("-pk")
    were = (
        [StagePlan.from_fields(fields) for fields in change.data.get(when, ())]
        for change in changes
        for when in ("before", "stages")
    )
    return next((plans for plans in chain((now, []), were) if plan_digest(plans) == digest), None)


def place_now(shown: Sequence[StagePlan], there: Sequence[StagePlan], number: int) -> int | None:
    """The number that stage `number` of those shown has by now: the same where it is called the same or was renamed, else found by its name."""
    if not 1 <= number <= len(shown):
        return None
    names = [plan.name for plan in there]
    name = shown[number - 1].name
    if names[number - 1 : number] == [name] or name in renamed(shown, there):
        return number
    return names.index(name) + 1 if name in names else None


def renamed(shown: Sequence[StagePlan], there: Sequence[StagePlan]) -> dict[str, str]:
    """The new name of each stage shown that has another by now: as many stages are there, in its place one that differs in nothing else."""
    if len(shown) != len(there):
        return {}
    before, now = {plan.name for plan in shown}, {plan.name for plan in there}
    return {
        old.name: new.name
        for old, new in zip(shown, there, strict=True)
        if old.name not in now and new.name not in before and replace(old, name=new.name) == new
    }


def planned_of(
    plans: Sequence[StagePlan], inscribed: int, hall: Hall, stages: Sequence[Stage] = (), *, players: int = PAIR
) -> Planned:
    """What these plans come to; of `stages` that are drawn already, the entrants they have."""
    names = {number: plan.name for number, plan in enumerate(plans, start=1)}
    there = {stage.number: stage for stage in stages}
    known = {stage.number: len(stage.entrants) for stage in stages if stage.slots}
    foreseen = foresee(plans, inscribed, known=known)
    return Planned(
        tuple(
            PlannedStage(
                number,
                plan,
                figures,
                tuple(said(rule, names, alone=players != PAIR) for rule in plan.entry),
                hall,
                there.get(number),
            )
            for number, (plan, figures) in enumerate(zip(plans, foreseen, strict=True), start=1)
        ),
        hall,
    )


def templates_offered(championship: Championship, stages: Sequence[Stage], entrants: int, hall: Hall) -> list[Offered]:
    """All templates for so many; a stage that is published stays, so only those that go on from it can be chosen."""
    zapateria = zapateria_of(championship)
    return [_offered(template, stages, entrants, hall, zapateria) for template in TEMPLATES]


def template_plans(
    template: Template, stages: Sequence[Stage], entrants: int, zapateria: Zapateria
) -> tuple[tuple[StagePlan, ...], str]:
    """The stages it sets, the published ones as they are, and why it cannot be chosen ("" where it can)."""
    plans = list(template.plans(entrants, zapateria))
    there = plans_of(stages)
    for stage in stages:
        if stage.status != Stage.Status.PUBLISHED:
            continue
        own, kept = plans[stage.number - 1] if stage.number <= len(plans) else None, there[stage.number - 1]
        if own is None or (own.format, own.entry) != (kept.format, kept.entry):
            return tuple(plans), f"No sigue de «{stage}», que ya está publicada."
        plans[stage.number - 1] = kept
    return tuple(plans), ""


def inscribed_count(championship: Championship) -> int:
    """How many play as of today: one query."""
    return championship.parejas.filter(status=Pareja.Status.ACTIVE).count()


def last_change(championship: Championship) -> AuditEntry | None:
    """The latest change to the stages, where what was before it is known."""
    changes = AuditEntry.objects.filter(championship=championship, action="etapas-fijar")
    latest = changes.order_by("-pk").first()  # they are written under the lock, and clocks go back
    return latest if latest is not None and "before" in latest.data else None


def zapateria_of(championship: Championship) -> Zapateria:
    """What a zapatería does beyond its mesa by the reglamento and settings of the championship.

    The rules are not known here: the setting `ZAPATERIA_OF` names who knows them.
    """
    return Zapateria(import_string(settings.ZAPATERIA_OF)(championship))


def clock(minutes: int) -> str:
    """As people say it.

    >>> clock(40), clock(120), clock(400)
    ('40 min', '2 h', '6 h 40 min')
    """
    hours, rest = divmod(minutes, 60)
    return " ".join(
        part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest or not hours else "") if part
    )


def words_of(form: Format) -> str:
    """A format in words, with what was chosen of it.

    >>> from brackets.draw.formats import Elimination
    >>> words_of(Elimination(third_place=True)), words_of(Series(0, turns=2)), words_of(Swiss(7))
    ('Eliminatoria directa, con tercer puesto', 'Todos contra todos, a dos vueltas', 'Suizo de 7 rondas')
    """
    if isinstance(form, Swiss):
        return f"Suizo de {form.rounds} rondas" if form.rounds > 1 else "Suizo de una ronda"
    if isinstance(form, Series):
        kind = f"Series de {form.size}" if form.size else "Todos contra todos"
        return f"{kind}, a dos vueltas" if form.turns == 2 else kind
    if isinstance(form, DoubleElimination):
        return f"{form.label}, con {'segunda final si hace falta' if form.second_final else 'una sola final'}"
    more = [
        word for word, is_played in (("tercer puesto", form.third_place), ("consuelo", form.consolation)) if is_played
    ]
    return f"{form.label}, con {' y '.join(more)}" if more else form.label


def _offered(template: Template, stages: Sequence[Stage], entrants: int, hall: Hall, zapateria: Zapateria) -> Offered:
    plans, refused = template_plans(template, stages, entrants, zapateria)
    is_current = list(plans) == plans_of(stages)
    return Offered(template, planned_of(plans, entrants, hall), refused, is_current)
