"""What a tablet had saved and the log did not take: bringing it, looking at it, deciding about it."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies
from referee.api import quarantine_bodies as sent
from referee.api.mesas import mesa_get
from referee.api.tablet import PairedView, TabletView, device_of, user_of
from referee.models import Mesa
from referee.selectors.quarantine import WAITING, Standing, parted_at, quarantine_of
from referee.services.errors import MesaOutOfReach
from referee.services.quarantine import KeptInput, quarantine_decide, quarantine_keep
from referee.services.reach import owner_shown

REFUSED = {400: answers.Error, 401: answers.Error, 403: answers.Error, 404: answers.Error, 422: answers.Error}


class QuarantineKept(Struct, kw_only=True):
    """All that was sent is kept: a tablet may let go of it. `waiting`: how many of the mesa nobody decided about yet."""

    kept: list[UUID]
    waiting: int


class QuarantineItem(Struct, kw_only=True):
    """`outcome`: `espera`, `incorporada` or `descartada`; `seq` its row of the log.

    `refusal`: what the rules said the last time that somebody wanted to incorporate it. `device`: the tablet on which
    it was tapped, as far as it is known. `reason` and `decided_by` once it is decided.
    """

    client_id: UUID
    kind: str
    notation: str
    label: str
    side: str
    number: int | None
    device: str | None
    device_ts: datetime | None
    received_at: datetime
    lease_epoch: int
    why_code: str
    why: str
    outcome: str
    seq: int | None
    refusal: str
    reason: str
    decided_by: str | None


class QuarantineAnswer(Struct, kw_only=True):
    """`since`: the last row that the log and what waits have in common, as far as it is known. `lease_epoch`: the
    mesa's now, by which a tablet that was overtaken learns of it.

    `refused`: why the first that could not be incorporated was not, empty where all were.
    """

    lease_epoch: int
    since: int
    waiting: int
    items: list[QuarantineItem]
    refused: str = ""


class QuarantineView(PairedView):
    """A tablet brings what it saved whoever is at it now: it lets go of nothing before that is acknowledged here."""

    @extend_schema(operation_id="quarantine", responses={200: QuarantineAnswer, 401: answers.Error, 404: answers.Error})
    def get(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        if device.user is None:
            raise MesaOutOfReach
        return Response(quarantine_answer(mesa_get(mesa_id, device)))

    @extend_schema(
        operation_id="quarantine_keep",
        request=sent.QuarantineSend,
        responses={200: QuarantineKept, **REFUSED},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, sent.QuarantineSend)
        mesa = quarantine_keep(
            mesa_id=mesa_id,
            device=device,
            user=device.user,
            lease_epoch=body.lease_epoch,
            items=[_input(item) for item in body.items],
            now=timezone.now(),
        )
        waiting = sum(each.outcome == WAITING for each in quarantine_of(mesa))
        return Response(QuarantineKept(kept=[item.client_id for item in body.items], waiting=waiting))


class QuarantineDecideView(TabletView):
    @extend_schema(
        operation_id="quarantine_decide",
        request=sent.QuarantineDecide,
        responses={200: QuarantineAnswer, 403: answers.Error, 409: answers.Error, 429: answers.Error, **REFUSED},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device, now = device_of(request), timezone.now()
        body = bodies.read(request, sent.QuarantineDecide)
        mesa = mesa_get(mesa_id, device)
        user = user_of(request)
        owner = owner_shown(fixture=mesa.fixture, device=device, user=user, shown=body.shown, now=now)
        refused = quarantine_decide(
            mesa_id=mesa_id,
            device=device,
            user=owner,
            client_ids=body.client_ids,
            incorporate=body.decision == "incorporar",
            reason=body.reason,
            now=now,
        )
        return Response(quarantine_answer(mesa_get(mesa_id, device), refused))


def quarantine_answer(mesa: Mesa, refused: str = "") -> QuarantineAnswer:
    items = quarantine_of(mesa)
    waiting = [each for each in items if each.outcome == WAITING]
    return QuarantineAnswer(
        lease_epoch=mesa.lease_epoch,
        since=parted_at(mesa, [each.item for each in waiting]),
        waiting=len(waiting),
        items=[_answer(each) for each in items],
        refused=refused,
    )


def _answer(each: Standing) -> QuarantineItem:
    item, decision = each.item, each.decision
    return QuarantineItem(
        client_id=item.client_id,
        kind=item.kind,
        notation=item.notation,
        label=each.label,
        side=each.side,
        number=item.number,
        device=item.device.name if item.device else None,
        device_ts=item.device_ts,
        received_at=item.received_at,
        lease_epoch=item.lease_epoch,
        why_code=item.why_code,
        why=item.why,
        outcome=each.outcome,
        seq=each.seq,
        refusal=each.refusal,
        reason=decision.reason if decision else "",
        decided_by=str(decision.user) if decision else None,
    )


def _input(item: sent.KeptSent) -> KeptInput:
    return KeptInput(
        client_id=item.client_id,
        kind=item.kind,
        notation=item.notation,
        why_code=item.why_code,
        why=item.why,
        number=item.number,
        about=item.about,
        body=item.body,
        device_ts=item.device_ts,
    )
