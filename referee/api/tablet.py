"""What every view of the tablet shares: JSON in and out by msgspec, a token instead of a cookie."""

from collections.abc import Iterable, Mapping
from typing import IO, Any, cast

import msgspec
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import APIException, AuthenticationFailed
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from brackets.models import User
from referee.models import Device
from referee.selectors.access import device_by_token
from referee.services.devices import device_seen

BODY_LIMIT = 64 * 1024
KEYWORD = "Device"


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "cuerpo-grande"
    default_detail = f"La petición pasa de {BODY_LIMIT // 1024} KiB. Envíe menos jugadas de una vez."


class BodyParser(BaseParser):
    """Hands the bytes on: `bodies.read` decodes them straight into their type."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # the stubs know only parsers that decode
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        body = stream.read(BODY_LIMIT + 1)
        if len(body) > BODY_LIMIT:
            raise BodyTooLarge
        return body


class AnswerRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data, enc_hook=_text)


def _text(value: object) -> str:
    """DRF writes its own errors in subclasses of str, which msgspec does not know."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


class DeviceAuthentication(BaseAuthentication):
    """`Authorization: Device <token>`. A revoked token, and a person without a role, are out from the next request."""

    def authenticate(self, request: Request) -> tuple[User, Device] | None:
        keyword, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if keyword.lower() != KEYWORD.lower():
            return None
        device = device_by_token(token.strip())
        if device is None:
            message = "Esta tablet no tiene una sesión abierta. Entre de nuevo con su usuario y contraseña."
            raise AuthenticationFailed(message, code="equipo-desconocido")
        device_seen(device=device, now=timezone.now())
        return device.user, device

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


class JsonOnly(DefaultContentNegotiation):
    """What is answered is JSON, whatever is asked for."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class JsonView(APIView):
    parser_classes = (BodyParser,)
    renderer_classes = (AnswerRenderer,)
    content_negotiation_class = JsonOnly


class TabletView(JsonView):
    authentication_classes = (DeviceAuthentication,)


def device_of(request: Request) -> Device:
    """The tablet that calls, of a view that only a tablet reaches."""
    return cast("Device", request.auth)
