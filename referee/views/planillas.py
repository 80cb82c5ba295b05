"""Planillas as PDF for the people of the organisation, and the public page that the QR on one leads to."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brackets.models import Championship, Fixture, Player
from brackets.selectors.access import may, may_know_jueces
from brackets.selectors.single import single
from brackets.selectors.site_address import site_address
from brackets.selectors.voided import is_voided
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.exporting import exported
from referee.models import Mesa, Planilla
from referee.printing import sheet_pdf
from referee.sealing import planilla_paper
from referee.selectors.live import is_covered
from referee.selectors.log_heads import mesa_broken
from referee.selectors.mesas import why_not_counted
from referee.selectors.planilla.blank import blank_sheet, empty_sheet, fixtures_to_print
from referee.selectors.planilla.build import mesas_to_print
from referee.selectors.planilla.signing import Signing, signing_of
from referee.selectors.planilla.verification import Verification, unnamed, verification
from referee.selectors.sealed.outside import outside_of
from referee.selectors.sealed.standing import why_replaced
from referee.services.planillas import planilla_deliver, planilla_undeliver


@require_safe
def planilla(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Say of a printed Planilla (`?v=1&h=7F3A91C20D4E55B1`) whether it is the valid one, and what that one records.

    A receipt from a tablet says the result too (`&r=A.40-22.40-8`).
    """
    mesa = single(mesas_to_print().filter(public_id=public_id))
    context: dict[str, Any] = {"verdict": "unknown"}
    if mesa is not None:
        checked = verification(
            mesa,
            version=request.GET.get("v", ""),
            fingerprint=request.GET.get("h", ""),
            result=request.GET.get("r", ""),
            base_url=site_address(),
        )
        championship = mesa.fixture.stage.championship
        checked = checked if may_know_jueces(request.user, championship) else unnamed(checked)
        broken = mesa_broken(mesa) if checked.sheet.status != "draft" else ""
        context = {
            "verdict": "broken" if broken else checked.verdict,
            "broken": broken,
            "checked": checked,
            "sheet": checked.sheet,
            "championship": championship,
            "public_id": public_id,
            "mark": mesa.fixture.mark,
            "voided": is_voided(mesa.fixture),
            "covered": is_hidden(request, mesa),
            "moves": not checked.sheet.version and _is_moving(request, mesa),
            "overruled": checked.sealed and bool(checked.sheet.overruled),
            "not_counted": why_not_counted(mesa),
            "why": why_replaced(mesa, checked.printed_version) if checked.verdict == "replaced" else (),
            "outside": outside_of(mesa),
            "signing": _signing(request, mesa),
            "bringing": checked.sealed and may_bring(request, mesa),
            "receivable": may_receive(request, mesa, checked),
            "received": may_take_back(request, mesa, checked),
        }
    return render(request, "referee/planilla_verification.html", context, status=200 if mesa else 404)


def _signing(request: HttpRequest, mesa: Mesa) -> Signing | None:
    """How the newest version was signed, for who directs."""
    newest = max(mesa.planillas.all(), key=lambda each: each.version, default=None)
    if newest is None or not may(request.user, mesa.fixture.stage.championship, "audit.see"):
        return None
    return signing_of(newest)


def is_hidden(request: HttpRequest, mesa: Mesa) -> bool:
    """Whether the public is told nothing of this mesa while it is played; chicas that were won are told with `chicas`."""
    hidden = mesa.fixture.stage.championship.live_visibility == Championship.LiveVisibility.END
    return hidden and _is_moving(request, mesa)


def _is_moving(request: HttpRequest, mesa: Mesa) -> bool:
    """Whether the public is told less of it than there is, and so must not see what becomes another with each jugada."""
    championship = mesa.fixture.stage.championship
    return is_covered(mesa, championship) and not may(request.user, championship, "panel.see")


