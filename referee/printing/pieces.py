"""The documents that were ticked, one by one: each is read and laid out only when the one before it is written."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial, reduce
from io import BytesIO
from typing import Final

from django.utils.text import slugify

from brackets.models import Championship
from referee.models import Mesa
from referee.printing.documents import Sheet, sheet_pages
from referee.printing.page import Page
from referee.printing.papers import KINDS, Asked, Kind, Named, Where, kind_pages, kind_size, kind_write, named_on
from referee.selectors.planilla.blank import blank_sheets
from referee.selectors.planilla.build import mesas_in_turn, planilla_sheet
from referee.selectors.prints.facts import open_fixtures, round_title, sealed_mesas
from referee.selectors.prints.selection import Chosen


@dataclass(frozen=True, slots=True)
class Piece:
    """One document: its place in a ZIP without the ending, what it is called while it is made, and its pages.

    `whole` is the document as a file of its own, where that is more than its pages: a signature would not outlive a change,
    and what is bound with others carries no file.
    """

    path: str
    told: str
    pages: Callable[[], Iterable[Page]]
    whole: Callable[[], bytes] | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """What a job wants: of which championship, on which paper, at which hour, seen under which address.

    `seal` gives the sealed Planilla of a mesa as it is kept, for those that stay documents of their own.
    """

    championship: Championship
    size: str
    now: datetime
    base_url: str
    seal: Callable[[Mesa], bytes] | None = None


def pieces_of(selection: Sequence[Chosen], order: Order) -> Iterator[Piece]:
    """The documents in the order they were offered in; of the Planillas of a round, each is one."""
    for each in selection:
        yield from ONE_BY_ONE.get(each.kind, _whole)(order, each)


def _whole(order: Order, chosen: Chosen) -> Iterator[Piece]:
    kind, asked = KINDS[chosen.kind], _asked(order, chosen)
    alone = partial(_alone, kind, asked, order.size) if kind.whole else None
    yield Piece(_path(chosen), chosen.name or kind.name, partial(kind_pages, kind, asked, order.size), alone)


def _asked(order: Order, chosen: Chosen) -> Asked:
    where = dict(chosen.where)
    if "day" in where:
        where["day"] = date.fromisoformat(str(where["day"]))  # type: ignore[assignment]
    return Asked(order.championship, order.now, order.base_url, Where(**where))  # type: ignore[arg-type]


def named_in(selection: Sequence[Chosen], order: Order) -> Named:
    """Who is on these documents, and with what."""
    return reduce(Named.__or__, (named_on(KINDS[each.kind], _asked(order, each)) for each in selection), Named())


def _alone(kind: Kind, asked: Asked, size: str) -> bytes:
    file = BytesIO()
    kind_write(file, kind, asked, size)
    return file.getvalue()


def _blank(order: Order, chosen: Chosen) -> Iterator[Piece]:
    where = _round_of(chosen)
    folder = f"planillas-en-blanco/{_folder(order, where)}"
    for sheet in blank_sheets(open_fixtures(order.championship, **where), base_url=order.base_url):
        yield _planilla(order, sheet, folder, "en-blanco")


def _sealed(order: Order, chosen: Chosen) -> Iterator[Piece]:
    where = _round_of(chosen)
    folder = f"planillas/{_folder(order, where)}"
    for mesa in mesas_in_turn(sealed_mesas(order.championship, **where)):
        sheet = planilla_sheet(mesa, base_url=order.base_url)
        piece = _planilla(order, sheet, folder, f"v{sheet.version}")
        yield replace(piece, whole=partial(order.seal, mesa)) if order.seal else piece


ONE_BY_ONE: Final[Mapping[str, Callable[[Order, Chosen], Iterator[Piece]]]] = {
    "planillas-en-blanco": _blank,
    "planillas": _sealed,
}


def _planilla(order: Order, sheet: Sheet, folder: str, version: str) -> Piece:
    partida = sheet.heading.partida
    numbers = "-".join(str(pareja.number) for pareja in sheet.parejas if pareja)
    name = "-".join(filter(None, ("partida", partida.zfill(4), numbers and f"entre-{numbers}", version)))
    size = kind_size(KINDS["planillas"], order.size)
    return Piece(f"{folder}/{name}", f"Planilla de la partida {partida}", partial(sheet_pages, sheet, size))


def _round_of(chosen: Chosen) -> dict[str, int]:
    where = dict(chosen.where)
    return {"stage": int(where["stage"]), "round_": int(where["round"])}


def _folder(order: Order, where: Mapping[str, int]) -> str:
    stage = order.championship.stages.select_related("championship").get(number=where["stage"])
    return f"{where['stage']}-{where['round_']}-{slugify(round_title(stage, where['round_']))}"


def _path(chosen: Chosen) -> str:
    """`horario-dia/2026-11-28-horario-por-dia-sabado-28-de-noviembre`; what is there once has no folder."""
    if not chosen.where:
        return chosen.kind
    numbers = "-".join(str(value) for _, value in chosen.where)
    return f"{chosen.kind}/{numbers}-{slugify(chosen.name)[:60]}".rstrip("-")
