"""What can be ticked follows from what the championship has; every kind of document is somewhere on the page."""

from datetime import UTC, datetime, time, timedelta

import pytest

from brackets.draw.formats import Series, as_data
from brackets.models import Fixture, Stage
from referee.printing.offers import PRESETS, SPECS, groups_of, offers_of, places_of, preset_tokens
from referee.printing.papers import KINDS
from referee.printing.pieces import Order, pieces_of
from referee.printing.places import Place
from referee.selectors.prints.facts import facts_of, open_fixtures
from referee.services.paper import paper_result_record
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.factories.insider import insider
from tests.factories.referee import sealed_mesa
from tests.factories.tournaments import go_on, play_to_the_end, ready, tournament, win

pytestmark = pytest.mark.django_db

BASE = "https://torneo.example.ec"


@pytest.fixture
def stage() -> Stage:
    return published_stage(8)


def test_every_kind_of_document_is_offered_once_under_a_moment(stage: Stage) -> None:
    groups = groups_of(offers_of(facts_of(stage.championship, NOW)))

    assert sorted(offer.kind.key for _, offers in groups for offer in offers) == sorted(KINDS)
    assert set(SPECS) <= set(KINDS)


def test_what_there_is_nothing_of_says_why() -> None:
    offers = offers_of(facts_of(ChampionshipFactory(), NOW))

    empty = {offer.kind.key: offer.why for offer in offers if not offer.places}
    assert set(KINDS) - set(empty) == {"planilla-vacia", "reglas"}
    assert all(why.endswith(".") for why in empty.values())
    assert "sellada" in empty["planillas"]


def test_whoever_may_not_do_it_is_not_offered_it(stage: Stage) -> None:
    offers = offers_of(facts_of(stage.championship, NOW), {"print"})

    assert {offer.kind.action for offer in offers} == {"print"}


def test_planillas_are_counted_one_by_one_and_the_rest_as_one(stage: Stage) -> None:
    documents = {
        each.token: place.documents for each, place in places_of(offers_of(facts_of(stage.championship, NOW))).items()
    }

    assert documents["planillas-en-blanco?stage=1&round=1"] == 4
    assert documents["convocatoria?stage=1&round=1"] == 1


def test_a_planilla_of_what_was_played_is_neither_counted_nor_printed(stage: Stage) -> None:
    played, *_, last = stage.fixtures.filter(round=1).order_by("position")
    recorded(played)

    (blank,) = blanks(stage)

    assert (blank.documents, blank.pages.a4) == (3, 6)
    assert len(list(pieces_of([blank.chosen], Order(stage.championship, "a4", NOW, BASE)))) == 3
    for fixture in stage.fixtures.filter(round=1, how=""):
        recorded(fixture)
    assert [each.name for each in blanks(stage)] == ["Semifinal"]
    assert last.pk not in open_fixtures(stage.championship, stage=1, round_=1)


def blanks(stage: Stage) -> list[Place]:
    places = places_of(offers_of(facts_of(stage.championship, NOW)))
    return [place for each, place in places.items() if each.kind == "planillas-en-blanco"]


def recorded(fixture: Fixture) -> None:
    paper_result_record(
        fixture=fixture, chicas=[(40, 22), (40, 30)], user=director_of(fixture.stage.championship), now=NOW
    )


def test_no_two_ticks_are_the_same() -> None:
    kept = sealed_mesa()
    places = places_of(offers_of(facts_of(kept.championship, NOW)))

    assert len({each.token for each in places}) == len({each.name for each in places}) == len(places)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_ticks_only_what_is_offered(stage: Stage, preset: str) -> None:
    offers = offers_of(facts_of(stage.championship, NOW))

    ticked = preset_tokens(offers, preset)

    assert ticked
    assert ticked <= {each.token for each in places_of(offers)}


def test_tonight_has_the_schedule_of_today_alone(stage: Stage) -> None:
    stage.championship.ends_on = stage.championship.starts_on + timedelta(days=2)
    today = stage.championship.starts_on + timedelta(days=1)
    offers = offers_of(facts_of(stage.championship, datetime.combine(today, time(20), tzinfo=UTC)))

    days = {each for each in preset_tokens(offers, "noche") if each.startswith("horario-dia")}

    assert days == {f"horario-dia?day={today}"}
    assert len([each for each in places_of(offers) if each.kind == "horario-dia"]) == 3


def test_tonight_has_no_round_that_is_planned_for_a_later_day() -> None:
    championship = tournament("todos", 8)
    stage = championship.stages.get()
    hours = {1: 0, 2: 1, 3: 1, 4: 2}  # the others have none
    stage.planned_hours = {str(n): (NOW + timedelta(days=days)).isoformat() for n, days in hours.items()}
    stage.save(update_fields=("planned_hours",))
    tokens = {"planillas-en-blanco", "convocatoria"}

    def rounds(days: int) -> dict[str, set[int]]:
        ticked = preset_tokens(offers_of(facts_of(championship, NOW + timedelta(days=days))), "noche")
        return {kind: {n for n in range(1, 8) if f"{kind}?stage=1&round={n}" in ticked} for kind in tokens}

    assert rounds(0) == {kind: {1, 5, 6, 7} for kind in tokens}
    assert rounds(1) == {kind: {1, 2, 3, 5, 6, 7} for kind in tokens}


def test_past_midnight_it_is_still_tonight() -> None:
    championship = tournament("todos", 4)
    stage = championship.stages.get()
    stage.planned_hours = {"1": (NOW + timedelta(hours=10, minutes=30)).isoformat()}  # 00:30
    stage.save(update_fields=("planned_hours",))

    ticked = preset_tokens(offers_of(facts_of(championship, NOW)), "noche")

    assert "convocatoria?stage=1&round=1" in ticked


def test_series_sheets_are_of_stages_played_in_series(stage: Stage) -> None:
    kinds = {each.kind for each in places_of(offers_of(facts_of(stage.championship, NOW)))}
    with insider(Stage):
        Stage.objects.update(format=as_data(Series(size=4)))

    assert "series" not in kinds
    assert "series" in {each.kind for each in places_of(offers_of(facts_of(stage.championship, NOW)))}


AT_THE_END = {"acta-final", "certificado-campeon", "certificado-finalistas"}


def test_a_swiss_stage_has_its_sheets_and_has_ended_only_when_all_rounds_are_paired() -> None:
    championship = tournament("suizo", 8)

    def offered() -> set[str]:
        return {each.kind for each in places_of(offers_of(facts_of(championship, NOW)))}

    assert {"series", "series-en-blanco"} <= offered()
    win(ready(championship))
    assert not AT_THE_END & offered()
    assert go_on(championship)
    assert not AT_THE_END & offered()
    play_to_the_end(championship)
    assert offered() >= AT_THE_END
