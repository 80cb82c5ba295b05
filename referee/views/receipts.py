"""The receipts that a tablet saved, compared with the log of the championship."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from brackets.forms.site_form import SiteForm
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from referee.models import Mesa
from referee.selectors.receipts import MOST_BYTES, Receipt, ReceiptsRefused, receipts_problems, receipts_read


class ReceiptsForm(SiteForm):
    """The file that a tablet offers where the server contradicts it."""

    file = forms.FileField(
        label="Archivo de recibos",
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"required": "Elija el archivo.", "empty": "El archivo está vacío."},
        help_text="El que la tablet guardó: «recibos-….json». Se mira y no se guarda. Hasta 5 MB.",
    )

    def clean_file(self) -> list[Receipt]:
        try:
            return receipts_read(self.cleaned_data["file"].read(MOST_BYTES + 1))
        except ReceiptsRefused as refused:
            raise forms.ValidationError(str(refused)) from refused


@never_cache
@championship_page("devices.edit", FORM)
def receipts(request: MemberRequest) -> HttpResponse:
    """Compare a file with the logs of this championship. Nothing is written."""
    given = posted(request)
    form = ReceiptsForm(given, request.FILES if given is not None else None)
    context: dict[str, object] = {"form": form}
    if given is not None and form.is_valid():
        compared: list[Receipt] = form.cleaned_data["file"]
        mesas = Mesa.objects.filter(fixture__stage__championship=request.championship)
        context |= {"compared": len(compared), "problems": receipts_problems(compared, mesas)}
    return render(request, "referee/receipts.html", context, status=422 if form.errors else 200)
