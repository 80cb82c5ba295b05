"""Several at the page of inscription and at the check-in, at the same moment, on a database that really lets them."""

import pytest

from brackets.models import AuditEntry, CheckIn, Entry, EntryPerson
from brackets.services.entry_answers import entry_confirm
from brackets.services.errors import BracketError
from brackets.services.presence import check_in_undo, player_check_in
from tests.brackets.services.test_concurrency import at_once
from tests.factories.brackets import NOW, ParejaFactory, UserFactory, director_of, invented_cedula, with_cedula
from tests.factories.inscription import accepting, ask

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
State = Entry.State


@pytest.mark.parametrize("waiting_list", [True, False])
def test_of_several_who_ask_for_the_last_place_at_once_one_gets_it(*, waiting_list: bool) -> None:
    championship = accepting(capacity=2, waiting_list=waiting_list)
    ask(championship, 1, 2)

    answers = at_once(*(lambda first=first: ask(championship, first, first + 1) for first in (3, 5, 7, 9)))

    states = sorted(Entry.objects.values_list("state", flat=True))
    refused = [answer for answer in answers if isinstance(answer, BracketError)]
    assert states == sorted([State.PENDING] * 2 + ([State.WAITING] * 3 if waiting_list else []))
    assert len(refused) == (0 if waiting_list else 3)


def test_one_who_asks_with_two_others_at_once_takes_part_by_one_request() -> None:
    """Neither is told of the other; the desk sees both."""
    championship = accepting()

    answers = at_once(lambda: ask(championship, 1, 2), lambda: ask(championship, 1, 3))

    assert all(isinstance(answer, Entry) for answer in answers)
    twice = with_cedula(EntryPerson.objects.filter(championship=championship), invented_cedula(1))
    assert (twice.count(), twice.filter(active=True).count()) == (2, 1)


def test_a_request_confirmed_twice_at_once_is_one_pareja() -> None:
    championship = accepting()
    entry, director = ask(championship, 1, 2), director_of(championship)

    answers = at_once(*[lambda: entry_confirm(entry=entry, user=director, now=NOW)] * 3)

    assert all(isinstance(answer, Entry) for answer in answers)
    assert championship.parejas.count() == 1


def test_two_check_ins_of_one_player_at_once_are_one() -> None:
    player, desks = ParejaFactory().players.get(position=1), [UserFactory(), UserFactory(), UserFactory()]

    answers = at_once(*(lambda desk=desk: player_check_in(player=player, user=desk, now=NOW) for desk in desks))

    assert {answer.pk for answer in answers} == {CheckIn.objects.get().pk}
    assert AuditEntry.objects.filter(action="llegar").count() == 1


def test_a_check_in_and_its_undo_at_once_leave_one_of_both_orders() -> None:
    player, desk = ParejaFactory().players.get(position=1), UserFactory()
    player_check_in(player=player, user=desk, now=NOW)

    at_once(
        lambda: player_check_in(player=player, user=desk, now=NOW, document="cedula"),
        lambda: check_in_undo(player=player, user=desk, now=NOW),
    )

    told = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    undone_last = told == ["llegar", "identificar", "llegada-deshacer"]
    assert undone_last or told == ["llegar", "llegada-deshacer", "llegar"]
    assert CheckIn.objects.filter(document="cedula").exists() != undone_last
