"""What is kept of people: each gets a copy, takes back the consent, and is erased at the end."""

from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.forms.inscription import ContactForm, DigitsForm
from brackets.models import EntryPerson, Player
from brackets.selectors.personal import data_of_player, kept_of, people_of, told_in
from brackets.services.personal_data import (
    consent_restore,
    consent_withdraw,
    contact_set,
    everyone_erase,
    player_erase,
)
from brackets.views.access import FORM, READ, WRITE, MemberRequest, championship_page, posted
from brackets.views.exporting import exported
from brackets.views.refusals import accepted, told

SEE: Final = "people.see"
ERASE: Final = "people.erase"
ANSWERS: Final = {
    "retirar": (consent_withdraw, "Se registró que {} retira su consentimiento."),
    "volver": (consent_restore, "{} consiente de nuevo: escriba otra vez cómo avisarle."),
    "borrar": (player_erase, "De {} queda solo su nombre en los resultados."),
}


@championship_page(SEE, FORM)
def people(request: MemberRequest) -> HttpResponse:
    """All of them; or those of a cédula, which is sent in the body, since addresses are kept in logs."""
    kept = people_of(request.championship)
    form = DigitsForm(posted(request))
    sought = form.cleaned_data["digits"] if form.is_valid() else ""
    context = {
        "people": people_of(request.championship, sought) if sought else kept,
        "form": form,
        "sought": bool(sought),
        "due": sum(each.player.consent_withdrawn_at is not None and each.player.erased_at is None for each in kept),
        "left": sum(each.player.erased_at is None for each in kept),
        "requests": EntryPerson.objects.filter(
            championship=request.championship, entry__pareja__isnull=True, erased_at__isnull=True
        ).count(),
        "ended": request.championship.is_closed,
    }
    return render(request, "brackets/people.html", context, status=422 if form.errors else 200)


@championship_page(SEE, FORM)
def person(request: MemberRequest, player_id: int) -> HttpResponse:
    """One player: what is kept, and how to reach him."""
    player = _player(request, player_id)
    form = ContactForm(posted(request), initial={"email": player.email, "phone": player.phone})
    if form.is_valid():
        with accepted(form):
            contact_set(player=player, user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, f"Se guardó cómo avisar a {player}.")
            return redirect("brackets:person", request.championship.slug, player.pk)
    context = {
        "kept": kept_of(player),
        "player": player,
        "form": form,
        "ended": request.championship.is_closed,
    }
    return render(request, "brackets/person.html", context, status=422 if form.errors else 200)


@championship_page(SEE, WRITE)
def person_answer(request: MemberRequest, player_id: int) -> HttpResponse:
    """One of `ANSWERS`; only who may erase deletes."""
    player = _player(request, player_id)
    asked = request.POST.get("respuesta", "")
    if asked == "borrar" and ERASE not in request.allowed:
        raise PermissionDenied
    answer = ANSWERS.get(asked)
    if answer is None:
        messages.error(request, "No se entendió el pedido: use los botones de la página. No cambió nada.")
    else:
        service, done = answer
        with told(request):
            service(player=player, user=request.user, now=timezone.now())
            messages.success(request, done.format(player))
    return redirect("brackets:person", request.championship.slug, player.pk)


@never_cache
@championship_page(SEE, READ)
def person_data(request: MemberRequest, player_id: int) -> HttpResponse:
    """A copy of everything, for the person it is about."""
    player = _player(request, player_id)
    name = f"datos-{player.pareja.number}-{player.position}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    data = data_of_player(player)
    exported(request, f"los datos de {player}", 1, told_in(data))
    return JsonResponse(data, headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 2})


@championship_page(ERASE, WRITE)
def people_erase(request: MemberRequest) -> HttpResponse:
    """Everybody, or with `solo` those who took back their consent."""
    with told(request):
        erased = everyone_erase(
            championship=request.championship, user=request.user, now=timezone.now(), due="solo" in request.POST
        )
        messages.success(request, f"Datos borrados: {erased}. Quedan los nombres en los resultados.")
    return redirect("brackets:people", request.championship.slug)


def _player(request: MemberRequest, player_id: int) -> Player:
    players = Player.objects.select_related("pareja", "championship", "personal")
    return get_object_or_404(players, championship=request.championship, pk=player_id)
