"""A tablet is let in, tells how it is, and goes; jueces come to it and leave it."""

from datetime import datetime

import msgspec
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from brackets.selectors.access import is_public
from brackets.services.clients import client_of, network_of
from brackets.services.known_devices import device_remember
from referee.api import answers, bodies, device_bodies
from referee.api import device_answers as told
from referee.api.payloads import championship_answer
from referee.api.tablet import JsonView, PairedView, device_of
from referee.models import Device
from referee.selectors.pins import roster_of
from referee.selectors.shell import shell
from referee.selectors.tree.heads import tree_head
from referee.services.devices import Told, device_leave, device_login, device_move, device_tell, juez_enter
from referee.services.pairing import pairing_use
from referee.services.pins import Shown


class DevicesView(JsonView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="sign_in",
        request=bodies.SignIn,
        responses={
            201: told.SignedIn,
            400: answers.Error,
            401: answers.Error,
            403: answers.Error,
            409: answers.ChampionshipError,
            422: answers.Error,
            429: answers.Error,
        },
        auth=[],
    )
    def post(self, request: Request) -> Response:
        body = bodies.read(request, bodies.SignIn)
        client, now = client_of(request._request), timezone.now()  # noqa: SLF001 (the framework's has no type of Django's)
        device, token = device_login(
            client=client,
            username=body.username,
            password=body.password,
            name=body.name,
            championship=body.championship,
            public_key=body.public_key or "",
            now=now,
        )
        response = Response(_signed_in(device, token, now), status=status.HTTP_201_CREATED)
        if device.user:
            device_remember(response, device.user, client)
        return response


class PairingsView(JsonView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="pair",
        request=device_bodies.PairingUse,
        responses={
            201: told.SignedIn,
            400: answers.Error,
            404: answers.Error,
            422: answers.Error,
            429: answers.Error,
        },
        auth=[],
    )
    def post(self, request: Request) -> Response:
        body = bodies.read(request, device_bodies.PairingUse)
        now = timezone.now()
        device, token = pairing_use(
            network=network_of(request.META),
            code=body.code,
            name=body.name,
            client_id=body.client_id,
            public_key=body.public_key or "",
            now=now,
        )
        return Response(_signed_in(device, token, now), status=status.HTTP_201_CREATED)


class CurrentDeviceView(PairedView):
    @extend_schema(operation_id="device", responses={200: told.DeviceSession, 401: answers.Error})
    def get(self, request: Request) -> Response:
        return Response(_session(device_of(request), timezone.now()))

    @extend_schema(operation_id="sign_out", responses={204: None, 401: answers.Error})
    def delete(self, request: Request) -> Response:
        device_leave(device=device_of(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class JuezView(PairedView):
    @extend_schema(
        operation_id="enter",
        request=device_bodies.JuezEnter,
        responses={
            200: told.DeviceSession,
            400: answers.Error,
            401: answers.Error,
            403: answers.Error,
            429: answers.Error,
        },
    )
    def post(self, request: Request) -> Response:
        body, device, now = bodies.read(request, device_bodies.JuezEnter), device_of(request), timezone.now()
        shown = Shown(body.pin, body.pin_proof)
        device.user = juez_enter(device=device, user_id=body.user, shown=shown, now=now)
        return Response(_session(device, now))


class DeviceTableView(PairedView):
    @extend_schema(
        operation_id="move_to_table",
        request=device_bodies.TableMove,
        responses={
            200: told.DeviceSession,
            400: answers.Error,
            401: answers.Error,
            403: answers.Error,
            422: answers.Error,
            429: answers.Error,
        },
    )
    def post(self, request: Request) -> Response:
        body, device, now = bodies.read(request, device_bodies.TableMove), device_of(request), timezone.now()
        device.table = device_move(device=device, number=body.table, pin=body.pin, now=now)
        return Response(_session(device, now))


class PulseView(PairedView):
    @extend_schema(
        operation_id="pulse",
        request=device_bodies.Pulse,
        responses={200: told.PulseAnswer, 400: answers.Error, 401: answers.Error, 422: answers.Error},
    )
    def post(self, request: Request) -> Response:
        body, device, now = bodies.read(request, device_bodies.Pulse), device_of(request), timezone.now()
        device_tell(
            device=device,
            told=Told(body.battery, body.pending, body.oldest_unsent, body.mesa, body.version),
            now=now,
        )
        version = shell().version
        answer = told.PulseAnswer(
            server_time=now,
            name=device.name,
            table=device.table.number if device.table else None,
            user=device.user_id,
            people=roster_of(device).edition,
            revoked=False,
            update=version if body.version and body.version != version else None,
            head=_head_of(device),
        )
        return Response(answer)


def _head_of(device: Device) -> told.HeadAnswer | None:
    head = tree_head(device.championship) if is_public(device.championship) else None
    return told.HeadAnswer(size=head.size, root=head.short, at=head.at) if head else None


def _session(device: Device, now: datetime) -> told.DeviceSession:
    roster = roster_of(device)
    return told.DeviceSession(
        device=_device(device),
        user=told.UserAnswer(id=device.user.pk, name=str(device.user)) if device.user else None,
        championship=championship_answer(device.championship),
        roster=[
            told.PersonAnswer(
                user=each.user,
                name=each.name,
                kind=each.kind,
                digits=each.digits,
                verifier=roster.verifiers.get(each.user),
            )
            for each in roster.people
        ],
        people=roster.edition,
        salt=roster.salt,
        device_salt=roster.device_salt,
        iterations=roster.iterations,
        server_time=now,
    )


def _signed_in(device: Device, token: str, now: datetime) -> told.SignedIn:
    return told.SignedIn(token=token, **msgspec.structs.asdict(_session(device, now)))


def _device(device: Device) -> told.DeviceAnswer:
    table = device.table.number if device.table else None
    paired, signs = device.paired_at is not None, device.public_key != ""
    return told.DeviceAnswer(id=device.pk, name=device.name, paired=paired, table=table, signs=signs)
