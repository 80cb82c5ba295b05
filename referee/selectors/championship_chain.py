"""The chain of a championship: one digest over the head of every mesa's log, printed in its final acta.

Whoever has the acta sees later whether any log, or any sealed Planilla, has become another one. `docs/bitacora.md`
gives the canonical form.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.urls import reverse

from brackets.models import Championship
from referee.models import Jugada, Mesa, Planilla
from referee.rules import canonical, fingerprint
from referee.selectors.live import is_covered, is_over

FORMAT: Final = "cuarenta-cadena"
VERSION: Final = 1
CHAIN_FILE: Final = "cadena.json"
"""As which the final acta in PDF carries its heads."""
SLUG: Final = re.compile(r"[-a-zA-Z0-9_]{0,60}")
MESA: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SHA256: Final = re.compile(r"[0-9a-f]{64}")
LARGEST_NUMBER: Final = 2**31 - 1  # that a column holds


class NotAChain(ValueError):
    """What was given as the chain of a championship is none; the sentence says what is wrong."""


@dataclass(frozen=True, slots=True, order=True)
class MesaHead:
    """Where the log of a mesa stands, and its newest sealed Planilla; version 0 and no digest before there is one."""

    mesa: str
    head_seq: int
    head_hash: str
    version: int
    digest: str


@dataclass(frozen=True, slots=True)
class ChampionshipChain:
    """The heads in the order of their mesas' identifiers, and the digest over them."""

    slug: str
    heads: tuple[MesaHead, ...]
    digest: str

    @property
    def fingerprint(self) -> str:
        """The digest in short form, as people compare it: `7F3A-91C2-0D4E-55B1`."""
        return fingerprint(self.digest)

    def as_json(self) -> dict[str, Any]:
        """What an acta carries as a file: all that is needed to compute the digest again."""
        return {
            "formato": FORMAT,
            "version": VERSION,
            "campeonato": self.slug,
            "mesas": [_listed(head) for head in self.heads],
            "digest": self.digest,
        }


def championship_chain(championship: Championship) -> ChampionshipChain:
    """How every log of the championship stands now; two queries."""
    sealed: dict[int, tuple[int, str]] = {}
    planillas = Planilla.objects.filter(
        mesa__fixture__stage__championship=championship, status=Planilla.Status.SEALED
    ).order_by("mesa", "version")
    for mesa_id, version, digest in planillas.values_list("mesa", "version", "digest"):
        sealed[mesa_id] = version, digest
    rows = Mesa.objects.filter(fixture__stage__championship=championship)
    heads = (
        MesaHead(str(public_id), seq, head, *sealed.get(pk, (0, "")))
        for pk, public_id, seq, head in rows.values_list("pk", "public_id", "head_seq", "head_hash")
    )
    return chain_of(championship.slug, heads)


def chain_of(slug: str, heads: Iterable[MesaHead]) -> ChampionshipChain:
    """The chain over these heads, in whatever order they come. The name of the championship is not bound.

    >>> one, two = MesaHead("a", 1, "f" * 64, 0, ""), MesaHead("b", 2, "e" * 64, 1, "d" * 64)
    >>> chain_of("copa", [one, two]).digest == chain_of("otra", [two, one]).digest
    True
    """
    ordered = tuple(sorted(heads))
    return ChampionshipChain(slug, ordered, sha256(canonical({"mesas": list(map(_listed, ordered))})).hexdigest())


def chain_read(told: Mapping[str, Any]) -> ChampionshipChain:
    """The chain in the file of an acta. Raises NotAChain where it is none, or its own digest is not that of its heads."""
    try:
        if told["formato"] != FORMAT or told["version"] != VERSION:
            raise NotAChain(
                "El archivo no es la cadena de un campeonato, o es de una versión que este sistema no conoce."
            )
        heads = [_head_read(*head) for head in told["mesas"]]
        chain = chain_of(_slug_read(told["campeonato"]), heads)
        digest = told["digest"]
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, NotAChain):
            raise
        raise NotAChain("Al archivo le falta algo de la cadena de un campeonato, o está mal escrito.") from error
    if chain.digest != digest:
        raise NotAChain("El archivo fue alterado: su huella no es la de las mesas que trae.")
    return chain


