"""Tablets sign in and out. Whoever has the token writes; whoever has the password or the desk takes it away."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth import authenticate
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from brackets.models import Championship, User
from brackets.services.audit import audit_record
from brackets.services.names import text_clean
from referee.models import Device
from referee.selectors.access import championships_open_to, token_digest
from referee.services.errors import Forbidden, RefereeError
from referee.services.writing import one_writer

SEEN_EVERY = timedelta(minutes=1)


class SignInRefused(RefereeError):
    http_status = 401


class TooManyAttempts(RefereeError):
    http_status = 429


class ChampionshipAmbiguous(RefereeError):
    """The account serves several open championships: the tablet must say which."""

    http_status = 409


def device_login(
    *, request: HttpRequest, username: str, password: str, name: str, championship: str | None, now: datetime
) -> tuple[Device, str]:
    """Sign a person in on a tablet; the token is told only here.

    `request` is for django-axes, which counts failures by account and address.
    """
    user = authenticate(request, username=username, password=password)
    if getattr(request, "axes_locked_out", False):
        message = "Demasiados intentos con esta cuenta. Espere 15 minutos y vuelva a intentarlo."
        raise TooManyAttempts("demasiados-intentos", message)
    if not isinstance(user, User):
        message = "El usuario o la contraseña no son correctos. Revise mayúsculas y vuelva a intentarlo."
        raise SignInRefused("credenciales", message)
    place = _championship(user, championship)
    name = text_clean(name, field="name", label="El nombre del equipo", longest=40, required=True)
    token = secrets.token_urlsafe(32)
    with one_writer():
        # As Django's own sign-in does it: axes forgets the failures, the account its last sign-in.
        user_logged_in.send(sender=User, request=request, user=user)
        device = Device.objects.create(
            championship=place,
            user=user,
            name=name,
            token_hash=token_digest(token),
            created_at=now,
            last_seen_at=now,
        )
    return device, token


def device_seen(*, device: Device, now: datetime) -> None:
    """Note that the tablet called, at most once a minute."""
    if device.last_seen_at is None or now - device.last_seen_at >= SEEN_EVERY:
        with one_writer():
            Device.objects.filter(pk=device.pk).update(last_seen_at=now)


def device_revoke(*, device: Device, by: User, now: datetime) -> None:
    """End the token, from the next request on. Revoking it again does nothing."""
    with one_writer():
        if not Device.objects.filter(pk=device.pk, revoked_at__isnull=True).update(revoked_at=now):
            return
        audit_record(
            championship=device.championship,
            user=by,
            now=now,
            action="equipo-revocar",
            sentence=f"Cerró la sesión del equipo «{device.name}» de {device.user}.",
            data={"device": device.pk},
        )


def _championship(user: User, slug: str | None) -> Championship:
    candidates = list(championships_open_to(user))
    if slug is not None:
        candidates = [candidate for candidate in candidates if candidate.slug == slug]
    if not candidates:
        message = "Su cuenta no tiene función en ningún campeonato abierto. Pida a la Mesa de Control que se la asigne."
        raise Forbidden("sin-funcion", message)
    if len(candidates) > 1:
        raise ChampionshipAmbiguous(
            "varios-campeonatos",
            "Su cuenta sirve en varios campeonatos abiertos: elija uno.",
            extra={"championships": [{"slug": each.slug, "name": str(each)} for each in candidates]},
        )
    return candidates[0]
