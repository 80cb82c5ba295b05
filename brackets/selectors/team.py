"""Reading who works in which championship."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from brackets.models import Championship, Role, User
from brackets.selectors.spelling import name_key

NUMBERED: Final = re.compile(r"Juez (\d{1,4})")


@dataclass(frozen=True, slots=True)
class Membership:
    """One championship and what somebody is in it."""

    championship: Championship
    kinds: tuple[str, ...]

    @property
    def labels(self) -> str:
        return ", ".join(str(Role.Kind(kind).label) for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Member:
    """One person of a championship with every role he has in it."""

    user: User
    roles: tuple[Role, ...]


def memberships(user: User) -> list[Membership]:
    """The championships in which this account has a role, the latest first: one query."""
    roles = Role.objects.filter(user=user).select_related("championship")
    kinds: dict[Championship, list[str]] = {}
    for role in roles.order_by("-championship__starts_on", "championship__name", "kind"):
        kinds.setdefault(role.championship, []).append(role.kind)
    return [Membership(championship, tuple(held)) for championship, held in kinds.items()]


def members(championship: Championship) -> list[Member]:
    """Everybody with a role in it: Directors, Mesa de Control, jueces, by name within each. One query."""
    by_user: dict[User, list[Role]] = {}
    for role in championship.roles.select_related("user"):
        by_user.setdefault(role.user, []).append(role)
    found = [Member(user, tuple(sorted(roles, key=_rank))) for user, roles in by_user.items()]
    return sorted(found, key=lambda member: (_rank(member.roles[0]), str(member.user).casefold()))


def jueces(championship: Championship) -> QuerySet[User]:
    """Its jueces whose accounts are open, by name: who can be given a mesa."""
    return jueces_named(championship).filter(is_active=True)


def jueces_named(championship: Championship) -> QuerySet[User]:
    """All of them, also whose account was closed, or came in an archive: who kept its mesas."""
    roles = Role.objects.filter(championship=championship, kind=Role.Kind.JUEZ)
    return User.objects.filter(pk__in=roles.values("user")).order_by("display_name", "username")


def accounts_called(names: Iterable[str], *, by: User) -> list[tuple[str, User]]:
    """Each of these names with an account that has it already, of those that serve where `by` does: one query.

    Spelling aside. «Juez 1», «Juez 2»… name nobody.
    """
    served = Role.objects.filter(user=by).values("championship")
    known: dict[str, User] = {}
    for user in User.objects.filter(is_active=True, roles__championship__in=served).order_by("-pk"):
        known[name_key(user.display_name)] = user  # the oldest of one name stays
    return [
        (name, known[key])
        for name in names
        if (key := name_key(name)) in known and not NUMBERED.fullmatch(name.strip())
    ]


def juez_number_next(there: Sequence[Member]) -> int:
    """The number of the next Juez without a name of his own, after «Juez 1», «Juez 2»… of these."""
    numbered = (NUMBERED.fullmatch(member.user.display_name) for member in there)
    return max((int(found[1]) for found in numbered if found), default=0) + 1


def _rank(role: Role) -> int:
    return list(Role.Kind).index(Role.Kind(role.kind))
