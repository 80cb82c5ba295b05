"""Where of a championship there is a document of a kind: as a whole, or one for each round, stage, day or partida."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from django.utils.formats import date_format

from brackets.draw.formats import Series, Swiss
from brackets.models import Stage
from brackets.selectors.stages import format_of, structure_for
from referee.printing import estimates
from referee.printing.estimates import ONE, PLANILLA, SEALED, Pages
from referee.printing.papers import Kind
from referee.selectors.prints.facts import Facts, RoundFacts
from referee.selectors.prints.selection import Chosen

PODIUM: Final = 3  # parejas that get a certificate as finalists: the second, and one or two third ones


@dataclass(frozen=True, slots=True)
class Place:
    """One tick: how many documents it is, and about how many pages. `tonight`: it is about what is still to be played today."""

    chosen: Chosen
    name: str
    documents: int = 1
    pages: Pages = ONE
    tonight: bool = True


def whole(kind: Kind, _facts: Facts) -> list[Place]:
    """There is always one, of the championship as a whole."""
    return [_place(kind, pages=PLANILLA)]


def once_entered(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as somebody has entered: a card for each player."""
    return [_place(kind, pages=estimates.CARDS.pages(facts.people))] if facts.parejas else []


def once_entered_together(kind: Kind, facts: Facts) -> list[Place]:
    """Likewise, with a card for each pareja."""
    return [_place(kind, pages=estimates.CARDS.pages(facts.parejas))] if facts.parejas else []


def one_for_each(kind: Kind, facts: Facts) -> list[Place]:
    """A page for each player."""
    return [_place(kind, pages=estimates.one_each(facts.people))] if facts.parejas else []


