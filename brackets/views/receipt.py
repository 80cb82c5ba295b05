"""The receipt of a request to enter, behind the secret address that whoever asked was given."""

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, cast

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.models import Entry, Pareja
from brackets.selectors.inscription import entries_whole, place_in_line
from brackets.selectors.personal import data_of_entry, told_in
from brackets.selectors.single import single
from brackets.selectors.site_address import site_address
from brackets.services.entries import entry_ask_again, entry_withdraw
from brackets.services.exports import copy_called
from brackets.services.personal_data import entry_erase
from brackets.views.access import READ, WRITE, ChampionshipRequest, championship_page
from brackets.views.exporting import exported
from brackets.views.pacing import is_too_often
from brackets.views.refusals import told

Page = Callable[[ChampionshipRequest, Entry], HttpResponse]
MOST: Final = 20
"""What one receipt may have written into the record in an hour: nothing deletes it from there, and anybody gets a receipt."""
TOO_MANY: Final = "Con este recibo ya se pidieron muchas cosas. Espere una hora, o vaya a la mesa de inscripción."


def receipt_page(
    methods: Sequence[str] = READ, *, recorded: bool = False
) -> Callable[[Page], Callable[..., HttpResponse]]:
    """Let in whoever has the address; it is kept out of caches and search engines. `recorded`: each time leaves an entry in the record."""

    def decorate(page: Page) -> Callable[..., HttpResponse]:
        @never_cache
        @championship_page("championship.see", methods)
        @wraps(page)
        def guarded(request: Any, entry_token: str) -> HttpResponse:
            entry = single(entries_whole(request.championship).filter(token=entry_token))
            if entry is None:
                return render(request, "brackets/receipt_none.html", status=HTTPStatus.NOT_FOUND)
            entry.state = entry.public_state
            if recorded and request.method != "HEAD" and is_too_often(f"receipt:{entry.pk}", MOST):
                messages.error(request, TOO_MANY)
                return redirect("brackets:receipt", request.championship.slug, entry.token)
            answer = page(cast("ChampionshipRequest", request), entry)
            answer["X-Robots-Tag"] = "noindex, nofollow, noarchive"
            return answer

        return guarded

    return decorate


@receipt_page()
def receipt(request: ChampionshipRequest, entry: Entry) -> HttpResponse:
    context = {
        "entry": entry,
        "people": [person for person in entry.people.all() if not person.erased_at],
        "confirmed": entry.pareja is not None and entry.pareja.status == Pareja.Status.ACTIVE,
        "line": place_in_line(entry) if entry.state == Entry.State.WAITING else None,
        "inscription": getattr(request.championship, "inscription", None),
        "address": site_address() + request.path,
        "ended": request.championship.is_closed,
    }
    return render(request, "brackets/receipt.html", context)


@receipt_page(WRITE, recorded=True)
def receipt_withdraw(request: ChampionshipRequest, entry: Entry) -> HttpResponse:
    with told(request):
        entry_withdraw(entry=entry, now=timezone.now())
        messages.success(request, "La solicitud está retirada. Si fue un error, vuelva a pedirla aquí.")
    return redirect("brackets:receipt", request.championship.slug, entry.token)


@receipt_page(WRITE, recorded=True)
def receipt_again(request: ChampionshipRequest, entry: Entry) -> HttpResponse:
    with told(request):
        entry_ask_again(entry=entry, now=timezone.now())
        messages.success(request, "La solicitud está pedida de nuevo, detrás de las que ya había.")
    return redirect("brackets:receipt", request.championship.slug, entry.token)


@receipt_page(WRITE)
def receipt_erase(request: ChampionshipRequest, entry: Entry) -> HttpResponse:
    with told(request):
        messages.success(request, entry_erase(entry=entry, user=None, now=timezone.now()))
    return redirect("brackets:receipt", request.championship.slug, entry.token)


@receipt_page(recorded=True)
def receipt_data(request: ChampionshipRequest, entry: Entry) -> HttpResponse:
    """Everything that is kept about the people of this request, as a file."""
    headers = {"Content-Disposition": f'attachment; filename="mis-datos-{entry.pk}.json"'}
    data = data_of_entry(entry)
    exported(
        request,
        copy_called(entry),
        sum(not each.erased_at for each in entry.people.all()),
        told_in(data),
    )
    return JsonResponse(data, headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 2})
