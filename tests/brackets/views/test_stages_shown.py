"""What people see of a championship of several stages, whatever their formats."""

import re
from random import Random

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.qualification import Best, Everybody, FromEach, WinnerOf
from brackets.models import Fixture, Role
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_report, fixture_start
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import NOW, RoleFactory, TableFactory
from tests.test_pages_are_sound import Page

pytestmark = pytest.mark.django_db

FORMATS: dict[str, Format] = {
    "elimination": Elimination(),
    "third place and consolation": Elimination(third_place=True, consolation=True),
    "double elimination": DoubleElimination(),
    "series": Series(size=4),
    "all against all": Series(size=0),
    "swiss": Swiss(rounds=3),
}
PAGES = ("championship", "standings", "standings_desk", "parejas_public", "fixtures", "panel")


def stage_of(form: Format, name: str = "La etapa") -> StagePlan:
    return StagePlan(name=name, format=form, entry=(Everybody(),), criteria=TABLE)


def read(client: Client, address: str, **asked: object) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    body = answer.content.decode().partition("<main")[2]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def words_of(client: Client, night: Night) -> dict[int, str]:
    standing = client.get(url("parejas_public", night.championship)).context["standing"]
    return {stand.pareja.number: stand.words for stand in standing}


def wrong_on(client: Client, night: Night) -> dict[str, object]:
    """What is amiss on the pages of a championship, by page: its status, or what its HTML breaks."""
    answers = {page: client.get(url(page, night.championship)) for page in PAGES}
    found = {
        page: Page(answer.content.decode()).wrong if answer.status_code == 200 else answer.status_code
        for page, answer in answers.items()
    }
    return {page: wrong for page, wrong in found.items() if wrong}


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS.keys())
def test_every_page_shows_every_format_at_every_moment(sits_at: Sits, form: Format) -> None:
    night = Night(9, stage_of(form))
    director = sits_at(night.championship)
    chance = Random(5)

    night.draw()
    assert wrong_on(director, night) == {}
    night.publish()
    assert wrong_on(director, night) == {}
    for _ in range(form.rounds if isinstance(form, Swiss) else 1):
        if isinstance(form, Swiss):
            night.pair()
        assert wrong_on(director, night) == {}
        shown = director.get(url("championship", night.championship))
        numbers = set(re.findall(r'id="partida-(\d+)"', shown.content.decode()))
        assert numbers == {str(f.number) for f in night.stage(1).fixtures.filter(number__isnull=False)}
        for number in night.stage(1).fixtures.values_list("round", flat=True).distinct():
            read(director, url("fixtures", night.championship), etapa=1, ronda=number)
        night.play(random=chance)
    assert wrong_on(director, night) == {}

    champions = [number for number, words in words_of(director, night).items() if words == "Campeona"]
    if isinstance(form, Series) and form.size:
        assert champions == []
    else:
        assert champions == [director.get(url("championship", night.championship)).context["champion"].number]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_stage_of_several_is_sound(sits_at: Sits, number: int) -> None:
    middle = StagePlan(name="Cuartos", format=Series(size=3), entry=(FromEach(1, 2),), criteria=TABLE)
    final = StagePlan(name="Final", format=Elimination(third_place=True), entry=(FromEach(2, 2),), criteria=TABLE)
    night = Night(15, SERIES, middle, final)
    director = sits_at(night.championship)
    for each in range(1, number + 1):
        night.publish(each)
        assert wrong_on(director, night) == {}
        night.play(each)
        assert wrong_on(director, night) == {}


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS.keys())
def test_whoever_has_to_play_is_never_told_that_he_is_out(client: Client, form: Format) -> None:
    night = Night(10, stage_of(form))
    night.publish()
    if isinstance(form, Swiss):
        night.pair()
    chance = Random(8)
    for _ in range(30):
        words = words_of(client, night)
        ready = list(night.stage(1).fixtures.filter(status="ready").select_related("pareja_a", "pareja_b"))
        assert {words[side.number] for each in ready for side in (each.pareja_a, each.pareja_b)} <= {"Sigue en juego"}
        if not ready:
            break
        night.record(chance.choice(ready), chance.choice("AB"))


