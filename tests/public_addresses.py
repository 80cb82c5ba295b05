"""The addresses of a championship that a stranger without an account may ask for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final
from urllib.parse import quote

from django.urls import reverse
from django.utils import timezone

from brackets.models import Entry, Fixture, Table
from brackets.selectors.private_links import link_token
from referee.models import Certificate, Checkpoint, Incarnation, Mesa, Planilla, TreeLeaf
from referee.selectors.championship_chain import championship_chain
from referee.selectors.mesa_file import mesa_is_public
from tests.access_world import WHO, routes
from tests.test_access_matrix import EXPECTED

NOBODY: Final = WHO.index("nobody")
LOG: Final = "referee:checkpoint"
"""With what the names of the routes to a championship's log begin; it has one from its first sweep on."""
STAMP: Final = "referee:checkpoint_stamp"
"""Only where a server of time stamps is named."""
PLOTS: Final = ("parejas", "minutos", "ediciones")
ELSEWHERE: Final = {
    "health": "says only whether the server is well",
    "schema": "is the same whatever is played: the text of what a tablet may ask",
    "referee:service_worker": "is a script of the tablet",
    "referee:rulebook": "is the rulebook as a file of the site",
    "referee:authority": "is a file of the server, where it has a certificate of its own",
    "referee:screen": "is a new screen each time, with a code of its own",
    "referee:screen_state": "answers a screen alone, by its cookie: whatever one shows, the tests of screens ask for",
}
"""Public, but nothing of a championship is at that address, and why that is so."""
ASKED: Final[Mapping[str, Sequence[str]]] = {
    "brackets:search": ("q={pareja}", "q={name}", "q={word}&en={slug}", "q=nadie"),
    "brackets:championship": ("etapa={stage}", "parte=2", "solo=partes"),
    "brackets:standings": ("etapa={stage}", "todas=1", "parte=2"),
    "brackets:schedule": ("pareja={pareja}", "parte=2"),
    "brackets:results": ("parte=2", "dia={day}"),
    "brackets:parejas_public": ("buscar={word}", "buscar=nadie", "parte=2"),
    "brackets:sheet": ("buscar={word}", "parte=2", "pantalla=1"),
    "brackets:draw_public": ("etapa={stage}", "verificar=1"),
    "referee:statistics": ("orden=limpias", "parte=2"),
    "referee:zapateros": ("parte=2",),
    "referee:precedents": ("buscar=naipe", "articulo=13"),
    "referee:checkpoint": ("n=&r=", "n=1&r=0123456789abcdef", "n=1&r=0123456789abcdef&o=otro", "n=x&r=x"),
    "referee:live": ("desde=0",),
    "referee:reglamentos": ("reglamento=riobamba&reglamento=pagat", "difiere=1"),
    "referee:championship_rules": ("idioma=en",),
    "referee:table_display": ("claro=1",),
    "referee:table_overlay": ("piezas=marcador&escala=150&lado=derecha&fondo=verde",),
    "referee:planilla": ("v=1&h={print}", "v=1&h=00000000", "v=9&h={print}"),
    "referee:planilla_check": ("c={slug}&cadena={chain}", "c={slug}&cadena=0", "codigo=FFFF-0000-FFFF-0000", "codigo="),
}
"""By route, what can be asked for further at the address of its page; one that is not there is as if it were not asked."""
OF_EVERY_FORM: Final = {
    "brackets:draw_verify", "brackets:inscription", "brackets:jueces_public", "brackets:receipt", "brackets:receipt_data",
    "brackets:sign_in", "referee:certificate_file", "referee:checkpoint", "referee:checkpoint_cosigners", "referee:checkpoint_grew", "referee:checkpoint_key", "referee:checkpoint_leaf", "referee:checkpoint_life",
    "referee:checkpoint_of_size", "referee:checkpoint_stamp", "referee:championship_rules", "referee:championship_rules_pdf",
    "referee:own_appeal", "referee:partida_notation", "referee:planilla_check", "referee:precedents", "referee:reglamentos",
    "referee:resolutions", "referee:tablet",
}  # fmt: skip
"""Rules, people, what was resolved and the file of a mesa are the same in every form of a championship."""
UNASKED: Final = ("302", "401", "405")
"""What a stranger is told where he has to say who he is, or may only send something."""


