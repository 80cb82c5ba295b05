"""Opening, reading and taking over mesas."""

from typing import cast
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from brackets.models import Fixture, User
from brackets.selectors.single import single
from referee.api import answers, bodies
from referee.api.payloads import mesa_answer, mesa_list
from referee.api.quarantine_bodies import LeaseTake
from referee.api.tablet import TabletView, device_of, user_of
from referee.models import Device, Mesa
from referee.selectors.mesas import mesa_for_tablet
from referee.services.errors import MesaOutOfReach
from referee.services.mesas import lease_take, mesa_open


def mesa_get(mesa_id: UUID, device: Device) -> Mesa:
    """The mesa as this tablet may read it; raises MesaOutOfReach."""
    mesa = mesa_for_tablet(mesa_id=mesa_id, device=device, user=cast("User", device.user))
    if mesa is None:  # also where the desk needs a passkey: by this answer a tablet sets aside what it has not sent
        raise MesaOutOfReach
    return mesa


class MesasView(TabletView):
    @extend_schema(operation_id="mesas", responses={200: answers.MesaList, 401: answers.Error})
    def get(self, request: Request) -> Response:
        device = device_of(request)
        return Response(mesa_list(device=device, user=user_of(request)))

    @extend_schema(
        operation_id="mesa_open",
        request=bodies.MesaOpen,
        responses={
            200: answers.MesaAnswer,
            201: answers.MesaAnswer,
            400: answers.Error,
            401: answers.Error,
            403: answers.Error,
            404: answers.Error,
            409: answers.Error,
            422: answers.Error,
        },
    )
    def post(self, request: Request) -> Response:
        device = device_of(request)
        body = bodies.read(request, bodies.MesaOpen)
        fixture = single(Fixture.objects.filter(pk=body.fixture))
        if fixture is None:
            raise MesaOutOfReach
        now = timezone.now()
        mesa = mesa_open(
            fixture=fixture,
            device=device,
            user=user_of(request),
            seats=body.seats,
            representatives={"A": body.representatives.A, "B": body.representatives.B},
            identified=body.identified,
            now=now,
        )
        created = mesa.opened_at == now
        return Response(
            mesa_answer(mesa_get(mesa.public_id, device), device),
            status=status.HTTP_201_CREATED if created else status.HTTP_200_OK,
        )


class MesaView(TabletView):
    @extend_schema(operation_id="mesa", responses={200: answers.MesaAnswer, 401: answers.Error, 404: answers.Error})
    def get(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        return Response(mesa_answer(mesa_get(mesa_id, device), device))


class LeaseView(TabletView):
    @extend_schema(
        operation_id="lease_take",
        request=LeaseTake,
        responses={
            200: answers.MesaAnswer,
            400: answers.Error,
            401: answers.Error,
            403: answers.Error,
            404: answers.Error,
            422: answers.Error,
            429: answers.Error,
        },
    )
    def post(self, request: Request, mesa_id: UUID) -> Response:
        device = device_of(request)
        body = bodies.read(request, LeaseTake)
        lease_take(mesa_id=mesa_id, device=device, user=user_of(request), shown=body.shown, now=timezone.now())
        return Response(mesa_answer(mesa_get(mesa_id, device), device))