def test_rounds_are_called_by_the_part_of_the_stage_they_belong_to(sits_at: Sits) -> None:
    night = Night(8, stage_of(DoubleElimination(), "Dos derrotas"))
    night.publish()
    director = sits_at(night.championship)

    names = [each.name for each in director.get(url("fixtures", night.championship)).context["run"].rounds]
    titles = [section.title for section in director.get(url("championship", night.championship)).context["sections"]]
    lost = night.stage(1).fixtures.filter(round=2).order_by("-position").first()

    assert names[:2] == ["Ganadores, cuartos de final", "Ganadores, semifinal · Segunda oportunidad, ronda 1"]
    assert titles == ["Ganadores", "Segunda oportunidad", "Final"]
    assert "← Dos derrotas: segunda oportunidad, ronda 1" in read(director, url("fixture", night.championship, lost.pk))


def test_a_partida_that_nobody_will_play_is_not_offered_as_one(client: Client) -> None:
    """Beside a bye of the winners' bracket the losers' bracket has places that are decided without playing."""
    night = Night(11, stage_of(DoubleElimination()))
    night.publish()

    page = client.get(url("championship", night.championship)).content.decode()

    assert "Partida None" not in page
    assert 'Perdedor de la 6</span><span class="bye__why">pasa libre' in page


def test_who_plays_on_in_a_knock_out_has_no_place_yet(client: Client) -> None:
    night = Night(4, stage_of(Elimination()))
    night.publish()
    night.record(night.stage(1).fixtures.get(number=1))

    (table,) = client.get(url("standings", night.championship)).context["tables"]

    assert [(line.is_open, line.decided) for line in table.lines] == [(True, "Sigue en juego")] * 3 + [
        (False, "Semifinal")
    ]


def test_a_knock_out_tells_how_far_everybody_came(client: Client) -> None:
    night = Night(4, stage_of(Elimination(third_place=True)))
    night.publish()
    night.play()

    (table,) = client.get(url("standings", night.championship)).context["tables"]

    assert [(line.place, line.decided) for line in table.lines] == [
        (1, "Gana la etapa"),
        (2, "Final"),
        (3, "Semifinal"),
        (4, "Semifinal"),
    ]


def test_who_waits_for_a_place_is_told_where_it_comes_from(client: Client) -> None:
    night = Night(4, stage_of(Elimination(third_place=True)))
    night.publish()

    sections = client.get(url("championship", night.championship)).context["sections"]

    third = next(section for section in sections if section.title == "Tercer puesto")
    assert [side.text for side in third.heats[0].cards[0].sides] == ["Perdedor de la 1", "Perdedor de la 2"]


def test_what_can_be_called_now_comes_first_whatever_its_stage(sits_at: Sits) -> None:
    """In a series all is ready from the beginning, and nobody can sit at two tables."""
    night = Night(8, SERIES, FINAL)
    night.publish()
    desk = sits_at(night.championship, Role.Kind.CONTROL)
    first = night.stage(1).fixtures.order_by("round", "position").first()
    fixture_start(fixture=first, now=NOW)

    groups = desk.get(url("fixtures", night.championship)).context["groups"]

    shown = {group.title: [card.fixture for card in group.cards] for group in groups}
    assert shown["En juego"] == [first]
    busy = [pareja for each in shown["Por convocar"] for pareja in (each.pareja_a_id, each.pareja_b_id)]
    assert len(busy) == len(set(busy)) == 6
    assert not {first.pareja_a_id, first.pareja_b_id} & set(busy)
    whole = read(desk, url("fixtures", night.championship), etapa=1, ronda=2)
    assert "Antes le toca otra partida a uno de los dos lados" in whole


