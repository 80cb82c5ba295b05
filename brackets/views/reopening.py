"""A published stage taken back to its draw."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.floor import ReasonForm
from brackets.models import Stage
from brackets.selectors.reopening import reopening_obstacles
from brackets.services.foreseen import foresee
from brackets.services.stages import Reopened, stage_reopen
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.foreseen import carries, is_unticked, seen_first, tell_called_off, tell_fallen, tell_marked
from brackets.views.refusals import accepted


@championship_page("draw.publish", FORM, until_closed=True)
def stage_reopening(request: MemberRequest, number: int) -> HttpResponse:
    stage = get_object_or_404(
        Stage.objects.select_related("championship"), championship=request.championship, number=number
    )
    form = ReasonForm(posted(request))

    def act(*, on_purpose: bool, reason: str = "vista previa") -> Reopened:
        return stage_reopen(stage=stage, user=request.user, now=timezone.now(), reason=reason, on_purpose=on_purpose)

    if form.is_valid():
        seen_first(request, form, request.championship, act)
    if form.is_valid():
        with accepted(form):
            reopened = act(on_purpose=carries(request), reason=form.cleaned_data["reason"])
            if reopened.changed:
                messages.success(
                    request,
                    f"«{stage}» está reabierta: sortéela de nuevo, o publíquela como estaba si entran los mismos.",
                )
            else:
                messages.info(request, f"«{stage}» ya estaba reabierta: no cambió nada.")
            tell_called_off(request, reopened.uncalled)
            tell_fallen(request, reopened.fallen, reopened=str(stage))
            tell_marked(request, reopened.marked)
            return redirect(f"{reverse('brackets:draw', args=(request.championship.slug,))}?etapa={number}")
    published, foreseen = stage.status == Stage.Status.PUBLISHED, foresee(request.championship, act)
    obstacles, refusal = reopening_obstacles(stage) if published else [], foreseen.refusal
    for obstacle in obstacles:  # said with the way to each
        refusal = refusal.replace(obstacle.message, "").strip()
    context = {
        "stage": stage,
        "form": form,
        "obstacles": obstacles,
        "published": published,
        "foreseen": foreseen,
        "refusal": refusal,
        "unticked": is_unticked(request, foreseen),
    }
    return render(request, "brackets/stage_reopening.html", context, status=422 if form.errors else 200)
