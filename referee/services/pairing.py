"""A tablet is let in from the Mesa de Control: by the secret in a QR, or by six digits, once and for ten minutes."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac

from brackets.models import Championship, Table, User
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from brackets.services.guessing import Guess, tries_begin, tries_passed
from brackets.services.names import text_clean
from referee.models import Device, Pairing
from referee.selectors.access import token_digest
from referee.services.device_keys import public_key_clean
from referee.services.errors import RefereeError
from referee.services.writing import one_writer

LASTS = timedelta(minutes=10)
CODE_DIGITS = 6
GUESSED = "pairing"
FREE_OF_ALL = 50
"""Wrong digits from everywhere before a new network must wait too."""


class PairingRefused(RefereeError):
    """A code that was never given, was used, is too old, or is of a championship that has ended: which of them is not told."""

    http_status = 404

    def __init__(self) -> None:
        message = (
            "Ese código no sirve: se usa una sola vez y dura diez minutos. "
            "Pida otro en la Mesa de Control, en «Tablets»."
        )
        super().__init__("codigo", message)


class TooManyGuesses(RefereeError):
    http_status = 429

    def __init__(self, *, wait: timedelta) -> None:
        seconds = ceil(wait.total_seconds())
        message = f"Demasiados códigos equivocados. Escanee el código QR de la Mesa de Control, o espere {seconds} s."
        super().__init__("demasiados-intentos", message)


def pairing_create(
    *, championship: Championship, name: str, table: Table | None, by: User, now: datetime
) -> tuple[Pairing, str, str]:
    """An invitation for one tablet, with its six digits and the secret of its QR: both are told only here."""
    if championship.status == Championship.Status.CLOSED:
        message = "El campeonato terminó: ya no se emparejan tablets."
        raise RefereeError("campeonato-terminado", message)
    name = text_clean(name, field="name", label="El nombre de la tablet", longest=40, required=True, printable=True)
    secret = secrets.token_urlsafe(32)
    with one_writer():
        Pairing.objects.filter(Q(expires_at__lte=now) | Q(device__isnull=False, created_at__lt=now - LASTS)).delete()
        pairing = Pairing(
            championship=championship,
            name=name,
            table=table,
            secret_hash=token_digest(secret),
            created_by=by,
            created_at=now,
            expires_at=now + LASTS,
        )
        return pairing, _save_with_code(pairing), secret


def pairing_use(
    *, network: str, code: str, name: str | None, client_id: UUID | None, now: datetime, public_key: str = ""
) -> tuple[Device, str]:
    """The tablet that this code lets in, with its token, told only here.

    A tablet that did not hear the answer asks again with the same `client_id` and `public_key` (see `public_key_clean`), and gets
    another token for the same device. Digits are guessed: wrong ones of a `network` are counted. The QR cannot be guessed. Call it outside any
    transaction, since a refusal would undo the count.
    """
    public_key = public_key_clean(public_key)
    guesses = [Guess(GUESSED, network, free=FREE_OF_ALL)] if code.isdigit() else []
    if until := tries_begin(guesses, now):
        raise TooManyGuesses(wait=until - now)
    token = secrets.token_urlsafe(32)
    with one_writer():
        device = _let_in(_digest(code), name, _Tablet(client_id, public_key, token), now)
        if device is not None:
            tries_passed(guesses, now)
    if device is None:
        raise PairingRefused
    return device, token


@dataclass(frozen=True, slots=True)
class _Tablet:
    """Who asks, and the token that it gets."""

    client_id: UUID | None
    public_key: str
    token: str


def _let_in(digest: str, name: str | None, tablet: _Tablet, now: datetime) -> Device | None:
    pairing = (
        Pairing.objects.select_for_update(of=("self",))
        .select_related("championship", "created_by")
        .filter(Q(code_hash=digest) | Q(secret_hash=digest), expires_at__gt=now)
        .first()
    )
    if pairing is None or championship_lock(pairing.championship).is_closed:
        return None
    if pairing.device is not None:
        return _again(pairing.device, pairing, tablet)
    device = Device.objects.create(
        championship=pairing.championship,
        name=text_clean(name or "", field="name", label="El nombre de la tablet", longest=40, printable=True)
        or pairing.name,
        table=pairing.table,
        token_hash=token_digest(tablet.token),
        public_key=tablet.public_key,
        created_at=now,
        paired_at=now,
        last_seen_at=now,
    )
    pairing.device, pairing.client_id = device, tablet.client_id
    pairing.save(update_fields=("device", "client_id"))
    audit_record(
        championship=pairing.championship,
        user=pairing.created_by,
        now=now,
        action="equipo-emparejar",
        sentence=f"Emparejó la tablet «{device.name}».",
        data={"device": device.pk},
    )
    return device


def _again(device: Device, pairing: Pairing, tablet: _Tablet) -> Device | None:
    """The answer to the same tablet, as long as nobody was at it."""
    same = tablet.client_id is not None and tablet.client_id == pairing.client_id
    if not same or tablet.public_key != device.public_key or device.revoked_at or device.user_id:
        return None
    device.token_hash = token_digest(tablet.token)
    device.save(update_fields=("token_hash",))
    device.championship = pairing.championship
    return device


def _save_with_code(pairing: Pairing) -> str:
    """Save it under six digits that no other invitation has."""
    while True:
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        pairing.code_hash = _digest(code)
        try:
            with transaction.atomic():
                pairing.save(force_insert=True)
        except IntegrityError:
            continue
        return code


def _digest(code: str) -> str:
    """Of six digits anybody could make a plain hash; this one needs the secret key."""
    if code.isdigit():
        return salted_hmac("referee.pairing", code, algorithm="sha256").hexdigest()
    return token_digest(code)
