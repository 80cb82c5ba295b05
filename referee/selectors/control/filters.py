"""Which tables one wants to see."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from brackets.models import Pareja
from brackets.selectors.spelling import name_key
from referee.selectors.control.hall import Placed

KINDS: Final[Mapping[str, tuple[str, Callable[[Placed], bool]]]] = {
    "": ("Todas", lambda placed: True),
    "toca": ("Me necesitan", lambda placed: placed.step is not None and bool(placed.step.need)),
    "juego": ("En juego", lambda placed: placed.seat.in_play),
    "libres": ("Libres", lambda placed: placed.seat.free),
    "sin-senal": ("Sin señal", lambda placed: placed.seat.silent),
}


class Wanted(NamedTuple):
    """`kind` of `KINDS`, the juez by his number, and words that stand in the card."""

    kind: str
    juez: int | None
    words: str

    def wants(self, placed: Placed) -> bool:
        fixture = placed.seat.fixture
        if self.juez is not None and (fixture is None or fixture.juez_id != self.juez):
            return False
        return KINDS[self.kind][1](placed) and all(word in _words(placed) for word in name_key(self.words).split())


def wanted_of(asked: Mapping[str, str]) -> Wanted:
    """From an address: what is not understood wants everything."""
    juez = asked.get("juez", "")
    kind = asked.get("ver", "")
    return Wanted(
        kind if kind in KINDS else "",
        int(juez) if juez.isascii() and juez.isdigit() and len(juez) < 10 else None,
        asked.get("q", "")[:60],
    )


def _words(placed: Placed) -> str:
    fixture = placed.seat.fixture
    told = [placed.seat.name]
    if fixture is not None:
        told += [fixture.name, str(fixture.juez or ""), *map(_pareja, (fixture.pareja_a, fixture.pareja_b))]
    return name_key(" ".join(told))


def _pareja(pareja: Pareja | None) -> str:
    return f"{pareja.number} {pareja.title} " + " ".join(p.name for p in pareja.players.all()) if pareja else ""
