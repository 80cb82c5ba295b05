"""Making passkeys, signing in with them, and removing them."""

import json
import secrets
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from django.contrib.sessions.backends.base import SessionBase
from django.core.signing import BadSignature, Signer
from django.db import transaction
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from brackets.models import Championship, Passkey, User
from brackets.selectors.passkeys import RelyingParty, demanding, relying_party
from brackets.services.audit import audit_record
from brackets.services.errors import BracketError
from brackets.services.names import text_clean

log = structlog.get_logger(__name__)

LASTS: Final = timedelta(minutes=3)
MOST: Final = 10
"""Passkeys of one account."""
LONGEST: Final = 16_384
"""Characters of what a browser sends."""
KEPT: Final = "passkey-challenge"
OPENED_BY: Final = "passkey"
MALFORMED: Final = (WebAuthnException, LookupError, TypeError, ValueError)
"""What the library raises for what strangers send: its own refusals, and a KeyError for a COSE key without a part."""


class PasskeyRefused(BracketError):
    """Nothing was changed; which of the checks failed is not said. `of`: whose passkey was named, for the log of the server."""

    http_status = 403

    def __init__(self, of: User | None = None) -> None:
        self.of = of
        super().__init__("llave-no-vale", "Esa llave no vale aquí, o pasó demasiado tiempo. Vuelva a intentarlo.")


class NoPasskeysHere(BracketError):
    def __init__(self) -> None:
        super().__init__("sin-https", "En esta dirección no hay llaves de acceso: hace falta https con un nombre.")


def passkey_begin(*, user: User, session: SessionBase, now: datetime) -> str:
    """The options, as JSON, with which a browser makes a passkey for `user`. Raises NoPasskeysHere, `demasiadas-llaves`,
    `entre-con-llave` where one is demanded of the account, which has one, and none opened this session."""
    party = _party()
    held = list(Passkey.objects.filter(user=user))
    _require_own(user, held=len(held))
    _require_room(len(held))
    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Torneo de Cuarenta",
        user_name=user.username,
        user_display_name=str(user),
        user_id=user.public_id.bytes,
        challenge=_challenge_keep(session, user, now),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes(each.credential_id)) for each in held],
    )
    return options_to_json(options)


def passkey_make(*, user: User, session: SessionBase, credential: str, name: str, now: datetime) -> Passkey:
    """Keep the passkey that the browser made. Raises PasskeyRefused; InvalidValue for the name."""
    party, challenge = _party(), _challenge_take(session, user, now)
    try:
        made = verify_registration_response(
            credential=_read(credential),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except MALFORMED as error:
        raise PasskeyRefused from error
    name = text_clean(name, field="name", label="El nombre", longest=40, required=True, printable=True)
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=user.pk)
        if held.password != user.password:  # given anew while this session asked: it has ended
            raise PasskeyRefused
        count = Passkey.objects.filter(user=user).count()
        _require_own(user, held=count)
        _require_room(count)
        if Passkey.objects.filter(credential_id=made.credential_id).exists():
            raise PasskeyRefused
        passkey = Passkey.objects.create(
            user=user,
            name=name,
            credential_id=made.credential_id,
            public_key=made.credential_public_key,
            sign_count=made.sign_count,
            created_at=now,
        )
        _record(user, "llave-agregar", f"Agregó a su cuenta la llave de acceso «{name}».", passkey, now)
    return passkey


