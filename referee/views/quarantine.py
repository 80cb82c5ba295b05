"""At the desk: what tablets saved and the logs did not take, the decision about it, and the codes of a rescue."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.selectors.wording import counted
from brackets.views.access import FORM, MemberRequest, championship_page
from brackets.views.refusals import told
from referee.models import Mesa
from referee.selectors.board import board_of
from referee.selectors.quarantine import WAITING, mesas_with_quarantine, parted_at, quarantine_of
from referee.selectors.rescue import NotACode, RescuedItem, code_read
from referee.services.quarantine import KeptInput, quarantine_decide, quarantine_keep

DECIDE = "quarantine.decide"


@championship_page(DECIDE)
def quarantine(request: MemberRequest) -> HttpResponse:
    """Every mesa of which anything was ever kept; those that wait come first."""
    return render(request, "referee/quarantine.html", {"mesas": mesas_with_quarantine(request.championship)})


@championship_page(DECIDE, FORM)
def quarantine_mesa(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """One mesa: its log as it went on, and beside it what waits."""
    mesas = Mesa.objects.select_related("fixture__stage__championship", "fixture__table", "fixture__juez", "device")
    mesa = get_object_or_404(mesas, public_id=public_id, fixture__stage__championship=request.championship)
    if request.method == "POST":
        with told(request):
            _decide(request, mesa)
        return redirect("referee:quarantine_mesa", request.championship.slug, public_id)
    items = quarantine_of(mesa)
    since = parted_at(mesa, [each.item for each in items if each.outcome == WAITING])
    board = board_of(mesa)
    rows = [row for stretch in board.stretches for row in stretch.rows if row.number > since]
    waiting = any(each.outcome == WAITING for each in items)
    context = {"mesa": mesa, "items": items, "since": since, "rows": rows, "WAITING": WAITING, "waiting": waiting}
    return render(request, "referee/quarantine_mesa.html", context)


@championship_page(DECIDE, FORM)
def quarantine_read(request: MemberRequest) -> HttpResponse:
    """Where the code of a rescue leads: whoever is at the desk brings with his telephone what it says."""
    if request.method == "POST":
        with told(request):
            _bring(request)
        return redirect("referee:quarantine", request.championship.slug)
    return render(request, "referee/quarantine_read.html")


def _decide(request: MemberRequest, mesa: Mesa) -> None:
    chosen = [UUID(value) for value in request.POST.getlist("jugada") if _is_uuid(value)]
    incorporate = request.POST.get("decision") == "incorporar"
    if not chosen:
        messages.error(request, "Marque al menos una jugada y elija otra vez.")
        return
    refused = quarantine_decide(
        mesa_id=mesa.public_id,
        device=None,
        user=request.user,
        client_ids=chosen,
        incorporate=incorporate,
        reason=request.POST.get("reason", ""),
        now=timezone.now(),
    )
    if refused:
        messages.error(request, f"La primera que no vale sigue esperando: {refused}")
    else:
        messages.success(
            request, "Incorporadas a la bitácora." if incorporate else "Descartadas; quedan en el registro."
        )


def _bring(request: MemberRequest) -> None:
    try:
        said = code_read(request.POST.get("code", ""))
    except NotACode:
        messages.error(request, "Ese no es un código de rescate, o no se leyó entero. Acérquese y léalo de nuevo.")
        return
    ours = Mesa.objects.filter(fixture__stage__championship=request.championship)
    there = set(ours.filter(public_id__in={mesa for mesa, _ in said}).values_list("public_id", flat=True))
    if any(mesa not in there for mesa, _ in said):
        messages.error(request, "Ese código es de una mesa de otro campeonato.")
        return
    for (mesa, epoch), items in said.items():
        quarantine_keep(
            mesa_id=mesa,
            device=None,
            user=request.user,
            lease_epoch=epoch,
            items=[_input(item) for item in items],
            now=timezone.now(),
        )
    count = sum(map(len, said.values()))
    messages.success(
        request, f"Código leído: {counted(count, 'guardada', 'guardadas')}. Lea los demás; repetir uno no hace nada."
    )


def _input(item: RescuedItem) -> KeptInput:
    return KeptInput(
        client_id=item.client_id,
        kind=item.kind,
        notation=item.notation,
        why_code=item.why_code,
        number=item.number,
        about=item.about,
        body=item.body,
        device_ts=item.device_ts,
    )


def _is_uuid(value: str) -> bool:
    try:
        UUID(value)
    except ValueError:
        return False
    return True
