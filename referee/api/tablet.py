"""What every view of the tablet shares: JSON in and out by msgspec, a token instead of a cookie."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import IO, Any, cast

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import APIException, AuthenticationFailed
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from brackets.models import User
from brackets.services.audit import done_on
from referee.api.english import asks_for_english, in_english
from referee.models import Device
from referee.selectors.access import device_alone, device_by_token, device_whole, is_idle
from referee.services.device_keys import request_signature_require
from referee.services.devices import device_seen

BODY_LIMIT = 64 * 1024
KEYWORD = "Device"
SIGNED_BY = "HTTP_DEVICE_SIGNATURE"
MINIMAL = "return=minimal"  # of RFC 7240, in `Prefer`


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
        if data is None:
            return b""
        request = (renderer_context or {}).get("request")
        if request is not None and asks_for_english(request.META.get("HTTP_ACCEPT_LANGUAGE", "")):
            data = in_english(data)
        return msgspec.json.encode(data, enc_hook=_text)


def _text(value: object) -> str:
    """DRF writes its own errors in subclasses of str, which msgspec does not know."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


class DeviceAuthentication(BaseAuthentication):
    """`Authorization: Device <token>`. A revoked token, and a person without a role, are out from the next request."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, Device] | None:
        keyword, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if keyword.lower() != KEYWORD.lower():
            return None
        device, now = device_by_token(token.strip()), timezone.now()
        if device is None or is_idle(device, now):
            return self.nobody_at(token.strip(), now)
        request_require(request, device)
        done_on(device.name)
        device_seen(device=device, now=now)
        return cast("User", device.user), device

    def nobody_at(self, token: str, now: datetime) -> tuple[AnonymousUser, Device]:
        """A paired tablet that nobody is at may do nothing here, but is told so: it need not be paired again."""
        if device_alone(token, now=now) is not None:
            message = "Nadie ha entrado en esta tablet. Elija su nombre y marque su PIN."
            raise AuthenticationFailed(message, code="sin-juez")
        message = "Esta tablet ya no está emparejada ni tiene una sesión abierta. Empareje la tablet o entre de nuevo."
        raise AuthenticationFailed(message, code="equipo-desconocido")

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


class PairedAuthentication(DeviceAuthentication):
    """The same, where a paired tablet is let in although nobody is at it; the tablet is loaded whole."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, Device] | None:
        let_in = super().authenticate(request)
        if let_in is None:
            return None
        if let_in[1].user is None:
            request_require(request, let_in[1])
            device_seen(device=let_in[1], now=timezone.now())
            return let_in
        device = device_whole(let_in[1])
        return cast("User", device.user), device

    def nobody_at(self, token: str, now: datetime) -> tuple[AnonymousUser, Device]:
        device = device_alone(token, now=now)
        if device is None:
            return super().nobody_at(token, now)
        return AnonymousUser(), device


def request_require(request: Request, device: Device) -> None:
    """Raise RequestUnsigned where a tablet that has a key did not sign what it asks to be done.

    Jugadas are signed each, and what only reads is not: the token alone still reads.
    """
    if request.method in SAFE_METHODS or (request.method == "POST" and request.path.endswith("/jugadas")):
        return
    request_signature_require(
        public_key=device.public_key,
        method=request.method or "",
        path=request.get_full_path(),
        body=request._request.body,  # noqa: SLF001 (what was sent, before it is read)
        signature=request.META.get(SIGNED_BY, ""),
    )


class IsTablet(BasePermission):
    """Whoever has a tablet's token, whether or not somebody is at it."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.auth is not None


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


class PairedView(JsonView):
    """What a tablet may ask before anybody is at it."""

    authentication_classes = (PairedAuthentication,)
    permission_classes = (IsTablet,)


def device_of(request: Request) -> Device:
    """The tablet that calls, of a view that only a tablet reaches."""
    return cast("Device", request.auth)


def user_of(request: Request) -> User:
    """Who is at the tablet that calls, of a `TabletView`."""
    return cast("User", request.user)
