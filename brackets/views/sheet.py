"""The drawing of a stage: to scroll and zoom, or part by part on a projector."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render

from brackets.draw.bracket import Key
from brackets.draw.names import part_name
from brackets.draw.sheet import Join, lay_out
from brackets.draw.sheet_parts import Part, parts
from brackets.draw.structure import Section
from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.sheet import NOT_PAIRED, StageSheet, stage_numbered, stage_sheet
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.cards import Card
from brackets.views.llave import page_number
from brackets.views.parejas import matching
from brackets.views.sheet_boxes import PAGE, Column, Look, anchor_of, cards_by_key, columns_of

SEE: Final = "championship.see"
WHOLE: Final = 300
"""Up to so many matches stand on one page: half a megabyte of HTML."""
ROWS: Final = 64
"""Of more, so many rows of boxes are one part."""
PROJECTED: Final = (8, 4)
"""Rows and columns of boxes on a projector: names as high as a fiftieth of the picture, read from the back of a hall."""
SHOWN_FOUND: Final = 12


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a stage, drawn: what its template needs; `voided` says what that means where a box is annulled."""

    number: int
    title: str
    width: int
    height: int
    columns: tuple[Column, ...]
    lines: tuple[str, ...]
    look: Look
    voided: str

    @property
    def nothing(self) -> str:
        """What is said where nothing is drawn."""
        return "" if self.columns else NOT_PAIRED


@dataclass(frozen=True, slots=True)
class Found:
    """A pareja that was looked for, and its matches: their names on the page, and in which part."""

    pareja: Pareja
    places: tuple[tuple[Card, str, int], ...]


@championship_page(SEE)
def sheet(request: ChampionshipRequest, number: int) -> HttpResponse:
    stage = stage_numbered(request.championship, number, drawn="draw.see" in request.allowed)
    if stage is None:
        raise Http404
    drawn = stage_sheet(stage)
    if "pantalla" in request.GET:
        return _projected(request, drawn)
    return _page(request, drawn)


def _page(request: ChampionshipRequest, drawn: StageSheet) -> HttpResponse:
    words = request.GET.get("buscar", "").strip()
    cards = cards_by_key(drawn)
    split = parts(drawn.structure, ROWS) if len(drawn.structure.matches) > WHOLE else whole_sheet(drawn)
    everyone = {side.pareja.pk: side.pareja for card in cards.values() for side in card.sides if side.pareja}
    wanted = matching(sorted(everyone.values(), key=lambda each: each.number), words) if words else []
    asked = page_number(request) if "parte" in request.GET else _part_of(split, cards, wanted)
    chosen = min(max(asked, 1), len(split))
    picture = picture_of(drawn, split[chosen - 1], chosen, cards, {pareja.pk for pareja in wanted})
    context = {
        "stage": drawn.stage,
        "published": drawn.stage.status == Stage.Status.PUBLISHED,
        "picture": picture,
        "titles": [part_title(drawn, part) for part in split],
        "words": words,
        "wanted": [_found(pareja, split, cards) for pareja in wanted[:SHOWN_FOUND]],
        "more": len(wanted) - SHOWN_FOUND,
    }
    return render(request, "brackets/sheet.html", context)


def _projected(request: ChampionshipRequest, drawn: StageSheet) -> HttpResponse:
    """One part at a time; as long as some are being played, those that have ended are passed over."""
    cards = cards_by_key(drawn)
    split = parts(drawn.structure, *PROJECTED) or whole_sheet(drawn)
    open_ = [number for number, part in enumerate(split, start=1) if is_open_part(drawn, part)]
    turn = open_ or list(range(1, len(split) + 1))
    asked = min(max(page_number(request), 1), len(split)) if "parte" in request.GET else turn[0]
    context = {
        "stage": drawn.stage,
        "published": drawn.stage.status == Stage.Status.PUBLISHED,
        "picture": picture_of(drawn, split[asked - 1], asked, cards, ()),
        "total": len(split),
        "next": next((number for number in turn if number > asked), turn[0]),
        "previous": next((number for number in reversed(turn) if number < asked), turn[-1]),
    }
    return render(request, "brackets/sheet_projected.html", context)


def picture_of(
    drawn: StageSheet, part: Part, number: int, cards: dict[Key, Card], found: Collection[int], look: Look = PAGE
) -> Picture:
    """Lay out a part and write its text."""
    drawing = lay_out(drawn.structure, look.metrics, frozenset(part.keys) - drawn.never_played)
    lines = tuple(_path(join) for join in drawing.joins)
    columns = tuple(columns_of(drawn, drawing, cards, found, look))
    voided = next((cards[key].voided for key in part.keys if cards[key].voided), "")
    title = part_title(drawn, part)
    return Picture(number, title, round(drawing.width), round(drawing.height), columns, lines, look, voided)


def part_title(drawn: StageSheet, part: Part) -> str:
    """What a part is called, for whoever chooses one."""
    if not part.keys:
        return "Llave"
    structure = drawn.structure
    shown = [structure[key] for key in part.keys]
    first = part_name(structure, shown[0])
    if part.last:
        return "Rondas finales"
    if part.total > 1:
        return f"{first}, parte {part.number} de {part.total}"
    groups = sorted({planned.group for planned in shown})
    if len(groups) > 1:
        return f"Series {groups[0] + 1} a {groups[-1] + 1}"
    if len(shown) == len(structure.matches):
        return "Todas las partidas" if structure.groups else "Llave"
    if shown[0].section is not Section.FINAL and shown[0].step > 1:
        return first
    names = {Section.MAIN: "Ganadores", Section.LOSERS: "Segunda oportunidad", Section.CONSOLATION: "Consuelo"}
    return names.get(shown[0].section, first)


def whole_sheet(drawn: StageSheet) -> tuple[Part, ...]:
    return (Part(tuple(planned.key for planned in drawn.structure.matches)),)


def _part_of(split: Sequence[Part], cards: dict[Key, Card], wanted: Sequence[Pareja]) -> int:
    """Where the first pareja that was looked for stands at last, else the first part."""
    if not wanted:
        return 1
    return max(_places(wanted[0], split, cards), key=lambda place: place[0])[1]


def _found(pareja: Pareja, split: Sequence[Part], cards: dict[Key, Card]) -> Found:
    return Found(
        pareja, tuple((cards[key], anchor_of(cards[key].fixture), part) for key, part in _places(pareja, split, cards))
    )


def _places(pareja: Pareja, split: Sequence[Part], cards: dict[Key, Card]) -> list[tuple[Key, int]]:
    """Its matches in the order of the rounds, each with the number of its part."""
    return sorted(
        (key, number)
        for number, part in enumerate(split, start=1)
        for key in part.keys
        if any(side.pareja == pareja for side in cards[key].sides)
    )


def is_open_part(drawn: StageSheet, part: Part) -> bool:
    return any(drawn.fixtures[key].status != Fixture.Status.FINAL for key in part.keys)


def _path(join: Join) -> str:
    """A line as an SVG path."""
    start, *rest = ((round(x, 1), round(y, 1)) for x, y in join.points)
    return f"M{start[0]:g} {start[1]:g}" + "".join(f"L{x:g} {y:g}" for x, y in rest)
