"""The stages of a championship: what they come to, a template for all of them, each by itself, and the way back."""

from collections.abc import Sequence
from typing import Final, NamedTuple

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
    place_now,
    plan_digest,
    planned_of,
    plans_of,
    plans_shown,
    template_plans,
    templates_offered,
    zapateria_of,
)
from brackets.selectors.stages import stages_of
from brackets.services.planning import MOST_STAGES, StagesChanged, stages_plan, stages_restore
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told

MINUTES: Final = 40
"""Of a partida, until somebody says otherwise."""
SEEN: Final = "etapas"
"""The field in which each form says which stages its page showed."""
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
        "seen": plan_digest(plans),
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
        return redirect("brackets:stages", request.championship.slug)
    with told(request):
        done, already = (
            f"Las etapas son ahora las de «{template.label}».",
            f"Las etapas ya eran las de «{template.label}»",
        )
        if _set(request, there, plans, done, already):
            _tell_other_number(request, there, form.cleaned_data["parejas"])
    return redirect("brackets:stages", request.championship.slug)


@championship_page("draw.make", WRITE)
def stages_back(request: MemberRequest) -> HttpResponse:
    changes = AuditEntry.objects.filter(championship=request.championship, action="etapas-fijar")
    number = request.POST.get("cambio", "")
    change = get_object_or_404(changes, pk=number if number.isdecimal() else 0)
    with told(request):
        back = stages_restore(championship=request.championship, change=change, user=request.user, now=timezone.now())
        if back.changed:
            messages.success(request, "Las etapas volvieron a ser las de antes.")
        else:
            messages.info(request, "Las etapas ya eran las de antes: no cambió nada.")
    return redirect("brackets:stages", request.championship.slug)


@championship_page("draw.make", FORM, until_closed=True)
def stage_new(request: MemberRequest) -> HttpResponse:
    looked = _looked_at(request)
    number = len(looked.plans) + 1
    usual = StagePlan(
        name="Final" if looked.plans else "Eliminatoria directa",
        format=Elimination(third_place=True),
        entry=(FromEach(number - 1),) if looked.plans else (Everybody(),),
        criteria=TABLE,
        zapateria=zapateria_of(request.championship),
    )
    return _stage_page(request, looked, number, usual)


@championship_page("draw.make", FORM, until_closed=True)
def stage_edit(request: MemberRequest, number: int) -> HttpResponse:
    looked = _looked_at(request)
    if not 1 <= number <= len(looked.plans):
        raise Http404
    if looked.plans == plans_of(looked.there) and _is_published(looked.there[number - 1]):
        messages.error(request, f"«{looked.there[number - 1]}» ya está publicada: lo jugado queda como está.")
        return redirect("brackets:stages", request.championship.slug)
    return _stage_page(request, looked, number, looked.plans[number - 1])


@championship_page("draw.make", WRITE)
def stage_remove(request: MemberRequest, number: int) -> HttpResponse:
    looked = _looked_at(request)
    if not 1 <= number <= len(looked.plans):
        raise Http404
    name = looked.plans[number - 1].name
    with told(request):
        plans = without(looked.plans, number)
        _set(request, looked.there, plans, f"«{name}» ya no es una etapa.", f"«{name}» ya no era una etapa")
    return redirect("brackets:stages", request.championship.slug)


class _Looked(NamedTuple):
    """The stages that the page showed from which something is sent, by their digest, and those that there are."""

    digest: str
    plans: list[StagePlan]
    there: list[Stage]


def _looked_at(request: MemberRequest) -> _Looked:
    """Where it says nothing, or nothing that ever was, it goes on from those that there are, and the service refuses it."""
    there = stages_of(request.championship)
    sent = posted(request)
    if sent is None:
        return _Looked(plan_digest(plans_of(there)), plans_of(there), there)
    digest = sent.get(SEEN, "")
    shown = plans_shown(request.championship, digest)
    return _Looked(digest, plans_of(there) if shown is None else shown, there)


def _stage_page(request: MemberRequest, looked: _Looked, number: int, plan: StagePlan) -> HttpResponse:
    """The form of one stage, new or there already; what it is made of is set with all others.

    Where other stages are there by now than it was filled in for, it is shown again for those, with what was typed.
    """
    sent = posted(request)
    form = StageForm(sent, initial=stage_values(plan))
    rows = rule_rows(sent, _names(looked.plans[: number - 1]), plan.entry)
    if all([form.is_valid(), rows.is_valid()]):
        with accepted(form):
            try:
                _save(request, looked, number, form, rows)
            except StagesChanged:
                looked, number, rows = _for_those_there(request, looked, number)
                raise
            return redirect("brackets:stages", request.championship.slug)
    elif any(row.errors for row in rows):
        form.add_error("entry", "Revise las líneas señaladas.")
    is_new = number > len(looked.plans)
    context = {
        "form": form,
        "rows": rows,
        "number": number,
        "is_new": is_new,
        "stage": plan if is_new else looked.plans[number - 1],
        "seen": looked.digest,
    }
    return render(request, "brackets/stages_form.html", context, status=200 if sent is None else 422)


def _for_those_there(request: MemberRequest, looked: _Looked, number: int) -> tuple[_Looked, int, RuleRows]:
    """What was typed, for the stages that there are: each that was named goes on being meant, under the number that it has by now.

    A stage that is gone is a new one; a row that took from one that is gone takes from none.
    """
    there = stages_of(request.championship)
    plans = plans_of(there)
    number = place_now(looked.plans, plans, number) or len(plans) + 1
    places = {str(shown): place_now(looked.plans, plans, shown) for shown in range(1, len(looked.plans) + 1)}
    data = request.POST.copy()
    for key in [key for key in data if key.startswith("entra-") and key.endswith("-stage")]:
        data[key] = str(places.get(request.POST[key]) or "")
    return _Looked(plan_digest(plans), plans, there), number, rule_rows(data, _names(plans[: number - 1]))


def _names(plans: Sequence[StagePlan]) -> list[str]:
    return [plan.name for plan in plans]


def _save(request: MemberRequest, looked: _Looked, number: int, form: StageForm, rows: RuleRows) -> None:
    plans, name = list(looked.plans), form.cleaned_data["name"]
    plans[number - 1 : number] = [form.plan(rows.rules())]
    done, already = f"Se guardó la etapa «{name}».", f"La etapa «{name}» ya estaba así"
    _set(request, looked.there, plans, done, already, told=form.told)


def _set(
    request: MemberRequest, there: Sequence[Stage], plans: Sequence[StagePlan], done: str, already: str, told: str = ""
) -> bool:
    """Whether anything changed."""
    planned = stages_plan(
        championship=request.championship,
        plans=plans,
        user=request.user,
        now=timezone.now(),
        told=told,
        seen=request.POST.get(SEEN, ""),
    )
    if planned.changed:
        messages.success(request, done)
        _tell_lost(request, there)
    else:
        messages.info(request, f"{already}: no cambió nada.")
    return planned.changed


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
