"""The desk answers those who ask to enter."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.floor import ReasonForm
from brackets.models import Entry
from brackets.selectors.inscription import (
    Known,
    Window,
    alike,
    entries_list,
    entries_whole,
    inscription_of,
    known_elsewhere,
    next_in_line,
    room_of,
    window_of,
)
from brackets.selectors.site_address import site_address
from brackets.services.entries import SHUT, entry_withdraw
from brackets.services.entry_answers import (
    entry_confirm,
    entry_join,
    entry_pay,
    entry_promote_next,
    entry_put_in_line,
    entry_reject,
    entry_reopen,
)
from brackets.services.inscription_settings import inscription_accept
from brackets.services.personal_data import entry_erase
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page
from brackets.views.parejas import tell_draw
from brackets.views.refusals import told

ANSWER: Final = "entries.answer"
SETTLE: Final = "inscription.edit"
State = Entry.State
Answer = Callable[..., object]
# What a button of the page sends, what it does, and what is said then.
ANSWERS: Final[dict[str, tuple[Answer, str]]] = {
    "confirmar": (entry_confirm, "La solicitud {} está confirmada."),
    "unir": (entry_join, "La solicitud {} está unida a lo que ya había; su página sigue diciendo que espera."),
    "espera": (entry_put_in_line, "La solicitud {} está en la lista de espera."),
    "deshacer": (entry_reopen, "La solicitud {} está otra vez por responder."),
    "retirar": (entry_withdraw, "La solicitud {} está retirada."),
    "pagada": (lambda **given: entry_pay(paid=True, **given), "Se anotó el pago de la solicitud {}."),
    "no-pagada": (lambda **given: entry_pay(paid=False, **given), "La solicitud {} consta como no pagada."),
    "borrar": (entry_erase, "Se atendió el pedido de borrar los datos de la solicitud {}."),
}
# Of these, what changes who enters.
ENTERING: Final = (entry_confirm, entry_reopen, entry_withdraw)


@championship_page(ANSWER)
def entries(request: MemberRequest) -> HttpResponse:
    """All requests, those that wait for an answer first; `ver` shows one state."""
    championship = request.championship
    inscription = inscription_of(championship)
    window, room = window_of(championship, inscription, timezone.now()), room_of(championship, inscription)
    everything = list(entries_list(championship))
    known = known_elsewhere(championship)
    chosen = request.GET.get("ver") or (State.PENDING if any(e.state == State.PENDING for e in everything) else "")
    context = {
        "inscription": inscription,
        "window": window,
        "is_open": window == Window.OPEN,
        "why_shut": SHUT.get(window, ""),
        "room": room,
        "categories": [(each, room.left_in(each)) for each in championship.categories.all()],
        "counts": [(state, sum(each.state == state for each in everything)) for state in State],
        "chosen": chosen,
        "entries": [_row(each, known.get(each.pk, [])) for each in everything if chosen in ("", "todas", each.state)],
        "total": len(everything),
        "next": next_in_line(championship, room) if any(e.state == State.WAITING for e in everything) else None,
        "address": site_address() + reverse("brackets:inscription", args=(championship.slug,)),
    }
    return render(request, "brackets/entries.html", context)


@championship_page(ANSWER, FORM)
def entry(request: MemberRequest, entry_id: int) -> HttpResponse:
    """One request with everything that is known, and the rejection, which needs a reason."""
    found = get_object_or_404(entries_whole(request.championship), pk=entry_id)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with told(request):
            entry_reject(entry=found, reason=form.cleaned_data["reason"], user=request.user, now=timezone.now())
            messages.success(request, f"La solicitud {found.pk} está rechazada: quien la pidió lee el motivo.")
        return redirect("brackets:entry", request.championship.slug, found.pk)
    context = {
        "entry": found,
        "people": list(found.people.all()),
        "known": known_elsewhere(request.championship).get(found.pk),
        "alike": alike(request.championship, found.people.all(), but=found),
        "form": form,
        "receipt": site_address() + reverse("brackets:receipt", args=(request.championship.slug, found.token)),
    }
    return render(request, "brackets/entry.html", context, status=422 if form.errors else 200)


@championship_page(ANSWER, WRITE)
def entry_answer(request: MemberRequest, entry_id: int) -> HttpResponse:
    """One of `ANSWERS`; back to the page it was given on."""
    found = get_object_or_404(Entry, championship=request.championship, pk=entry_id)
    answer = ANSWERS.get(request.POST.get("respuesta", ""))
    if answer is None:
        messages.error(request, "No se entendió la respuesta: use los botones de la página. No cambió nada.")
    else:
        service, done = answer
        with told(request):
            service(entry=found, user=request.user, now=timezone.now())
            messages.success(request, done.format(found.pk))
            if service in ENTERING:
                tell_draw(request)
    return _back(request, found)


@championship_page(ANSWER, WRITE)
def entry_next(request: MemberRequest) -> HttpResponse:
    with told(request):
        promoted = entry_promote_next(championship=request.championship, user=request.user, now=timezone.now())
        messages.success(request, f"La solicitud {promoted.pk} salió de la lista de espera: confírmela.")
    return redirect("brackets:entries", request.championship.slug)


@championship_page(SETTLE, WRITE)
def inscription_switch(request: MemberRequest) -> HttpResponse:
    accepting = request.POST.get("abrir") == "si"
    with told(request):
        inscription_accept(
            championship=request.championship, accepting=accepting, user=request.user, now=timezone.now()
        )
        messages.success(request, "La inscripción está abierta." if accepting else "La inscripción está cerrada.")
    return redirect("brackets:entries", request.championship.slug)


def _row(entry: Entry, known: list[Known]) -> tuple[Entry, list[Known], bool]:
    """A request, who of it is known elsewhere, and whether that stops its being confirmed."""
    return entry, known, any(each.stops for each in known)


def _back(request: MemberRequest, found: Entry) -> HttpResponse:
    args: tuple[Any, ...] = (request.championship.slug,)
    if request.POST.get("en") == "lista":
        return redirect("brackets:entries", *args)
    return redirect("brackets:entry", *args, found.pk)
