"""The stages of a championship: what they come to, a template for all of them, each by itself, and the way back."""

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.draw.formats import Elimination
from brackets.draw.plans import StagePlan, without
from brackets.draw.plans_ready import BY_KEY, TABLE
from brackets.draw.qualification import Everybody, FromEach
from brackets.forms.stages import HallForm, RuleRows, StageForm, TemplateForm, rule_rows, stage_values
from brackets.models import AuditEntry, Championship, Stage
from brackets.selectors.planning import (
    Hall,
    inscribed_count,
    last_change,
    planned_of,
    plans_of,
    template_plans,
    templates_offered,
    zapateria_of,
)
from brackets.selectors.stages import stages_of
from brackets.services.planning import MOST_STAGES, stages_plan, stages_restore
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told

MINUTES: Final = 40
"""Of a partida, until somebody says otherwise."""
PAREJAS_A_TABLE: Final = 4
"""In a hall without tables yet: 24 jueces for the 96 parejas of a Mundial."""


@championship_page("draw.see")
def stages(request: MemberRequest) -> HttpResponse:
    championship = request.championship
    there = stages_of(championship)
    inscribed, tables = inscribed_count(championship), championship.tables.count()
    usual = {
        "parejas": max(inscribed, 2),
        "mesas": tables or max(1, inscribed // PAREJAS_A_TABLE),
        "minutos": MINUTES,
    }
    asked = HallForm(request.GET or None, initial=usual, players=championship.players_per_pareja)
    figures = asked.cleaned_data if asked.is_valid() else usual
    hall = Hall(figures["mesas"], figures["minutos"])
    entrants = len(there[0].entrants) if there and _is_published(there[0]) else figures["parejas"]
    plans = plans_of(there)
    context = {
        "planned": planned_of(plans, figures["parejas"], hall, there, players=championship.players_per_pareja),
        "offered": templates_offered(championship, there, entrants, hall),
        "current": plans,
        "zapateria": zapateria_of(championship),
        "hall": asked,
        "figures": figures,
        "entrants": entrants,
        "inscribed": inscribed,
        "tables": tables,
        "change": _way_back(championship, there),
        "may_change": "draw.make" in request.allowed and not championship.is_closed,
        "full": len(there) >= MOST_STAGES,
    }
    return render(request, "brackets/stages.html", context, status=422 if asked.errors else 200)


@championship_page("draw.make", WRITE)
def stages_choose(request: MemberRequest) -> HttpResponse:
    form = TemplateForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Elija una de las plantillas de esta página.")
        return redirect("brackets:stages", request.championship.slug)
    there, template = stages_of(request.championship), BY_KEY[form.cleaned_data["plantilla"]]
    plans, refused = template_plans(template, there, form.cleaned_data["parejas"], zapateria_of(request.championship))
    if refused:
        messages.error(request, refused)
    elif _set(request, there, plans, f"Las etapas son ahora las de «{template.label}»."):
        _tell_other_number(request, there, form.cleaned_data["parejas"])
    return redirect("brackets:stages", request.championship.slug)


@championship_page("draw.make", WRITE)
def stages_back(request: MemberRequest) -> HttpResponse:
    changes = AuditEntry.objects.filter(championship=request.championship, action="etapas-fijar")
    number = request.POST.get("cambio", "")
    change = get_object_or_404(changes, pk=number if number.isdecimal() else 0)
    with told(request):
        stages_restore(championship=request.championship, change=change, user=request.user, now=timezone.now())
        messages.success(request, "Las etapas volvieron a ser las de antes.")
    return redirect("brackets:stages", request.championship.slug)


@championship_page("draw.make", FORM, until_closed=True)
def stage_new(request: MemberRequest) -> HttpResponse:
    there = stages_of(request.championship)
    number = len(there) + 1
    usual = StagePlan(
        name="Final" if there else "Eliminatoria directa",
        format=Elimination(third_place=True),
        entry=(FromEach(number - 1),) if there else (Everybody(),),
        criteria=TABLE,
        zapateria=zapateria_of(request.championship),
    )
    return _stage_page(request, there, number, usual)


@championship_page("draw.make", FORM, until_closed=True)
def stage_edit(request: MemberRequest, number: int) -> HttpResponse:
    there = stages_of(request.championship)
    if not 1 <= number <= len(there):
        raise Http404
    if _is_published(there[number - 1]):
        messages.error(request, f"«{there[number - 1]}» ya está publicada: lo jugado queda como está.")
        return redirect("brackets:stages", request.championship.slug)
    return _stage_page(request, there, number, plans_of(there)[number - 1])


@championship_page("draw.make", WRITE)
def stage_remove(request: MemberRequest, number: int) -> HttpResponse:
    there = stages_of(request.championship)
    if not 1 <= number <= len(there):
        raise Http404
    with told(request):
        plans = without(plans_of(there), number)
        _set(request, there, plans, f"«{there[number - 1]}» ya no es una etapa.")
    return redirect("brackets:stages", request.championship.slug)


def _stage_page(request: MemberRequest, there: Sequence[Stage], number: int, plan: StagePlan) -> HttpResponse:
    """The form of one stage, new or there already; what it is made of is set with all others."""
    before = [stage.name for stage in there[: number - 1]]
    form = StageForm(posted(request), initial=stage_values(plan))
    rows = rule_rows(posted(request), before, plan.entry)
    if all([form.is_valid(), rows.is_valid()]):
        with accepted(form):
            _save(request, there, number, form, rows)
            return redirect("brackets:stages", request.championship.slug)
    if any(row.errors for row in rows):
        form.add_error("entry", "Revise las líneas señaladas.")
    context = {"form": form, "rows": rows, "number": number, "is_new": number > len(there), "stage": plan}
    return render(request, "brackets/stages_form.html", context, status=422 if posted(request) is not None else 200)


def _save(request: MemberRequest, there: Sequence[Stage], number: int, form: StageForm, rows: RuleRows) -> None:
    plans = plans_of(there)
    plans[number - 1 : number] = [form.plan(rows.rules())]
    stages_plan(championship=request.championship, plans=plans, user=request.user, now=timezone.now(), told=form.told)
    messages.success(request, f"Se guardó la etapa «{form.cleaned_data['name']}».")
    _tell_lost(request, there)


def _set(request: MemberRequest, there: Sequence[Stage], plans: Sequence[StagePlan], done: str) -> bool:
    """Whether it was not refused."""
    with told(request):
        stages_plan(championship=request.championship, plans=plans, user=request.user, now=timezone.now())
        messages.success(request, done)
        _tell_lost(request, there)
        return True
    return False


def _tell_lost(request: MemberRequest, there: Sequence[Stage]) -> None:
    """Say which draws that were there before are no longer."""
    drawn = {stage.number for stage in stages_of(request.championship) if stage.slots}
    for stage in there:
        if stage.slots and stage.number not in drawn:
            messages.warning(request, f"El sorteo sin publicar de «{stage}» ya no vale: sortéela de nuevo.")


def _tell_other_number(request: MemberRequest, there: Sequence[Stage], entrants: int) -> None:
    """Say that the stages are made for others than are there; a published first stage has whom it has."""
    inscribed = inscribed_count(request.championship)
    if inscribed != entrants and not (there and _is_published(there[0])):
        messages.warning(
            request, f"Son para {entrants} y hoy hay {inscribed} en la inscripción. Revíselas antes de sortear."
        )


def _way_back(championship: Championship, there: Sequence[Stage]) -> AuditEntry | None:
    """The last change to the stages, as long as nothing of it is published."""
    change = last_change(championship)
    published = {stage.number for stage in there if _is_published(stage)}
    return change if change is not None and published.isdisjoint(change.data["changed"]) else None


def _is_published(stage: Stage) -> bool:
    return stage.status == Stage.Status.PUBLISHED
