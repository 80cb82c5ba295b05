"""The tablets of a championship, at the desk: letting one in, seeing how all are, putting one out."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache

from brackets.forms.site_form import SiteForm
from brackets.models import Championship, Table
from brackets.selectors.site_address import site_address
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import accepted, told
from referee.models import Device
from referee.selectors.devices import pairing_of, register_of, revoked_of, tablet_name_next
from referee.selectors.shell import shell
from referee.services.devices import device_revoke, device_settle
from referee.services.pairing import pairing_create


class DeviceForm(SiteForm):
    """What a tablet is called, and at which table it stands if it always stands there."""

    name = forms.CharField(label="Nombre de la tablet", max_length=40)
    table = forms.ModelChoiceField(
        label="Mesa fija",
        queryset=Table.objects.none(),
        required=False,
        empty_label="Sin mesa fija",
        help_text="Con mesa fija, la tablet lista solo las partidas de esa mesa.",
    )

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].queryset = championship.tables.all()  # type: ignore[attr-defined]


@never_cache
@championship_page("devices.edit")
def devices(request: MemberRequest) -> HttpResponse:
    return _page(request)


@never_cache
@championship_page("devices.edit", WRITE)
def device_pair(request: MemberRequest) -> HttpResponse:
    """Invite a tablet. Its QR and its digits are seen here and never again."""
    form = DeviceForm(request.POST, championship=request.championship, prefix="nueva")
    if form.is_valid():
        with accepted(form):
            pairing, code, secret = pairing_create(
                championship=request.championship, by=request.user, now=timezone.now(), **form.cleaned_data
            )
            address = site_address() + reverse("referee:tablet")
            context = {
                "pairing": pairing,
                "digits": f"{code[:3]} {code[3:]}",
                "address": address,
                "qr": qr(f"{address}#par={secret}"),
            }
            return render(request, "referee/device_pair.html", context, status=201)
    return _page(request, form=form)


@never_cache
@championship_page("devices.edit")
def device_pair_state(request: MemberRequest, pairing_id: int) -> HttpResponse:
    """Whether the tablet came, for the script of the page that shows the QR."""
    pairing = pairing_of(request.championship, pairing_id)
    used = pairing is not None and pairing.device is not None
    over = not used and (pairing is None or pairing.expires_at <= timezone.now())
    return JsonResponse({"paired": used, "over": over})


@never_cache
@championship_page("devices.edit", WRITE)
def device_change(request: MemberRequest, device_id: int) -> HttpResponse:
    """Give a tablet another name, or another table."""
    device = device_of(request, device_id)
    form = DeviceForm(request.POST, championship=request.championship, prefix=f"tablet-{device.pk}")
    if form.is_valid():
        with accepted(form):
            device_settle(device=device, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, f"La tablet es ahora «{form.cleaned_data['name']}».")
            return redirect("referee:devices", request.championship.slug)
    return _page(request, changed={device.pk: form})


@championship_page("devices.edit", WRITE)
def device_end(request: MemberRequest, device_id: int) -> HttpResponse:
    """Put a tablet out: its token is worth nothing from its next request on."""
    device = device_of(request, device_id)
    with told(request):
        device_revoke(device=device, by=request.user, now=timezone.now())
        messages.success(
            request,
            f"«{device.name}» ya no puede anotar. Lo que tenga sin enviar sigue guardado en ella: "
            "para recuperarlo, emparéjela de nuevo.",
        )
    return redirect("referee:devices", request.championship.slug)


@never_cache
@championship_page("devices.edit")
def table_cards(request: MemberRequest) -> HttpResponse:
    """A card with a QR for each table's cloth: scanned, it opens what is played there."""
    address = site_address() + reverse("referee:tablet")
    tables = [(table, qr(f"{address}#mesa={table.number}")) for table in request.championship.tables.all()]
    return render(request, "referee/table_cards.html", {"tables": tables})


def device_of(request: MemberRequest, device_id: int) -> Device:
    mine = Device.objects.select_related("championship", "user").filter(championship=request.championship)
    return get_object_or_404(mine, pk=device_id, revoked_at__isnull=True)


def qr(content: str) -> SafeString:
    """Black on white, as SVG within the page."""
    return mark_safe(segno.make(content, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True))  # noqa: S308


def _page(
    request: MemberRequest, form: DeviceForm | None = None, changed: dict[int, DeviceForm] | None = None
) -> HttpResponse:
    """The register, with a form that was not accepted in the place of a fresh one."""
    championship, changed = request.championship, changed or {}
    fresh = DeviceForm(championship=championship, prefix="nueva", initial={"name": tablet_name_next(championship)})
    context = {
        "rows": [
            (row, changed.get(row.device.pk))
            for row in register_of(championship, version=shell().version, now=timezone.now())
        ],
        "tables": championship.tables.all(),
        "revoked": revoked_of(championship),
        "form": form or fresh,
    }
    return render(request, "referee/devices.html", context, status=422 if form or changed else 200)
