"""Appeals of a mesa: what may still be appealed, what was, and presenting one."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies
from referee.api.appeal_answers import AppealableAnswer, AppealAnswer, AppealList
from referee.api.appeal_bodies import AppealSend
from referee.api.mesas import mesa_get
from referee.api.tablet import TabletView, device_of, user_of
from referee.models import Mesa
from referee.selectors.appeal_terms import Appealable, decisions
from referee.selectors.appeals import AppealTold, appeal_article, appeals_of_mesa
from referee.services.appeals.filing import Filed, Signed, appeal_file

LATEST = 12
"""As many of the latest decisions are told whether or not their time is over."""
REFUSED = {400: answers.Error, 401: answers.Error, 404: answers.Error, 422: answers.Error}


class AppealsView(TabletView):
    """Read for the countdown of each decision; presented with the signatures of the pareja, again and again until acknowledged."""

    @extend_schema(operation_id="appeals", responses={200: AppealList, 401: answers.Error, 404: answers.Error})
    def get(self, request: Request, mesa_id: UUID) -> Response:
        return Response(_answer(mesa_get(mesa_id, device_of(request)), timezone.now()))

    @extend_schema(operation_id="appeal", request=AppealSend, responses={200: AppealList, **REFUSED})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device, now = device_of(request), timezone.now()
        body = bodies.read(request, AppealSend)
        mesa = mesa_get(mesa_id, device)
        appeal_file(
            mesa=mesa,
            filed=Filed(
                side=body.pareja,
                jugada=body.jugada,
                about=body.about,
                text=body.text,
                signatures=[Signed(each.name, each.ink) for each in body.signatures],
                filed_at=body.filed_at,
                decided_at=body.decided_at,
            ),
            client_id=body.client_id,
            device=device,
            user=user_of(request),
            now=now,
        )
        return Response(_answer(mesa, now))


def _answer(mesa: Mesa, now: datetime) -> AppealList:
    championship = mesa.fixture.stage.championship
    return AppealList(
        minutes=championship.appeal_minutes or 0,
        article=appeal_article(mesa),
        now=now,
        head=mesa.head_seq,
        appealable=[
            AppealableAnswer(
                jugada=each.jugada,
                label=each.label,
                decided_at=each.decided_at,
                until=each.until,
                taken=sorted(each.taken),
            )
            for each in _told(decisions(mesa, championship), now)
        ],
        appeals=[_appeal(told) for told in appeals_of_mesa(mesa)],
    )


def _told(rows: Sequence[Appealable], now: datetime) -> list[Appealable]:
    return [row for place, row in enumerate(rows) if place < LATEST or row.open(now)]


def _appeal(told: AppealTold) -> AppealAnswer:
    appeal = told.appeal
    return AppealAnswer(
        number=appeal.number,
        client_id=appeal.client_id,
        pareja=appeal.side,
        jugada=appeal.jugada,
        about=appeal.about,
        text=appeal.text,
        decided_at=appeal.decided_at,
        filed_at=appeal.filed_at,
        received_at=appeal.received_at,
        state=told.state,
        reason=told.qualification.reason if told.qualification else "",
        ruling=told.ruling.kind if told.ruling else "",
        grounds=told.ruling.grounds if told.ruling else "",
    )
