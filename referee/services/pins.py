"""PINs are given at the desk, one each and no two alike, and proved on the tablets."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random

import structlog
from django.db import IntegrityError, transaction

from brackets.models import Championship, Fixture, Role, User
from brackets.selectors.access import DESK, DIRECTOR, championship_roles
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from referee.models import Device, Pin, PinSalt
from referee.selectors.pin_keys import PinKey, key_fresh, key_opened, key_sealed
from referee.selectors.pins import (
    DESK_DIGITS,
    ITERATIONS,
    base_of,
    bound_to,
    digits_asked,
    is_short,
    owner_is_of_desk,
    pin_is_of_desk,
    pin_proved,
    pin_typed,
)
from referee.services.desk_passkeys import passkey_require
from referee.services.errors import Forbidden, RefereeError
from referee.services.pin_tries import pin_tried, pin_tries_forget, pin_wait
from referee.services.writing import one_writer

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody shows of his PIN: itself, to be checked now, or the `proof` that this tablet made of it, perhaps a while
    ago and without network."""

    pin: str | None = None
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class _Vault:
    salt: PinSalt
    key: PinKey


class WrongPin(RefereeError):
    """Nobody's PIN, or not one that may do this: which of both is not told."""

    http_status = 403

    def __init__(self) -> None:
        message = "Ese PIN no es correcto. Márquelo otra vez; si lo olvidó, la Mesa de Control le da otro."
        super().__init__("pin", message)


class PinLocked(RefereeError):
    http_status = 429

    def __init__(self, *, wait: timedelta) -> None:
        seconds = max(1, round(wait.total_seconds()))
        message = f"Demasiados PIN equivocados. Espere {seconds} s y márquelo de nuevo."
        super().__init__("pin-bloqueado", message)


class PinTaken(RefereeError):
    """A PIN says who it was: no two may have the same."""

    http_status = 409

    def __init__(self) -> None:
        super().__init__("pin-repetido", "Ese PIN ya lo tiene otra persona del campeonato. Dele otro.")


def pins_give(
    *, championship: Championship, users: Sequence[User], by: User, now: datetime, chance: Random
) -> list[tuple[User, str]]:
    """A new PIN for each, told only here; the one he had is worth nothing any more.

    Six digits for whoever directs or sits at the Mesa de Control, four for the others.
    """
    kinds = _kinds_of(championship, users)
    _require_may_give(championship, kinds, by)
    vault = _vault(championship)
    # Slow on purpose, and so before anything is locked.
    taken = Pin.objects.filter(championship=championship).exclude(user__in=users).values_list("fingerprint", flat=True)
    drawn = _drawn(vault, [digits_asked(kinds[user.pk]) for user in users], set(taken), chance)
    with one_writer():
        for user, (pin, base) in zip(users, drawn, strict=True):
            _keep(vault, user, len(pin), base, by, now)
    return [(user, pin) for user, (pin, _) in zip(users, drawn, strict=True)]


def pins_set(*, championship: Championship, pins: Sequence[tuple[User, str]], by: User, now: datetime) -> None:
    """Give each this PIN, all of them or none; PinTaken where another has it."""
    users = [user for user, _ in pins]
    kinds = _kinds_of(championship, users)
    _require_may_give(championship, kinds, by)
    for user, pin in pins:
        _require_fit(user, pin, digits_asked(kinds[user.pk]))
    vault = _vault(championship)
    bases = _bases(vault.salt, [pin for _, pin in pins])
    with one_writer():
        for (user, pin), base in zip(pins, bases, strict=True):
            _keep(vault, user, len(pin), base, by, now)


def pin_check(
    *,
    device: Device,
    shown: Shown,
    now: datetime,
    user: int | None = None,
    desk: bool = False,
    fixture: Fixture | None = None,
) -> Pin:
    """The PIN that is shown, `.user` its owner; where that is asked for of this `user` alone, of somebody at the `desk`, or of the
    Juez of this `fixture` or somebody at the desk. Anybody else's is as wrong as nobody's, and counts so.

    A proof is checked against the PIN of `user`, and never opens the desk. Wrong ones are counted, and after a few in a row
    whoever tries them must wait: call it outside any transaction, since a refusal would undo the count. The log of the server
    has each try. Raises DeskNeedsPasskey where the desk is asked for and a passkey is demanded of it.
    """
    named = single(User.objects.filter(pk=user)) if user is not None else None
    noted = log.bind(device=str(device.public_id), named=str(named.public_id) if named else None)
    if shown.pin is not None:
        if until := pin_wait(device=device, named=named, now=now):  # before it is hashed
            noted.warning("pin_waits")
            raise PinLocked(wait=until - now)
        pin = pin_typed(championship_id=device.championship_id, pin=shown.pin)
    else:
        pin = pin_proved(device=device, user_id=user, proof=shown.proof or "")
    if pin and not _is_asked_for(pin, user, desk=desk, fixture=fixture):
        pin = None
    if until := pin_tried(device=device, named=named, owner=pin.user if pin else None, now=now):
        noted.warning("pin_waits")
        raise PinLocked(wait=until - now)
    if pin is None:
        noted.warning("pin_refused")
        raise WrongPin
    noted.info("pin", account=str(pin.user.public_id))
    if desk:
        passkey_require(user=pin.user, championship_id=device.championship_id)
    return pin


