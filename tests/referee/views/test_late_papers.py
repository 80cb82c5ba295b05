"""A paper that is typed after one of its parejas left the championship."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils.timezone import localtime

from brackets.models import Fixture, Role, Stage
from brackets.selectors.departures import late_paper
from brackets.selectors.events import disagreements
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_start
from referee.services.paper import paper_result_record
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of, published_stage
from tests.referee.views.test_partidas import address

pytestmark = pytest.mark.django_db

LEFT = NOW + timedelta(hours=2)
TYPED = NOW + timedelta(hours=3)
CHICAS = {"a1": 40, "b1": 20, "a2": 40, "b2": 30, "reason": "Llegó tarde"}
CONFIRMED = {"confirmar": "si"}


@pytest.fixture
def stage() -> Stage:
    return published_stage(4)


@pytest.fixture
def director(client: Client, stage: Stage) -> Client:
    client.force_login(director_of(stage.championship))
    return client


def first(stage: Stage) -> Fixture:
    return stage.fixtures.select_related("pareja_a", "pareja_b", "winner", "stage__championship").get(number=1)


@pytest.fixture
def fallen(stage: Stage) -> Fixture:
    """The first side of the first partida left: the second passed."""
    leave(stage)
    return first(stage)


def leave(stage: Stage, *, played: bool | None = None, now: datetime = LEFT) -> None:
    leaver = first(stage).pareja_a
    assert leaver is not None
    pareja_leave(pareja=leaver, user=director_of(stage.championship), now=now, reason="Enfermedad", played=played)


def hour(minutes: int) -> dict[str, str]:
    """Of the paper, so many minutes after the pareja left."""
    at = localtime(LEFT + timedelta(minutes=minutes))
    return {"decided_on": f"{at:%Y-%m-%d}", "decided_at": f"{at:%H:%M}"}


def agrees(stage: Stage) -> bool:
    stage.refresh_from_db()
    return disagreements(stage) == []


@time_machine.travel(TYPED, tick=False)
def test_single_players_are_told_of_their_paper_too(client: Client) -> None:
    stage = published_stage(4, championship=ChampionshipFactory(players_per_pareja=1))
    client.force_login(director_of(stage.championship))
    leave(stage)
    there = address("paper_result", first(stage))

    assert "El jugador 1 salió" in client.get(there).content.decode()
    refused = client.post(there, CHICAS | hour(20) | CONFIRMED).content.decode()
    assert "antes de esa hora. Corrija la hora" in refused


@time_machine.travel(TYPED, tick=False)
def test_the_page_of_a_partida_that_fell_by_a_departure_offers_its_paper(director: Client, fallen: Fixture) -> None:
    page = director.get(url("fixture", fallen.stage.championship, fallen.pk)).content.decode()

    assert "Su papel llegó tarde" in page
    assert address("paper_result", fallen) in page
    assert "Esta partida no se juega" not in page


@time_machine.travel(TYPED, tick=False)
def test_a_paper_of_an_hour_before_the_departure_counts_as_played(director: Client, fallen: Fixture) -> None:
    stage, leaver = fallen.stage, fallen.stage.left[0]["pareja"]
    asked = director.get(address("paper_result", fallen)).content.decode()

    shown = director.post(address("paper_result", fallen), CHICAS | hour(-20))
    assert first(stage).how == "pass", "it is asked first"
    answer = director.post(address("paper_result", fallen), CHICAS | hour(-20) | CONFIRMED, follow=True)

    assert "Hora del papel" in asked
    assert f"La pareja {leaver} salió el " in asked
    assert "Corregir las chicas de la partida 1" in shown.content.decode()
    assert f"Resultado de la partida 1: pasa la pareja {leaver}" in answer.content.decode()
    played = first(stage)
    assert (played.how, played.winner and played.winner.number) == ("played", leaver)
    assert played.decided_at == LEFT - timedelta(minutes=20)
    assert stage.fixtures.get(round=2).nobody_a
    assert agrees(stage)


@time_machine.travel(TYPED, tick=False)
@pytest.mark.parametrize(
    ("sent", "field", "told"),
    [
        ({"decided_on": "2026-11-20"}, "decided_at", "Escriba la hora del papel"),
        ({"decided_on": "2026-11-20", "decided_at": "tarde"}, "decided_at", "Escriba la hora como 21:30"),
        ({"decided_at": "21:30"}, "decided_on", "Escriba el día del papel"),
        (hour(20), "decided_at", "antes de esa hora"),
        (hour(90), "decided_at", "Esa hora todavía no llega"),
        (hour(-121), "decided_at", "desde el sábado 28, a las 14:00"),
    ],
)
def test_what_is_no_hour_of_a_mesa_that_counts_is_refused_beside_the_field(
    director: Client, fallen: Fixture, sent: dict[str, str], field: str, told: str
) -> None:
    answer = director.post(address("paper_result", fallen), CHICAS | sent | CONFIRMED)

    assert answer.status_code == 422
    refused = answer.context["form"].errors
    assert list(refused) == [field], refused
    assert told in " ".join(refused[field])
    assert first(fallen.stage).how == "pass"


@time_machine.travel(TYPED, tick=False)
def test_no_paper_is_older_than_the_mesas_that_its_rivals_come_from(director: Client, stage: Stage) -> None:
    for number, began in ((1, 30), (2, None)):
        fixture = stage.fixtures.get(number=number)
        ended = NOW + timedelta(minutes=60) if began else NOW + timedelta(minutes=110)
        if began:
            fixture_start(fixture=fixture, now=NOW + timedelta(minutes=began))
        result = {"chicas": [(40, 20), (40, 30)], "user": director_of(stage.championship)}
        paper_result_record(fixture=fixture, now=ended, **result)
    finalist = stage.fixtures.get(round=2).pareja_a
    pareja_leave(pareja=finalist, user=director_of(stage.championship), now=LEFT, reason="Enfermedad")
    final = stage.fixtures.select_related("stage__championship").get(round=2)

    early = director.post(address("paper_result", final), CHICAS | hour(-61) | CONFIRMED)
    page = url("fixture", stage.championship, final.pk)
    abandoned = director.post(page, {"how": "retirement", "winner": "A"} | hour(-61) | CONFIRMED)
    director.post(address("paper_result", final), CHICAS | hour(-60) | CONFIRMED)

    told = "desde el sábado 28, a las 15:00"
    assert told in " ".join(early.context["form"].errors["decided_at"])
    assert told in " ".join(abandoned.context["result_form"].errors["decided_at"])
    assert stage.fixtures.get(round=2).how == "played", "what was only typed at 15:50 may be older"


def test_the_day_of_play_of_a_paper_is_told_before_it_is_confirmed(director: Client, fallen: Fixture) -> None:
    late = LEFT + timedelta(hours=12)
    with time_machine.travel(late, tick=False):
        sent = CHICAS | {"decided_on": "2026-11-28", "decided_at": "00:30", "began_before": "on"}
        shown = director.post(address("paper_result", fallen), sent).content.decode()

    assert "Hora del papel: el sábado 28, a las 00:30" in shown
    assert "Día del papel: sábado 28 de noviembre" in shown


def test_in_the_small_hours_the_date_on_the_paper_may_be_typed_too(director: Client, fallen: Fixture) -> None:
    with time_machine.travel("2026-11-29 01:00-05:00", tick=False):
        sent = CHICAS | {"decided_on": "2026-11-29", "decided_at": "00:30", "began_before": "on"}
        page = director.post(address("paper_result", fallen), sent).content.decode()

    assert "Día del papel: sábado 28 de noviembre." in page


@pytest.mark.parametrize("typed", ["2026-11-29 01:00-05:00", "2026-11-29 10:00-05:00", "2026-11-30 10:00-05:00"])
@pytest.mark.parametrize("day", ["2026-11-28", "2026-11-29"])
def test_a_paper_of_the_small_hours_counts_with_either_date_however_late_it_is_typed(
    director: Client, stage: Stage, typed: str, day: str
) -> None:
    leave(stage, now=datetime.fromisoformat("2026-11-29T00:40-05:00"))
    with time_machine.travel(typed, tick=False):
        director.post(
            address("paper_result", first(stage)), CHICAS | {"decided_on": day, "decided_at": "00:10"} | CONFIRMED
        )

    played = first(stage)
    assert played.how == "played"
    assert played.decided_at == datetime.fromisoformat("2026-11-29T00:10-05:00")
    assert agrees(stage)


@pytest.mark.parametrize("typed", ["2026-11-29 01:30-05:00", "2026-11-30 10:00-05:00"])
@pytest.mark.parametrize("day", ["2026-11-28", "2026-11-29"])
def test_an_hour_after_the_departure_is_not_one_of_the_night_before(
    director: Client, stage: Stage, typed: str, day: str
) -> None:
    stage.published_at = datetime.fromisoformat("2026-11-27T18:00-05:00")
    stage.save()
    leave(stage, now=datetime.fromisoformat("2026-11-29T00:40-05:00"))
    with time_machine.travel(typed, tick=False):
        sent = CHICAS | {"decided_on": day, "decided_at": "01:10"}
        answer = director.post(address("paper_result", first(stage)), sent | CONFIRMED)

    assert first(stage).how == "pass"
    assert "antes de esa hora" in " ".join(answer.context["form"].errors["decided_at"])


def test_with_either_date_a_mesa_that_had_begun_before_counts(director: Client, stage: Stage) -> None:
    leave(stage, now=datetime.fromisoformat("2026-11-29T00:40-05:00"))
    sent = CHICAS | {"decided_on": "2026-11-29", "decided_at": "01:10", "began_before": "on"}
    with time_machine.travel("2026-11-30 10:00-05:00", tick=False):
        director.post(address("paper_result", first(stage)), sent | CONFIRMED)

    assert first(stage).decided_at == datetime.fromisoformat("2026-11-29T01:10-05:00")


@pytest.mark.parametrize(
    ("day", "hour", "told"),
    [
        ("2026-11-28", "02:00", "Esa hora todavía no llega"),
        ("2026-11-29", "02:00", "Esa hora todavía no llega"),
        ("2026-11-27", "02:00", "desde el sábado 28, a las 14:00"),
    ],
)
def test_an_hour_still_to_come_is_not_one_of_the_night_before(
    director: Client, fallen: Fixture, day: str, hour: str, told: str
) -> None:
    with time_machine.travel("2026-11-29 01:00-05:00", tick=False):
        sent = CHICAS | {"decided_on": day, "decided_at": hour, "began_before": "on"}
        answer = director.post(address("paper_result", fallen), sent | CONFIRMED)

    assert answer.status_code == 422
    assert told in " ".join(answer.context["form"].errors["decided_at"])


@time_machine.travel(TYPED, tick=False)
def test_the_director_says_that_a_mesa_that_ended_later_had_begun_before(director: Client, fallen: Fixture) -> None:
    director.post(address("paper_result", fallen), CHICAS | hour(20) | {"began_before": "on"} | CONFIRMED)

    assert first(fallen.stage).how == "played"
    assert agrees(fallen.stage)


@time_machine.travel(TYPED, tick=False)
def test_an_abandonment_before_the_departure_counts_too(director: Client, fallen: Fixture) -> None:
    page = url("fixture", fallen.stage.championship, fallen.pk)
    ended = {"how": "retirement", "winner": "A", "reason": "Se fueron"}

    absent = director.post(page, ended | hour(-20) | {"how": "walkover"})
    late = director.post(page, ended | hour(20) | CONFIRMED)
    director.post(page, ended | hour(-20) | CONFIRMED)

    assert "how" in absent.context["result_form"].errors
    assert "decided_at" in late.context["result_form"].errors
    assert (first(fallen.stage).how, first(fallen.stage).winner) == ("retirement", first(fallen.stage).pareja_a)
    assert agrees(fallen.stage)


@time_machine.travel(TYPED, tick=False)
def test_of_a_mesa_played_to_its_end_the_hour_may_be_typed(director: Client, stage: Stage) -> None:
    fixture_start(fixture=first(stage), now=NOW)
    leave(stage, played=True)

    fields = director.get(address("paper_result", first(stage))).context["form"].fields
    director.post(address("paper_result", first(stage)), CHICAS | hour(30))

    assert "began_before" not in fields
    assert not fields["decided_at"].required
    assert first(stage).decided_at == LEFT + timedelta(minutes=30)
    assert agrees(stage)


@time_machine.travel(TYPED, tick=False)
def test_a_paper_that_may_be_older_than_a_departure_may_have_its_hour(director: Client, fallen: Fixture) -> None:
    other, final = fallen.stage.fixtures.get(number=2), fallen.stage.fixtures.get(round=2)
    fields = director.get(address("paper_result", other)).context["form"].fields

    director.post(address("paper_result", other), CHICAS | hour(-90))

    assert not fields["decided_at"].required
    assert fallen.stage.fixtures.get(number=2).order == 0
    assert late_paper(fallen.stage.fixtures.select_related("stage").get(pk=final.pk)) is None
    assert agrees(fallen.stage)


@time_machine.travel(TYPED, tick=False)
def test_no_other_paper_is_asked_for_its_hour(director: Client, stage: Stage, fallen: Fixture) -> None:
    director.post(address("paper_result", stage.fixtures.get(number=2)), CHICAS)

    final = stage.fixtures.get(round=2)

    assert final.status == "ready"
    assert "decided_at" not in director.get(address("paper_result", final)).context["form"].fields


@time_machine.travel(TYPED, tick=False)
def test_who_may_not_correct_is_sent_to_the_director(client: Client, fallen: Fixture) -> None:
    client.force_login(RoleFactory(championship=fallen.stage.championship, kind=Role.Kind.CONTROL).user)

    page = client.get(url("fixture", fallen.stage.championship, fallen.pk)).content.decode()

    assert "el Director registra lo que dice su papel" in page
    assert client.post(address("paper_result", fallen), CHICAS | hour(-20)).status_code == 403
