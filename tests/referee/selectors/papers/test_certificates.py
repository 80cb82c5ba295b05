"""Certificates: each names people as they are called, says what they did, and has a number that no other has."""

from collections import Counter
from datetime import timedelta

import pytest

from brackets.models import Championship, Fixture, Role
from brackets.selectors.course import course_of
from brackets.services.departures import pareja_leave
from referee.printing.papers import KINDS
from referee.selectors.papers.certificates import (
    champion_papers,
    juez_certificate_papers,
    participation_papers,
    zapatero_papers,
)
from referee.selectors.papers.values import Asked, Diploma, Paper
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    UserFactory,
    director_of,
    published_stage,
)
from tests.factories.tournaments import ready, tournament, win
from tests.referee.printing.papers.worlds import finished
from tests.referee.selectors.papers.told import asked, decided

pytestmark = pytest.mark.django_db


def diploma_of(paper: Paper) -> Diploma:
    (diploma,) = paper.blocks
    assert isinstance(diploma, Diploma)
    return diploma


def beaten(*names: tuple[str, str], chicas: list[list[int]], **pareja: str) -> Championship:
    """Two parejas of these names, of which the second lost to the first."""
    championship = ChampionshipFactory()
    for number, (one, two) in enumerate(names, 1):
        ParejaFactory(
            championship=championship,
            number=number,
            player_1__name=one,
            player_2__name=two,
            **pareja if number == 2 else {},
        )
    fixture = published_stage(0, championship=championship).fixtures.get()
    winner, loser = championship.parejas.order_by("number")
    Fixture.objects.filter(pk=fixture.pk).update(pareja_a=winner, pareja_b=loser)
    fixture.refresh_from_db()
    decided(fixture, chicas)
    return championship


def test_one_person_is_no_pareja() -> None:
    championship = finished()
    champion = course_of(championship).champion
    assert champion is not None
    first, second = champion.players.all()

    (diploma, _) = map(diploma_of, champion_papers(asked(championship)))

    assert (diploma.to, diploma.honour) == ((first.name,), "Primer puesto")
    assert diploma.told[0].startswith("por haber ganado el campeonato, en la pareja ")
    assert diploma.told[0].endswith(f" con {second.name}.")


def test_the_zapatero_is_named_and_not_numbered() -> None:
    championship = beaten(("Rosa Luna", "Eva Paz"), ("Quintina Chiluiza", "Inés Vaca"), chicas=[[40, 4]])

    (diploma,) = map(diploma_of, zapatero_papers(asked(championship)))

    assert diploma.to == ("Quintina Chiluiza e Inés Vaca",)
    assert diploma.told[0] == (
        "que el sábado 28 de noviembre de 2026, en la partida 1, perdieron una chica por 4 a 40 ante Rosa Luna y Eva Paz "
        "(art. 12)."
    )
    assert diploma.motto.startswith("Han aprendido una nueva profesión")


def test_the_name_of_the_pareja_stands_below_those_of_its_people() -> None:
    names = (("Rosa Luna", "Eva Paz"), ("Etelvina Inca", "Hilda Roca"))
    championship = beaten(*names, chicas=[[40, 4]], name="Las Invencibles")

    (diploma,) = map(diploma_of, zapatero_papers(asked(championship)))

    assert diploma.to == ("Etelvina Inca e Hilda Roca",)
    assert diploma.told[0].startswith("de la pareja «Las Invencibles», que el sábado")


def test_one_player_alone_is_told_as_one() -> None:
    championship = finished(players_per_pareja=1)

    diploma = next(map(diploma_of, zapatero_papers(asked(championship))))

    assert ", perdió una chica por 8 a 40 ante " in diploma.told[0]
    assert diploma.motto.startswith("Ha aprendido una nueva profesión: que se le hagan")


def test_the_number_of_a_juez_does_not_depend_on_what_is_asked_for() -> None:
    championship = published_stage(4, jueces=3).championship
    people = [role.user for role in championship.roles.filter(kind=Role.Kind.JUEZ)]
    whole = {paper.blocks[0].to[0]: diploma_of(paper).number for paper in juez_certificate_papers(asked(championship))}  # type: ignore[union-attr]

    alone = {str(user): number_of(asked(championship, juez=user.pk)) for user in people}

    assert alone == whole
    assert len(set(whole.values())) == 3


def test_whoever_is_named_later_changes_no_number() -> None:
    championship = published_stage(4, jueces=1).championship
    juez = championship.roles.get(kind=Role.Kind.JUEZ).user
    before = number_of(asked(championship, juez=juez.pk))

    RoleFactory(championship=championship, user=UserFactory(display_name="Aaron Abad"))

    assert number_of(asked(championship, juez=juez.pk)) == before


def number_of(asked_: Asked) -> str:
    (paper,) = juez_certificate_papers(asked_)
    return diploma_of(paper).number


def test_two_chicas_of_one_partida_are_two_diplomas() -> None:
    championship = beaten(("Rosa Luna", "Eva Paz"), ("Ana Vera", "Luz Mora"), chicas=[[40, 4], [40, 8]])

    numbers = [diploma_of(paper).number for paper in zapatero_papers(asked(championship))]

    assert sorted(numbers) == ["N.º Z-1-1-1", "N.º Z-1-1-2"]


def test_no_two_certificates_have_the_same_number() -> None:
    championship = finished()
    kinds = [kind for key, kind in KINDS.items() if key.startswith("certificado-") and kind.papers]

    numbers = Counter(diploma_of(paper).number for kind in kinds for paper in kind.papers(asked(championship)))  # type: ignore[misc]

    assert len(numbers) > 10
    assert max(numbers.values()) == 1


@pytest.mark.parametrize(("expelled", "many"), [(False, 2), (True, 0)])
def test_who_played_and_withdrew_took_part(*, expelled: bool, many: int) -> None:
    championship = tournament("series-final", 8)
    absent = ParejaFactory(championship=championship, number=9, status="withdrawn")
    win(ready(championship)[:6])
    leaver = championship.parejas.get(number=1)
    pareja_leave(
        pareja=leaver, user=director_of(championship), now=NOW + timedelta(hours=1), reason="Se fue", expelled=expelled,
        on_purpose=True,
    )  # fmt: skip

    assert len([*participation_papers(asked(championship, pareja=leaver.number))]) == many
    assert not [*participation_papers(asked(championship, pareja=absent.number))]
    assert len([*participation_papers(asked(championship, pareja=2))]) == 2
