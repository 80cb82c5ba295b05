"""The jueces of the hall: whom each may not judge, whether he is there, and giving what he has to another."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.hall import JuezProfileForm
from brackets.models import Fixture, JuezProfile
from brackets.selectors.hall import hall_of
from brackets.selectors.hall_people import candidates, juez_row, juez_rows
from brackets.selectors.team import jueces as jueces_of
from brackets.selectors.wording import numbered
from brackets.services.fixtures import fixture_assign
from brackets.services.jueces import Presence, juez_presence_set, juez_profile_set
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told

FIELDS = ("club", "institution", "family", "available_from", "available_until")


@championship_page("jueces.edit")
def jueces(request: MemberRequest) -> HttpResponse:
    """Everybody with his state, his load, and one touch for a pause."""
    rows = juez_rows(hall_of(request.championship, timezone.now()))
    loads = [row.load for row in rows]
    context = {"rows": rows, "most": max(loads, default=0), "least": min(loads, default=0)}
    return render(request, "brackets/jueces.html", context)


@championship_page("jueces.edit", FORM, until_closed=True)
def juez(request: MemberRequest, user_id: int) -> HttpResponse:
    """One of them: what he belongs to, his hours, and his partidas with who could take each over."""
    user, now = get_object_or_404(jueces_of(request.championship), pk=user_id), timezone.now()
    profile = JuezProfile.objects.filter(championship=request.championship, user=user).first()
    initial = {field: getattr(profile, field) for field in FIELDS} if profile else {}
    form = JuezProfileForm(posted(request), initial=initial)
    if form.is_valid():
        with accepted(form):
            juez_profile_set(
                championship=request.championship,
                juez=user,
                by=request.user,
                now=now,
                told=form.told,
                **form.cleaned_data,
            )
            messages.success(request, f"Se guardaron los datos de {user}.")
            return redirect("brackets:jueces", request.championship.slug)
    hall = hall_of(request.championship, now)
    row = juez_row(hall, user)
    context = {
        "form": form,
        "row": row,
        "takeovers": [(fixture, candidates(hall, fixture)) for fixture in row.unfinished],
    }
    return render(request, "brackets/juez.html", context, status=422 if form.errors else 200)


@championship_page("jueces.edit", WRITE)
def juez_presence(request: MemberRequest, user_id: int) -> HttpResponse:
    user, to = get_object_or_404(jueces_of(request.championship), pk=user_id), request.POST.get("a", "")
    if to not in list(Presence):
        messages.error(request, "Diga si está, si hace una pausa o si se fue.")
        return redirect("brackets:jueces", request.championship.slug)
    with told(request):
        now = timezone.now()
        juez_presence_set(championship=request.championship, juez=user, to=to, by=request.user, now=now)
        row = juez_row(hall_of(request.championship, now), user)
        if row.orphans:
            told_of = numbered(
                (fixture.number for fixture in row.orphans),
                "todavía la partida {}. Désela a otro aquí abajo.",
                "todavía las partidas {}. Déselas a otro aquí abajo.",
            )
            messages.warning(request, f"{user} tiene {told_of}")
            return redirect("brackets:juez", request.championship.slug, user.pk)
    return redirect("brackets:jueces", request.championship.slug)


@championship_page("jueces.edit", WRITE)
def juez_takeover(request: MemberRequest, user_id: int) -> HttpResponse:
    """Give one partida of this Juez to another; it stays at its table, also while it is being played."""
    championship = request.championship
    get_object_or_404(jueces_of(championship), pk=user_id)
    sent = request.POST.get("partida", ""), request.POST.get("juez", "")
    if not all(each.isascii() and each.isdigit() and len(each) < 19 for each in sent):
        messages.error(request, "Elija quién sigue con la partida.")
        return redirect("brackets:juez", championship.slug, user_id)
    fixture = get_object_or_404(
        Fixture.objects.select_related("table", "stage"), pk=sent[0], stage__championship=championship, juez=user_id
    )
    other = get_object_or_404(jueces_of(championship), pk=sent[1])
    with told(request):
        fixture_assign(fixture=fixture, table=fixture.table, juez=other, user=request.user, now=timezone.now())
        messages.success(request, f"La {fixture.name} es ahora de {other}.")
    return redirect("brackets:juez", championship.slug, user_id)
