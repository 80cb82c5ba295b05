"""Doubts that wait for the Director, and the precedents of a championship."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from brackets.models import Championship, Fixture
from brackets.selectors.spelling import name_key
from referee.models import Consulta, ConsultaEnd
from referee.rules import Place, Reglamento, is_within, places, reglamento_get
from referee.selectors.live.covering import is_covered


@dataclass(frozen=True, slots=True)
class Told:
    """One consulta with the place it is about, how it ended, if it did, and what took its place since."""

    consulta: Consulta
    place: Place | None
    end: ConsultaEnd | None
    superseded: Consulta | None

    @property
    def resolved(self) -> bool:
        return self.end is not None and self.end.kind == ConsultaEnd.Kind.RESOLVED

    @property
    def in_force(self) -> bool:
        """Whether it is a precedent that nothing took the place of."""
        return self.resolved and self.superseded is None

    @property
    def covered(self) -> bool:
        """Whether its mesa is still played and the public is not told all of it: question and resolution may tell of it."""
        mesa = getattr(self.consulta.fixture, "mesa", None)
        return mesa is not None and is_covered(mesa, self.consulta.championship)


def consultas_of(championship: Championship) -> QuerySet[Consulta]:
    """All of a championship, with what a page tells of them: one query."""
    return Consulta.objects.filter(championship=championship).select_related(
        "championship",
        "fixture__stage",
        "fixture__table",
        "fixture__mesa",
        "juez",
        "pareja",
        "written_by",
        "end__by",
        "end__supersedes",
        "superseded__consulta",
    )


def consultas_told(
    championship: Championship, *, words: str = "", article: str = "", public: bool = False
) -> list[Told]:
    """Those that wait, the oldest first; then the resolved, the latest first; then the withdrawn. One query.

    Only those with every word of `words`, whatever its case and accents, that are about `article` or a part of it. For the
    public what is covered is found by none of its words.
    """
    known = {place.article: place for place in places_of(championship)}
    everything = [_told(consulta, known) for consulta in consultas_of(championship)]
    found = [told for told in everything if _matches(told, words.split(), article, public=public)]
    waiting = [told for told in found if told.end is None]
    latest = sorted((told for told in found if told.end), key=_ended_at, reverse=True)
    return waiting + [told for told in latest if told.resolved] + [told for told in latest if not told.resolved]


def consultas_waiting(championship: Championship) -> int:
    """How many wait for the Director: one query."""
    return Consulta.objects.filter(championship=championship, end=None).count()


def precedents_of(championship: Championship, *, words: str = "", article: str = "") -> list[Told]:
    """What was resolved, for everybody: the latest first, also what something took the place of since; searched in the same way."""
    found = consultas_told(championship, words=words, article=article, public=True)
    return [told for told in found if told.resolved]


def in_force(told: Iterable[Told]) -> list[Told]:
    """Those of them that are precedents nothing took the place of."""
    return [each for each in told if each.in_force]


def places_of(championship: Championship) -> Sequence[Place]:
    """The places of its rulebook that a consulta may be about."""
    return places(rules_of(championship))


def rules_of(championship: Championship) -> Reglamento:
    """Its rulebook as it settled it."""
    return reglamento_get(championship.reglamento, championship.rule_settings)


def fixtures_asked(championship: Championship) -> QuerySet[Fixture]:
    """The partidas that a doubt may have come up at: those with both sides."""
    both = {"pareja_a__isnull": False, "pareja_b__isnull": False}
    return Fixture.objects.filter(stage__championship=championship, **both).select_related("stage")


def _told(consulta: Consulta, known: dict[str, Place]) -> Told:
    end: ConsultaEnd | None = getattr(consulta, "end", None)
    superseding: ConsultaEnd | None = getattr(consulta, "superseded", None)
    place = Place(consulta.article, "") if consulta.article else None
    return Told(
        consulta=consulta,
        place=known.get(consulta.article, place),
        end=end,
        superseded=superseding.consulta if superseding else None,
    )


def _matches(told: Told, words: Sequence[str], article: str, *, public: bool) -> bool:
    if article and not is_within(told.consulta.article, article):
        return False
    said = () if public and told.covered else (told.consulta.question, told.end.text if told.end else "")
    text = name_key(" ".join((*said, told.place.label if told.place else "")))
    return all(name_key(word) in text for word in words)


def _ended_at(told: Told) -> tuple[float, int]:
    return (told.end.at.timestamp() if told.end else 0.0, told.consulta.number)
