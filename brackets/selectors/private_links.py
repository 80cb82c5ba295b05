"""The secret address of the private page of a pareja: printed again at any time, kept nowhere.

The token is the key of the pareja and a code over its key and its nonce that only the SECRET_KEY of this installation
makes: who reads an export or a copy of the database learns no address. A new nonce makes a new token, and without one
there is none.
"""

from base64 import urlsafe_b64encode
from typing import Final

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from brackets.models import Championship, Pareja
from brackets.selectors.single import single

SALT: Final = "brackets.private-link"
CODE_BYTES: Final = 16
LONGEST_KEY: Final = 18


def link_token(pareja: Pareja) -> str | None:
    """What stands in the address of its page; None while the desk has closed it."""
    return None if pareja.link_nonce is None else f"{pareja.pk}-{_code(pareja, settings.SECRET_KEY)}"


def pareja_of_token(token: str) -> Pareja | None:
    """Whose token it is, with its championship: one query. A token of an older SECRET_KEY is good as long as that one is."""
    key, dash, code = token.partition("-")
    if not (dash and key.isascii() and key.isdigit() and len(key) <= LONGEST_KEY):
        return None
    public = Pareja.objects.select_related("championship").exclude(championship__status=Championship.Status.DRAFT)
    pareja = single(public.filter(pk=int(key), link_nonce__isnull=False))
    if pareja is None:
        return None
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return pareja if any(constant_time_compare(code, _code(pareja, secret)) for secret in secrets) else None


def _code(pareja: Pareja, secret: str) -> str:
    made = salted_hmac(SALT, f"{pareja.pk}:{pareja.link_nonce}", secret=secret, algorithm="sha256")
    return urlsafe_b64encode(made.digest()[:CODE_BYTES]).decode().rstrip("=")