def test_nobody_is_called_who_plays_at_another_table(sits_at: Sits) -> None:
    night = Night(4, SERIES)
    night.publish()
    for number in (1, 2):
        TableFactory(championship=night.championship, number=number)
    first = night.stage(1).fixtures.order_by("number").first()
    second = night.stage(1).fixtures.exclude(round=1).filter(pareja_a=first.pareja_a).first()
    second = second or night.stage(1).fixtures.exclude(round=1).filter(pareja_b=first.pareja_a).first()
    tables = list(night.championship.tables.all())
    desk = sits_at(night.championship, Role.Kind.CONTROL)
    desk.post(url("fixture_place", night.championship, first.pk), {"table": tables[0].pk, "convocar": "1"})

    page = desk.post(
        url("fixture_place", night.championship, second.pk), {"table": tables[1].pk, "convocar": "1"}, follow=True
    ).content.decode()

    second.refresh_from_db()
    assert (second.status, second.table) == ("ready", None)
    assert f"La pareja {first.pareja_a.number} está en la partida {first.number}. Espere a que termine." in page


def test_tables_are_given_to_what_can_be_played_now_in_any_stage(sits_at: Sits) -> None:
    late = StagePlan(name="Tarde", format=Elimination(), entry=(Everybody(),), criteria=TABLE)
    night = Night(8, SERIES, late)  # both are of all, so that both can be played at once
    night.publish(1)
    night.publish(2)
    for number in range(1, 7):
        TableFactory(championship=night.championship, number=number)
    RoleFactory.create_batch(6, championship=night.championship)
    desk = sits_at(night.championship, Role.Kind.CONTROL)

    page = desk.post(url("fixtures_auto", night.championship), follow=True).content.decode()

    given = Fixture.objects.filter(stage__championship=night.championship, table__isnull=False)
    assert "Se asignó mesa y Juez a 4 partidas" in page
    assert {(fixture.stage.number, fixture.round) for fixture in given} == {(1, 1)}


def test_a_swiss_round_is_paired_with_a_button_and_refused_in_words(sits_at: Sits) -> None:
    night = Night(8, stage_of(Swiss(rounds=2), "Suizo"))
    night.publish()
    desk = sits_at(night.championship, Role.Kind.CONTROL)
    address, pair = url("fixtures", night.championship), url("round_next", night.championship)

    assert "Emparejar la ronda 1" in read(desk, address)
    assert "La ronda 1 de «Suizo» está emparejada" in desk.post(pair, {"etapa": "1"}, follow=True).content.decode()
    refused = desk.post(pair, {"etapa": "1"}, follow=True).content.decode()
    assert "Faltan 4 partidas de la ronda 1 de «Suizo»" in refused
    assert "Emparejar la ronda" not in read(desk, address)
    night.play()
    assert "Terminó la ronda 1 de «Suizo»" in read(desk, address)
    assert len(night.stage(1).pairings) == 1


def test_the_next_step_leads_through_all_stages(sits_at: Sits) -> None:
    swiss = stage_of(Swiss(rounds=2), "Suizo")
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 4),), criteria=TABLE)
    night = Night(8, swiss, final)
    TableFactory(championship=night.championship)
    RoleFactory(championship=night.championship)
    desk = sits_at(night.championship)

    def step() -> tuple[str, str]:
        found = desk.get(url("panel", night.championship)).context["next"]
        return found.title, found.button

    seen = [step()]
    night.publish(1)
    for _ in range(2):
        seen.append(step())
        desk.post(url("round_next", night.championship), {"etapa": "1"})
        seen.append(step())
        night.play(1)
    seen.append(step())
    night.draw(2)
    seen.append(step())
    night.publish(2)
    seen.append(step())
    night.play(2)
    seen.append(step())

    assert seen == [
        ("Sorteo", "Ir al sorteo"),
        ("Jugar", "Emparejar la ronda 1"),
        ("Jugar", "Ir a las partidas"),
        ("Jugar", "Emparejar la ronda 2"),
        ("Jugar", "Ir a las partidas"),
        ("«Final»", "Sortear «Final»"),
        ("«Final»", "Revisar y publicar"),
        ("«Final»", "Ir a las partidas"),
        ("Cerrar", "Cerrar campeonato"),
    ]


