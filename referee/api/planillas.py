"""Freezing the result, reopening it, and signing."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies
from referee.api.mesas import mesa_get
from referee.api.payloads import mesa_answer
from referee.api.tablet import TabletView, device_of
from referee.selectors.mesas import planilla_standing
from referee.services.planillas import planilla_freeze, planilla_reopen
from referee.services.signatures import NothingToSign, signature_add

REFUSALS = {
    400: answers.Error,
    401: answers.Error,
    404: answers.Error,
    409: answers.ConflictError,
    422: answers.Error,
}


class FreezeView(TabletView):
    @extend_schema(operation_id="freeze", request=None, responses={200: answers.MesaAnswer, **REFUSALS})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        planilla_freeze(mesa=mesa_get(mesa_id, device), user=device.user, device=device, now=timezone.now())
        return Response(mesa_answer(mesa_get(mesa_id, device), device))


class ReopenView(TabletView):
    @extend_schema(operation_id="reopen", request=None, responses={200: answers.MesaAnswer, **REFUSALS})
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        planilla_reopen(mesa=mesa_get(mesa_id, device), user=device.user, device=device, now=timezone.now())
        return Response(mesa_answer(mesa_get(mesa_id, device), device))


class SignaturesView(TabletView):
    @extend_schema(
        operation_id="sign",
        request=bodies.SignatureSend,
        responses={201: answers.MesaAnswer, **REFUSALS},
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, bodies.SignatureSend)
        planilla = planilla_standing(mesa_get(mesa_id, device))
        if planilla is None:
            raise NothingToSign
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
            device=device,
            now=timezone.now(),
        )
        return Response(mesa_answer(mesa_get(mesa_id, device), device), status=status.HTTP_201_CREATED)
