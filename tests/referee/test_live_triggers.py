"""The database itself notes that a mesa looks different, so that whoever reads on from a version misses nothing."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

import pytest
from django.db import connection, transaction

from brackets.models import Championship, Pareja, Player
from brackets.services.fixtures import fixture_call
from brackets.services.stages import stage_publish, stage_reopen
from referee.live_triggers import PENDING
from referee.models import LiveChange, Mesa
from referee.selectors.live import changed_since, latest_version
from referee.services.protests import protest_see, protest_unsee
from referee.services.reviews import review_tell
from tests.factories.appeals import admitted
from tests.factories.brackets import director_of, personal_set
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, kept_mesa
from tests.referee.services.test_calls import call, claim

Act = Callable[[Keeper], object]


def _call_to_the_table(kept: Keeper) -> None:
    fixture_call(fixture=kept.fixture, user=director_of(kept.championship), now=kept.tick())


def _protest(kept: Keeper) -> object:
    return kept.sign(kept.mesa.planillas.get(), "B", "bajo-protesta")


def _known(kept: Keeper) -> None:
    protest_see(signature=kept.mesa.planillas.get().signatures.get(), by=kept.juez, now=kept.tick())


def look(kept: Keeper, *, begun: bool) -> None:
    review_tell(mesa=kept.mesa, begun=begun, now=kept.tick())


CHANGES: list[tuple[str, list[Act]]] = [
    ("called", [_call_to_the_table]),
    ("opened", [lambda kept: kept.open()]),
    ("a jugada", [lambda kept: kept.open(), lambda kept: kept.record(SORTEO), lambda kept: kept.record("caida A")]),
    ("a call", [lambda kept: kept.open(), call]),
    ("a ronda", [lambda kept: kept.open(), claim]),
    (
        "a protest looked into",
        [lambda kept: kept.open(), lambda kept: look(kept, begun=True), lambda kept: look(kept, begun=False)],
    ),
    ("signing", [lambda kept: kept.open(), lambda kept: kept.record(*ZAPATERIA), Keeper.freeze, _protest, _known]),
    (
        "an appeal",
        [lambda kept: kept.open(), lambda kept: kept.record(SORTEO, "caida A"), admitted],
    ),
    ("a name", [lambda kept: Player.objects.filter(pareja=kept.fixture.pareja_a).update(name="Otro Nombre")]),
    ("its name", [lambda kept: Pareja.objects.filter(pk=kept.fixture.pareja_b_id).update(name="Los Otros")]),
    ("the setting", [_call_to_the_table, lambda _: Championship.objects.update(live_visibility="final")]),
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("acts", [acts for _, acts in CHANGES], ids=[name for name, _ in CHANGES])
def test_what_changes_a_board_makes_a_new_version_of_its_fixture(acts: list[Act]) -> None:
    kept = keeper()
    for act in acts:
        before = latest_version()
        act(kept)

        assert kept.fixture.pk in changed_since(before), act


@pytest.mark.django_db(transaction=True)
def test_taking_back_that_a_protest_was_seen_is_a_change_too() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.freeze()
    _protest(kept)
    _known(kept)
    before = latest_version()

    protest_unsee(signature=kept.mesa.planillas.get().signatures.get(), by=kept.juez, now=kept.tick())

    assert changed_since(before) == {kept.fixture.pk}


@pytest.mark.django_db(transaction=True)
def test_a_partida_that_is_there_no_more_is_a_change_too() -> None:
    kept = keeper()
    key, before = kept.fixture.pk, latest_version()

    kept.fixture.delete()

    assert changed_since(before) == {key}


@pytest.mark.django_db(transaction=True)
def test_all_partidas_of_a_stage_that_is_reopened_are_noted_and_of_one_published_those_on_the_floor() -> None:
    kept = keeper()
    stage, director = kept.fixture.stage, director_of(kept.championship)
    everything = set(stage.fixtures.values_list("pk", flat=True))
    _call_to_the_table(kept)
    before = latest_version()

    stage_reopen(stage=stage, user=director, now=kept.tick(), reason="Faltaba un club")
    reopened = changed_since(before)
    stage_publish(stage=stage, user=director, now=kept.tick())
    before = latest_version()
    stage.fixtures.filter(pk=kept.fixture.pk).update(status="called")

    assert reopened == everything
    assert changed_since(before) == {kept.fixture.pk}


@pytest.mark.django_db(transaction=True)
def test_what_no_board_shows_makes_no_version() -> None:
    kept_mesa(SORTEO)
    before = latest_version()

    Mesa.objects.update(lease_epoch=9)
    personal_set(Player.objects.all(), email="alguien@example.org")

    assert latest_version() == before


@pytest.mark.django_db(transaction=True)
def test_the_notes_do_not_pile_up() -> None:
    kept = kept_mesa(SORTEO)
    kept.record("caida A")
    rows = LiveChange.objects.count()

    for _ in range(5):
        kept.record("caida B")

    assert LiveChange.objects.count() == rows


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nothing_is_missed_of_a_transaction_that_took_its_version_first_and_ends_last() -> None:
    one, other = kept_mesa(SORTEO), kept_mesa(SORTEO)
    before, taken, seen = latest_version(), Event(), Event()

    def slow() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            Mesa.objects.filter(pk=one.mesa.pk).update(state={"slow": 1})
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # as its commit does, which now takes long
            taken.set()
            seen.wait(20)
        connection.close()

    thread = Thread(target=slow)
    thread.start()
    taken.wait(20)
    Mesa.objects.filter(pk=other.mesa.pk).update(state={"quick": 1})  # waits for nobody
    between = latest_version()
    assert changed_since(before) == {other.fixture.pk}
    seen.set()
    thread.join()

    assert between == before
    assert changed_since(between) == {one.fixture.pk, other.fixture.pk}
    assert latest_version() > between


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_changes_much_holds_one_lock_and_a_part_undone_does_not_lose_it() -> None:
    kept = [kept_mesa(SORTEO) for _ in range(3)]
    before = latest_version()

    with transaction.atomic(), connection.cursor() as cursor:
        with suppress(ZeroDivisionError), transaction.atomic():
            Mesa.objects.update(state={"undone": 1})
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            raise ZeroDivisionError
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for number in range(4):
            Mesa.objects.update(state={"all": number})
        cursor.execute("SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND classid = %s", [PENDING])
        held = cursor.fetchone()[0]

    assert held == 1
    assert changed_since(before) == {each.fixture.pk for each in kept}