def test_a_swiss_stage_between_two_rounds_lets_nobody_enter_the_next_one(client: Client) -> None:
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE)
    night = Night(8, stage_of(Swiss(rounds=2), "Suizo"), final)
    night.publish()
    night.pair()
    night.play()

    (ahead,) = client.get(url("standings", night.championship)).context["ahead"]

    assert [place.settled for place in ahead.places] == [False, False]
    with pytest.raises(BracketError, match="Falta jugar «Suizo»"):
        night.draw(2)


def test_while_a_stage_runs_it_says_who_would_enter_today_and_why(client: Client) -> None:
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1), Best(1, 2, place=2)), criteria=TABLE)
    night = Night(8, SERIES, final)
    night.publish()
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


def test_the_champion_is_that_of_the_last_stage(client: Client) -> None:
    night = Night(8, SERIES, FINAL)
    night.publish()
    night.play()
    assert client.get(url("championship", night.championship)).context["champion"] is None
    night.publish(2)
    assert set(words_of(client, night).values()) == {"Sigue en juego", "Eliminada"}
    night.play(2)

    answer = client.get(url("championship", night.championship))

    final = night.stage(2).fixtures.get()
    assert answer.context["champion"] == final.winner
    told = words_of(client, night)
    assert told[final.winner.number] == "Campeona"
    assert list(told.values()).count("Eliminada: 2.º puesto") == 1
    assert list(told.values()).count("Eliminada") == 6


def test_the_current_stage_is_shown_and_any_other_by_asking(client: Client) -> None:
    night = Night(8, SERIES, FINAL)
    night.publish()
    night.play()
    night.publish(2)
    address = url("championship", night.championship)

    assert client.get(address).context["run"].stage.name == "Final"
    assert client.get(address, {"etapa": "1"}).context["run"].stage.name == "Series"
    assert client.get(address, {"etapa": "7"}).context["run"].stage.name == "Final"


def test_a_table_tells_which_criterion_decided_and_what_it_moved(client: Client) -> None:
    night = Night(3, stage_of(Series(size=0), "Liga"))
    night.publish()
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
    night = Night(8, SERIES, FINAL)
    night.publish()

    words = read(client, url("standings", night.championship))

    assert "Resultado directo. Cuántas mesas ganó contra las que siguen empatadas con ella" in words
    assert "Ejemplo: 40–22 y 38–40: (40 − 22) + (38 − 40) = 16." in words
    assert "Sorteo. El orden en que salieron del sorteo de desempate" in words
    assert "promedios" not in words


def test_of_very_many_series_a_part_is_shown_at_a_time(client: Client) -> None:
    pairs = StagePlan(name="Series", format=Series(size=2), entry=(Everybody(),), criteria=TABLE)
    night = Night(50, pairs)
    night.publish()
    standings, public = url("standings", night.championship), url("championship", night.championship)

    first, second = (client.get(standings, {"parte": part}).context for part in (1, 2))
    everybody = client.get(standings, {"todas": ""}).context

    assert [table.title for table in second["tables"]] == ["Serie 25"]
    assert (len(first["tables"]), first["compared"], everybody["tables"]) == (24, None, ())
    assert len(everybody["compared"].lines) == 50
    shown = client.get(public, {"parte": 2}).context["sections"]
    assert [(section.title, section.table.title) for section in shown] == [("Serie 25", "Serie 25")]
    assert len(client.get(public).context["sections"]) == 24


def test_series_of_unequal_size_are_said_to_be_compared_by_averages(client: Client) -> None:
    night = Night(7, SERIES, FINAL)
    night.publish()
    night.play()

    answer = client.get(url("standings", night.championship))

    compared = answer.context["compared"]
    assert "se comparan los promedios por mesa" in answer.content.decode()
    assert [criterion.code for criterion in compared.criteria] == [code for code in TABLE if code != "directo"]
    assert {line.values[0] for line in compared.lines} == {"1,00", "0,67", "0,50", "0,33", "0,00"}


def test_who_is_out_stands_last_and_it_is_said_why(client: Client) -> None:
    night = Night(4, stage_of(Series(size=0), "Liga"))
    night.publish()
    bad = night.stage(1).fixtures.order_by("number").first()
    night.record(bad, "B", how="disqualification", chicas=[])

    (table,) = client.get(url("standings", night.championship)).context["tables"]

    assert (table.lines[-1].pareja, table.lines[-1].note) == (bad.pareja_a, "Fuera de la etapa")
    assert words_of(client, night)[bad.pareja_a.number] == "Eliminada"


