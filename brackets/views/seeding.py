"""Cabezas de serie from another championship."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.forms.seeding import SeedingForm
from brackets.models import Pareja
from brackets.selectors.seeding import sources_of
from brackets.services.seeding import seeds_take_over
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted


@championship_page("draw.make", FORM, until_closed=True)
def seeding(request: MemberRequest) -> HttpResponse:
    sources = sources_of(request.championship)
    form = SeedingForm(posted(request), sources=sources)
    if form.is_valid():
        with accepted(form):
            found = seeds_take_over(
                championship=request.championship, **form.cleaned_data, user=request.user, now=timezone.now()
            )
            listed = ", ".join(f"{seed}.ª la {each.pareja.number}" for seed, each in enumerate(found, start=1))
            messages.success(request, f"Cabezas de serie: {listed}.")
            return redirect("brackets:seeding", request.championship.slug)
    seeded = Pareja.objects.filter(
        championship=request.championship, status=Pareja.Status.ACTIVE, seed__isnull=False
    ).prefetch_related("players")
    context = {"form": form, "sources": sources, "seeded": seeded.order_by("seed")}
    return render(request, "brackets/seeding.html", context, status=422 if form.errors else 200)
