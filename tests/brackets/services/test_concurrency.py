"""Several at the desk at the same moment, on a database that really lets them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.models import AuditEntry, Fixture, Pareja, StageEvent, User
from brackets.selectors.stages import spots_of
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record
from brackets.services.imports import import_parejas_apply
from brackets.services.inscription import ParejaData, pareja_data
from brackets.services.parejas import pareja_add, pareja_update
from brackets.services.players import player_substitute
from brackets.services.stages import stage_publish
from brackets.spreadsheets.reading import read_parejas
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.test_formats import TABLE, Night
from tests.brackets.spreadsheets.books import csv
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, published_stage

LEAGUE = StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=TABLE)
Answer = TypeVar("Answer")
FINAL = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*calls: Callable[[], object]) -> list[object]:
    """What each answered, or the refusal it met."""
    together = Barrier(len(calls))

    def one(call: Callable[[], object]) -> object:
        together.wait()
        try:
            return call()
        except BracketError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))


def meanwhile(first: Callable[[], object], then: Callable[[], Answer]) -> Answer:
    """What `then` answers that begins when `first` is done and not yet committed."""

    def second() -> Answer:
        try:
            return then()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            first()
            answer = threads.submit(second)
            wait([answer], timeout=0.5)
        return answer.result()


def test_results_of_two_fixtures_both_arrive_in_the_next() -> None:
    stage = published_stage(16)
    director = director_of(stage.championship)

    def record(number: int) -> None:
        fixture_record(
            fixture=Fixture.objects.get(stage=stage, number=number), how="walkover", winner="A", chicas=[],
            zapateria=False, user=director, now=NOW, reason="",
        )  # fmt: skip

    at_once(*(lambda number=number: record(number) for number in range(1, 9)))

    second = stage.fixtures.filter(round=2)
    assert [fixture.status for fixture in second] == ["ready"] * 4
    assert {fixture.pareja_a_id for fixture in second} | {fixture.pareja_b_id for fixture in second} == set(
        stage.fixtures.filter(round=1).values_list("winner", flat=True)
    )


def test_the_same_result_twice_at_once_is_recorded_once() -> None:
    stage = published_stage(2)
    director, entries = director_of(stage.championship), AuditEntry.objects.count()

    def record() -> None:
        fixture_record(
            fixture=Fixture.objects.get(stage=stage), how="walkover", winner="A", chicas=[], zapateria=False,
            user=director, now=NOW, reason="",
        )  # fmt: skip

    at_once(*[record] * 4)

    assert AuditEntry.objects.count() == entries + 1


def substitute(pareja: Pareja, director: User) -> None:
    player_substitute(
        pareja=pareja, position=1, name="Otra Persona", cedula="", reason="Se lesionó", user=director, now=NOW,
        on_purpose=True,
    )  # fmt: skip


def rename(pareja: Pareja, director: User) -> None:
    pareja_update(pareja=pareja, data=replace(pareja_data(pareja), club="Otro club"), user=director, now=NOW)


@pytest.mark.parametrize("change", [substitute, rename])
@pytest.mark.parametrize("begun", [False, True])
def test_a_result_recorded_while_who_plays_is_changed_follows_it(
    change: Callable[[Pareja, User], None],
    begun: bool,  # noqa: FBT001
) -> None:
    stage = published_stage(8)
    director = director_of(stage.championship)

    def record(number: int) -> None:
        fixture_record(
            fixture=Fixture.objects.get(stage=stage, number=number), how="walkover", winner="A", chicas=[],
            zapateria=False, user=director, now=NOW, reason="",
        )  # fmt: skip

    other = stage.fixtures.get(number=4)
    if begun:
        fixture_record(
            fixture=other, how="played", winner="A", chicas=[], zapateria=False, user=director, now=NOW, reason=""
        )

    pareja = Pareja.objects.prefetch_related("players").get(pk=other.pareja_a_id)
    meanwhile(lambda: change(pareja, director), lambda: record(1))

    assert stage.fixtures.get(number=1).how == "walkover"
    seqs = list(StageEvent.objects.filter(stage=stage.number).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))


def test_parejas_registered_at_once_get_different_numbers() -> None:
    championship = ChampionshipFactory()
    director = director_of(championship)

    def add(number: int) -> Pareja:
        data = ParejaData(player_1=f"Ana {number}", player_2=f"Luz {number}")
        return pareja_add(championship=championship, data=data, user=director, now=NOW)

    at_once(*(lambda number=number: add(number) for number in range(8)))

    assert sorted(championship.parejas.values_list("number", flat=True)) == list(range(1, 9))


def test_one_sheet_imported_twice_at_once_is_imported_once() -> None:
    championship = ChampionshipFactory()
    director = director_of(championship)
    rows = read_parejas(csv([("Jugador 1", "Jugador 2"), *((f"Ana {n}", f"Luz {n}") for n in range(30))]))

    def apply() -> object:
        return import_parejas_apply(championship=championship, rows=rows, user=director, now=NOW)

    reports = at_once(apply, apply)

    assert championship.parejas.count() == 30
    assert sorted(len(report.added) for report in reports) == [0, 30]


def test_two_draws_at_once_leave_one_bracket() -> None:
    championship = ChampionshipFactory()
    director = director_of(championship)
    ParejaFactory.create_batch(5, championship=championship)

    at_once(
        *(
            lambda seed=seed: draw_rehearsed(championship=championship, user=director, now=NOW, public_seed=seed)
            for seed in ("una", "otra")
        )
    )

    stage = championship.stages.get()
    assert stage.draw_number in (1, 2)  # of both commitments at once, one is refused
    assert stage.fixtures.count() == 7


def test_two_fixtures_called_at_once_to_one_table_are_called_one_by_one() -> None:
    stage = published_stage(4, tables=1)
    director, table = director_of(stage.championship), stage.championship.tables.get()
    fixtures = list(stage.fixtures.filter(round=1))
    for fixture in fixtures:
        fixture_assign(fixture=fixture, table=table, juez=None, user=director, now=NOW)

    answers = at_once(
        *(lambda fixture=fixture: fixture_call(fixture=fixture, user=director, now=NOW) for fixture in fixtures)
    )

    assert sorted(stage.fixtures.filter(round=1).values_list("status", flat=True)) == ["called", "ready"]
    assert [answer.code for answer in answers if isinstance(answer, BracketError)] == ["mesa-ocupada"]


def test_a_stage_published_while_an_earlier_result_is_corrected_has_the_right_parejas() -> None:
    for _ in range(6):
        night = Night.played(4, LEAGUE, FINAL)
        drawn = night.draw(2)
        first = Fixture.objects.get(stage=night.stage(1), pareja_a__number__in=(2, 3), pareja_b__number__in=(2, 3))
        winner = "B" if first.pareja_a and first.pareja_a.number == 2 else "A"

        at_once(
            lambda night=night, first=first, winner=winner: night.record(first, winner),
            lambda night=night, drawn=drawn: stage_publish(stage=drawn, user=night.director, now=NOW),
        )

        final = night.stage(2)
        entered = {entrant["number"] for entrant in final.entrants}
        qualified = {spot.pareja for spot in spots_of(final)}
        assert final.status != "published" or entered == qualified


def test_who_leaves_while_a_correction_takes_a_draw_back_leaves_what_is_still_published() -> None:
    night = Night(4, LEAGUE, FINAL)
    for number in (1, 2):
        night.publish(number)
        if number == 1:
            night.play()
    first = Fixture.objects.get(stage=night.stage(1), pareja_a__number__in=(2, 3), pareja_b__number__in=(2, 3))
    winner = "B" if first.pareja_a and first.pareja_a.number == 2 else "A"
    leaver = night.championship.parejas.get(number=4)

    moved = meanwhile(
        lambda: night.record(first, winner),
        lambda: pareja_leave(pareja=leaver, user=night.director, now=NOW, reason="Enfermedad"),
    )

    assert moved.changed
    assert [stage.status for stage in (night.stage(1), night.stage(2))] == ["published", "planned"]
    assert list(StageEvent.objects.filter(kind="departure").values_list("stage", flat=True)) == [0, 1]


def test_of_a_mesa_that_is_called_while_a_pareja_leaves_it_is_asked() -> None:
    stage = published_stage(4, tables=1)
    director, fixture = director_of(stage.championship), stage.fixtures.get(number=1)
    fixture_assign(fixture=fixture, table=stage.championship.tables.get(), juez=None, user=director, now=NOW)
    pareja = Pareja.objects.get(pk=fixture.pareja_a_id)

    def leave() -> str:
        with pytest.raises(BracketError) as refused:
            pareja_leave(pareja=pareja, user=director, now=NOW, reason="Enfermedad")
        return refused.value.code

    assert meanwhile(lambda: fixture_call(fixture=fixture, user=director, now=NOW), leave) == "se-jugo"
    assert stage.fixtures.get(number=1).status == "called"


@pytest.mark.parametrize("page", ["brackets:fixture", "referee:paper_result", "brackets:fixture_walkover"])
def test_the_pages_say_that_the_round_of_a_partida_was_taken_back_meanwhile(page: str) -> None:
    swiss = StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(4, swiss)
    night.pair()
    night.play()
    night.pair()
    stage = night.stage(1)
    first, gone = stage.fixtures.filter(round=1)[0], stage.fixtures.filter(round=2)[0]
    desk = Client()
    desk.force_login(night.director)
    desk.get(reverse("brackets:fixture", args=(night.championship.slug, gone.pk)))  # the first page takes longer
    sent = {"how": "retirement", "winner": "A", "reason": "Se fue", "a1": "40", "b1": "22", "a2": "40", "b2": "18"}

    answer = meanwhile(
        lambda: night.record(first, "B" if first.winner_id == first.pareja_a_id else "A"),
        lambda: desk.post(reverse(page, args=(night.championship.slug, gone.pk)), sent | {"ausente": "A"}),
    )

    assert not Fixture.objects.filter(pk=gone.pk).exists()
    # A slow one reads when it is gone already: 404.
    shown = (
        answer if answer.status_code == 422 else desk.get(reverse("brackets:fixtures", args=(night.championship.slug,)))
    )
    assert answer.status_code == 404 or "Esa partida ya no existe" in shown.content.decode()
