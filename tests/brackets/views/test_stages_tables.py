"""The tables of the stages: who stands where, what decided it, and who enters the next one."""

import re
from itertools import chain

import pytest
from django.test import Client

from brackets.draw.formats import Elimination, Series, Swiss
from brackets.draw.qualification import Best, Everybody, FromEach
from brackets.selectors.stages import entered_of
from brackets.services.departures import pareja_leave
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_report, fixture_start
from brackets.services.planning import StagePlan
from cuarenta_torneo.english import in_english
from cuarenta_torneo.english.page import english_or_none
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.brackets.views.conftest import url
from tests.brackets.views.stage_pages import read, stage_of, words_of
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db


def test_who_plays_on_in_a_knock_out_has_no_place_yet(client: Client) -> None:
    night = Night.published(4, stage_of(Elimination()))
    night.record(night.stage(1).fixtures.get(number=1))

    (table,) = client.get(url("standings", night.championship)).context["tables"]

    assert [(line.is_open, line.decided) for line in table.lines] == [(True, "Sigue en juego")] * 3 + [
        (False, "Semifinal")
    ]


def test_a_knock_out_tells_how_far_everybody_came(client: Client) -> None:
    night = Night.played(4, stage_of(Elimination(third_place=True)))

    (table,) = client.get(url("standings", night.championship)).context["tables"]

    assert [(line.place, line.decided) for line in table.lines] == [
        (1, "Gana la etapa"),
        (2, "Final"),
        (3, "Semifinal"),
        (4, "Semifinal"),
    ]


def test_a_swiss_stage_between_two_rounds_lets_nobody_enter_the_next_one(client: Client) -> None:
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE)
    night = Night.published(8, stage_of(Swiss(rounds=2), "Suizo"), final)
    night.pair()
    night.play()

    (ahead,) = client.get(url("standings", night.championship)).context["ahead"]

    assert [place.settled for place in ahead.places] == [False, False]
    with pytest.raises(BracketError, match="Falta jugar «Suizo»"):
        night.draw(2)


@pytest.mark.parametrize(("parejas", "beyond"), [(7, ", y lo ya decidido después"), (8, "")])
def test_a_swiss_table_stands_after_the_rounds_that_are_complete(client: Client, parejas: int, beyond: str) -> None:
    night = Night.published(parejas, stage_of(Swiss(rounds=3), "Suizo"))

    def heading() -> str:
        page = client.get(url("championship", night.championship)).content.decode()
        (told, *_) = re.findall(r'<h3 id="[^"]*">(.*?)(?: <span|</h3>)', page)
        assert english_or_none(told) is not None
        return str(told)

    night.pair()
    assert heading() == "Ninguna ronda completa, de 3"
    night.play()
    assert heading() == "Tras 1 ronda, de 3"
    night.pair()
    assert heading() == f"Tras 1 ronda, de 3{beyond}"
    night.record(night.stage(1).fixtures.filter(round=2, status="ready")[0])
    assert heading() == "Tras 1 ronda, de 3, y lo ya decidido después"
    night.play()
    assert heading() == "Tras 2 rondas, de 3"
    night.pair()
    night.record(night.stage(1).fixtures.filter(round=3, status="ready")[0])
    assert heading() == "Tras 2 rondas, de 3, y lo ya decidido después"
    night.play()
    assert heading() == "3 rondas"


def test_while_a_stage_runs_it_says_who_would_enter_today_and_why(client: Client) -> None:
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1), Best(1, 2, place=2)), criteria=TABLE)
    night = Night.published(8, SERIES, final)
    for page in ("standings", "championship"):
        words = read(client, url(page, night.championship))
        assert "Hoy entrarían en «Final»" in words
        assert "La primera de cada serie de «Series». Las 2 mejores segundas de «Series»." in words
        assert "Primera de la serie" in words
        assert "2.ª mejor de las segundas de «Series»" in words
        assert words.count("Puede cambiar.") == 4

    night.play()

    words = read(client, url("standings", night.championship))
    assert "Entran en «Final»" in words
    assert "Puede cambiar." not in words
    told = words_of(client, night)
    assert sorted(told.values()).count("Clasificada a «Final»") == 4
    assert sorted(told.values()).count("Eliminada") == 4


def test_of_a_series_that_has_ended_it_tells_the_place_while_the_others_play_on(client: Client) -> None:
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1),), criteria=TABLE)
    night = Night.published(8, SERIES, final)
    first = {line.pareja.number for line in client.get(url("standings", night.championship)).context["tables"][0].lines}
    for fixture in night.stage(1).fixtures.order_by("number").select_related("pareja_a", "pareja_b"):
        if fixture.pareja_a.number in first:
            night.record(fixture, "A" if fixture.pareja_a.number < fixture.pareja_b.number else "B")

    told = words_of(client, night)

    best, *others = sorted(first)
    assert told[best] in ("Hoy entraría en «Final»", "Clasificada a «Final»")
    assert [told[number] for number in others] == [f"Terminó su serie: {place}.º puesto" for place in (2, 3, 4)]
    assert [in_english(told[number]) for number in others] == [
        f"Its group is over: place {place}" for place in (2, 3, 4)
    ]
    assert in_english("Terminó su serie") == "Its group is over"  # of one put out of the stage, which has no place
    assert {told[number] for number in told.keys() - first} <= {"Sigue en juego", "Hoy entraría en «Final»"}


