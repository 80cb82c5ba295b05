"""A browser in which somebody signed in before is known by a cookie, so that strangers who guess do not hold it back.

The cookie is for one account, and signed with what is kept of its password: with another password it is worth nothing.
It lets nobody in.
"""

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http.response import HttpResponseBase

from brackets.models import User
from brackets.services.clients import Client

MOST_KNOWN: Final = 8
"""Cookies of accounts that are looked up of one browser."""
LASTS: Final = timedelta(days=400)  # longer ones browsers do not keep


def known_device(user: User, client: Client) -> str:
    """The name under which its own failures are counted; empty for a browser that is not known."""
    return _name(user, client.cookies)


def account_known(cookies: Mapping[str, str]) -> User | None:
    """The account for which a browser is known; None where it is known for none, or has the cookies of very many."""
    begins = _begins()
    told = [name.removeprefix(begins) for name in cookies if name.startswith(begins)]
    keys = [int(each[:18]) for each in told if each.isascii() and each.isdecimal()]
    users = User.objects.filter(pk__in=keys[:MOST_KNOWN], is_active=True)
    return next((user for user in users if _name(user, cookies)), None)


def _name(user: User, cookies: Mapping[str, str]) -> str:
    try:
        return _signer(user).unsign(cookies.get(_cookie(user), ""), max_age=LASTS)
    except BadSignature:
        return ""


def device_remember(response: HttpResponseBase, user: User, client: Client) -> None:
    """He has signed in from there."""
    response.set_cookie(
        _cookie(user),
        _signer(user).sign(known_device(user, client) or secrets.token_urlsafe(16)),
        max_age=LASTS,
        secure=settings.ENCRYPTED,
        httponly=True,
        samesite="Strict",
    )


def _cookie(user: User) -> str:
    return f"{_begins()}{user.pk}"


def _begins() -> str:
    """How the names of all begin."""
    return f"{'__Host-' if settings.ENCRYPTED else ''}conocido-"


def _signer(user: User) -> TimestampSigner:
    return TimestampSigner(salt=f"brackets.known-device:{user.pk}:{user.password}")
