"""New people with their role, in one step."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.text import slugify

from brackets.models import Championship, Role, User
from brackets.selectors.team import accounts_called
from brackets.services.accounts import account_create, role_grant
from brackets.services.doubts import Doubt, require_told, unprinted


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
    """An account with one role in this championship.

    Raises Doubtful for letters that papers cannot print, and for a name that an account has already, unless `told` is its seal.
    """
    doubts = unprinted([("display_name", "El nombre", display_name)])
    require_told([*doubts, *second_accounts("display_name", [display_name], by=by)], told)
    hashed = make_password(password)
    with transaction.atomic():
        return _member(
            championship=championship,
            username=username,
            password=password,
            hashed=hashed,
            display_name=display_name,
            kind=kind,
            by=by,
            now=now,
        )


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
    doubts = unprinted(("names", f"El nombre «{name}»", name) for name in names)
    require_told([*doubts, *second_accounts("names", names, by=by)], told)
    hashed = [make_password(password) for password in passwords]
    with transaction.atomic():
        return [
            _member(
                championship=championship,
                username=username_free(name),
                password=password,
                hashed=its_hash,
                display_name=name,
                kind=Role.Kind.JUEZ,
                by=by,
                now=now,
            )
            for name, password, its_hash in zip(names, passwords, hashed, strict=True)
        ]


def second_accounts(field: str, names: Iterable[str], *, by: User) -> list[Doubt]:
    """One doubt for each name that somebody has already who serves where `by` does: who forgot his password needs no other account."""
    return [
        Doubt(
            "cuenta-del-mismo-nombre",
            f"{user} ya tiene una cuenta, «{user.username}». Si es la misma persona, dele una función a esa cuenta, y si olvidó su "
            "contraseña, una contraseña nueva. Siga solo si es otra persona que se llama igual.",
            field,
        )
        for _, user in accounts_called(names, by=by)
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
    *,
    championship: Championship,
    username: str,
    password: str,
    hashed: str,
    display_name: str,
    kind: str,
    by: User,
    now: datetime,
) -> User:
    user = account_create(username=username, password=password, display_name=display_name, by=by, hashed=hashed)
    role_grant(championship=championship, user=user, kind=kind, by=by, now=now)
    return user