def test_a_table_tells_which_criterion_decided_and_what_it_moved(client: Client) -> None:
    night = Night.published(3, stage_of(Series(size=0), "Liga"))
    chicas = {(1, 2): [[40, 30], [40, 30]], (2, 3): [[40, 10], [40, 10]], (3, 1): [[40, 38], [38, 40], [40, 38]]}
    for fixture in night.stage(1).fixtures.select_related("pareja_a", "pareja_b"):
        a, b = fixture.pareja_a.number, fixture.pareja_b.number
        won = (a, b) if (a, b) in chicas else (b, a)
        scores = chicas[won] if won == (a, b) else [[y, x] for x, y in chicas[won]]
        night.record(fixture, "A" if won[0] == a else "B", chicas=scores)

    (table,) = client.get(url("standings", night.championship)).context["tables"]

    assert [(line.place, line.pareja.number, line.values[:3], line.decided) for line in table.lines] == [
        (1, 1, ("1", "1", "1"), "Diferencia de chicas (queda delante)"),
        (2, 2, ("1", "1", "0"), "Diferencia de chicas (baja 1 puesto)"),
        (3, 3, ("1", "1", "−1"), "Diferencia de chicas (baja 2 puestos)"),
    ]


def test_every_criterion_stands_with_its_definition_and_an_example(client: Client) -> None:
    night = Night.published(8, SERIES, FINAL)

    words = read(client, url("standings", night.championship))

    assert "Resultado directo. Cuántas mesas ganó contra las que siguen empatadas con ella" in words
    assert "Ejemplo: 40–22 y 38–40: (40 − 22) + (38 − 40) = 16." in words
    assert "Sorteo. El orden en que salieron del sorteo de desempate" in words
    assert "promedios" not in words


def test_series_of_unequal_size_are_said_to_be_compared_by_averages(client: Client) -> None:
    night = Night.played(7, SERIES, FINAL)

    answer = client.get(url("standings", night.championship))

    compared = answer.context["compared"]
    assert "se comparan los promedios por mesa" in answer.content.decode()
    assert [criterion.code for criterion in compared.criteria] == [code for code in TABLE if code != "directo"]
    assert {line.values[0] for line in compared.lines} == {"1,00", "0,67", "0,50", "0,33", "0,00"}


def test_who_is_out_stands_last_and_it_is_said_why(client: Client) -> None:
    night = Night.published(4, stage_of(Series(size=0), "Liga"))
    bad = night.stage(1).fixtures.order_by("number").first()
    night.record(bad, "B", how="disqualification", chicas=[])

    (table,) = client.get(url("standings", night.championship)).context["tables"]

    assert (table.lines[-1].pareja, table.lines[-1].note) == (bad.pareja_a, "Fuera de la etapa")
    assert words_of(client, night)[bad.pareja_a.number] == "Eliminada"


def test_a_published_stage_keeps_its_criteria(client: Client) -> None:
    """The order of the tie-breaks is frozen from the moment that people can look at it."""
    night = Night.published(8, SERIES, FINAL)
    changed = StagePlan(
        name="Series", format=Series(size=4), entry=(Everybody(),), criteria=("mesas", "puntos", "sorteo")
    )

    with pytest.raises(BracketError, match="«Series» ya está publicada"):
        night.plan(changed, FINAL)

    assert night.stage(1).criteria == list(TABLE)
    assert "La lista quedó fija al publicarse la etapa" in read(client, url("standings", night.championship))


def test_mesas_on_paper_are_said_to_have_no_caidas(client: Client) -> None:
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=("mesas", "caidas", "sorteo"))
    night = Night.published(3, plan)
    night.record(night.stage(1).fixtures.order_by("number").first())

    words = read(client, url("standings", night.championship))

    assert "Las caídas son las que anotaron las tablets. De 1 partida llevada en papel no se sabe ninguna" in words


def test_caidas_that_tablets_counted_decide_a_table(client: Client) -> None:
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=("mesas", "caidas", "sorteo"))
    night = Night.published(3, plan)
    made = {1: 2, 2: 5, 3: 3}  # each wins once, with as many caídas whatever side he is on
    for fixture in night.stage(1).fixtures.select_related("pareja_a", "pareja_b"):
        a, b = fixture.pareja_a.number, fixture.pareja_b.number
        fixture_start(fixture=fixture, now=NOW)
        fixture_report(
            fixture=fixture, winner="A" if (a, b) in ((1, 2), (2, 3), (3, 1)) else "B", how="played", chicas=[[40, 20]],
            zapateria=False, caidas=[made[a], made[b]], final=True, now=NOW, user=night.director,
        )  # fmt: skip

    answer = client.get(url("standings", night.championship))

    (table,) = answer.context["tables"]
    assert [(line.pareja.number, line.values[1]) for line in table.lines] == [(2, "10"), (3, "6"), (1, "4")]
    assert "Las hay de todas las partidas jugadas." in answer.content.decode()


def test_before_anything_was_played_nobody_is_told_that_he_would_enter(client: Client) -> None:
    night = Night.published(8, SERIES, FINAL)
    assert set(words_of(client, night).values()) == {"Sigue en juego"}
    stays = {members[0]: members[1:] for members in series_of(night)}

    for number in chain.from_iterable(stays.values()):
        pareja = night.championship.parejas.get(number=number)
        pareja_leave(pareja=pareja, expelled=True, reason="Riña", user=night.director, now=NOW)

    told = words_of(client, night)
    assert {told[number] for number in stays} == {"Clasificada a «Final»"}


def series_of(night: Night) -> list[list[int]]:
    there = entered_of(night.stage(1))
    return [[there.slots[line] for line in lines if there.slots[line]] for lines in there.structure.groups]