@never_cache
@championship_page("mesa.keep")
def planilla_pdf(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """A Planilla with its signatures: for Director and Mesa de Control, and for the Juez of that mesa."""
    mesas = mesas_to_print().filter(fixture__stage__championship=request.championship)
    mesa = get_object_or_404(mesas, public_id=public_id)
    require_own(request, mesa)
    asked = request.GET.get("v", "")
    if asked and not (asked.isascii() and asked.isdecimal() and len(asked) < 5):
        raise Http404
    version = int(asked) if asked else None
    try:
        pdf = planilla_paper(mesa, version, base_url=site_address(), now=timezone.now())
    except Planilla.DoesNotExist as error:
        raise Http404 from error
    of = version or max(
        (each.version for each in mesa.planillas.all() if each.status == Planilla.Status.SEALED), default=0
    )
    _noted(request, "la Planilla", mesa.fixture, ("nombre", "firma"))
    return pdf_response(pdf, f"planilla-{mesa.fixture.number or mesa.fixture_id}-{f'v{of}' if of else 'borrador'}")


@never_cache
@championship_page("print")
def blank_pdf(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """A blank Planilla for one partida."""
    fixtures = fixtures_to_print().filter(stage__championship=request.championship)
    fixture = get_object_or_404(fixtures, pk=fixture_id)
    sheet = blank_sheet(fixture, base_url=site_address())
    _noted(request, "la Planilla en blanco", fixture, ("nombre",))
    return pdf_response(sheet_pdf(sheet), f"planilla-{fixture.number or fixture.pk}-en-blanco")


@never_cache
@championship_page("print")
def empty_pdf(request: MemberRequest) -> HttpResponse:
    """A blank Planilla for whatever partida."""
    return pdf_response(sheet_pdf(empty_sheet(request.championship)), "planilla-en-blanco")


@championship_page("results.record", WRITE)
def planilla_receive(request: MemberRequest, public_id: UUID) -> HttpResponse:
    """The Mesa de Control receives the paper, or the tablet, with the sealed Planilla (16); with `a=deshacer`, not yet."""
    sealed = Planilla.objects.filter(
        status=Planilla.Status.SEALED, mesa__fixture__stage__championship=request.championship
    )
    newest = sealed.filter(mesa__public_id=public_id).order_by("version").last()
    if newest is None:
        raise Http404
    if request.POST.get("a") == "deshacer":
        planilla_undeliver(planilla=newest, user=request.user, now=timezone.now())
        messages.success(request, "La Planilla queda por recibir en la Mesa de Control.")
    else:
        planilla_deliver(planilla=newest, user=request.user, now=timezone.now())
        messages.success(request, "La Planilla consta como recibida en la Mesa de Control.")
    return redirect("referee:planilla", public_id)


def may_receive(request: HttpRequest, mesa: Mesa, checked: Verification) -> bool:
    """Whether whoever looks sits at the desk, and the valid Planilla has not been received there yet."""
    if not checked.sealed or checked.sheet.delivered_at or checked.verdict not in ("current", "unprinted"):
        return False
    return may(request.user, mesa.fixture.stage.championship, "results.record")


def may_bring(request: HttpRequest, mesa: Mesa) -> bool:
    """Whether whoever looks may bring the Planilla signed outside: the desk, and the Juez of the mesa."""
    championship = mesa.fixture.stage.championship
    own = mesa.fixture.juez_id is not None and mesa.fixture.juez_id == request.user.pk
    return may(request.user, championship, "print") or (own and may(request.user, championship, "mesa.keep"))


def may_take_back(request: HttpRequest, mesa: Mesa, checked: Verification) -> bool:
    """Whether whoever looks sits at the desk, and the Planilla has been received there."""
    return bool(checked.sealed and checked.sheet.delivered_at) and may(
        request.user, mesa.fixture.stage.championship, "results.record"
    )


def require_own(request: MemberRequest, mesa: Mesa) -> None:
    """A Juez sees the Planillas of his own mesas."""
    if "print" not in request.allowed and mesa.fixture.juez_id != request.user.pk:
        raise PermissionDenied


def _noted(request: MemberRequest, what: str, fixture: Fixture, fields: Sequence[str]) -> None:
    exported(request, f"{what} de la {fixture.name}", people_of_fixture(fixture), fields)


def people_of_fixture(fixture: Fixture) -> int:
    """Its players and its Juez: one query."""
    players = Player.objects.filter(pareja__in=(fixture.pareja_a_id, fixture.pareja_b_id)).count()
    return players + (fixture.juez_id is not None)


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """Show a PDF in the browser; saved, it has this name."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)
