"""Who may do what: one table, asked everywhere, printed as the matrix of the manual."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from brackets.models import Championship, Role, User

DIRECTOR: Final = str(Role.Kind.DIRECTOR)
ADJUNCT: Final = str(Role.Kind.ADJUNCT)
CONTROL: Final = str(Role.Kind.CONTROL)
JUEZ: Final = str(Role.Kind.JUEZ)
INSPECTOR: Final = str(Role.Kind.INSPECTOR)
INSCRIPTION: Final = str(Role.Kind.INSCRIPTION)
SCREENS: Final = str(Role.Kind.SCREENS)
PUBLIC: Final = "public"

_DIRECTOR: Final = frozenset({DIRECTOR})  # what the reglamento gives to the Director alone, and the two ends of it all
_DIRECTION: Final = _DIRECTOR | {ADJUNCT}
DESK: Final = _DIRECTION | {CONTROL}  # whose powers a Director may want a passkey for
_COUNTER: Final = DESK | {INSCRIPTION}
_ALL: Final = frozenset({*map(str, Role.Kind), PUBLIC})

# Who may give and take away which role.
GRANTS: Final[Mapping[str, frozenset[str]]] = {
    DIRECTOR: frozenset(map(str, Role.Kind)),
    ADJUNCT: frozenset({CONTROL, JUEZ, INSPECTOR, INSCRIPTION, SCREENS}),
}

ACTIONS: Final[Mapping[str, frozenset[str]]] = {
    "championship.see": _ALL,  # its page, its parejas, its published bracket, its results
    "championship.edit": _DIRECTOR,
    "championship.open": _DIRECTOR,
    "championship.close": _DIRECTOR,
    "panel.see": _COUNTER,
    "address.change": _DIRECTION,  # that papers and QRs carry, where this computer has another by now
    "passkeys.demand": _DIRECTOR,  # of whoever has powers of the desk
    "team.edit": _DIRECTION,  # as far as GRANTS goes
    "tables.edit": DESK,
    "parejas.edit": _COUNTER,  # add, correct, withdraw, import, export
    "parejas.cedula": _COUNTER,
    "presence.edit": _COUNTER,  # who came, and with which document
    "inscription.edit": _DIRECTION,  # window, room, fee, categories, consent
    "entries.answer": _COUNTER,  # to those who ask to enter: confirm, reject, waiting list, paid
    "people.see": _COUNTER,  # what is kept of each, a copy of it for him, how to reach him, his consent
    "people.erase": _DIRECTOR,
    "draw.see": DESK,  # before it is published
    "draw.make": _DIRECTION,
    "draw.publish": _DIRECTION,
    "jueces.edit": DESK,  # whom each may not judge, whether he is there; replace one
    "floor.edit": DESK,  # tables, jueces, calls
    "results.record": DESK,  # paper, walkover, retirement, nobody came
    "results.correct": _DIRECTION,  # change or take back what was recorded
    "transcription.write": DESK,  # type a Planilla kept on paper; confirm one that another typed
    "planillas.correct": _DIRECTOR,  # open a sealed one, by a ruling
    "print": DESK,
    "screens.edit": DESK | {SCREENS},  # register, steer, message over all
    "certificate.edit": _DIRECTOR,  # what Planillas are signed with: make, bring, replace, take away
    "devices.edit": DESK,  # tablets: pair, name, put out
    "pins.give": DESK,  # a PIN of the desk only a Director gives
    "audit.see": _DIRECTION,
    "notices.see": DESK,  # what was told by e-mail, and send one again
    "calls.attend": DESK,
    "protests.see": _DIRECTION,  # say that one knows of it; the whole desk reads them
    "consultas.write": DESK,  # read them, write one down for who has the doubt, withdraw it
    "consultas.resolve": _DIRECTOR,  # finally (18)
    "suspensions.edit": DESK,  # of a mesa or of the whole hall; on his tablet a Juez suspends his own
    "appeals.see": DESK,  # the page, the resolution on paper, and its publication when the announcer says so
    "appeals.rule": _DIRECTOR,  # admit, reject, rule, let a result count meanwhile (17)
    "conduct.write": DESK,  # read the ledger, put on record, cancel with a reason
    "conduct.settle": _DIRECTION,  # make final
    "quarantine.decide": DESK,  # what tablets saved and the logs did not take
    "ronda.verify": DESK | {INSPECTOR},  # of any mesa; a Juez, those of his own
    "mesa.keep": DESK | {JUEZ},  # on a tablet; a Juez only the fixtures that are his
    "archive.export": _DIRECTION,  # the whole championship as one file
}

IMPORTED: Final = frozenset(
    {
        "championship.see", "panel.see", "parejas.cedula", "people.see", "people.erase", "draw.see", "audit.see",
        "notices.see", "appeals.see", "archive.export",
    }
)  # fmt: skip
"""What can be done with a championship that came from elsewhere: it is read, and people have the right to be deleted from it."""


@dataclass(frozen=True, slots=True)
class RolesHere:
    """The roles of one account in one championship. `withheld`: those of the desk, where a passkey is demanded and this account
    came without one (`User.by_passkey`), as it always does on a tablet."""

    usable: frozenset[str] = frozenset()
    withheld: frozenset[str] = frozenset()

    @property
    def held(self) -> frozenset[str]:
        return self.usable | self.withheld


def roles_here(user: User | AnonymousUser, championship_id: int) -> RolesHere:
    """None for a stranger: one query. Whatever gives powers of the desk asks here which roles it may go by."""
    if not user.is_authenticated:
        return RolesHere()
    rows = Role.objects.filter(championship=championship_id, user=user, user__is_active=True)
    found = list(rows.values_list("kind", "championship__passkey_demand__championship"))
    held = frozenset(kind for kind, _ in found)
    demanded = any(demand is not None for _, demand in found)
    withheld = held & DESK if demanded and not user.by_passkey else frozenset()
    return RolesHere(held - withheld, withheld)


def championship_roles(user: User | AnonymousUser, championship: Championship) -> frozenset[str]:
    """The roles that this account may use here now, none for a stranger: one query."""
    return roles_here(user, championship.pk).usable


def may(user: User | AnonymousUser, championship: Championship, action: str) -> bool:
    """Whether `action` is allowed; KeyError when there is no such action."""
    roles = ACTIONS[action]
    if championship.imported_at and action not in IMPORTED:
        return False
    return (PUBLIC in roles and is_public(championship)) or not roles.isdisjoint(championship_roles(user, championship))


def championships_where(user: User, action: str) -> QuerySet[Championship]:
    """Those of which this account may do `action` by a role that it may use now, as `may` says it of one."""
    roles = Role.objects.filter(user=user, kind__in=ACTIONS[action])
    if not user.by_passkey:
        roles = roles.exclude(kind__in=DESK, championship__passkey_demand__isnull=False)
    found = Championship.objects.filter(pk__in=roles.values("championship"))
    return found if action in IMPORTED else found.filter(imported_at=None)


def may_know_jueces(user: User | AnonymousUser, championship: Championship) -> bool:
    """Whether they may read who judges: everybody where it is public, else the desk."""
    return championship.jueces_public or may(user, championship, "panel.see")


def may_create_championship(user: User | AnonymousUser) -> bool:
    """Whoever installed the system, and whoever directs a championship already."""
    if not user.is_authenticated or not user.is_active:
        return False
    return user.is_superuser or Role.objects.filter(user=user, kind=Role.Kind.DIRECTOR).exists()


def actions_of(roles: Iterable[str], *, public: bool, imported: bool = False) -> frozenset[str]:
    """What somebody with these roles may do in a championship that is `public` or not, and was `imported` or played here.

    >>> "draw.make" in actions_of({"control"}, public=True), sorted(actions_of((), public=True))
    (False, ['championship.see'])
    """
    held = {*roles, PUBLIC} if public else {*roles}
    return frozenset(
        action
        for action, allowed in ACTIONS.items()
        if not allowed.isdisjoint(held) and (not imported or action in IMPORTED)
    )


def grantable(roles: Iterable[str]) -> frozenset[str]:
    """The roles that somebody with these may give and take away.

    >>> sorted(grantable({"control"})), "adjunct" in grantable({"adjunct", "juez"}), "adjunct" in grantable({"director"})
    ([], False, True)
    """
    return frozenset(kind for role in roles for kind in GRANTS.get(role, ()))


def is_public(championship: Championship) -> bool:
    """A championship in preparation exists only for those who prepare it."""
    return championship.status != Championship.Status.DRAFT
