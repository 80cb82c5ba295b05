"""Reading who works in which championship."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from brackets.models import Championship, Role, User


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


def juez_number_next(there: Sequence[Member]) -> int:
    """The number of the next Juez without a name of his own, after «Juez 1», «Juez 2»… of these."""
    numbered = (re.fullmatch(r"Juez (\d{1,4})", member.user.display_name) for member in there)
    return max((int(found[1]) for found in numbered if found), default=0) + 1


def _rank(role: Role) -> int:
    return list(Role.Kind).index(Role.Kind(role.kind))
