"""What the key of a tablet signs of each jugada and of each other request, and how anyone checks it.

ECDSA on P-256 with SHA-256, as browsers have it: the key is its uncompressed point, a signature the two numbers one after the other,
both in base64url without padding. Of each text there is one spelling: another of the same bytes is refused. Of a signature (r, s) the
curve knows a twin, (r, n − s), which browsers make as often; whoever has one can write the other, so no signature names a row: its hash does.
"""

import json
import re
from base64 import b64decode, urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

NUMBER_BYTES: Final = 32
MOST_SIGNED: Final = 2**53 - 1  # what JavaScript counts exactly
KEY_LENGTH: Final = 87
SIGNED_LONGEST: Final = 16 + 64 + 64 + 86 + 3
KEY_FORM: Final = r"^B[A-Za-z0-9_-]{86}$"
SIGNED_FORM: Final = r"^[1-9][0-9]{0,15}\.(?:[0-9a-f]{64})?\.[0-9a-f]{64}\.[A-Za-z0-9_-]{86}$"
_KEY, _SIGNED = re.compile(KEY_FORM), re.compile(SIGNED_FORM)
_ECDSA = ec.ECDSA(SHA256())


class KeyRefused(ValueError):
    """The text is no point of P-256."""


@dataclass(frozen=True, slots=True)
class Signed:
    """`counter`: how many the tablet has signed with this one; `previous`: the SHA-256 of what it signed before, empty for its first;
    `head`: the hash of the last row of the mesa that it had been given."""

    counter: int
    previous: str
    head: str
    signature: str

    @classmethod
    def read(cls, text: str) -> Self | None:
        """What the row keeps; None where it has another form."""
        if not _SIGNED.fullmatch(text):
            return None
        counter, previous, head, signature = text.split(".")
        if int(counter) > MOST_SIGNED or _bytes_of(signature) is None:
            return None
        return cls(int(counter), previous, head, signature)

    def __str__(self) -> str:
        return f"{self.counter}.{self.previous}.{self.head}.{self.signature}"


def head_signed(signed: str) -> str:
    """The head in what a row keeps, which has the form of it.

    >>> head_signed("3.ab.cd.ef")
    'cd'
    """
    return signed.split(".", 3)[2]


def statement(
    *, mesa: str, client_id: str, notation: str, device_ts: str | None, counter: int, previous: str, head: str
) -> bytes:
    """What is signed: JSON with sorted keys, no blanks, UTF-8, nothing escaped that JSON need not.

    `device_ts` in UTC with microseconds, UUIDs in lower case with hyphens, as whoever calls gives them. Raises UnicodeEncodeError for
    half a surrogate pair, which no notation has.
    """
    said = {
        "client_id": client_id,
        "counter": counter,
        "device_ts": device_ts,
        "head": head,
        "mesa": mesa,
        "notation": notation,
        "previous": previous,
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def request_text(*, method: str, path: str, body: bytes) -> bytes:
    """What is signed of a request that is no jugada: it is no JSON, so that neither is ever taken for the other."""
    return f"{method} {path}\n".encode() + body


def statement_digest(said: bytes) -> str:
    """The SHA-256 of a statement in hexadecimal, by which the next one names it."""
    return sha256(said).hexdigest()


@lru_cache(maxsize=1024)  # checking a point costs a quarter of a signature
def key_read(text: str) -> ec.EllipticCurvePublicKey:
    """The key that is written so. Raises KeyRefused."""
    point = _bytes_of(text) if _KEY.fullmatch(text) else None
    if point is None:
        raise KeyRefused(text)
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise KeyRefused(text) from error


def key_text(key: ec.EllipticCurvePublicKey) -> str:
    """Its uncompressed point, as `key_read` reads it."""
    numbers = key.public_numbers()
    point = b"\x04" + numbers.x.to_bytes(NUMBER_BYTES) + numbers.y.to_bytes(NUMBER_BYTES)
    return urlsafe_b64encode(point).decode().rstrip("=")


def is_signed_by(key: str, said: bytes, signature: str) -> bool:
    """Whether this key signed it. Raises KeyRefused for what is no key; no form of signature but its own is one."""
    numbers = _bytes_of(signature)
    if numbers is None or len(numbers) != 2 * NUMBER_BYTES:
        return False
    r, s = (int.from_bytes(numbers[:NUMBER_BYTES]), int.from_bytes(numbers[NUMBER_BYTES:]))
    try:
        key_read(key).verify(encode_dss_signature(r, s), said, _ECDSA)
    except InvalidSignature:
        return False
    return True


def _bytes_of(text: str) -> bytes | None:
    """Of base64url without padding, as it is written and no other way; None for anything else."""
    try:
        found = b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    return found if urlsafe_b64encode(found).decode().rstrip("=") == text else None