def once_with_tables(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as the hall has tables: a card for each."""
    return [_place(kind, pages=estimates.TABLE_CARDS.pages(facts.tables))] if facts.tables else []


def by_tables(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as a draw is published: a sheet for each table."""
    return [_place(kind, pages=_shared(facts, facts.tables))] if facts.published else []


def by_jueces(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as a draw is published: a sheet for each Juez."""
    return [_place(kind, pages=_shared(facts, facts.jueces))] if facts.published else []


def one_for_each_juez(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as a draw is published: a page for each Juez."""
    return [_place(kind, pages=estimates.one_each(facts.jueces))] if facts.published else []


def once_published(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as a draw is published."""
    return [_place(kind, pages=estimates.SCHEDULED.pages(facts.partidas))] if facts.published else []


def once_played(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as a partida is over; a line for each."""
    return [_place(kind, pages=estimates.SCHEDULED.pages(facts.played))] if facts.played else []


def one_for_each_zapateria(kind: Kind, facts: Facts) -> list[Place]:
    """As soon as a partida is over: a page for each zapatería."""
    return [_place(kind, pages=estimates.one_each(facts.zapaterias))] if facts.played else []


def once_ended(kind: Kind, facts: Facts) -> list[Place]:
    """When all of the championship is played: its standings and all its partidas."""
    return [_place(kind, pages=estimates.ACTA.pages(facts.partidas))] if facts.has_ended else []


def one_for_each_champion(kind: Kind, facts: Facts) -> list[Place]:
    """When all is played: a page for each player of the pareja that won."""
    return _certificates(kind, facts, 1)


def one_for_each_finalist(kind: Kind, facts: Facts) -> list[Place]:
    """Likewise for those of the next places."""
    return _certificates(kind, facts, PODIUM)


def each_stage(kind: Kind, facts: Facts) -> list[Place]:
    """Each published stage, with its standings."""
    return [_of_stage(kind, stage, _standings(stage)) for stage in facts.published]


def each_draw(kind: Kind, facts: Facts) -> list[Place]:
    """Each published stage: who entered it, and where each came out."""
    return [_of_stage(kind, stage, estimates.DRAWN.pages(len(stage.entrants))) for stage in facts.published]


def each_bracket(kind: Kind, facts: Facts) -> list[Place]:
    """Each published stage, as a poster."""
    return [_of_stage(kind, stage, estimates.poster(structure_for(stage).size)) for stage in facts.published]


def each_series_stage(kind: Kind, facts: Facts) -> list[Place]:
    """Each published stage that a table decides: a sheet for each of its series, or for all its rounds."""
    return [_of_stage(kind, stage, _series(stage, estimates.SERIES)) for stage in facts.with_series]


def each_blank_series_stage(kind: Kind, facts: Facts) -> list[Place]:
    """The same, with room to write."""
    return [_of_stage(kind, stage, _series(stage, estimates.BLANK_SERIES)) for stage in facts.with_series]


def each_day(kind: Kind, facts: Facts) -> list[Place]:
    """Each day of the championship, once there is something to play."""
    return _days(kind, facts, estimates.SCHEDULED.pages(facts.partidas / len(facts.days))) if facts.published else []


def each_day_entered(kind: Kind, facts: Facts) -> list[Place]:
    """Each day, as soon as somebody has entered; every player has a line on it. Of a later one also with who is awaited no more."""
    if not facts.parejas:
        return []
    pages = estimates.SIGNED.pages(facts.people)
    later = facts.days[1:] if facts.published else []
    every = [_place(kind, f"{day_name(day)}: todos", pages=pages, day=day.isoformat(), everybody=1) for day in later]
    return [*_days(kind, facts, pages), *(replace(place, tonight=False) for place in every)]


def each_day_played(kind: Kind, facts: Facts) -> list[Place]:
    """Each day, once a partida is over."""
    return _days(kind, facts, estimates.PRESS.pages(facts.played / len(facts.days))) if facts.played else []


def each_open_round(kind: Kind, facts: Facts) -> list[Place]:
    """Each round with partidas that are still to be played: a line for each, and one for each of the rivals."""
    return [
        _of_round(kind, facts, each, 1, estimates.CALLED.pages(3 * each.open)) for each in facts.rounds if each.open
    ]


def each_open_partida(kind: Kind, facts: Facts) -> list[Place]:
    """Each of these rounds: a document for each partida that is still to be played."""
    return [_of_round(kind, facts, each, each.open, PLANILLA.times(each.open)) for each in facts.rounds if each.open]


def each_sealed_round(kind: Kind, facts: Facts) -> list[Place]:
    """Each round with sealed Planillas: a document for each of them."""
    return [
        _of_round(kind, facts, each, each.sealed, SEALED.times(each.sealed)) for each in facts.rounds if each.sealed
    ]


def each_walkover(kind: Kind, facts: Facts) -> list[Place]:
    """Each partida that was decided by a W.O."""
    return [_place(kind, f"Partida {each.number}", pages=estimates.ACT, partida=each.pk) for each in facts.walkovers]


def each_appeal(kind: Kind, facts: Facts) -> list[Place]:
    """Each appeal that is over."""
    return [_place(kind, f"Apelación {number}", pages=estimates.ACT, appeal=number) for number in facts.ruled]


def day_name(day: date) -> str:
    """`sábado 28 de noviembre`."""
    return date_format(day, "l j \\d\\e F")


def _shared(facts: Facts, among: int) -> Pages:
    """A sheet for each of them with his share of what was played."""
    many = max(1, among)
    return estimates.SCHEDULED.pages(facts.played / many).times(many)


def _certificates(kind: Kind, facts: Facts, parejas: int) -> list[Place]:
    many = parejas * facts.championship.players_per_pareja
    return [_place(kind, pages=estimates.one_each(many))] if facts.has_ended else []


def _standings(stage: Stage) -> Pages:
    match format_of(stage):
        case Series():
            room = estimates.GROUPED
        case Swiss():
            room = estimates.STEPPED
        case _:
            room = estimates.RANKED
    return room.pages(len(stage.entrants))


def _series(stage: Stage, room: estimates.Room) -> Pages:
    of, parejas = format_of(stage), max(1, len(stage.entrants))
    size = min(parejas, of.size) if isinstance(of, Series) and of.size else parejas
    series = -(-parejas // size)
    partidas = len(stage.pairings) * size / 2 if isinstance(of, Swiss) else size * (size - 1) / 2
    return room.pages(2 * size + partidas).times(series)


def _days(kind: Kind, facts: Facts, pages: Pages) -> list[Place]:
    places = [(day, _place(kind, day_name(day), pages=pages, day=day.isoformat())) for day in facts.days]
    return [replace(place, tonight=day == facts.tonight) for day, place in places]


def _of_stage(kind: Kind, stage: Stage, pages: Pages) -> Place:
    return _place(kind, str(stage), pages=pages, stage=stage.number)


def _of_round(kind: Kind, facts: Facts, each: RoundFacts, documents: int, pages: Pages) -> Place:
    place = _place(kind, each.name, documents=documents, pages=pages, stage=each.stage.number, round=each.round)
    planned = each.stage.planned_hours.get(str(each.round))
    later = planned is not None and facts.championship.play_days.of(datetime.fromisoformat(planned)) > facts.tonight
    return replace(place, tonight=each.open > 0 and not later)


def _place(kind: Kind, name: str = "", *, documents: int = 1, pages: Pages = ONE, **where: int | str) -> Place:
    chosen = Chosen(kind.key, tuple(where.items()), " · ".join(filter(None, (kind.name, name))))
    return Place(chosen, name, documents, pages)