def _is_asked_for(pin: Pin, user: int | None, *, desk: bool, fixture: Fixture | None) -> bool:
    if user is not None and pin.user_id != user:
        return False
    if fixture is not None and pin.user_id != fixture.juez_id:
        return owner_is_of_desk(pin)
    return not desk or pin_is_of_desk(pin)


def long_enough_require(pin: Pin) -> None:
    """Raise where its owner is of the desk and it is not: what he was given before does not open what he may do now."""
    if is_short(pin):
        message = f"Su función pide un PIN de {DESK_DIGITS} cifras. Que un Director le dé otro, en «Tablets»."
        raise Forbidden("pin-corto", message)


def _kinds_of(championship: Championship, users: Sequence[User]) -> Mapping[int, set[str]]:
    """The roles of each here; Forbidden for whoever has none."""
    kinds: dict[int, set[str]] = {user.pk: set() for user in users}
    for role in Role.objects.filter(championship=championship, user__in=users):
        kinds[role.user_id].add(role.kind)
    if without := next((user for user in users if not kinds[user.pk]), None):
        message = f"{without} no tiene función en este campeonato. Désela primero, en «Equipo»."
        raise Forbidden("sin-funcion", message)
    return kinds


def _require_may_give(championship: Championship, kinds: Mapping[int, set[str]], by: User) -> None:
    """What opens the desk's powers only a Director hands out, or takes for himself who has them."""
    others = {pk for pk, held in kinds.items() if held.intersection(DESK) and pk != by.pk}
    if others and DIRECTOR not in championship_roles(by, championship):
        message = "El PIN de un Director o de la Mesa de Control solo lo da un Director. Pídaselo."
        raise Forbidden("pin-de-mesa-de-control", message)


def _vault(championship: Championship) -> _Vault:
    """The championship's salt and key, made with its first PIN.

    A key under an older `SECRET_KEY` is put under the present one. Where none opens it all PINs there were are worth nothing,
    and it is replaced.
    """
    with one_writer():
        salt, _ = PinSalt.objects.select_for_update(of=("self",)).get_or_create(
            championship=championship,
            defaults={"salt": secrets.token_hex(16), "iterations": ITERATIONS, "key": key_fresh()},
        )
        key = key_opened(salt.key)
        if key is None or not key.current:
            salt.key = key_sealed(key.raw) if key else key_fresh()
            salt.save(update_fields=("key",))
            key = key_opened(salt.key)
    assert key is not None  # noqa: S101 (it has just been sealed)
    return _Vault(salt, key)


def _drawn(vault: _Vault, lengths: Sequence[int], taken: Collection[str], chance: Random) -> list[tuple[str, bytes]]:
    """A PIN of each length with its base, none of them `taken`, no two alike."""
    found: dict[int, tuple[str, bytes]] = {}
    seen: set[str] = set()
    while missing := [place for place in range(len(lengths)) if place not in found]:
        pins = [_draw(lengths[place], seen, chance) for place in missing]
        for place, pin, base in zip(missing, pins, _bases(vault.salt, pins), strict=True):
            if vault.key.fingerprint(base) not in taken:
                found[place] = (pin, base)
    return [found[place] for place in range(len(lengths))]


def _bases(salt: PinSalt, pins: Sequence[str]) -> list[bytes]:
    """Of several at once: making one leaves the interpreter to others."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(lambda pin: base_of(pin, salt.salt, salt.iterations), pins))


def _draw(length: int, seen: set[str], chance: Random) -> str:
    while True:
        pin = f"{chance.randrange(10**length):0{length}}"
        if pin not in seen and not _is_trivial(pin):
            seen.add(pin)
            return pin


def _require_fit(user: User, pin: str, digits: int) -> None:
    if not (pin.isascii() and pin.isdigit() and len(pin) == digits) or _is_trivial(pin):
        message = f"El PIN de {user} debe tener {digits} cifras, y no todas iguales ni seguidas. Elija otro."
        raise RefereeError("pin-invalido", message)


def _is_trivial(pin: str) -> bool:
    """All alike, or one after the other: what is tried first."""
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return steps in ({0}, {1}, {-1})


def _keep(vault: _Vault, user: User, digits: int, base: bytes, by: User, now: datetime) -> None:
    championship, key = vault.salt.championship, vault.key
    of = bound_to(championship_id=championship.pk, user_id=user.pk, digits=digits)
    kept = {
        "digits": digits,
        "sealed": key.seal(base, of),
        "fingerprint": key.fingerprint(base),
        "given_at": now,
    }
    try:
        with transaction.atomic():
            Pin.objects.update_or_create(championship=championship, user=user, defaults=kept)
    except IntegrityError as error:
        raise PinTaken from error
    pin_tries_forget(championship_id=championship.pk, user=user)
    audit_record(
        championship=championship,
        user=by,
        now=now,
        action="pin-dar",
        sentence=f"Dio un PIN nuevo a {user}.",
        data={"user": user.pk},
    )
