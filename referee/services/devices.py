"""Tablets sign in and out, and jueces come and go on those that are paired.

Whoever has the token writes; whoever has the password or the desk takes it away.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.signals import user_logged_in
from django.db.models import F

from brackets.models import Championship, Table, User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from brackets.services.clients import Client
from brackets.services.names import text_clean
from brackets.services.sign_in import MustWait, password_check
from referee.models import Device, Mesa
from referee.selectors.access import championships_open_to, token_digest
from referee.selectors.pins import pin_opens_desk
from referee.services.desk_passkeys import role_require
from referee.services.device_keys import public_key_clean
from referee.services.errors import Forbidden, RefereeError
from referee.services.pins import Shown, long_enough_require, pin_check
from referee.services.reviews import reviews_end
from referee.services.writing import one_writer

SEEN_EVERY = timedelta(minutes=1)
ANSWERED_WITHIN = timedelta(minutes=5)
WRONG = "El usuario o la contraseña no son correctos. Revise mayúsculas y vuelva a intentarlo."
NO_ROLE = "Su cuenta no tiene función en ningún campeonato abierto. Pida a la Mesa de Control que se la asigne."


class SignInRefused(RefereeError):
    http_status = 401


class TooManyAttempts(RefereeError):
    http_status = 429


class ChampionshipAmbiguous(RefereeError):
    """The account serves several open championships: the tablet must say which."""

    http_status = 409


def device_login(
    *,
    client: Client,
    username: str,
    password: str,
    name: str,
    championship: str | None,
    now: datetime,
    public_key: str = "",
) -> tuple[Device, str]:
    """Sign a person in on a tablet; the token is told only here. `public_key`: see `public_key_clean`. Call it outside any transaction, as `password_check`."""
    try:
        user = password_check(username=username, password=password, client=client, now=now)
    except MustWait as wait:
        raise TooManyAttempts(wait.code, wait.message) from wait
    if user is None:
        raise SignInRefused("credenciales", WRONG)
    place = _championship(user, championship)
    role_require(user=user, championship_id=place.pk)
    name = text_clean(name, field="name", label="El nombre del equipo", longest=40, required=True, printable=True)
    public_key, token = public_key_clean(public_key), secrets.token_urlsafe(32)
    with one_writer():
        _require_still(user, place)
        user_logged_in.send(sender=User, request=None, user=user)  # as Django's own sign-in: it notes the hour
        ended = _unanswered_end(user=user, championship=place, name=name, public_key=public_key, now=now)
        device = Device.objects.create(
            championship=place,
            user=user,
            name=name,
            token_hash=token_digest(token),
            public_key=public_key,
            desk=True,
            created_at=now,
            last_seen_at=now,
        )
        audit_record(
            championship=place,
            user=user,
            now=now,
            action="equipo-entrar",
            sentence=f"{user} entró con su contraseña en el equipo «{name}».",
            data={"device": device.pk, "ended": ended},
        )
    return device, token


def seen_is_due(*, device: Device, now: datetime) -> bool:
    """Whether it is time to note again that the tablet called."""
    return device.last_seen_at is None or now - device.last_seen_at >= SEEN_EVERY


def device_seen(*, device: Device, now: datetime) -> None:
    """Note that the tablet called, at most once a minute."""
    if seen_is_due(device=device, now=now):
        with one_writer():
            Device.objects.filter(pk=device.pk).update(last_seen_at=now)


@dataclass(frozen=True, slots=True)
class Told:
    """What a tablet tells of itself. `pending`: what it has not sent; `mesa`: which is open on it."""

    battery: int | None
    pending: int
    oldest_unsent_at: datetime | None
    mesa: UUID | None
    version: str


def device_tell(*, device: Device, told: Told, now: datetime) -> None:
    """Note for the Mesa de Control how this tablet is."""
    mesas = Mesa.objects.filter(fixture__stage__championship=device.championship_id)
    mesa = mesas.filter(public_id=told.mesa).values_list("pk", flat=True).first() if told.mesa else None
    version = text_clean(told.version, field="version", label="La versión", longest=40)
    with one_writer():
        Device.objects.filter(pk=device.pk).update(
            battery=told.battery,
            pending=told.pending,
            oldest_unsent_at=told.oldest_unsent_at,
            mesa=mesa,
            version=version,
            told_at=now,
            last_seen_at=now,
        )
        reviews_end(now=now)


def juez_enter(*, device: Device, user_id: int, shown: Shown, now: datetime) -> User:
    """Somebody of the championship is at this paired tablet from now on; entering again does nothing.

    Who is of the desk has its powers there, if the server itself sees his PIN.
    """
    if device.paired_at is None:
        message = "En esta tablet alguien entró con su contraseña. Salga primero, y vuelva a entrar con la suya."
        raise Forbidden("equipo-de-cuenta", message)
    pin = pin_check(device=device, shown=shown, now=now, user=user_id)
    long_enough_require(pin)
    role_require(user=pin.user, championship_id=device.championship_id)
    user, desk = pin.user, pin_opens_desk(pin)
    with one_writer():
        came = Device.objects.filter(pk=device.pk).exclude(user=user).update(user=user)
        Device.objects.filter(pk=device.pk).exclude(desk=desk).update(desk=desk)
        if came:
            audit_record(
                championship=device.championship,
                user=user,
                now=now,
                action="equipo-juez",
                sentence=f"Entró con su PIN en la tablet «{device.name}».",
                data={"device": device.pk},
            )
    return user


def device_leave(*, device: Device, now: datetime) -> None:
    """Who was seen at the tablet goes, and nobody who came meanwhile: a paired one stays paired, the token of any other ends."""
    if device.paired_at is not None:
        with one_writer():
            there = Device.objects.select_for_update(of=("self",)).select_related("championship").get(pk=device.pk)
            if there.user is None or there.user_id != device.user_id:
                return
            left, there.user, there.desk = there.user, None, False
            there.save(update_fields=("user", "desk"))
            audit_record(
                championship=there.championship,
                user=left,
                now=now,
                action="equipo-salir",
                sentence=f"{left} dejó la tablet «{there.name}».",
                data={"device": there.pk, "before": left.pk, "after": None},
            )
    elif device.user is not None:
        device_revoke(device=device, by=device.user, now=now)


def device_settle(*, device: Device, name: str, table: Table | None, by: User, now: datetime) -> None:
    """Give the tablet a name and a place, from the desk; the same again does nothing."""
    is_new = name != device.name
    name = text_clean(name, field="name", label="El nombre de la tablet", longest=40, required=True, printable=is_new)
    with one_writer():
        device = Device.objects.select_for_update(of=("self",)).select_related("championship").get(pk=device.pk)
        if (device.name, device.table_id) == (name, table and table.pk):
            return
        before, standing = device.name, device.table.number if device.table else None
        device.name, device.table = name, table
        device.save(update_fields=("name", "table"))
        audit_record(
            championship=device.championship,
            user=by,
            now=now,
            action="equipo-cambiar",
            sentence=f"La tablet «{before}» es «{name}», {f'en la mesa {table.number}' if table else 'sin mesa fija'}.",
            data={
                "device": device.pk,
                "before": {"name": before, "table": standing},
                "after": {"name": name, "table": table.number if table else None},
            },
        )


def device_move(*, device: Device, number: int, pin: str, now: datetime) -> Table:
    """Take the tablet to another table, with the PIN of somebody at the desk."""
    table = Table.objects.filter(championship=device.championship_id, number=number).first()
    if table is None:
        message = f"En este campeonato no hay una mesa {number}. Revise el código QR de la mesa."
        raise RefereeError("mesa-del-salon", message)
    by = pin_check(device=device, shown=Shown(pin=pin), now=now, desk=True).user
    device_settle(device=device, name=device.name, table=table, by=by, now=now)
    return table


def device_revoke(*, device: Device, by: User | None, now: datetime) -> None:
    """End the token, from the next request on. Revoking it again does nothing. `by` is None where who keeps the server does it."""
    with one_writer():
        if not Device.objects.filter(pk=device.pk, revoked_at__isnull=True).update(revoked_at=now):
            return
        audit_record(
            championship=device.championship,
            user=by,
            now=now,
            action="equipo-revocar",
            sentence=f"Cerró la sesión del equipo «{device.name}»{f' de {device.user}' if device.user else ''}.",
            data={"device": device.pk},
        )


def _unanswered_end(*, user: User, championship: Championship, name: str, public_key: str, now: datetime) -> list[int]:
    """End the tokens of tablets that are this one: it did not wait for their answers on a slow network, and signs in again.

    A tablet that was answered tells of itself at once. One that signs in while its later attempt was let in already is left as it is,
    and so is one without a key: another may have its name.
    """
    if not public_key:
        return []
    tried = Device.objects.filter(
        user=user, championship=championship, name=name, public_key=public_key, paired_at=None, told_at=None, last_seen_at=F("created_at"), revoked_at=None,
        created_at__lt=now, created_at__gt=now - ANSWERED_WITHIN,
    )  # fmt: skip
    ended = sorted(tried.values_list("pk", flat=True))
    tried.update(revoked_at=now)
    return ended


def _require_still(user: User, place: Championship) -> None:
    """Hold both until the transaction ends: what ended while the password was hashed has ended the tokens that it saw, not this one."""
    if championship_lock(place).is_closed:
        raise Forbidden("sin-funcion", NO_ROLE)
    if single(User.objects.select_for_update(no_key=True).filter(pk=user.pk, password=user.password)) is None:
        raise SignInRefused("credenciales", WRONG)


def _championship(user: User, slug: str | None) -> Championship:
    candidates = list(championships_open_to(user))
    if slug is not None:
        candidates = [candidate for candidate in candidates if candidate.slug == slug]
    if not candidates:
        raise Forbidden("sin-funcion", NO_ROLE)
    if len(candidates) > 1:
        raise ChampionshipAmbiguous(
            "varios-campeonatos",
            "Su cuenta sirve en varios campeonatos abiertos: elija uno.",
            extra={"championships": [{"slug": each.slug, "name": str(each)} for each in candidates]},
        )
    return candidates[0]
