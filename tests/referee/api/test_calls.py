"""Calling the desk and having a ronda verified, over HTTP."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from referee.models import TableReview
from referee.rules import legal
from referee.selectors.folding import state_of
from tests.factories.brackets import ChampionshipFactory, RoleFactory, director_of
from tests.factories.referee import SORTEO, DeviceFactory
from tests.referee.api.conftest import Tablet

With = Callable[..., Tablet]
AT = "2026-12-05T20:04:00-05:00"


def of_inspector(tablet: Tablet) -> Tablet:
    role = RoleFactory(championship=tablet.kept.championship, kind="inspector")
    DeviceFactory(championship=role.championship, user=role.user, token="inspector")
    return Tablet(tablet.kept, token="inspector")


@pytest.fixture
def tablet(tablet_with: With) -> Tablet:
    return tablet_with(SORTEO)


def test_a_call_is_acknowledged_seen_at_the_desk_and_attended(tablet: Tablet) -> None:
    call = {"client_id": str(uuid4()), "reason": "medico", "called_at": AT}
    desk, page = Client(), f"/c/{tablet.kept.championship.slug}/panel/llamadas/"
    desk.force_login(director_of(tablet.kept.championship))

    sent = tablet.post(f"{tablet.mesa}/calls", call)
    shown = desk.get(page).content.decode()
    state = desk.get(f"{page}estado").json()
    pk = state["latest"]
    desk.post(f"{page}{pk}/")
    heard = tablet.post(f"{tablet.mesa}/calls", call).json()

    assert (sent.status_code, sent.json()["attended_at"]) == (200, None)
    assert state["waiting"] == 1
    assert "Mesa 1 · Médico" in shown
    assert heard["received_at"] == sent.json()["received_at"]
    assert heard["attended_by"] == str(director_of(tablet.kept.championship))
    assert desk.get(f"{page}estado").json() == {"waiting": 0, "latest": 0, "protest": 0, "appeal": 0}


def test_a_call_that_is_not_needed_any_more_leaves_the_desk(tablet: Tablet) -> None:
    call = {"client_id": str(uuid4()), "reason": "reglas", "called_at": AT}
    tablet.post(f"{tablet.mesa}/calls", call)

    withdrawn = tablet.post(f"{tablet.mesa}/calls", call | {"withdrawn": True})

    assert withdrawn.json()["withdrawn"] is True


def test_an_inspector_verifies_a_ronda_on_his_own_device(tablet: Tablet) -> None:
    inspector = of_inspector(tablet)
    claim = {"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT}

    asked = tablet.post(f"{tablet.mesa}/rondas", claim)
    listed = inspector.get("rondas").json()
    seen = inspector.post(f"rondas/{claim['client_id']}", {"outcome": "verificada", "rank": "7"})
    told = tablet.post(f"{tablet.mesa}/rondas", claim).json()
    late = tablet.post(f"{tablet.mesa}/rondas", claim | {"outcome": "no-procede"})

    assert asked.json()["outcome"] == ""
    assert listed["inspects"] is True
    assert [(each["table"], each["subject"]) for each in listed["rondas"]] == [(1, "A")]
    assert seen.status_code == 200
    assert (told["outcome"], told["rank"]) == ("verificada", "7")
    assert (late.status_code, late.json()["code"]) == (409, "ronda-decidida")
    assert inspector.get("rondas").json()["rondas"] == []


def test_an_inspector_is_told_what_the_deck_calls_its_figures(tablet_with: With) -> None:
    spanish = tablet_with(SORTEO, championship=ChampionshipFactory(rule_settings={"baraja": "espanola"}))

    assert of_inspector(spanish).get("rondas").json()["figures"] == {"J": "sota", "Q": "caballo", "K": "rey"}


def test_a_ronda_that_would_reach_forty_is_for_the_juez_of_the_mesa_alone(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO, 'ajusta A +38 "marcador"')
    inspector = of_inspector(tablet)
    claims = [
        {"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT},
        {"client_id": str(uuid4()), "jugada": "ronda", "subject": "B", "claimed_at": AT, "closes": True},
    ]
    for claim in claims:
        tablet.post(f"{tablet.mesa}/rondas", claim)

    listed = inspector.get("rondas").json()["rondas"]
    refused = [inspector.post(f"rondas/{each['client_id']}", {"outcome": "verificada", "rank": "7"}) for each in claims]
    own = tablet.post(f"{tablet.mesa}/rondas", claims[0] | {"outcome": "verificada", "rank": "7"})

    assert listed == []
    assert [(each.status_code, each.json()["code"]) for each in refused] == [(422, "ronda-del-juez")] * 2
    assert own.json()["outcome"] == "verificada"


@pytest.mark.parametrize(("key", "points"), [("quito", 38), ("quito", 36), ("pagat", 38), ("blog", 36)])
def test_a_ronda_that_cannot_be_scored_or_is_verified_by_nobody_is_left_to_the_inspector(
    tablet_with: With, key: str, points: int
) -> None:
    """The tablet holds nobody's hands for it either. At 36 the first that is verified makes 38."""
    championship = ChampionshipFactory(reglamento=key)
    sorteo = SORTEO if key == "quito" else "sorteo reparte=A1"
    tablet = tablet_with(sorteo, f'ajusta A +{points} "marcador"', championship=championship)
    inspector = of_inspector(tablet)
    claims = [{"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT} for _ in "12"]
    for claim in claims:
        tablet.post(f"{tablet.mesa}/rondas", claim)

    offered = legal(state_of(tablet.kept.mesa))
    held = [each for each in offered if (each.jugada, each.subject) == ("ronda", "A") and each.hold]
    answers = [inspector.post(f"rondas/{each['client_id']}", {"outcome": "verificada", "rank": "7"}) for each in claims]

    assert held == []
    assert [each.status_code for each in answers] == [200, 200]


def test_of_two_rondas_that_reach_forty_together_the_second_is_the_juez_s(tablet_with: With) -> None:
    """Also before the first is in the log, and by the score of now, not of when it was asked for."""
    tablet = tablet_with(SORTEO, 'ajusta A +36 "marcador"')
    inspector = of_inspector(tablet)
    first, second = ({"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT} for _ in "12")
    for claim in (first, second):
        tablet.post(f"{tablet.mesa}/rondas", claim)

    offered = inspector.get("rondas").json()["rondas"]
    seen = inspector.post(f"rondas/{first['client_id']}", {"outcome": "verificada", "rank": "7"})
    left = inspector.get("rondas").json()["rondas"]
    refused = inspector.post(f"rondas/{second['client_id']}", {"outcome": "verificada", "rank": "J"})

    assert [each["client_id"] for each in offered] == [first["client_id"], second["client_id"]]
    assert (seen.status_code, left) == (200, [])
    assert (refused.status_code, refused.json()["code"]) == (422, "ronda-del-juez")
    again = inspector.post(f"rondas/{first['client_id']}", {"outcome": "verificada", "rank": "7"})
    assert (again.status_code, again.json()["rank"]) == (200, "7")


@pytest.mark.parametrize(
    ("lines", "offered"),
    [
        (("ronda A 7",), 0),
        (("ronda A 7", "mal-pedido A"), 1),
        (("limpia A",), 0),
        (("limpia B", "limpia B2"), 1),
    ],
    ids=["recorded", "taken-back", "points-meanwhile", "of-the-rivals"],
)
def test_whether_a_ronda_would_reach_forty_is_asked_of_the_score_now(
    tablet_with: With, lines: tuple[str, ...], offered: int
) -> None:
    tablet = tablet_with(SORTEO, 'ajusta A +36 "marcador"')
    inspector = of_inspector(tablet)
    first, second = ({"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT} for _ in "12")
    tablet.post(f"{tablet.mesa}/rondas", second)
    if lines[0] == "ronda A 7":
        tablet.post(f"{tablet.mesa}/rondas", first)
        inspector.post(f"rondas/{first['client_id']}", {"outcome": "verificada", "rank": "7"})
    tablet.record(*lines, base=2)

    listed = inspector.get("rondas").json()["rondas"]
    answer = inspector.post(f"rondas/{second['client_id']}", {"outcome": "verificada", "rank": "J"})

    assert (len(listed), answer.status_code) == (offered, 200 if offered else 422)


def test_a_ronda_of_a_chica_that_ended_unrecorded_reaches_nothing_in_the_next(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO, 'ajusta B +20 "marcador"')
    inspector = of_inspector(tablet)
    first, second = ({"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT} for _ in "12")
    tablet.post(f"{tablet.mesa}/rondas", first)
    inspector.post(f"rondas/{first['client_id']}", {"outcome": "verificada", "rank": "7"})
    tablet.record('ajusta B +20 "marcador"', "proclama", 'ajusta A +36 "marcador"', base=2)
    tablet.post(f"{tablet.mesa}/rondas", second)

    assert len(inspector.get("rondas").json()["rondas"]) == 1


COUNT = ("segundo-reparto", "conteo A=20 B=20 mesa=0")


@pytest.mark.parametrize(
    ("lines", "offered"),
    [
        (("mal-reparto",), 1),
        (COUNT, 1),
        (("caida A", 'repite-data 1 "x"'), 1),
        ((*COUNT, "anula 3"), 0),
        (("segundo-reparto",), 0),
    ],
    ids=["misdealt", "counted", "repeated", "counted-by-mistake", "dealt-again"],
)
def test_a_ronda_of_a_data_that_ended_unrecorded_reaches_nothing_in_the_next(
    tablet_with: With, lines: tuple[str, ...], offered: int
) -> None:
    tablet = tablet_with(SORTEO)
    inspector = of_inspector(tablet)
    first, second = ({"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT} for _ in "12")
    tablet.post(f"{tablet.mesa}/rondas", first)
    inspector.post(f"rondas/{first['client_id']}", {"outcome": "verificada", "rank": "7"})
    tablet.record(*lines, base=1)
    lacking = 36 - state_of(tablet.kept.mesa).position.points[0]
    tablet.record(f'ajusta A +{lacking} "marcador"', base=1 + len(lines))
    tablet.post(f"{tablet.mesa}/rondas", second)

    assert len(inspector.get("rondas").json()["rondas"]) == offered


def test_what_the_tablet_says_of_forty_follows_its_score(tablet: Tablet) -> None:
    """It may have more of the log than the server."""
    inspector = of_inspector(tablet)
    claim = {"client_id": str(uuid4()), "jugada": "ronda", "subject": "A", "claimed_at": AT}

    found = []
    for closes in (False, True, False):
        tablet.post(f"{tablet.mesa}/rondas", claim | {"closes": closes})
        found.append(len(inspector.get("rondas").json()["rondas"]))

    assert found == [1, 0, 1]


def test_a_juez_verifies_his_own_ronda_and_no_other(tablet: Tablet, tablet_with: With) -> None:
    other = tablet_with(SORTEO)
    claim = {"client_id": str(uuid4()), "jugada": "ronda", "subject": "B", "claimed_at": AT}
    tablet.post(f"{tablet.mesa}/rondas", claim)

    foreign = other.post(f"rondas/{claim['client_id']}", {"outcome": "verificada", "rank": "7"})
    own = tablet.post(f"{tablet.mesa}/rondas", claim | {"outcome": "verificada", "rank": "7"})

    assert foreign.status_code == 404
    assert tablet.get("rondas").json() == {"inspects": False, "rondas": [], "figures": {}}
    assert own.json()["rank"] == "7"


@pytest.mark.parametrize("waiting", [1, 3])
def test_the_page_of_the_calls_asks_the_database_as_often_for_many(
    tablet: Tablet, waiting: int, django_assert_max_num_queries
) -> None:
    for _ in range(waiting):
        tablet.post(f"{tablet.mesa}/calls", {"client_id": str(uuid4()), "reason": "equipo", "called_at": AT})
    desk = Client()
    desk.force_login(director_of(tablet.kept.championship))

    with django_assert_max_num_queries(10):
        desk.get(f"/c/{tablet.kept.championship.slug}/panel/llamadas/")


def test_what_is_looked_into_is_told_and_over_when_the_next_tablet_reports_after_a_silence(tablet: Tablet) -> None:
    begun = tablet.post(f"{tablet.mesa}/revision", {"begun": True})
    review = TableReview.objects.get()
    on = review.over
    TableReview.objects.update(heard_at=review.heard_at - TableReview.SILENCE)
    pulse = tablet.post(
        "devices/current/pulse", {"battery": None, "pending": 0, "oldest_unsent": None, "mesa": None, "version": ""}
    )
    review.refresh_from_db()

    assert (begun.status_code, pulse.status_code) == (204, 200)
    assert (on, review.over) == (False, True)
    assert tablet.post(f"{tablet.mesa}/revision", {"begun": "yes"}).status_code == 400