def test_a_published_stage_keeps_its_criteria(client: Client) -> None:
    """The order of the tie-breaks is frozen from the moment that people can look at it."""
    night = Night(8, SERIES, FINAL)
    night.publish()
    changed = StagePlan(
        name="Series", format=Series(size=4), entry=(Everybody(),), criteria=("mesas", "puntos", "sorteo")
    )

    with pytest.raises(BracketError, match="«Series» ya está publicada"):
        night.plan(changed, FINAL)

    assert night.stage(1).criteria == list(TABLE)
    assert "La lista quedó fija al publicarse la etapa" in read(client, url("standings", night.championship))


def test_mesas_on_paper_are_said_to_have_no_caidas(client: Client) -> None:
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=("mesas", "caidas", "sorteo"))
    night = Night(3, plan)
    night.publish()
    night.record(night.stage(1).fixtures.order_by("number").first())

    words = read(client, url("standings", night.championship))

    assert "Las caídas son las que anotaron las tablets. De 1 partida llevada en papel no se sabe ninguna" in words


def test_caidas_that_tablets_counted_decide_a_table(client: Client) -> None:
    plan = StagePlan(name="Liga", format=Series(0), entry=(Everybody(),), criteria=("mesas", "caidas", "sorteo"))
    night = Night(3, plan)
    night.publish()
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


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("parejas", "stages"), [(8, 1), (24, 3)])
def test_its_queries_grow_neither_with_the_stages_nor_with_the_parejas(
    sits_at: Sits, django_assert_num_queries: DjangoAssertNumQueries, page: str, parejas: int, stages: int
) -> None:
    middle = StagePlan(name="Cuartos", format=Series(size=3), entry=(FromEach(1, 2),), criteria=TABLE)
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(2),), criteria=TABLE)
    night = Night(parejas, *(SERIES, middle, final)[:stages])
    for number in range(1, stages + 1):
        night.publish(number)
        if number < stages:
            night.play(number)
    director = sits_at(night.championship)
    director.get(url(page, night.championship))

    count = {"championship": 15, "standings": 8, "standings_desk": 8, "parejas_public": 8, "fixtures": 12, "panel": 11}
    with django_assert_num_queries(count[page]):
        director.get(url(page, night.championship))


def test_nobody_is_called_a_pareja_where_single_players_meet(sits_at: Sits) -> None:
    entry = (FromEach(1), Best(1, 1, place=2), Best(1, 1))
    double = StagePlan(name="Dos derrotas", format=DoubleElimination(), entry=entry, criteria=TABLE)
    last = StagePlan(name="Final", format=Elimination(), entry=(WinnerOf(2), WinnerOf(2, "perdedores")), criteria=TABLE)
    night = Night(8, SERIES, double, last, players=1)
    director = sits_at(night.championship)
    found = []
    for number in (1, 2, 3):
        night.publish(number)
        pages = [read(director, url(page, night.championship)) for page in PAGES]
        night.play(number)
        pages += [read(director, url(page, night.championship)) for page in PAGES]
        found += [word for page in pages for word in re.findall(r".{20}pareja.{20}", page, re.IGNORECASE)]
        if number == 1:
            assert any("Primero de la serie 1 de «Series»." in page for page in pages)
            assert any("1.º mejor de los segundos de «Series»" in page for page in pages)

    assert found == []


def test_a_called_partida_stands_under_its_stage(client: Client) -> None:
    night = Night(8, SERIES, FINAL)
    night.publish()
    table = TableFactory(championship=night.championship, number=3)
    fixture = night.stage(1).fixtures.order_by("number").first()
    fixture_assign(fixture=fixture, table=table, juez=None, user=night.director, now=NOW)
    fixture_call(fixture=fixture, user=night.director, now=NOW)

    page = client.get(url("championship", night.championship)).text

    assert '<span data-fill="round">Series: serie 1, ronda 1</span>' in page
