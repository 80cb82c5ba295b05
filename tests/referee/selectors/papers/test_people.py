"""The list of who is received: of a later day only who is still awaited, unless all are asked for."""

from datetime import timedelta

import pytest

from brackets.models import Championship, CheckIn
from brackets.selectors.course import course_of
from referee.printing.offers import offers_of, places_of, preset_tokens
from referee.printing.pieces import Order, pieces_of
from referee.selectors.papers.people import check_in_papers
from referee.selectors.papers.values import Asked, Facts
from referee.selectors.prints.facts import facts_of
from tests.factories.brackets import NOW, director_of
from tests.factories.tournaments import play_to_the_end, ready, tournament, win
from tests.referee.selectors.papers.told import asked

pytestmark = pytest.mark.django_db

TOMORROW = NOW.date() + timedelta(days=1)


def told(request: Asked) -> tuple[set[int], str]:
    """The numbers on the list, and whom it says that it is of."""
    (paper,) = check_in_papers(request)
    numbers = {int(row[0].split("-")[0]) for row in paper.tables[0].rows}
    (whom,) = [
        value for block in paper.blocks if isinstance(block, Facts) for name, value in block.pairs if name == "Quiénes"
    ]
    return numbers, whom


@pytest.fixture
def championship() -> Championship:
    """The first round of a bracket of eight is played."""
    made = tournament("eliminatoria", 8)
    win(ready(made))
    return made


def test_of_a_later_day_only_who_is_still_in_is_awaited(championship: Championship) -> None:
    still = set(range(1, 9)) - course_of(championship).out

    assert len(still) == 4
    assert told(asked(championship)) == (set(range(1, 9)), "Todos")
    assert told(asked(championship, day=TOMORROW)) == (still, "Quienes siguen en juego")
    assert told(asked(championship, day=TOMORROW, everybody=1)) == (set(range(1, 9)), "Todos")
    assert told(asked(championship, day=TOMORROW, numbers=tuple(range(1, 9)))) == (
        set(range(1, 9)),
        "Los números pedidos",
    )


def test_who_has_come_that_day_stays_on_its_list(championship: Championship) -> None:
    out = min(course_of(championship).out)
    player = championship.parejas.get(number=out).players.first()
    CheckIn.objects.create(player=player, day=TOMORROW, at=NOW + timedelta(days=1), by=director_of(championship))

    assert out in told(asked(championship, day=TOMORROW))[0]


def test_before_the_draw_and_in_a_table_all_are_awaited() -> None:
    series = tournament("todos", 6)
    win(ready(series)[:3])

    assert told(asked(series, day=TOMORROW))[0] == set(range(1, 7))


def test_where_nobody_is_awaited_it_says_so(championship: Championship) -> None:
    play_to_the_end(championship)

    (paper,) = check_in_papers(asked(championship, day=TOMORROW))

    assert paper.tables[0].rows == ()
    assert paper.tables[0].empty == "Ya no queda nadie por jugar."


def test_the_print_page_has_both_lists_of_a_later_day(championship: Championship) -> None:
    offers = offers_of(facts_of(championship, NOW + timedelta(days=1)))
    places = {each.token: each for each in places_of(offers) if each.kind == "lista-presencia"}
    first, second = championship.starts_on, championship.starts_on + timedelta(days=1)

    assert f"lista-presencia?day={first}&everybody=1" not in places
    every = places[f"lista-presencia?day={second}&everybody=1"]
    assert every.name.endswith("domingo 29 de noviembre: todos")
    assert every.query == f"dia={second}&todos=1"
    assert {each for each in preset_tokens(offers, "noche") if each in places} == {f"lista-presencia?day={second}"}
    (piece,) = pieces_of([every], Order(championship, "a4", NOW, "https://torneo.example"))
    assert any("Todos" in text.text for page in piece.pages() for text in page.texts)
