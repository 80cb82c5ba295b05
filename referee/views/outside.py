"""A Planilla that somebody signs outside, with a certificate of his own: fetched, signed in FirmaEC, and brought back here."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.site_form import SiteForm
from brackets.selectors.wording import listed
from brackets.views.access import FORM, MemberRequest, championship_page
from brackets.views.exporting import exported
from referee.models import Mesa, OutsideSigned
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.sealed.examination import LARGEST
from referee.selectors.sealed.outside import outside_of
from referee.selectors.sealed.record import bytes_kept, has_signed
from referee.services.errors import RefereeError
from referee.services.outside import outside_signed_keep
from referee.views.planillas import pdf_response, people_of_fixture, require_own


class OutsideForm(SiteForm):
    """The PDF that was fetched here, signed further."""

    file = forms.FileField(
        label="PDF firmado",
        widget=forms.FileInput(attrs={"accept": ".pdf,application/pdf"}),
        error_messages={"required": "Elija el PDF firmado.", "empty": "El archivo está vacío."},
        help_text="El que descargó aquí y firmó después, hasta 10 MB.",
    )

    def clean_file(self) -> bytes:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError("El archivo pasa de 10 MB: no es la Planilla firmada.")
        content: bytes = file.read()
        return content


@championship_page("mesa.keep", FORM)
def outside(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """For Director and Mesa de Control, and for the Juez of that mesa: bring what was signed, and what was brought."""
    mesa = _mesa(request, public_id)
    form = OutsideForm(request.POST, request.FILES) if request.method == "POST" else OutsideForm()
    wrong = 422
    if form.is_valid():
        try:
            kept = outside_signed_keep(mesa=mesa, data=form.cleaned_data["file"], user=request.user, now=timezone.now())
        except RefereeError as refused:
            form.add_error("file", refused.message)
            wrong = refused.http_status
        else:
            names = listed(each["name"] for each in kept.signers)
            messages.success(request, f"Quedó guardada la Planilla firmada por {names}.")
            return redirect("referee:outside", request.championship.slug, public_id)
    context = {
        "mesa": mesa,
        "form": form,
        "brought": outside_of(mesa),
        "certified": has_signed(request.championship),
        "sealed": any(planilla.status == planilla.Status.SEALED for planilla in mesa.planillas.all()),
    }
    return render(request, "referee/outside.html", context, status=wrong if form.errors else 200)


@championship_page("mesa.keep")
def outside_file(request: MemberRequest, public_id: UUID, outside_id: int) -> HttpResponse:
    """What was brought, as it came: it may hold the cédula of who signed, so only the same people see it."""
    mesa = _mesa(request, public_id)
    kept = get_object_or_404(OutsideSigned, pk=outside_id, pdf__planilla__mesa=mesa)
    data = bytes_kept(kept)
    if data is None:
        raise Http404
    what = f"la Planilla de la {mesa.fixture.name}, firmada fuera"
    exported(request, what, people_of_fixture(mesa.fixture), ("nombre", "firma", "certificado de quien firmó"))
    return pdf_response(data, f"planilla-{mesa.fixture.number or mesa.fixture_id}-firmada-{kept.pk}")


def _mesa(request: MemberRequest, public_id: UUID) -> Mesa:
    mesas = mesas_to_print().filter(fixture__stage__championship=request.championship)
    mesa = get_object_or_404(mesas, public_id=public_id)
    require_own(request, mesa)
    return mesa
