"""Changing the address that papers and QRs carry."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from brackets.selectors.site_address import site_address_now
from brackets.services.site_address import site_address_change
from brackets.views.access import WRITE, MemberRequest, championship_page


@championship_page("address.change", WRITE)
def address_change(request: MemberRequest) -> HttpResponse:
    """Take the address that this computer has now, if it is still the one that the page showed."""
    if request.POST.get("address") != site_address_now():
        messages.error(
            request, f"Este computador está ahora en {site_address_now()}: revise la dirección y vuelva a pedirlo."
        )
    else:
        address = site_address_change(championship=request.championship, user=request.user, now=timezone.now())
        messages.success(request, f"Desde ahora los enlaces y códigos QR llevan {address}.")
    return redirect("brackets:panel", request.championship.slug)
