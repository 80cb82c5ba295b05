"""Freezing the result, reopening it, and signing; also later, when a tablet did it without a network."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies
from referee.api.mesas import mesa_get
from referee.api.payloads import mesa_answer
from referee.api.planilla_bodies import FreezeSend, ReopenSend, SignatureSend
from referee.api.tablet import TabletView, device_of, user_of
from referee.services.planillas import planilla_freeze, planilla_reopen
from referee.services.reach import owner_shown
from referee.services.signatures import planilla_to_sign, signature_add

REFUSALS = {
    400: answers.Error,
    401: answers.Error,
    403: answers.Error,
    404: answers.Error,
    409: answers.DigestError,
    422: answers.Error,
    429: answers.Error,
}


class FreezeView(TabletView):
    @extend_schema(operation_id="freeze", request=FreezeSend, responses={200: answers.MesaAnswer, **REFUSALS})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body, now = bodies.read(request, FreezeSend), timezone.now()
        mesa = mesa_get(mesa_id, device)
        planilla_freeze(
            mesa=mesa,
            user=owner_shown(fixture=mesa.fixture, device=device, user=user_of(request), shown=body.shown, now=now),
            device=device,
            client_id=body.client_id,
            digest=body.digest,
            head_seq=body.head_seq,
            at=body.at,
            now=now,
        )
        return Response(mesa_answer(mesa_get(mesa_id, device), device))


class ReopenView(TabletView):
    @extend_schema(operation_id="reopen", request=ReopenSend, responses={200: answers.MesaAnswer, **REFUSALS})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, ReopenSend)
        planilla_reopen(
            mesa=mesa_get(mesa_id, device),
            user=user_of(request),
            device=device,
            client_id=body.client_id,
            now=timezone.now(),
        )
        return Response(mesa_answer(mesa_get(mesa_id, device), device))


class SignaturesView(TabletView):
    @extend_schema(operation_id="sign", request=SignatureSend, responses={201: answers.MesaAnswer, **REFUSALS})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body, now = bodies.read(request, SignatureSend), timezone.now()
        mesa = mesa_get(mesa_id, device)
        planilla = planilla_to_sign(mesa, body.client_id)
        signature_add(
            planilla=planilla,
            party=body.party,
            outcome=body.outcome,
            name=body.name,
            ink=body.ink,
            reason=body.reason,
            witness=body.witness,
            contested=body.contested,
            client_id=body.client_id,
            digest=body.digest,
            at=body.signed_at,
            user=owner_shown(fixture=mesa.fixture, device=device, user=user_of(request), shown=body.shown, now=now)
            if body.party == "juez"
            else user_of(request),
            device=device,
            now=now,
        )
        return Response(mesa_answer(mesa_get(mesa_id, device), device), status=status.HTTP_201_CREATED)
