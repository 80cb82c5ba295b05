"""Whoever tries out what he does not know must wait, longer each time; and no waiting can be used to keep others out.

For passwords, PINs, the codes of tablets and the digits of a cédula. ADR 52 tells what it is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac

from brackets.models import Tries

FREE_FAILURES: Final = 4
FIRST_WAIT: Final = timedelta(seconds=30)
LONGEST_WAIT: Final = timedelta(minutes=15)
LONGEST_FOR_OTHERS: Final = timedelta(minutes=5)
"""How long, at most, somebody waits for what others did."""
FORGIVEN_EVERY: Final = timedelta(minutes=15)
"""So long without another wrong one, time forgives one."""
MOST_COUNTED: Final = 10
"""More than are free: from there on waits grow no longer, and time need not forgive more."""
KEPT: Final = timedelta(days=1)


def wait_after(failures: int, *, free: int = FREE_FAILURES, longest: timedelta = LONGEST_WAIT) -> timedelta:
    """How long to wait after so many wrong ones in a row.

    >>> [wait_after(failures).total_seconds() for failures in (4, 5, 6, 7, 30)]
    [0.0, 30.0, 60.0, 120.0, 900.0]
    """
    if failures <= free:
        return timedelta(0)
    doubled: int = 2 ** min(failures - free - 1, 10)
    return min(FIRST_WAIT * doubled, longest)


@dataclass(frozen=True, slots=True)
class Guess:
    """One try of `client` at `what`.

    `free`: so many wrong ones of all clients together hold nobody back. `known`: the client has shown that it is the
    right one's, so that only its own failures hold it back, and they are not counted with those of all.
    """

    what: str
    client: str
    free: int = FREE_FAILURES
    known: bool = False

    @property
    def key(self) -> str:
        """Of this client's own count."""
        return _digest(f"{self.what}\n{self.client}")

    @property
    def key_of_all(self) -> str:
        return _digest(self.what)


def tries_wait(guesses: Sequence[Guess], now: datetime) -> datetime | None:
    """Until when a try must wait, as far as it is known before it is made; it only reads."""
    rows = {row.key: row for row in Tries.objects.filter(key__in=[guess.key for guess in guesses])}
    return _waiting(guesses, rows, now)


def tries_begin(guesses: Sequence[Guess], now: datetime) -> datetime | None:
    """Count one try as wrong, in each of these, before it is looked at; or say until when it must wait, and count nothing.

    Counted first, so that no two at once are looked at where one is free. Call `tries_passed` where it was right. A client
    that is met for the first time while others guess gets its turn here. Call it outside any transaction.
    """
    if until := tries_wait(guesses, now):  # refusing costs nothing
        return until
    _old_ones_forget(now)
    with transaction.atomic():  # a tap may wait for its end
        rows = _locked(guesses, now)
        until = _waiting(guesses, rows, now) or _turns_given(guesses, rows, now)
        if until is None:
            for guess in guesses:
                _count(guess, rows, now)
        _keep(rows)
    return until


@transaction.atomic
def tries_passed(guesses: Sequence[Guess], now: datetime, *, forgive: bool = True) -> None:
    """The try that was begun was right: it does not count, nor, with `forgive`, what the same client did wrong before."""
    if not Tries.objects.filter(key__in=[guess.key for guess in guesses], failures__gt=0).exists():
        return
    rows = _locked(guesses, now)
    for guess in guesses:
        own, everybody = rows[guess.key], rows[guess.key_of_all]
        taken_back = own.failures if forgive else 1
        if not guess.known:
            everybody.failures = max(0, everybody.failures - taken_back)
        own.failures = max(0, own.failures - taken_back)
        own.locked_until = None
        own.turn_at = own.turn_at and now
    _keep(rows)


@transaction.atomic
def tries_forget(guesses: Sequence[Guess]) -> None:
    """What was guessed is another now: nothing that was tried at these counts any more."""
    Tries.objects.filter(key__in=_keys(guesses)).delete()


def _digest(text: str) -> str:
    return salted_hmac("brackets.guessing", text, algorithm="sha256").hexdigest()


def _keys(guesses: Sequence[Guess]) -> list[str]:
    return sorted({key for guess in guesses for key in (guess.key, guess.key_of_all)})


def _waiting(guesses: Sequence[Guess], rows: dict[str, Tries], now: datetime) -> datetime | None:
    """The last moment until which one of these must wait, as far as it is known.

    What is farther off than any wait is long was counted by a clock that was set back since, and holds nobody.
    """
    waits = [
        until
        for guess in guesses
        if (own := rows.get(guess.key))
        for until, longest in (
            (own.locked_until, LONGEST_WAIT),
            (None if guess.known else own.turn_at, LONGEST_FOR_OTHERS),
        )
        if until and now < until <= now + 2 * longest  # others count at the same time, by a `now` of their own
    ]
    return max(waits, default=None)


def _locked(guesses: Sequence[Guess], now: datetime) -> dict[str, Tries]:
    """The rows of these, held until the transaction ends, with what time has forgiven."""
    keys = _keys(guesses)
    Tries.objects.bulk_create(  # in this order, and those that are there are held as well
        [Tries(key=key, at=now) for key in keys],
        update_conflicts=True, unique_fields=["key"], update_fields=["key"],
    )  # fmt: skip
    rows = {row.key: row for row in Tries.objects.filter(key__in=keys)}
    for row in rows.values():
        forgiven = max(0, (now - row.at) // FORGIVEN_EVERY)
        row.failures = max(0, row.failures - forgiven)
        row.at = row.at + forgiven * FORGIVEN_EVERY if row.failures else now
    return rows


def _keep(rows: dict[str, Tries]) -> None:
    """What became of them, in one statement."""
    kept = ["failures", "at", "locked_until", "turn_at"]
    Tries.objects.bulk_create(
        [Tries(key=key, **{name: getattr(row, name) for name in kept}) for key, row in rows.items()],
        update_conflicts=True, unique_fields=["key"], update_fields=kept,
    )  # fmt: skip


def _old_ones_forget(now: datetime) -> None:
    """Looked for first: where there is none, nobody's turn to write is taken for it."""
    old = Tries.objects.filter(at__lt=now - KEPT)
    if old.exists():
        unheld = old.select_for_update(skip_locked=True)
        Tries.objects.filter(pk__in=unheld.values("pk")).delete()


def _turns_given(guesses: Sequence[Guess], rows: dict[str, Tries], now: datetime) -> datetime | None:
    """When each has its turn that is held back by others and was given none yet."""
    given = []
    for guess in guesses:
        own = rows[guess.key]
        if not guess.known and own.turn_at is None and (wait := _for_others(guess, rows)):
            own.turn_at = now + wait
            given.append(own.turn_at)
    return max(given, default=None)


def _for_others(guess: Guess, rows: dict[str, Tries]) -> timedelta:
    return wait_after(rows[guess.key_of_all].failures, free=guess.free, longest=LONGEST_FOR_OTHERS)


def _count(guess: Guess, rows: dict[str, Tries], now: datetime) -> None:
    own = rows[guess.key]
    _one_more(own, FREE_FAILURES, now)
    own.locked_until = _moment(now, wait_after(own.failures))
    if not guess.known:
        _one_more(rows[guess.key_of_all], guess.free, now)
        own.turn_at = _moment(now, _for_others(guess, rows))


def _moment(now: datetime, wait: timedelta) -> datetime | None:
    return now + wait if wait else None


def _one_more(row: Tries, free: int, now: datetime) -> None:
    row.failures, row.at = min(row.failures + 1, free + MOST_COUNTED), now
