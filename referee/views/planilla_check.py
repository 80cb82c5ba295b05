"""The public page where anybody learns whether what he holds is authentic: a file, a QR, or what is printed beside it."""

import re
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_http_methods

from brackets.forms.site_form import SiteForm
from brackets.views.access import FORM
from referee.models import Planilla
from referee.rules import FINGERPRINT_DIGITS
from referee.selectors.championship_chain import (
    ChampionshipChain,
    NotAChain,
    chain_differences,
    championship_chain,
    is_any_covered,
)
from referee.selectors.live import is_covered
from referee.selectors.log_heads import mesa_broken
from referee.selectors.sealed.brought import judged, registered
from referee.selectors.sealed.chain_owner import championship_of
from referee.selectors.sealed.examination import LARGEST
from referee.selectors.sealed.logs_read import partidas_broken
from referee.views.planillas import is_hidden

MOST_TOLD = 40
"""Of what changed: a file that somebody made up may name ten thousand mesas that never were."""
READABLE = ("referee:planilla", "referee:planilla_check")


class FileForm(SiteForm):
    """A PDF, or the file of a final acta."""

    file = forms.FileField(
        label="PDF de la Planilla, o el acta final",
        widget=forms.FileInput(attrs={"accept": ".pdf,application/pdf,.json,application/json"}),
        error_messages={"required": "Elija el archivo.", "empty": "El archivo está vacío."},
        help_text="Se mira y no se guarda. Hasta 10 MB.",
    )

    def clean_file(self) -> bytes:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError("El archivo pasa de 10 MB: no es una Planilla.")
        content: bytes = file.read()
        return content


class PrintedForm(SiteForm):
    """What is printed: the address in the QR, or the version and the fingerprint below it."""

    codigo = forms.CharField(
        label="Huella, o lo que dice el código QR",
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": "Escriba la huella que está debajo del código QR: «7F3A-91C2-0D4E-55B1», por ejemplo."
        },
    )
    version = forms.IntegerField(
        label="Versión",
        min_value=1,
        max_value=9999,
        required=False,
        help_text="La que está arriba a la derecha: v1, por ejemplo.",
    )


@require_http_methods(FORM)
def planilla_check(request: HttpRequest) -> HttpResponse:
    """The page. `?c=…&cadena=…`, as the QR of a final acta has it, says whether every log is still the one of the acta."""
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    printed = PrintedForm(request.GET) if "codigo" in request.GET else PrintedForm()
    context: dict[str, Any] = {"form": form, "printed": printed}
    if form.is_valid():
        context |= _judged(request, form.cleaned_data.pop("file"))  # a form is freed late, and this may be long
    elif printed.is_valid():
        address = _address(printed.cleaned_data["codigo"], printed.cleaned_data["version"])
        if address:
            return redirect(address)
        context["unknown"] = True
    elif "cadena" in request.GET:
        context |= _chain_told(request.GET.get("c", ""), request.GET["cadena"])
    status = 422 if form.errors or printed.errors else context.pop("status", 200)
    return render(request, "referee/planilla_check.html", context, status=status)


def _judged(request: HttpRequest, data: bytes) -> dict[str, Any]:
    try:
        verdict = judged(data)
    except NotAChain as refused:
        return {"not_a_chain": str(refused)}
    if isinstance(verdict, ChampionshipChain):
        return _chain_told(verdict.slug, verdict.digest, verdict) | {"attached": data.startswith(b"%PDF-")}
    planilla, mesa = verdict.planilla, verdict.mesa
    counts = None if mesa is None or is_hidden(request, mesa) else registered(verdict)
    return {
        "status": 503 if verdict.kind == "undecided" else 200,
        "verdict": verdict,
        "playing": mesa is not None and is_covered(mesa, mesa.fixture.stage.championship),
        "registered": counts,
        "broken": verdict.broken or (mesa_broken(mesa) if mesa and counts and not verdict.authentic else ""),
        "address": planilla and _of(planilla),
        "newest_address": verdict.newest and _of(verdict.newest),
    }


def _chain_told(slug: str, digest: str, then: ChampionshipChain | None = None) -> dict[str, Any]:
    digest = digest.strip().lower()
    championship = championship_of(slug, digest, then, drafts=False)
    if championship is None:
        return {"chain": {"verdict": "unknown"}}
    now = championship_chain(championship)
    same = now.digest == digest
    differences = chain_differences(championship, then) if then and not same else []
    broken = partidas_broken(championship, now) if then or same else ()
    verdict = ("undecided" if broken is None else "broken" if broken else "current") if same else "changed"
    told = {
        "verdict": verdict,
        "championship": championship,
        "now": now if same or not is_any_covered(championship) else None,
        "differences": _first([each.told for each in differences]),
        "broken": broken or (),
    }
    return {"chain": told, "status": 503 if verdict == "undecided" else 200}


def _first(told: list[str]) -> list[str]:
    """As many as a page tells, and how many more there are."""
    return told if len(told) <= MOST_TOLD else [*told[:MOST_TOLD], f"Y {len(told) - MOST_TOLD} más."]


def _address(code: str, version: int | None) -> str:
    """The page of this site that a QR or a fingerprint leads to; empty where there is none."""
    short = re.sub(r"[\s-]", "", code)
    if re.fullmatch(rf"[0-9A-Fa-f]{{{FINGERPRINT_DIGITS}}}", short):
        found = Planilla.objects.filter(digest__startswith=short.lower()).exclude(status=Planilla.Status.REOPENED)
        if version:
            found = found.filter(version=version)
        planilla = found.select_related("mesa").order_by("-version").first()
        return _of(planilla) if planilla else ""
    try:
        asked = urlsplit(code.strip())
        known = resolve(asked.path).view_name in READABLE
    except (ValueError, Resolver404):
        return ""
    return f"{asked.path}?{asked.query}" if known else ""


def _of(planilla: Planilla) -> str:
    address = reverse("referee:planilla", args=[planilla.mesa.public_id])
    return f"{address}?v={planilla.version}&h={planilla.fingerprint.replace('-', '')}"
