"""The certificate that seals Planillas: what it is, a new one, the organiser's own, none; and its public part for anybody."""

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.forms.site_form import SiteForm
from brackets.views.access import FORM, ChampionshipRequest, MemberRequest, championship_page
from referee.models import Certificate
from referee.selectors.sealed.record import (
    certificate_in_use,
    certificates_ended,
    fingerprint_told,
    public_der,
)
from referee.selectors.tree.cosigned import cosigners_in_use
from referee.services.certificates import (
    certificate_bring,
    certificate_end,
    certificate_make,
    certificate_of_server,
)
from referee.services.cosigners import cosigner_add, cosigner_end
from referee.services.errors import RefereeError
from referee.services.keystore import KeyUnavailable, key_of

LARGEST = 256 * 1024
KINDS = {"pem": "application/x-pem-file", "cer": "application/pkix-cert"}


class BringForm(SiteForm):
    """The organiser's own certificate, with its key."""

    file = forms.FileField(
        label="Archivo .p12 o .pfx",
        widget=forms.FileInput(attrs={"accept": ".p12,.pfx,application/x-pkcs12"}),
        error_messages={"required": "Elija el archivo del certificado.", "empty": "El archivo está vacío."},
    )
    password = forms.CharField(
        label="Clave del archivo",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text="Se usa una vez para abrirlo y no se guarda.",
    )

    def clean_file(self) -> bytes:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError("El archivo es demasiado grande para ser un certificado.")
        content: bytes = file.read()
        return content


@championship_page("certificate.edit", FORM)
def certificate(request: MemberRequest) -> HttpResponse:
    """What seals the Planillas of this championship, and what the Director may do about it."""
    form = BringForm()
    problem = asked = ""
    if request.method == "POST":
        asked = request.POST.get("a", "")
        if asked == "traer":
            form = BringForm(request.POST, request.FILES)
        try:
            if asked != "traer" or form.is_valid():
                messages.success(request, _done(request, asked, form))
                return redirect("referee:certificate", request.championship.slug)
        except RefereeError as refused:
            problem = refused.message
    in_use = certificate_in_use(request.championship)
    context = {
        "form": form,
        "problem": problem,
        "of_cosigner": asked == "cofirmante",
        "in_use": in_use,
        "ended": certificates_ended(request.championship),
        "fingerprint": fingerprint_told(in_use.fingerprint) if in_use else "",
        "expired": bool(in_use and in_use.not_after <= timezone.now()),
        "trouble": _trouble(in_use),
        "server": bool(settings.CERT_P12),
        "stamps": bool(settings.TSA_URL),
        "cosigners": cosigners_in_use(request.championship),
    }
    return render(request, "referee/certificate.html", context, status=422 if problem or form.errors else 200)


@championship_page("championship.see")
def certificate_file(request: ChampionshipRequest, form: str) -> HttpResponse:
    """The public part of the certificate in use, for whoever wants to check a signature; 404 where there is none."""
    in_use = certificate_in_use(request.championship)
    if in_use is None or form not in KINDS:
        raise Http404
    return HttpResponse(
        in_use.pem if form == "pem" else public_der(in_use),
        content_type=KINDS[form],
        headers={"Content-Disposition": f'attachment; filename="certificado-{request.championship.slug}.{form}"'},
    )


def _done(request: MemberRequest, asked: str, form: BringForm) -> str:
    """Do it and tell it. Raises RefereeError; 404 for what is none of these."""
    whose: dict[str, Any] = {
        "championship": request.championship,
        "replaces": _replaced(request),
        "user": request.user,
        "now": timezone.now(),
    }
    if asked == "crear":
        certificate_make(**whose)
    elif asked == "traer":
        certificate_bring(data=form.cleaned_data["file"], password=form.cleaned_data["password"], **whose)
    elif asked == "servidor":
        certificate_of_server(**whose)
    elif asked == "cofirmante":
        whose.pop("replaces")
        added = cosigner_add(vkey=request.POST.get("vkey", "")[:500], **whose)
        return f"Listo: «{added}» puede cofirmar los puntos de control de este campeonato."
    elif asked == "quitar-cofirmante":
        whose.pop("replaces")
        cosigner_end(vkey=request.POST.get("vkey", ""), **whose)
        return "Listo: desde ahora no se reciben más cofirmas de esa clave. Las que ya dio quedan."
    elif asked == "quitar":
        certificate_end(**whose)
        return "El campeonato ya no tiene certificado: las Planillas que se sellen desde ahora salen sin firma electrónica."
    else:
        raise Http404
    return "Listo: las Planillas que se impriman desde ahora llevan la firma de este certificado."


def _replaced(request: MemberRequest) -> UUID | None:
    """The certificate that the page showed as the one in use."""
    try:
        return UUID(request.POST.get("replaces", ""))
    except ValueError:
        return None


def _trouble(in_use: Certificate | None) -> str:
    """Why the key of the certificate cannot be used, if it cannot."""
    if in_use is None:
        return ""
    try:
        key_of(in_use)
    except KeyUnavailable as unavailable:
        return unavailable.message
    return ""
