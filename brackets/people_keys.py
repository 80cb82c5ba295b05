"""The keys of people's data: each person's own, wrapped by the server's, which lies in a file for this account alone.

`settings.PEOPLE_KEYS` holds the server's keys, the present one first, a line each; it is made where it is missing. A copy of the
database opens nothing without it. What one key of the server yields by HKDF wraps and matches: never the key itself.
"""

import hmac
import json
import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from django.conf import settings

from brackets.enciphering import KEY_BYTES, closed, derived, opened

PURPOSE: Final = b"cuarenta: personal data, 1: "
COUNTRY: Final = "+593"


class KeysLost(RuntimeError):
    """What was enciphered cannot be opened: its key is not in the file of keys, or the data are not what was enciphered."""


class Sealed(NamedTuple):
    """`key`: the name of the server's key that wraps that of the person."""

    key: str
    wrapped: bytes
    data: bytes


@dataclass(frozen=True, slots=True)
class ServerKey:
    """One key of the server, by its name, which says nothing of it."""

    name: str
    wraps: bytes = field(repr=False)
    matches: bytes = field(repr=False)

    @classmethod
    def of(cls, key: bytes) -> "ServerKey":
        name, wraps, matches = (derived(key, PURPOSE + use) for use in (b"name", b"wrap", b"match"))
        return cls(name.hex()[:16], wraps, matches)


def seal(values: Sequence[str], *, whose: bytes) -> Sealed:
    """Encipher under a fresh key; `whose` names the row, and only as that row it opens again."""
    server, own = server_keys()[0], secrets.token_bytes(KEY_BYTES)
    data = json.dumps(values, ensure_ascii=False).encode()
    return Sealed(server.name, closed(server.wraps, own, whose), closed(own, data, whose))


def unseal(sealed: Sealed, *, whose: bytes) -> list[str]:
    """What was enciphered. Raises KeysLost."""
    server = next((each for each in server_keys() if each.name == sealed.key), None)
    if server is None:
        raise KeysLost(f"{settings.PEOPLE_KEYS} no tiene la clave {sealed.key}")
    try:
        own = opened(server.wraps, sealed.wrapped, whose)
        return [str(each) for each in json.loads(opened(own, sealed.data, whose))]
    except InvalidTag as error:
        raise KeysLost("los datos personales no son los que se cifraron") from error


def match_of(kind: str, value: str) -> str:
    """By what equal values are found without opening any: a keyed digest of 128 bits, empty for no value."""
    plain = NORMAL[kind](value)
    if not plain:
        return ""
    return hmac.digest(server_keys()[0].matches, f"{kind}\0{plain}".encode(), "sha256").hex()[:32]


def server_keys() -> tuple[ServerKey, ...]:
    """The present one first. Raises KeysLost where the file is not one of keys."""
    path = Path(settings.PEOPLE_KEYS)
    if not path.exists():
        _make(path)
    there = path.stat()
    return _read(path, (there.st_ino, there.st_mtime_ns, there.st_size))


def key_add() -> ServerKey:
    """From now on a fresh key of the server wraps and matches; older ones still open what they wrapped."""
    server_keys()
    path = Path(settings.PEOPLE_KEYS)
    _replace(path, [_fresh(), *path.read_text().split()])
    return server_keys()[0]


def keys_drop() -> None:
    """Leave the present key alone: what an older one wrapped is lost."""
    path = Path(settings.PEOPLE_KEYS)
    _replace(path, path.read_text().split()[:1])


def _make(path: Path) -> None:
    """Two processes may start at once: the first link stays."""
    draft = _draft(path, [_fresh()])
    with suppress(FileExistsError):
        path.hardlink_to(draft)
    draft.unlink()


def _replace(path: Path, lines: Sequence[str]) -> None:
    _draft(path, lines).replace(path)


def _draft(path: Path, lines: Sequence[str]) -> Path:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write("".join(f"{line}\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())
    return draft


def _fresh() -> str:
    return urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode()


@lru_cache(maxsize=4)
def _read(path: Path, _file: tuple[int, int, int]) -> tuple[ServerKey, ...]:
    try:
        keys = [urlsafe_b64decode(line) for line in path.read_text().split()]
    except ValueError:
        keys = []
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise KeysLost(f"{path} no es un archivo de claves: devuélvalo desde la copia de respaldo")
    return tuple(ServerKey.of(key) for key in keys)


def _phone(value: str) -> str:
    digits = "".join(each for each in value if each.isdigit() or each == "+")
    return f"0{digits.removeprefix(COUNTRY)}" if digits.startswith(COUNTRY) else digits


NORMAL: Final = {
    "cedula": lambda value: "".join(each for each in value if each.isdigit()),
    "email": lambda value: value.strip().casefold(),
    "phone": _phone,
}
"""How values are written that are the same to people."""
