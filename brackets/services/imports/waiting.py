"""A sheet between being read and being confirmed: in the cache, enciphered as people's data are, which it is full of."""

from typing import Final

import msgspec
from django.core.cache import cache

from brackets.models import Championship, User
from brackets.people_keys import KeysLost, Sealed, seal, unseal
from brackets.services.imports.sheet import SheetRows

KEPT_FOR: Final = 3600
"""Seconds; then the file is read again."""


def sheet_keep(championship: Championship, user: User, rows: SheetRows) -> None:
    """In the place of one that this account had there. Raises KeysLost."""
    key = _key(championship, user)
    cache.set(key, seal([msgspec.json.encode(rows).decode()], whose=key.encode()), KEPT_FOR)


def sheet_kept(championship: Championship, user: User) -> SheetRows | None:
    """None where it is there no more, or its key is not."""
    key = _key(championship, user)
    kept: Sealed | None = cache.get(key)
    if kept is None:
        return None
    try:
        (text,) = unseal(kept, whose=key.encode())
    except KeysLost:
        return None
    return msgspec.json.decode(text, type=SheetRows)


def sheet_forget(championship: Championship, user: User) -> None:
    cache.delete_many([_key(championship, user)])


def _key(championship: Championship, user: User) -> str:
    return f"import:{championship.pk}:{user.pk}"
