"""Who may do what: one table, asked everywhere, printed as the matrix of the manual."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.contrib.auth.models import AnonymousUser

from brackets.models import Championship, Role, User

DIRECTOR: Final = str(Role.Kind.DIRECTOR)
CONTROL: Final = str(Role.Kind.CONTROL)
JUEZ: Final = str(Role.Kind.JUEZ)
INSPECTOR: Final = str(Role.Kind.INSPECTOR)
PUBLIC: Final = "public"

_DIRECTOR: Final = frozenset({DIRECTOR})
_DESK: Final = frozenset({DIRECTOR, CONTROL})
_STAFF: Final = frozenset({DIRECTOR, CONTROL, JUEZ})
_ALL: Final = frozenset({DIRECTOR, CONTROL, JUEZ, INSPECTOR, PUBLIC})

ACTIONS: Final[Mapping[str, frozenset[str]]] = {
    "championship.see": _ALL,  # its page, its parejas, its published bracket, its results
    "championship.edit": _DIRECTOR,
    "championship.open": _DIRECTOR,
    "championship.close": _DIRECTOR,
    "panel.see": _DESK,
    "team.edit": _DIRECTOR,
    "tables.edit": _DESK,
    "parejas.edit": _DESK,  # add, correct, withdraw, import, export
    "parejas.cedula": _DESK,
    "draw.see": _DESK,  # before it is published
    "draw.make": _DIRECTOR,
    "draw.publish": _DIRECTOR,
    "floor.edit": _DESK,  # tables, jueces, calls
    "results.record": _DESK,  # paper, walkover, retirement, nobody came
    "results.correct": _DIRECTOR,  # change or take back what was recorded
    "print": _DESK,
    "devices.edit": _DESK,  # tablets: pair, name, put out
    "pins.give": _DESK,  # a PIN of the desk only a Director gives
    "audit.see": _DIRECTOR,
    "calls.attend": _DESK,
    "protests.see": _DIRECTOR,  # say that one knows of it; the whole desk reads them
    "consultas.write": _DESK,  # read them, write one down for who has the doubt, withdraw it
    "consultas.resolve": _DIRECTOR,  # finally (18)
    "quarantine.decide": _DESK,  # what tablets saved and the logs did not take
    "ronda.verify": frozenset({DIRECTOR, CONTROL, INSPECTOR}),  # of any mesa; a Juez, those of his own
    "mesa.keep": _STAFF,  # on a tablet; a Juez only the fixtures that are his
}


def championship_roles(user: User | AnonymousUser, championship: Championship) -> frozenset[str]:
    """The roles of this account here, none for a stranger: one query."""
    if not user.is_authenticated or not user.is_active:
        return frozenset()
    return frozenset(Role.objects.filter(championship=championship, user=user).values_list("kind", flat=True))


def may(user: User | AnonymousUser, championship: Championship, action: str) -> bool:
    """Whether `action` is allowed; KeyError when there is no such action."""
    roles = ACTIONS[action]
    return (PUBLIC in roles and is_public(championship)) or not roles.isdisjoint(championship_roles(user, championship))


def may_create_championship(user: User | AnonymousUser) -> bool:
    """Whoever installed the system, and whoever directs a championship already."""
    if not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or Role.objects.filter(user=user, kind=Role.Kind.DIRECTOR).exists()


def actions_of(roles: Iterable[str], *, public: bool) -> frozenset[str]:
    """What somebody with these roles may do in a championship that is `public` or not.

    >>> "draw.make" in actions_of({"control"}, public=True), sorted(actions_of((), public=True))
    (False, ['championship.see'])
    """
    held = {*roles, PUBLIC} if public else {*roles}
    return frozenset(action for action, allowed in ACTIONS.items() if not allowed.isdisjoint(held))


def is_public(championship: Championship) -> bool:
    """A championship in preparation exists only for those who prepare it."""
    return championship.status != Championship.Status.DRAFT