def _slug_read(slug: str) -> str:
    if not SLUG.fullmatch(slug):
        raise ValueError(slug)
    return slug


def _head_read(mesa: str, seq: int, head: str, version: int, digest: str) -> MesaHead:
    """One that a mesa can have; nothing else goes on to the database or to a page. Raises TypeError or ValueError."""
    for number in (seq, version):
        if type(number) is not int or not 0 <= number <= LARGEST_NUMBER:
            raise ValueError(number)
    if not MESA.fullmatch(mesa) or not SHA256.fullmatch(head) or not (digest == "" or SHA256.fullmatch(digest)):
        raise ValueError(mesa)
    return MesaHead(mesa, seq, head, version, digest)


@dataclass(frozen=True, slots=True)
class Difference:
    """What has become of one mesa. `in_full` is for who has the database, with the identifier of the acta and the jugadas.

    `told` is for anybody, who could have written the file himself: it calls the partida by its name, and of a mesa that is
    still played it has no number, since whoever asks again would count its jugadas.
    """

    in_full: str
    told: str


def chain_differences(championship: Championship, then: ChampionshipChain) -> list[Difference]:
    """What has become of each mesa that is not as the acta has it, in words; none where all is the same. Four queries.

    A log that only went on still has the row that the acta names; one in which that row is another was changed.
    """
    before, after = ({head.mesa: head for head in each.heads} for each in (then, championship_chain(championship)))
    grown = [head for mesa, head in before.items() if mesa in after and after[mesa].head_seq > head.head_seq]
    kept, mesas = _rows_kept(grown), _mesas(championship)
    found = []
    for mesa in sorted({*before, *after}):
        of, went_on = (before.get(mesa), after.get(mesa)), mesa in kept
        if in_full := _difference(f"mesa {mesa}", *of, went_on=went_on):
            known = mesas.get(mesa)
            told = in_full
            if known:
                told = _difference(known.fixture.name, *of, went_on=went_on, played=not is_over(known))
            found.append(Difference(in_full, told))
    return found


def is_any_covered(championship: Championship) -> bool:
    """Whether the public is told less than there is of any mesa: then the chain as it is now would count its jugadas."""
    return any(is_covered(mesa, championship) for mesa in _mesas(championship).values())


def chain_url(chain: ChampionshipChain, *, base_url: str) -> str:
    """The address for the QR of the acta: there anybody sees whether the logs are still those."""
    return f"{base_url}{reverse('referee:planilla_check')}?c={chain.slug}&cadena={chain.digest}"


def _listed(head: MesaHead) -> list[Any]:
    return [head.mesa, head.head_seq, head.head_hash, head.version, head.digest]


def _rows_kept(heads: Iterable[MesaHead]) -> frozenset[str]:
    """Of these mesas, those whose log still has the row that was its head."""
    named = {(head.mesa, head.head_seq, head.head_hash) for head in heads}
    rows = Jugada.objects.filter(
        mesa__public_id__in={mesa for mesa, _, _ in named}, hash__in={head for _, _, head in named}
    )
    found = rows.values_list("mesa__public_id", "seq", "hash")
    return frozenset(str(mesa) for mesa, seq, head in found if (str(mesa), seq, head) in named)


def _mesas(championship: Championship) -> dict[str, Mesa]:
    mesas = Mesa.objects.filter(fixture__stage__championship=championship).defer("state").select_related("fixture")
    return {str(mesa.public_id): mesa for mesa in mesas}


def _difference(
    name: str, before: MesaHead | None, after: MesaHead | None, *, went_on: bool, played: bool = False
) -> str:
    if before == after:
        return ""
    if before is None or after is None:
        return f"La {name} " + ("ya no está." if before else "se abrió después.")
    if not went_on and before.head_hash != after.head_hash and before.head_seq:
        which = "" if played else f": la jugada {before.head_seq} es otra"
        return f"La bitácora de la {name} no es la del acta{which}."
    if after.version > before.version:
        return f"La {name} tiene ahora la Planilla versión {after.version}; en el acta era la {before.version}."
    if after.head_seq > before.head_seq:
        how_far = ": todavía se juega" if played else f" de la jugada {before.head_seq} a la {after.head_seq}"
        return f"La bitácora de la {name} siguió{how_far}."
    return f"La Planilla de la {name} no es la del acta."
