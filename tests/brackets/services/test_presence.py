"""The check-in: who came, which document was seen by whom, and everything undone."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from brackets.models import AuditEntry, Championship, CheckIn, Pareja, Player
from brackets.selectors.presence import Presence, State, counts_of, presence_of, presence_of_all
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.players import player_substitute
from brackets.services.presence import check_in_undo, identification_undo, pareja_check_in, player_check_in
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, UserFactory, invented_cedula

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=7)
DAYS = Championship().play_days


def both(pareja: Pareja) -> tuple[Player, Player]:
    one, two = pareja.players.order_by("position")
    return one, two


def today(pareja: Pareja) -> Presence:
    return presence_of([pareja], DAYS.of(NOW))[pareja.pk]


def test_a_pareja_is_there_when_both_are() -> None:
    pareja, desk = ParejaFactory(), UserFactory()
    one, two = both(pareja)
    assert today(pareja).state is State.NOBODY

    player_check_in(player=one, user=desk, now=NOW)
    assert today(pareja).state is State.ONE
    assert today(pareja).since is None

    player_check_in(player=two, user=desk, now=LATER)
    assert today(pareja).state is State.BOTH
    assert today(pareja).since == LATER

    pareja_check_in(pareja=pareja, user=desk, now=LATER, document="cedula")
    assert today(pareja).state is State.IDENTIFIED
    assert today(pareja).people[0].check_in.at == NOW


def test_who_plays_alone_is_there_when_he_is() -> None:
    pareja = ParejaFactory(championship=ChampionshipFactory(players_per_pareja=1))
    (player,) = pareja.players.all()

    player_check_in(player=player, user=UserFactory(), now=NOW)

    assert today(pareja).state is State.BOTH
    assert today(pareja).words == "Llegó, sin identificar"


def test_the_document_says_which_kind_and_who_saw_it() -> None:
    pareja, desk = ParejaFactory(), UserFactory()
    player_check_in(player=both(pareja)[0], user=UserFactory(), now=NOW)

    check_in = player_check_in(player=both(pareja)[0], user=desk, now=LATER, document="pasaporte")

    assert (check_in.document, check_in.identified_by, check_in.identified_at) == ("pasaporte", desk, LATER)
    assert check_in.at == NOW


def test_the_same_again_does_nothing_and_coming_again_forgets_no_document() -> None:
    pareja, desk = ParejaFactory(), UserFactory()
    player = both(pareja)[0]

    for _ in range(2):
        player_check_in(player=player, user=desk, now=NOW, document="cedula")
    player_check_in(player=player, user=UserFactory(), now=LATER)

    there = CheckIn.objects.get()
    assert (there.document, there.at, there.by, there.identified_at) == ("cedula", NOW, desk, NOW)
    assert AuditEntry.objects.count() == 1


def test_both_are_undone_one_after_the_other() -> None:
    pareja, desk = ParejaFactory(), UserFactory()
    pareja_check_in(pareja=pareja, user=desk, now=NOW, document="cedula")
    one, _ = both(pareja)

    for _ in range(2):
        identification_undo(player=one, user=desk, now=LATER)
    assert today(pareja).state is State.BOTH
    for _ in range(2):
        check_in_undo(player=one, user=desk, now=LATER)
    assert today(pareja).state is State.ONE

    told = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert told == ["llegar", "llegar", "identificacion-deshacer", "llegada-deshacer"]


def test_it_counts_for_its_day_which_ends_late_in_the_night() -> None:
    pareja, desk = ParejaFactory(), UserFactory()
    pareja_check_in(pareja=pareja, user=desk, now=NOW)
    after_midnight = datetime(2026, 11, 29, 7, 30, tzinfo=UTC)  # 02:30 in Ecuador
    next_morning = datetime(2026, 11, 29, 14, 0, tzinfo=UTC)

    assert presence_of([pareja], DAYS.of(after_midnight))[pareja.pk].state is State.BOTH
    assert presence_of([pareja], DAYS.of(next_morning))[pareja.pk].state is State.NOBODY
    pareja_check_in(pareja=pareja, user=desk, now=next_morning)
    assert CheckIn.objects.count() == 4


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"championship__status": Championship.Status.DRAFT}, "campeonato-en-preparacion"),
        ({"championship__status": Championship.Status.CLOSED}, "campeonato-terminado"),
        ({"status": Pareja.Status.WITHDRAWN}, "pareja-retirada"),
    ],
)
def test_what_is_refused_changes_nothing(change: dict[str, str], code: str) -> None:
    pareja = ParejaFactory(**change)

    with pytest.raises(BracketError) as refused:
        pareja_check_in(pareja=pareja, user=UserFactory(), now=NOW)

    assert refused.value.code == code
    assert not CheckIn.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_document_of_no_kind_is_refused() -> None:
    with pytest.raises(InvalidValue) as refused:
        player_check_in(player=both(ParejaFactory())[0], user=UserFactory(), now=NOW, document="1712345675")

    assert refused.value.code == "documento"
    assert not CheckIn.objects.exists()


def test_who_is_substituted_takes_his_check_in_with_him() -> None:
    pareja, desk = ParejaFactory(), UserFactory()
    pareja_check_in(pareja=pareja, user=desk, now=NOW - timedelta(days=1))
    pareja_check_in(pareja=pareja, user=desk, now=NOW, document="cedula")

    player_substitute(
        pareja=pareja, position=1, name="Zoila Ruiz", cedula=invented_cedula(9), reason="Viajó", user=desk, now=LATER
    )

    assert today(pareja).state is State.ONE
    assert CheckIn.objects.count() == 3


def test_the_database_keeps_one_a_day_and_no_document_without_who_saw_it() -> None:
    player, user = both(ParejaFactory())[0], UserFactory()
    CheckIn.objects.create(player=player, day=DAYS.of(NOW), at=NOW, by=user)
    for wrong in (
        {"player": player, "day": DAYS.of(NOW)},
        {"player": player, "day": DAYS.of(NOW - timedelta(days=1)), "document": "cedula"},
        {"player": player, "day": DAYS.of(NOW - timedelta(days=1)), "identified_at": NOW, "identified_by": user},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            CheckIn.objects.create(at=NOW, by=user, **wrong)


@pytest.mark.parametrize("parejas", [1, 3])
def test_the_number_of_queries_does_not_grow(parejas: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    championship = ChampionshipFactory()
    for pareja in ParejaFactory.create_batch(parejas, championship=championship):
        pareja_check_in(pareja=pareja, user=UserFactory(), now=NOW, document="cedula")

    with django_assert_num_queries(3):
        everyone = presence_of_all(championship, DAYS.of(NOW))
        told = [
            (each.words, each.pareja.title, [str(person.check_in.by) for person in each.people]) for each in everyone
        ]

    assert len(told) == parejas
    counts = counts_of(everyone)
    assert (counts.complete, counts.all, counts.came, counts.identified) == (parejas, parejas, 2 * parejas, 2 * parejas)