def sign_in_begin(*, now: datetime) -> tuple[str, str]:
    """The options, as JSON, with which a browser signs in, and what it gives back in a cookie. Raises NoPasskeysHere.

    The options name no account. Nothing is kept here: anybody may ask, as often as they like.
    """
    challenge = secrets.token_bytes(32)
    options = generate_authentication_options(
        rp_id=_party().id, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    until = (now + LASTS).timestamp()
    return options_to_json(options), _SIGNER.sign_object([bytes_to_base64url(challenge), until])


def sign_in_check(*, asked: str, credential: str, network: str, now: datetime) -> Passkey:
    """The passkey, with its account, that signed the challenge that this browser was `asked` (see `sign_in_begin`).

    Raises PasskeyRefused. The log of the server has each try.
    """
    noted = log.bind(network=network)
    try:
        passkey = _signed_in(asked, credential, now)
    except PasskeyRefused as refused:
        noted.warning("passkey_refused", account=str(refused.of.public_id) if refused.of else None)
        raise
    noted.info("passkey", account=str(passkey.user.public_id))
    return passkey


def _signed_in(asked: str, credential: str, now: datetime) -> Passkey:
    party, (challenge, until) = _party(), _challenge_asked(asked, now)
    sent = _read(credential)
    with transaction.atomic():
        passkey = _named(sent)
        if passkey is None:
            raise PasskeyRefused
        user = passkey.user
        if not user.is_active or _handle(sent) != user.public_id.bytes:
            raise PasskeyRefused(user)
        try:
            seen = verify_authentication_response(
                credential=sent,
                expected_challenge=base64url_to_bytes(challenge),
                expected_rp_id=party.id,
                expected_origin=party.origin,
                credential_public_key=bytes(passkey.public_key),
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        except MALFORMED as error:
            raise PasskeyRefused(user) from error
        if challenge in (each for each, _ in passkey.spent):
            raise PasskeyRefused(user)
        passkey.sign_count, passkey.used_at = seen.new_sign_count, now
        good = [[each, over] for each, over in passkey.spent if over >= now.timestamp()]
        passkey.spent = [*good, [challenge, until]]
        passkey.save(update_fields=("sign_count", "spent", "used_at"))
    return passkey


def session_open(*, session: SessionBase, passkey: Passkey) -> None:
    """Note which passkey opened this session of its account: it ends with it."""
    session[OPENED_BY] = passkey.pk


def opening_passkey(session: SessionBase) -> int | None:
    """The number of the passkey that opened this session, though it may be gone; None where it was a password."""
    opened: int | None = session.get(OPENED_BY)
    return opened


@transaction.atomic
def passkey_remove(*, passkey: Passkey, by: User, now: datetime) -> None:
    """It signs in no more, and the sessions that it opened end; again does nothing. The password of its owner, `by`, has been checked.

    Refused where a passkey is demanded of the account: `entre-con-llave` if none opened this session, `ultima-llave` for the last.
    """
    User.objects.select_for_update().get(pk=passkey.user_id)
    there = Passkey.objects.filter(user=passkey.user_id)
    if not there.filter(pk=passkey.pk).exists():
        return
    held = there.count()
    _require_own(by, held=held)
    if held == 1 and (championship := demanding(by)):
        message = f"Es su única llave, y «{championship}» la exige. Agregue antes otra."
        raise BracketError("ultima-llave", message)
    _record(passkey.user, "llave-quitar", f"Quitó de su cuenta la llave de acceso «{passkey.name}».", passkey, now)
    passkey.delete()


_SIGNER: Final = Signer(salt="brackets.passkey-sign-in")


def _party() -> RelyingParty:
    if party := relying_party():
        return party
    raise NoPasskeysHere


def _require_own(user: User, *, held: int) -> None:
    """Who knows a password adds no passkey to an account that must have one already, nor takes it away."""
    if held and not user.by_passkey and (championship := demanding(user)):
        message = f"«{championship}» exige llave de acceso: entre con una de las suyas para agregar o quitar llaves."
        raise BracketError("entre-con-llave", message)


def _require_room(held: int) -> None:
    if held >= MOST:
        raise BracketError("demasiadas-llaves", f"Una cuenta tiene a lo más {MOST} llaves de acceso. Quite antes una.")


def _challenge_keep(session: SessionBase, user: User, now: datetime) -> bytes:
    """A fresh one with which `user` makes a passkey, in the place of any before."""
    challenge = secrets.token_bytes(32)
    session[KEPT] = [bytes_to_base64url(challenge), user.pk, (now + LASTS).timestamp()]
    return challenge


def _challenge_take(session: SessionBase, user: User, now: datetime) -> bytes:
    """That of this session, gone from it whatever comes of it. Raises PasskeyRefused without one, or where it is over."""
    challenge, made_for, until = session.pop(KEPT, ("", 0, 0))
    if made_for != user.pk or now.timestamp() > until:
        raise PasskeyRefused
    return base64url_to_bytes(challenge)


def _challenge_asked(asked: str, now: datetime) -> tuple[str, float]:
    """That of this browser, and until when it is good. Raises PasskeyRefused where it is none of ours, or is over."""
    try:
        challenge, until = _SIGNER.unsign_object(asked)
    except BadSignature as error:
        raise PasskeyRefused from error
    if now.timestamp() > until:
        raise PasskeyRefused
    return challenge, until


def _read(credential: str) -> dict[str, Any]:
    """What a browser sent, as far as it is an object with an id and a response."""
    try:
        sent = json.loads(credential) if len(credential) <= LONGEST else None
    except (ValueError, RecursionError) as error:
        raise PasskeyRefused from error
    if not isinstance(sent, dict) or not isinstance(sent.get("response"), dict):
        raise PasskeyRefused
    return sent


def _named(sent: dict[str, Any]) -> Passkey | None:
    """The passkey that it names, locked until the transaction ends."""
    locked = Passkey.objects.select_for_update(of=("self",)).select_related("user")
    return locked.filter(credential_id=_bytes(sent.get("rawId"))).first()


def _handle(sent: dict[str, Any]) -> bytes:
    return _bytes(sent["response"].get("userHandle"))


def _bytes(text: object) -> bytes:
    try:
        return base64url_to_bytes(text) if isinstance(text, str) else b""
    except ValueError as error:
        raise PasskeyRefused from error


def _record(user: User, action: str, sentence: str, passkey: Passkey, now: datetime) -> None:
    """In every championship that the account serves."""
    for championship in Championship.objects.filter(roles__user=user).distinct():
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action=action,
            sentence=sentence,
            data={"user": user.pk, "passkey": passkey.pk},
        )
