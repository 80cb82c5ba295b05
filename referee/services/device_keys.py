"""The key of a tablet: what it gives for one as it is let in, and whether it signed what comes in its name."""

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Protocol
from uuid import UUID

from kernel.tablet_keys import KeyRefused, is_signed_by, key_read, request_text
from referee.models import Device
from referee.selectors.access import token_digest
from referee.selectors.signed_rows import is_signed
from referee.services.errors import KeyWrong, RequestUnsigned, SignatureWrong

CACHED = 1024


class JugadaSent(Protocol):
    """A jugada as a tablet sends it; `client_id` is its own and makes a second sending harmless. `signed`: by its key, as
    `kernel.tablet_keys.Signed` is written; None where it has none."""

    client_id: UUID
    notation: str
    device_ts: datetime | None
    signed: str | None


class _NoDevice(LookupError):
    """Not kept by the cache."""


def public_key_clean(text: str) -> str:
    """The public key that a tablet gives, or nothing where its browser has none. Raises KeyWrong where it is no point of P-256."""
    try:
        if text:
            key_read(text)
    except KeyRefused as refused:
        raise KeyWrong from refused
    return text


def public_key_by_token(token: str) -> str | None:
    """The public key of the tablet of this token, empty where it has none; None where no tablet has the token."""
    try:
        return _public_key(token_digest(token))
    except _NoDevice:
        return None


@lru_cache(maxsize=CACHED)
def _public_key(digest: str) -> str:
    """Kept for good: a tablet gets other tokens, and no token another tablet, nor a tablet another key."""
    key = Device.objects.filter(token_hash=digest).values_list("public_key", flat=True).first()
    if key is None:
        raise _NoDevice(digest)
    return key


def signatures_require(*, public_key: str, mesa_id: UUID, jugadas: Iterable[JugadaSent]) -> None:
    """Raise SignatureWrong unless this key signed each of them; a tablet without key sends none signed.

    70 to 100 µs for each: call it before the turn to write.
    """
    for sent in jugadas:
        if not is_signed(
            public_key,
            sent.signed or "",
            mesa=mesa_id,
            client_id=sent.client_id,
            notation=sent.notation,
            device_ts=sent.device_ts,
        ):
            raise SignatureWrong


def request_signature_require(*, public_key: str, method: str, path: str, body: bytes, signature: str) -> None:
    """Raise RequestUnsigned unless this key signed the request; a tablet without key signs none."""
    if public_key and not is_signed_by(public_key, request_text(method=method, path=path, body=body), signature):
        raise RequestUnsigned
