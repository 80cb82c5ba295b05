import pytest
from pytest_django import DjangoAssertNumQueries

from brackets.selectors.search import MOST, search
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory

pytestmark = pytest.mark.django_db


def titles(words: str, **where: object) -> list[str]:
    return [found.title for found in search(words, **where).parejas]


def test_accents_case_and_order_of_the_words_do_not_matter() -> None:
    pareja = ParejaFactory(name="", player_1__name="José Peñafiel Ávila", player_2__name="Rosa Güiza")

    for words in ("jose PENAFIEL", "Peñáfiel josé", "avila", "GUIZA"):
        assert titles(words) == ["José Peñafiel Ávila / Rosa Güiza"], words
    assert titles("jose guiza") == []  # nobody has both names
    assert search("peñafiel").parejas[0].pareja == pareja


def test_what_is_typed_is_no_pattern() -> None:
    ParejaFactory(name="Los (40)")

    assert titles("los (") == ["Los (40)"]
    assert titles("l.s") == titles("%%") == titles("[a-z]*") == []


def test_a_number_is_found_by_its_beginning() -> None:
    championship = ChampionshipFactory()
    for number in (4, 40, 41, 140):
        ParejaFactory(championship=championship, number=number, name=f"Pareja {number}")

    assert titles("4") == ["Pareja 4", "Pareja 40", "Pareja 41"]
    assert titles("41") == ["Pareja 41"]


def test_championships_are_found_by_the_beginnings_of_their_words() -> None:
    copa = ChampionshipFactory(name="Copa Unión", edition=3)
    ChampionshipFactory(name="Copa Secreta", status="draft", opened_at=None)

    assert search("cop union").championships == (copa,)
    assert search("union 3").championships == (copa,)
    assert search("nion").championships == ()
    assert search("secreta").championships == ()


def test_nobody_of_a_championship_in_preparation_is_found() -> None:
    ParejaFactory(championship=ChampionshipFactory(status="draft", opened_at=None), name="Los Ocultos")

    assert titles("ocultos") == []


def test_who_asked_for_being_deleted_is_not_found_nor_named() -> None:
    pareja = ParejaFactory(name="", player_1__name="Borrada Quishpe", player_2__name="Rosa Andino")
    pareja.players.filter(position=1).update(erased_at=NOW)

    assert titles("quishpe") == []
    assert titles("andino") == ["Rosa Andino"]


def test_only_one_championship_is_looked_at_where_it_is_given() -> None:
    here, there = ParejaFactory(name="Los Reyes"), ParejaFactory(name="Los Reyes")

    found = search("reyes", within=here.championship)

    assert [each.pareja for each in found.parejas] == [here]
    assert there not in [each.pareja for each in found.parejas]


@pytest.mark.parametrize("words", ["", "a", "  "])
def test_what_is_too_short_finds_nothing_and_asks_nothing(
    words: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert search(words).parejas == ()


@pytest.mark.parametrize("count", [10, MOST + 20])
def test_it_is_bounded_and_its_queries_do_not_grow(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    championship = ChampionshipFactory()
    for number in range(1, count + 1):
        ParejaFactory(championship=championship, number=number, player_1__name=f"Rosa Número {number}")

    with django_assert_num_queries(3):
        found = search("rosa")
        assert [player.name for each in found.parejas for player in each.pareja.players.all()]

    assert (len(found.parejas), found.more) == (min(count, MOST), count > MOST)
