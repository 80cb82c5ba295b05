"""Wrong PINs make those who try them wait: counted by person and hall, and at his own tablet for nobody but him.

A hall is a championship. The tablets on which one account signed in, as many as it likes, are one. ADR 52 tells what this is worth.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from brackets.models import User
from brackets.services.guessing import Guess, tries_begin, tries_forget, tries_passed, tries_wait
from referee.models import Device, PinProved
from referee.services.writing import one_writer


def pin_wait(*, device: Device, named: User | None, now: datetime) -> datetime | None:
    """Until when this tablet must wait for what was wrong at it; it only reads, and comes before anything is hashed."""
    at_home = named is not None and _is_at_home(device, named, now)
    return tries_wait(_as_known(_guesses(device, named, at_home=at_home)), now)


def pin_tried(*, device: Device, named: User | None, owner: User | None, now: datetime) -> datetime | None:
    """One try: `owner` has the PIN that was typed, None where it was wrong; `named` is whose it should be, where that was said.

    Answers until when such tries must wait, where this one must; then nothing may be told of it.
    """
    person = named or owner
    at_home = person is not None and _is_at_home(device, person, now)
    guesses = _guesses(device, named, at_home=at_home)
    if until := tries_wait(_as_known(guesses), now):
        return until
    with one_writer():
        if owner is not None and at_home:
            if named is not None:
                tries_passed(guesses, now)
            return None
        until = tries_begin(guesses, now)
        if until is None and owner is not None:
            # Whoever says who he is takes back his own slips. Who does not could take back what he guessed of others.
            tries_passed(guesses, now, forgive=named is not None)
            PinProved.objects.update_or_create(device=device, user=owner, defaults={"day": _day(device, now)})
        elif until is not None and named is None and _at_home(device, now):
            # It was looked at all the same, since it could have been of those who are at home: they are not guessed here.
            tries_begin(_as_known(guesses), now)
    return until


def pin_tries_forget(*, championship_id: int, user: User) -> None:
    """He has another PIN: what was tried of the old one holds nobody back, and it opened no tablet."""
    devices = Device.objects.filter(championship=championship_id)
    tries_forget([_of(device, user) for device in devices])
    PinProved.objects.filter(device__in=devices, user=user).delete()


def _guesses(device: Device, named: User | None, *, at_home: bool) -> list[Guess]:
    """Whoever is named is counted as that person and, away from home, for the hall; of anybody's PINs it is the hall."""
    hall = Guess(f"pin:{device.championship_id}", _tablet(device), known=at_home and named is None)
    if named is None:
        return [hall]
    own = replace(_of(device, named), known=at_home)
    return [own] if at_home else [own, hall]


def _as_known(guesses: Sequence[Guess]) -> list[Guess]:
    return [replace(guess, known=True) for guess in guesses]


def _of(device: Device, user: User) -> Guess:
    return Guess(f"pin:{device.championship_id}:{user.pk}", _tablet(device))


def _tablet(device: Device) -> str:
    return f"account:{device.user_id}" if device.paired_at is None else f"device:{device.pk}"


def _day(device: Device, now: datetime) -> date:
    return device.championship.play_days.of(now)


def _at_home(device: Device, now: datetime) -> bool:
    """Whether anybody's PIN was right at this tablet today."""
    return PinProved.objects.filter(device=device, day=_day(device, now)).exists()


def _is_at_home(device: Device, user: User, now: datetime) -> bool:
    return PinProved.objects.filter(device=device, user=user, day=_day(device, now)).exists()
