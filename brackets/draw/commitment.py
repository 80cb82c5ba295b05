"""A promise made before the draw: a text whose SHA-256 is published, and the seed that follows from it and a public one."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

VERSION: Final = 2


def document(subject: Mapping[str, Any], secret: str) -> str:
    """The text that is promised: JSON in one line, names in order, nothing escaped that UTF-8 can hold, no end of line.

    >>> document({"etapa": 1, "inscritas": []}, "5f")
    '{"etapa":1,"inscritas":[],"secreto":"5f","version":2}'
    """
    told = {**subject, "secreto": secret, "version": VERSION}
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def subject_of(text: str) -> dict[str, Any]:
    """What a document promises, without its secret; ValueError or KeyError where it is none.

    >>> subject_of('{"etapa":1,"secreto":"5f","version":2}')
    {'etapa': 1}
    """
    told = dict(json.loads(text))
    if told.pop("version") != VERSION:
        raise ValueError(f"not a commitment of version {VERSION}")
    told.pop("secreto")
    return told


def secret_of(text: str) -> str:
    """The secret in a document."""
    return str(json.loads(text)["secreto"])


def digest(text: str) -> str:
    """What is published of it: `printf '%s' '…' | sha256sum`."""
    return sha256(text.encode()).hexdigest()


def seed_text(secret: str, public_seed: str) -> str:
    """The seed of the draw: `printf '5f|40' | sha256sum`.

    >>> seed_text("5f", "40")[:16]
    '71af07dd85c81199'
    """
    return digest(f"{secret}|{public_seed}")
