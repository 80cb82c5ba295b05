"""Seeds from the final order of another championship."""

from functools import partial

import pytest

from brackets.models import AuditEntry, Championship, Pareja, Stage
from brackets.selectors.seeding import found_again
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.seeding import seeds_take_over
from tests.brackets.views.conftest import Sits, sits_at, url  # noqa: F401 (a fixture)
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, personal_set, published_stage
from tests.factories.insider import insider
from tests.work import calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def source() -> Championship:
    """Four parejas; 3 has won the final against 1."""
    stage = published_stage(4)
    winner = {1: 3, 2: 1}
    parejas = {pareja.number: pareja for pareja in stage.championship.parejas.all()}
    stage.slots = [3, 2, 1, 4]
    with insider(Stage):
        stage.save()
    for position, (a, b) in enumerate([(3, 2), (1, 4)]):
        stage.fixtures.filter(round=1, position=position).update(
            pareja_a=parejas[a], pareja_b=parejas[b], winner=parejas[a], how="played", status="final"
        )
    stage.fixtures.filter(round=2).update(
        pareja_a=parejas[3], pareja_b=parejas[1], winner=parejas[winner[1]], how="played", status="final"
    )
    return stage.championship


def again(source: Championship, *numbers: int) -> Championship:
    """Another championship where these parejas enter once more, in this order, as 11, 12, …"""
    championship = ChampionshipFactory()
    for number, old in enumerate(numbers, start=11):
        first, second = source.parejas.get(number=old).players.all()
        ParejaFactory(
            championship=championship, number=number, player_1__name=second.name.upper(), player_2__name=first.name
        )
    return championship


def take(championship: Championship, source: Championship, count: int = 4, *, finalists: bool = True) -> dict[int, int]:
    seeds_take_over(
        championship=championship,
        source=source,
        count=count,
        finalists=finalists,
        user=director_of(championship),
        now=NOW,
    )
    return dict(championship.parejas.filter(seed__isnull=False).values_list("number", "seed"))


def test_the_best_elsewhere_are_seeded_in_their_order(source: Championship) -> None:
    championship = again(source, 1, 4, 3)
    ParejaFactory(championship=championship, number=50)

    assert take(championship, source, 2) == {13: 1, 11: 2}
    assert set(championship.parejas.filter(finalist=True).values_list("number", flat=True)) == {11, 13}


def test_who_is_not_inscribed_leaves_no_gap(source: Championship) -> None:
    assert take(again(source, 1), source) == {11: 1}


def test_seeds_there_were_are_replaced(source: Championship) -> None:
    championship = again(source, 1, 3)
    ParejaFactory(championship=championship, number=50, seed=1)

    assert take(championship, source) == {12: 1, 11: 2}


def test_again_does_nothing(source: Championship) -> None:
    championship = again(source, 1, 3)
    take(championship, source)
    entries = AuditEntry.objects.count()

    take(championship, source)

    assert AuditEntry.objects.count() == entries


def test_finalists_are_marked_only_when_asked(source: Championship) -> None:
    championship = again(source, 1, 3)

    take(championship, source, finalists=False)

    assert not Pareja.objects.filter(finalist=True).exists()


def test_where_nobody_is_known_nothing_changes(source: Championship) -> None:
    championship = ChampionshipFactory()
    ParejaFactory(championship=championship, number=1, seed=1)

    with pytest.raises(InvalidValue) as refused:
        take(championship, source)

    assert refused.value.code == "nadie-conocido"
    assert championship.parejas.get().seed == 1


def test_other_cedulas_are_other_people(source: Championship) -> None:
    championship = again(source, 3)
    for at in (source, championship):
        for number, player in enumerate(at.players.order_by("pk")):
            personal_set([player], cedula=f"{at.pk:05d}{number:05d}")

    with pytest.raises(InvalidValue):
        take(championship, source)


def test_after_publication_no_seed_changes(source: Championship) -> None:
    championship = published_stage(4).championship

    with pytest.raises(BracketError) as refused:
        take(championship, source)

    assert refused.value.code == "sorteo-publicado"


def test_the_page_takes_them_over_and_shows_them(sits_at: Sits, source: Championship) -> None:  # noqa: F811
    championship = again(source, 1, 3)
    desk = sits_at(championship)

    page = desk.post(url("seeding", championship), {"source": source.pk, "count": "2", "finalists": "on"}, follow=True)

    assert "1.ª la 12, 2.ª la 11" in page.content.decode()
    hidden = ChampionshipFactory(status="draft")
    assert desk.post(url("seeding", championship), {"source": hidden.pk, "count": "2"}).status_code == 422


@pytest.mark.long
def test_it_looks_for_each_once() -> None:
    """With a look at everybody found before, a thousand took minutes: four times as many cost sixteen times the work."""
    work = {}
    for count in (50, 200):
        source = published_stage(count).championship
        championship = again(source, *range(1, count + 1))

        assert len({each.pareja.pk for each in found_again(championship, source)}) == count
        work[count] = calls(partial(found_again, championship, source))

    assert work[200] < 8 * work[50]