def public_addresses(fixture: Fixture) -> Iterator[str]:
    """Every public route there is: of its championship, this partida, its first pareja, its stage, its table.

    A route for what the championship does not have, a mesa or a certificate, has no address there. A route that asks for a part
    nobody has told us of is a KeyError.
    """
    return (address for _, address in _named(fixture))


def _named(fixture: Fixture) -> Iterator[tuple[str, str]]:
    """Each with the name of its route."""
    known = routes()
    for name in public_names():
        if name in ELSEWHERE:
            continue
        parts = sorted(known[name].parts)
        for values in product(*(_values(name, part, fixture) for part in parts)):
            yield name, reverse(name, kwargs=dict(zip(parts, values, strict=True)))


def asked_addresses(fixture: Fixture) -> Iterator[str]:
    """The public pages as they answer who asks for another part, word, order, stage or version.

    Where nothing is sealed yet there is no version to ask for.
    """
    championship, pareja = fixture.stage.championship, fixture.pareja_a
    assert pareja
    planilla = Planilla.objects.filter(mesa__fixture=fixture).order_by("version").first()
    told = {
        "slug": championship.slug,
        "name": quote(championship.name),
        "pareja": pareja.number,
        "word": quote(pareja.title.split()[0]),
        "stage": fixture.stage.number,
        "day": championship.play_days.of(fixture.decided_at or timezone.now()),
        "print": planilla.digest[:16] if planilla else "",
        "chain": championship_chain(championship).digest,
    }
    for name, address in _named(fixture):
        for query in ASKED.get(name, ()):
            if planilla or "{print}" not in query:
                yield f"{address}?{query.format(**told)}"


def public_names() -> list[str]:
    """The routes that ask nobody who he is, as the matrix of access has them: a new one is in it too.

    Those too that have nothing to show in its world, as the file of a mesa that is still played.
    """
    return sorted(name for name, (read, _) in EXPECTED.items() if read.split()[NOBODY] not in UNASKED)


def _values(name: str, part: str, fixture: Fixture) -> Iterable[object]:
    """All that may stand in this part of the address."""
    championship, pareja = fixture.stage.championship, fixture.pareja_a
    assert pareja
    number = "pareja" if "pareja" in name else "table" if "table" in name else "stage"
    checkpoints = Checkpoint.objects.filter(championship=championship)
    in_use = Certificate.objects.filter(championship=championship, ended_at__isnull=True)
    values: dict[str, Callable[[], Iterable[object]]] = {
        "slug": lambda: [championship.slug] if not name.startswith(LOG) or checkpoints.exists() else [],
        "fixture_id": lambda: [fixture.pk] if name != "referee:partida_notation" or _is_told(fixture) else [],
        "number of pareja": lambda: [pareja.number],
        "number of table": lambda: Table.objects.filter(championship=championship).values_list("number", flat=True)[:1],
        "number of stage": lambda: [fixture.stage.number],
        "plot": lambda: PLOTS,
        "size": lambda: (
            checkpoints.filter(**{"stamp__isnull": False} if name == STAMP else {})
            .order_by("-size")
            .values_list("size", flat=True)[:1]
        ),
        "older": lambda: [1],
        "leaf": lambda: TreeLeaf.objects.filter(championship=championship).values_list("hash", flat=True)[:1],
        "incarnation": lambda: Incarnation.objects.filter(number__gt=1).values_list("code", flat=True),
        "token": lambda: [link_token(pareja)],
        "public_id": lambda: Mesa.objects.filter(fixture=fixture).values_list("public_id", flat=True),
        "entry_token": lambda: Entry.objects.filter(championship=championship).values_list("token", flat=True)[:1],
        "form": lambda: ("cer", "pem") if in_use.exists() else (),
    }
    return values[f"number of {number}" if part == "number" else part]()


def _is_told(fixture: Fixture) -> bool:
    """Whether its mesa is over, and so a file for anybody."""
    mesa = Mesa.objects.select_related("fixture").filter(fixture=fixture).first()
    return mesa is not None and mesa_is_public(mesa, mesa.fixture)
