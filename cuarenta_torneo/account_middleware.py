"""Whose session a request brings, and whether a passkey opened it."""

from typing import cast

from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from brackets.models import User
from brackets.services.passkeys import opening_passkey


class AccountMiddleware(AuthenticationMiddleware):
    """Django's own, with `User.by_passkey`. A session ends with the passkey that opened it; one more query where one did."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = cast("User | AnonymousUser", SimpleLazyObject(lambda: account_of(request)))


def account_of(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    if not isinstance(user, User):
        return AnonymousUser()
    opened = opening_passkey(request.session)
    if opened is None:
        return user
    if not user.passkeys.filter(pk=opened).exists():
        request.session.flush()
        return AnonymousUser()
    user.by_passkey = True
    return user
