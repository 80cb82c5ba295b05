"""Checking a password, which is the only place that does."""

from datetime import datetime
from math import ceil
from typing import Final

import structlog
from django.contrib.auth import authenticate

from brackets.models import User
from brackets.selectors.single import single
from brackets.services.clients import Client
from brackets.services.errors import BracketError
from brackets.services.guessing import Guess, tries_begin, tries_passed
from brackets.services.known_devices import known_device

log = structlog.get_logger(__name__)

FREE_OF_ALL: Final = 20
"""Wrong passwords of one account, over all clients that are not known, before a new one of them must wait too."""


class MustWait(BracketError):
    """Nothing was looked at, nor counted: the wait does not get longer by asking."""

    http_status = 429

    def __init__(self, *, until: datetime, now: datetime) -> None:
        self.seconds = ceil((until - now).total_seconds())
        super().__init__(
            "demasiados-intentos",
            f"Demasiados intentos con esta cuenta. Espere {self.seconds} s y vuelva a intentarlo. "
            "Un equipo en el que ya entró antes no espera por los intentos de otros.",
        )


def password_check(*, username: str, password: str, client: Client, now: datetime) -> User | None:
    """Whose account this is, None where the password is wrong or there is no such account. Raises MustWait.

    Call it outside any transaction, since a refusal would undo the count. The log of the server has each try, without what
    was typed: people type a password where the name belongs.
    """
    owner = single(User.objects.filter(username=username))
    guess = _guess(username, owner, client)
    noted = log.bind(account=str(owner.public_id) if owner else None, network=client.network, known=guess.known)
    if until := tries_begin([guess], now):
        noted.warning("sign_in_waits")
        raise MustWait(until=until, now=now)
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        noted.warning("sign_in_refused")
        return None
    tries_passed([guess], now)
    noted.info("sign_in")
    return user


def _guess(username: str, owner: User | None, client: Client) -> Guess:
    """Counted alike for accounts that there are and that there are not; another password is another thing to guess."""
    what = f"password:{User.normalize_username(username).casefold()}:{owner.password if owner else ''}"
    if owner and (device := known_device(owner, client)):
        return Guess(what, f"device:{device}", known=True)
    return Guess(what, f"network:{client.network}", free=FREE_OF_ALL)
