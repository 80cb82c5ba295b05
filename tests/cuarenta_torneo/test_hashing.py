"""A flood of sign-ins takes no more memory than a few."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

import pytest
from argon2 import PasswordHasher, low_level
from django.contrib.auth.hashers import Argon2PasswordHasher, get_hasher
from django.test import override_settings

from cuarenta_torneo import hashing
from cuarenta_torneo.hashing import AT_ONCE, BoundedArgon2PasswordHasher
from cuarenta_torneo.settings import PASSWORD_HASHERS

SALT = "sal-de-esta-prueba-larga"


def test_so_many_are_hashed_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    counting, now, most = Lock(), 0, 0

    def hashed(*_given: object, **_named: object) -> bytes:
        nonlocal now, most
        with counting:
            now += 1
            most = max(most, now)
        Event().wait(0.001)
        with counting:
            now -= 1
        return b"$hash"

    monkeypatch.setattr(low_level, "hash_secret", hashed)
    monkeypatch.setattr(PasswordHasher, "verify", hashed)
    hasher = BoundedArgon2PasswordHasher()
    with ThreadPoolExecutor(40) as pool:
        asked = [pool.submit(hasher.encode, "clave", SALT) for _ in range(20)]
        asked += [pool.submit(hasher.verify, "clave", "argon2$hash") for _ in range(20)]
        for each in asked:
            each.result()

    assert most == AT_ONCE


def test_passwords_are_hashed_within_bounds() -> None:
    assert PASSWORD_HASHERS[0] == f"{BoundedArgon2PasswordHasher.__module__}.{BoundedArgon2PasswordHasher.__qualname__}"


def test_a_password_takes_as_much_memory_and_time_as_is_promised() -> None:
    """RFC 9106 §4, the second of its recommendations."""
    with override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS):
        encoded = get_hasher("argon2").encode("clave", SALT)

    assert encoded.startswith(f"argon2$argon2id$v=19$m={64 * 1024},t=3,p=4$")


def test_what_was_hashed_before_is_read_and_hashed_anew() -> None:
    with override_settings(PASSWORD_HASHERS=PASSWORD_HASHERS):
        hasher = get_hasher("argon2")
        before, after = Argon2PasswordHasher().encode("clave", SALT), hasher.encode("clave", SALT)

        assert isinstance(hasher, BoundedArgon2PasswordHasher)
        assert hasher.verify("clave", before)
        assert hasher.must_update(before)
        assert not hasher.must_update(after)


@pytest.mark.parametrize(
    ("by_session", "policy"), [("1\n", "SCHED_IDLE"), ("0\n", "SCHED_OTHER"), (None, "SCHED_OTHER")]
)
def test_whoever_hashes_comes_after_taps_and_after_pages_where_no_other_program_is_in_the_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, by_session: str | None, policy: str
) -> None:
    """Pages have the last niceness already, and one of them may have the turn to write, for which a tap waits."""
    told, seen = tmp_path / "sched_autogroup_enabled", set()
    if by_session is not None:
        told.write_text(by_session)

    def hashed(*_given: object, **_named: object) -> bytes:
        seen.add((os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)))
        return b"$hash"

    monkeypatch.setattr(hashing, "AUTOGROUP", told)
    monkeypatch.setattr(hashing, "_threads", hashing._Threads())
    monkeypatch.setattr(low_level, "hash_secret", hashed)
    BoundedArgon2PasswordHasher().encode("clave", SALT)
    hashing._threads.pool.shutdown()

    assert seen == {(getattr(os, policy), 19)}
