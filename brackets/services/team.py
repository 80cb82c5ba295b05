"""New people with their role, in one step."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.text import slugify

from brackets.models import Championship, Role, User
from brackets.services.accounts import account_create, role_grant
from brackets.services.doubts import require_told, unprinted


@transaction.atomic
def member_create(
    *,
    championship: Championship,
    username: str,
    password: str,
    display_name: str,
    kind: str,
    by: User,
    now: datetime,
    told: str = "",
) -> User:
    """An account with one role in this championship. Raises Doubtful for letters that papers cannot print, unless `told` is its seal."""
    require_told(unprinted([("display_name", "El nombre", display_name)]), told)
    return _member(
        championship=championship,
        username=username,
        password=password,
        display_name=display_name,
        kind=kind,
        by=by,
        now=now,
    )


@transaction.atomic
def jueces_create(
    *,
    championship: Championship,
    names: Sequence[str],
    passwords: Sequence[str],
    by: User,
    now: datetime,
    told: str = "",
) -> list[User]:
    """One Juez for each name, all or none; the usernames are made from the names. Raises Doubtful as `member_create` does."""
    require_told(unprinted(("names", f"El nombre «{name}»", name) for name in names), told)
    return [
        _member(
            championship=championship,
            username=username_free(name),
            password=password,
            display_name=name,
            kind=Role.Kind.JUEZ,
            by=by,
            now=now,
        )
        for name, password in zip(names, passwords, strict=True)
    ]


def username_free(name: str) -> str:
    """`rosa.vega` for Rosa Vega, or with a number when somebody has it already: `rosa.vega2`, but `juez.1-2`."""
    stem = slugify(name).replace("-", ".")[:60].strip(".") or "juez"
    taken = {
        each.lower() for each in User.objects.filter(username__istartswith=stem).values_list("username", flat=True)
    }
    other = f"{stem}-" if stem[-1].isdigit() else stem
    return next(each for each in (stem, *(f"{other}{n}" for n in range(2, len(taken) + 3))) if each not in taken)


def _member(
    *, championship: Championship, username: str, password: str, display_name: str, kind: str, by: User, now: datetime
) -> User:
    user = account_create(username=username, password=password, display_name=display_name, by=by)
    role_grant(championship=championship, user=user, kind=kind, by=by, now=now)
    return user
