"""The address of a private page at the desk: its QR, another one, none."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.models import Pareja
from brackets.selectors.parejas import parejas_list
from brackets.selectors.private_links import link_token
from brackets.selectors.site_address import site_address
from brackets.selectors.wording import said
from brackets.services.private_links import private_link_renew, private_link_revoke
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import told
from referee.views.devices import qr


def own_address(base: str, pareja: Pareja) -> str | None:
    """Where its private page is, in full; None while the desk has closed it."""
    token = link_token(pareja)
    return None if token is None else base + reverse("referee:own", args=[token])


@never_cache
@championship_page("parejas.edit")
def own_link(request: MemberRequest, number: int) -> HttpResponse:
    """The QR of one pareja, for a phone held before the screen or for paper."""
    pareja = get_object_or_404(parejas_list(request.championship), number=number)
    address = own_address(site_address(), pareja)
    context = {"pareja": pareja, "address": address, "qr": qr(address) if address else None}
    return render(request, "referee/own_link.html", context)


@championship_page("parejas.edit", WRITE)
def own_link_change(request: MemberRequest, number: int) -> HttpResponse:
    """Another address, so that the one before leads nowhere; `cerrar` gives none."""
    pareja = get_object_or_404(parejas_list(request.championship), number=number)
    players = request.championship.players_per_pareja
    with told(request):
        if "cerrar" in request.POST:
            private_link_revoke(pareja=pareja, user=request.user, now=timezone.now())
            done = "La página privada de la pareja {} está cerrada."
        else:
            private_link_renew(pareja=pareja, nonce=uuid4(), user=request.user, now=timezone.now())
            done = "La pareja {} tiene un enlace nuevo: el anterior ya no sirve. Imprímalo y entréguelo."
        messages.success(request, said(players, done).format(number))
    return redirect("referee:own_link", request.championship.slug, number)
