"""A result that was kept on paper."""

import pytest

from brackets.models import Fixture
from brackets.services.errors import BracketError
from referee.rules import RuleViolation
from referee.services.errors import RefereeError
from referee.services.paper import paper_result_record
from tests.factories.brackets import ChampionshipFactory, director_of
from tests.factories.referee import SORTEO, Keeper, keeper, kept_mesa, sealed_mesa
from tests.factories.transcriptions import GAME, Desk

pytestmark = pytest.mark.django_db


def record(kept: Keeper, *chicas: tuple[int, int], reason: str = "") -> None:
    director = director_of(kept.championship)
    paper_result_record(fixture=kept.fixture, chicas=chicas, user=director, now=kept.tick(), reason=reason)
    kept.fixture.refresh_from_db()


@pytest.mark.parametrize(
    ("chicas", "winner", "zapateria"),
    [
        (((40, 22), (18, 40), (36, 40)), "pareja_b", False),
        (((40, 8),), "pareja_a", True),
    ],
)
def test_the_chicas_make_the_result_under_the_rulebook(*, chicas: tuple, winner: str, zapateria: bool) -> None:
    kept = keeper()

    record(kept, *chicas)

    fixture = kept.fixture
    assert (fixture.status, fixture.how, fixture.by_zapateria) == ("final", "played", zapateria)
    assert fixture.winner == getattr(fixture, winner)
    assert fixture.chicas == [list(points) for points in chicas]


@pytest.mark.parametrize(
    ("chicas", "by", "made"),
    [
        (((40, 8),), True, ["A"]),
        (((40, 12), (6, 40), (40, 20)), False, ["", "B", ""]),
        (((40, 12), (40, 6)), False, ["", "A"]),
        (((40, 12), (40, 26)), False, []),
    ],
)
def test_a_zapateria_is_of_who_made_it_and_ends_the_mesa_only_in_the_first_chica(
    *, chicas: tuple, by: bool, made: list[str]
) -> None:
    kept = keeper()

    record(kept, *chicas)

    assert (kept.fixture.by_zapateria, kept.fixture.zapaterias) == (by, made)


def test_a_tablet_says_the_same() -> None:
    by = 'ajusta {} +{} "marcador del caso"'.format
    kept = kept_mesa(
        SORTEO, by("A", 38), by("B", 12), "limpia A", "proclama",
        by("B", 38), by("A", 6), "limpia B", "proclama", by("A", 38), by("B", 20), "limpia A", "proclama",
    )  # fmt: skip

    kept.fixture.refresh_from_db()

    assert kept.fixture.chicas == [[40, 12], [6, 40], [40, 20]]
    assert (kept.fixture.by_zapateria, kept.fixture.zapaterias) == (False, ["", "B", ""])


def test_the_championships_own_settings_count() -> None:
    kept = keeper(championship=ChampionshipFactory(rule_settings={"zapateria-alcance": "ninguna"}))

    with pytest.raises(RuleViolation) as refused:
        record(kept, (40, 8))

    assert refused.value.code == "faltan-chicas"


@pytest.mark.parametrize("chicas", [((40, 22),), ((40, 40),), ((40, 21), (40, 2)), ((40, 2), (40, 2))])
def test_scores_that_no_mesa_can_have_are_refused(chicas: tuple) -> None:
    kept = keeper()

    with pytest.raises(RuleViolation):
        record(kept, *chicas)

    kept.fixture.refresh_from_db()
    assert kept.fixture.status == "ready"


def test_a_mesa_that_is_kept_on_a_tablet_is_not_typed() -> None:
    kept = kept_mesa(SORTEO)

    with pytest.raises(RefereeError) as refused:
        record(kept, (40, 8))

    assert refused.value.code == "mesa-en-tablet"


def test_correcting_a_typed_result_needs_a_reason() -> None:
    kept = keeper()
    record(kept, (40, 8))

    with pytest.raises(BracketError):
        record(kept, (8, 40))
    record(kept, (8, 40), reason="se leyó al revés")

    assert kept.fixture.winner == kept.fixture.pareja_b


def test_another_result_than_that_of_a_sealed_planilla_needs_a_reason() -> None:
    kept = sealed_mesa()

    with pytest.raises(RefereeError) as refused:
        record(kept, (8, 40))
    record(kept, (8, 40), reason="se firmó con las parejas cambiadas")

    assert refused.value.code == "falta-motivo"
    kept.fixture.refresh_from_db()
    assert (kept.fixture.status, kept.fixture.winner) == ("final", kept.fixture.pareja_b)


def test_a_mesa_of_single_players_kept_on_paper_has_its_winner() -> None:
    kept = keeper(championship=ChampionshipFactory(reglamento="pagat", players_per_pareja=1))

    record(kept, (32, 40))

    assert (kept.fixture.status, kept.fixture.winner, kept.fixture.chicas) == (
        "final",
        kept.fixture.pareja_b,
        [[32, 40]],
    )


def test_a_mesa_lost_by_a_misdeal_is_reported_as_the_tablet_reports_it() -> None:
    typed, on_tablet = (keeper(championship=ChampionshipFactory(reglamento="pagat")) for _ in range(2))

    paper_result_record(
        fixture=typed.fixture, chicas=(), misdealt="A", user=director_of(typed.championship), now=typed.tick()
    )

    typed.fixture.refresh_from_db()
    on_tablet.open()
    on_tablet.record("sorteo reparte=A1", "mal-reparto")
    on_tablet.fixture.refresh_from_db()
    assert (typed.fixture.status, typed.fixture.winner) == ("final", typed.fixture.pareja_b)
    assert (on_tablet.fixture.winner, on_tablet.fixture.how) == (on_tablet.fixture.pareja_b, typed.fixture.how)
    assert typed.fixture.chicas == on_tablet.fixture.chicas == []


def test_the_desk_the_tablet_and_the_transcription_keep_the_same_of_one_mesa() -> None:
    desk, tablet, paper = keeper(), kept_mesa(*GAME), Desk(keeper().fixture)
    tablet.seal()
    paper.confirm(paper.type())

    record(desk, (40, 22), (40, 0))

    kept = ("how", "chicas", "by_zapateria", "zapaterias")
    of = [Fixture.objects.filter(pk=each.fixture.pk).values_list(*kept).get() for each in (desk, tablet, paper)]
    assert of == [("played", [[40, 22], [40, 0]], False, ["", "A"])] * 3
