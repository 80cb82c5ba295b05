"""Certificates: of the champion, the finalists, everybody who took part, the jueces, and the Zapatero of article 12."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from django.db.models import Exists, OuterRef, Q

from brackets.models import UNPLAYED, Fixture, Pareja, Role
from brackets.selectors.course import course_of
from brackets.selectors.parejas import parejas_list
from brackets.selectors.podium import podium_in
from brackets.selectors.team import jueces_named
from brackets.selectors.wording import listed
from referee.rules import cite
from referee.selectors.papers.hall import date_told, day_told
from referee.selectors.papers.partidas import ABSENT, address
from referee.selectors.papers.people import code_of
from referee.selectors.papers.values import Asked, Diploma, Paper, paper
from referee.selectors.zapateros import Zapatero, great_of, rules_of, zapateros_of

PLACES: Final = {1: "Primer puesto", 2: "Segundo puesto", 3: "Tercer puesto"}
CERTIFICATE: Final = "Certificado"
SHOEMAKERS: Final = "Diploma de honor"
MOTTO: Final = (
    "Ha aprendido una nueva profesión: que se le hagan los honores del caso, y que no le falten suelas ni clavos.",
    "Han aprendido una nueva profesión: que se les hagan los honores del caso, y que no les falten suelas ni clavos.",
)
"""Of one person, and of two."""

SOUNDS_AS_I: Final = re.compile(r"h?(í|i(?![aeoáéó]))", re.IGNORECASE)
"""Before such a name «y» becomes «e»: Inés, Hilda, and not Iago or Hielo."""


def champion_papers(asked: Asked) -> Iterator[Paper]:
    """One for each player of the pareja that won; none until it is known."""
    yield from _of_places(asked, (1,))


def finalist_papers(asked: Asked) -> Iterator[Paper]:
    """Likewise for the second and the third place, each once settled; two third places if no match separates them."""
    yield from _of_places(asked, (2, 3))


def participation_papers(asked: Asked) -> Iterator[Paper]:
    """One for each player who is in the championship, or played in it before withdrawing; or those of one pareja.

    Who is expelled has none, nor whom another replaced: a pareja has the names of those who play now.
    """
    signatures = _signatures(asked)
    played = Fixture.objects.filter(stage__championship=asked.championship, status=Fixture.Status.FINAL)
    played = played.exclude(how__in=(*ABSENT, *UNPLAYED)).filter(
        Q(pareja_a=OuterRef("pk")) | Q(pareja_b=OuterRef("pk"))
    )
    withdrawn = Q(status=Pareja.Status.WITHDRAWN) & Exists(played)
    parejas = parejas_list(asked.championship).filter(Q(status=Pareja.Status.ACTIVE) | withdrawn)
    if asked.where.pareja is not None:
        parejas = parejas.filter(number=asked.where.pareja)
    if asked.where.numbers:
        parejas = parejas.filter(number__in=asked.where.numbers)
    for pareja in parejas:
        pareja.championship = asked.championship
        yield from _for_players(
            asked, pareja, "Participación", "por haber participado en el campeonato", "P", signatures
        )


def juez_certificate_papers(asked: Asked) -> Iterator[Paper]:
    """One for each Juez, with how many partidas he kept that were begun, numbered as they were named."""
    played = Fixture.objects.filter(stage__championship=asked.championship, status=Fixture.Status.FINAL)
    played = played.exclude(how__in=(*ABSENT, *UNPLAYED))
    kept = Counter(played.exclude(juez=None).values_list("juez", flat=True))
    signatures = _signatures(asked)
    named = asked.championship.roles.filter(kind=Role.Kind.JUEZ).order_by("pk").values_list("user", flat=True)
    numbers = {user: number for number, user in enumerate(named, 1)}
    people = [each for each in jueces_named(asked.championship) if asked.where.juez in (None, each.pk)]
    for each in people:
        many = kept[each.pk]
        told = f"por haber dirigido {many} {'partida' if many == 1 else 'partidas'}" if many else "por haber servido"
        sentence = f"{told} como Juez del campeonato, con justicia y buen ánimo."
        yield _certificate(asked, (str(each),), "Juez", (sentence,), f"J-{numbers[each.pk]}", signatures)


def zapatero_papers(asked: Asked) -> Iterator[Paper]:
    """One for each pareja that was beaten so, of a day or of all; the gran zapatero of each day comes first."""
    course, signatures = course_of(asked.championship), _signatures(asked)
    found = zapateros_of(asked.championship, course.in_order_of_play, course.voided)
    of_days = sorted((each for each in found if asked.where.day in (None, each.day)), key=lambda each: each.day)
    for _, same in groupby(of_days, key=lambda each: each.day):
        of_day = list(same)
        great = great_of(of_day)
        for each in sorted(of_day, key=lambda one: one is not great):
            yield _zapatero(asked, each, signatures, great=each is great)


def _of_places(asked: Asked, places: tuple[int, ...]) -> Iterator[Paper]:
    course = course_of(asked.championship)
    signatures = _signatures(asked)
    for reached in podium_in(course):
        place, pareja = reached.place, reached.pareja
        if place in places:
            pareja.championship = asked.championship
            placed = f"por haber alcanzado el {PLACES[place].lower()} del campeonato"
            why = "por haber ganado el campeonato" if place == 1 else placed
            yield from _for_players(asked, pareja, PLACES[place], why, f"{place}", signatures)


def _for_players(
    asked: Asked, pareja: Pareja, honour: str, why: str, mark: str, signatures: tuple[tuple[str, str], ...]
) -> Iterator[Paper]:
    players = list(pareja.players.all())
    for player in players:
        others = listed(there) if (there := [other.name for other in players if other.pk != player.pk]) else ""
        together = (
            f", en la pareja {pareja.number}{f' «{pareja.name}»' if pareja.name else ''} con {others}" if others else ""
        )
        number = f"{mark}-{code_of(pareja, player)}"
        yield _certificate(asked, (player.name,), honour, (f"{why}{together}.",), number, signatures)


def _zapatero(asked: Asked, each: Zapatero, signatures: tuple[tuple[str, str], ...], *, great: bool) -> Paper:
    honour = "Gran Zapatero del día" if great else "Zapatero"
    article = rules_of(asked.championship).article("zapateria.honours")
    cited = f" ({cite(article)})" if article else ""
    people = [player.name for player in each.loser.players.all()]
    many = len(people) > 1
    whose = f"de la pareja «{each.loser.name}», " if many and each.loser.name else ""
    told = (
        f"{whose}que el {day_told(each.day)}, en la partida {each.fixture.number}, {'perdieron' if many else 'perdió'} una chica por "
        f"{min(each.points)} a {max(each.points)} ante {_together(player.name for player in each.winner.players.all())}{cited}."
    )
    number = f"Z-{each.fixture.stage.number}-{each.fixture.number}-{each.chica}"
    return _certificate(
        asked, (_together(people),), honour, (told,), number, signatures, title=SHOEMAKERS, motto=MOTTO[many]
    )


def _together(names: Iterable[str]) -> str:
    """`Rosa Luna y Eva Paz`, `Rosa Luna e Inés Paz`."""
    first, *others = names
    return first + "".join(f" {'e' if SOUNDS_AS_I.match(name) else 'y'} {name}" for name in others)


def _certificate(
    asked: Asked,
    to: tuple[str, ...],
    honour: str,
    told: tuple[str, ...],
    number: str,
    signatures: tuple[tuple[str, str], ...],
    *,
    title: str = CERTIFICATE,
    motto: str = "",
) -> Paper:
    given = f"Otorgado el {date_told(asked.championship.play_days.of(asked.now))}."
    diploma = Diploma(honour, to, (*told, given), motto, f"N.º {number}", signatures)
    url = address(asked, "brackets:championship")
    return paper(asked, title, [diploma], url=url, bare=True)


def _signatures(asked: Asked) -> tuple[tuple[str, str], ...]:
    """Who signs: the Director by his name, where there is one alone, and whoever organises."""
    directors = [
        str(role.user) for role in asked.championship.roles.filter(kind=Role.Kind.DIRECTOR).select_related("user")
    ]
    name = directors[0] if len(directors) == 1 else ""
    return (("Director del Campeonato", name), ("Por la organización", ""))
