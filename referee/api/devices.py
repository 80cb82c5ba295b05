"""A tablet signs in and out."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from referee.api import answers, bodies
from referee.api.payloads import championship_answer
from referee.api.tablet import JsonView, TabletView, device_of
from referee.services.devices import device_login, device_revoke


class DevicesView(JsonView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="sign_in",
        request=bodies.SignIn,
        responses={
            201: answers.SignedIn,
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
        device, token = device_login(
            request=request._request,  # noqa: SLF001 (axes marks Django's own request)
            username=body.username,
            password=body.password,
            name=body.name,
            championship=body.championship,
            now=timezone.now(),
        )
        answer = answers.SignedIn(
            token=token,
            device=answers.DeviceAnswer(id=device.pk, name=device.name),
            user=answers.UserAnswer(name=str(device.user)),
            championship=championship_answer(device.championship),
        )
        return Response(answer, status=status.HTTP_201_CREATED)


class CurrentDeviceView(TabletView):
    @extend_schema(operation_id="sign_out", responses={204: None, 401: answers.Error})
    def delete(self, request: Request) -> Response:
        device = device_of(request)
        device_revoke(device=device, by=device.user, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
