"""What the documents say: who is called, who was beaten so, who won, and nothing that is nobody's business."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta

import pytest

from brackets.draw.formats import Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Championship, CheckIn, Fixture, Pareja, Role, User
from brackets.selectors.course import course_of
from brackets.selectors.standings import Share, tables_of
from brackets.services.callups import absence_record
from brackets.services.fixtures import fixture_call, fixture_record
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.printing.papers import KINDS, kind_papers
from referee.selectors.championship_chain import championship_chain
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.certificates import (
    champion_papers,
    finalist_papers,
    juez_certificate_papers,
    zapatero_papers,
)
from referee.selectors.papers.hall import callup_papers, day_papers, juez_papers, table_card_papers, table_papers
from referee.selectors.papers.people import check_in_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.papers.stages import blank_series_papers, series_papers, standings_papers
from referee.selectors.papers.values import Asked, Diploma, Paper
from referee.selectors.prints.facts import facts_of
from referee.selectors.zapateros import great_of, zapateros_in
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    TableFactory,
    director_of,
    invented_cedula,
    personal_set,
    published_stage,
)
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa, sealed_mesa
from tests.referee.printing.papers.worlds import ORDER, finished, long_names
from tests.referee.selectors.papers.told import BASE, asked, decided, words

pytestmark = pytest.mark.django_db


def zapateros(championship: Championship) -> list[tuple[int, int]]:
    return [(each.loser.number, each.few) for each in zapateros_in(championship)]


def test_a_zapatero_lost_a_chica_with_fewer_than_ten() -> None:
    stage = published_stage(8)
    one, two, three, four = stage.fixtures.filter(status=Fixture.Status.READY)
    decided(one, [[40, 8]])
    decided(two, [[40, 10], [40, 22]], zapateria=False)
    decided(three, [[4, 40]])
    decided(four, [[40, 10], [20, 40], [40, 6]])

    assert sorted(zapateros(stage.championship)) == sorted(
        [(one.pareja_b.number, 8), (three.pareja_a.number, 4), (four.pareja_b.number, 6)]
    )


def test_the_gran_zapatero_has_fewest_points_and_keeps_it_until_another_earns_it() -> None:
    stage = published_stage(8)
    for number, fixture in enumerate(stage.fixtures.filter(status=Fixture.Status.READY)):
        decided(fixture, [[40, (8, 4, 4, 6)[number]]], minutes=(0, 20, 10, 30)[number])

    great = great_of(zapateros_in(stage.championship))

    assert great is not None
    assert (great.few, great.fixture.position) == (4, 1)
    first, *others = zapatero_papers(asked(stage.championship))
    assert "Gran Zapatero del día" in words([first])
    assert len(others) == 3
    assert "Gran" not in words(others)


def test_a_mesa_of_a_tablet_gives_a_zapatero_too() -> None:
    kept = sealed_mesa()

    (paper,) = zapatero_papers(asked(kept.championship))

    loser = kept.fixture.pareja_b if kept.mesa.winner == "A" else kept.fixture.pareja_a
    (diploma,) = paper.blocks
    assert isinstance(diploma, Diploma)
    assert all(player.name in diploma.to[0] for player in loser.players.all())


def test_the_convocatoria_says_who_where_when_and_with_whom() -> None:
    stage = published_stage(4, tables=2)
    director = director_of(stage.championship)
    fixture = stage.fixtures.filter(status=Fixture.Status.READY).first()
    assert fixture is not None
    juez = RoleFactory(championship=stage.championship, kind=Role.Kind.JUEZ).user
    fixture.table, fixture.juez = stage.championship.tables.get(number=2), juez
    fixture.save()
    fixture_call(fixture=fixture, user=director, now=NOW)

    (paper,) = callup_papers(asked(stage.championship))
    called, by_number = paper.tables

    assert called.rows[0][:2] == ("14:00", "2")
    assert str(juez) in called.rows[0]
    assert str(fixture.pareja_a) in called.rows[0][2]
    assert called.rows[1][0].startswith("≈")
    assert called.rows[1][4] == "Por asignar"
    assert [row[0] for row in by_number.rows] == ["1", "2", "3", "4"]


def test_who_has_played_is_not_called() -> None:
    stage = published_stage(4)
    for fixture in stage.fixtures.filter(status=Fixture.Status.READY):
        decided(fixture, [[40, 22], [40, 22]], zapateria=False)

    (paper,) = callup_papers(asked(stage.championship, round=1))

    assert paper.tables == []
    assert "Todavía no hay a quién convocar" in words([paper])


def test_a_day_and_a_table_have_their_own_schedule() -> None:
    stage = published_stage(4, tables=2)
    one, two = stage.fixtures.filter(status=Fixture.Status.READY)
    Fixture.objects.filter(pk=one.pk).update(table=stage.championship.tables.get(number=1))
    decided(one, [[40, 22], [40, 22]], zapateria=False)
    Fixture.objects.filter(pk=two.pk).update(table=stage.championship.tables.get(number=2))

    first, second = table_papers(asked(stage.championship))
    (other_day,) = day_papers(asked(stage.championship, day=date(2026, 12, 24)))

    assert [row[1] for row in first.tables[0].rows] == [str(one.number)]
    assert "40–22, 40–22" in words([first])
    assert [row[1] for row in second.tables[0].rows] == [str(two.number)]
    assert other_day.tables[0].rows == ()


def test_the_check_in_list_has_only_the_first_digits() -> None:
    championship = ChampionshipFactory()
    pareja = ParejaFactory(championship=championship, number=12)
    cedula = invented_cedula(7)
    first, second = pareja.players.all()
    personal_set(pareja.players.filter(pk=first.pk), cedula=cedula)
    CheckIn.objects.create(player=second, day=NOW.date(), at=NOW, by=director_of(championship))

    (paper,) = check_in_papers(asked(championship))

    text = words([paper])
    assert cedula not in text
    assert cedula[-6:] not in text
    assert [(row[0], row[3], row[4]) for row in paper.tables[0].rows] == [
        ("12-1", f"{cedula[:4]}••••••", ""),
        ("12-2", "", "14:00"),
    ]


def test_whoever_left_is_not_awaited() -> None:
    championship = ChampionshipFactory()
    ParejaFactory(championship=championship, number=1, status=Pareja.Status.WITHDRAWN)

    (paper,) = check_in_papers(asked(championship))

    assert paper.tables[0].rows == ()


def test_the_press_has_the_day_in_sentences_and_all_results() -> None:
    championship = finished()

    (paper,) = press_papers(asked(championship))
    (none,) = press_papers(asked(championship, day=date(2026, 1, 1)))

    text = words([paper])
    assert f"En «{championship}» se jugaron 3 partidas" in text
    assert "1 se decidió por ausencia (W.O.)" in text
    assert "Pareja campeona: " in text
    assert "Gran zapatero: " in text
    assert len(paper.tables[0].rows) == 4
    assert "Todavía no hay resultados" in words([none])


def test_champion_and_finalists_have_a_certificate_for_each_player() -> None:
    championship = finished()
    champion = course_of(championship).champion
    assert champion is not None

    champions = list(champion_papers(asked(championship)))
    finalists = words(finalist_papers(asked(championship)))

    names = {player.name for player in champion.players.all()}
    assert {paper.blocks[0].to[0] for paper in champions} == names  # type: ignore[union-attr]
    assert "Segundo puesto" in finalists
    assert "Tercer puesto" in finalists
    assert champion.title not in finalists


def test_nobody_is_champion_before_the_end() -> None:
    championship = published_stage(4).championship

    (told,) = kind_papers(KINDS["certificado-campeon"], asked(championship))

    assert "Todavía no hay campeón" in words([told])


def test_a_juez_is_thanked_for_what_he_kept() -> None:
    stage = published_stage(4, jueces=2)
    juez = stage.championship.roles.filter(kind=Role.Kind.JUEZ)[0].user
    fixture = stage.fixtures.filter(status=Fixture.Status.READY)[0]
    Fixture.objects.filter(pk=fixture.pk).update(juez=juez)
    decided(fixture, [[40, 22], [40, 22]], zapateria=False)

    (paper,) = juez_certificate_papers(asked(stage.championship, juez=juez.pk))

    assert "por haber dirigido 1 partida como Juez" in words([paper])


@pytest.mark.parametrize("how", [Fixture.How.WALKOVER, Fixture.How.DOUBLE_NO_SHOW])
def test_nobody_keeps_a_mesa_to_which_nobody_came(how: str) -> None:
    stage = published_stage(4, jueces=1)
    juez = stage.championship.roles.get(kind=Role.Kind.JUEZ).user
    one, two = stage.fixtures.filter(status=Fixture.Status.READY)
    Fixture.objects.filter(pk__in=(one.pk, two.pk)).update(juez=juez)
    decided(two, [[40, 22], [40, 22]], zapateria=False)
    winner = "A" if how == Fixture.How.WALKOVER else None
    absence_record(
        fixture=one, how=how, winner=winner, reason="No vino.", user=director_of(stage.championship), now=NOW
    )

    (paper,) = juez_certificate_papers(asked(stage.championship))

    assert "por haber dirigido 1 partida como Juez" in words([paper])


def test_a_juez_whose_account_was_closed_has_his_certificate_and_his_schedule() -> None:
    stage = published_stage(4, tables=1, jueces=1)
    juez = stage.championship.roles.get(kind=Role.Kind.JUEZ).user
    fixture = stage.fixtures.filter(status=Fixture.Status.READY)[0]
    Fixture.objects.filter(pk=fixture.pk).update(juez=juez)
    decided(fixture, [[40, 22], [40, 22]], zapateria=False)
    User.objects.filter(pk=juez.pk).update(is_active=False)

    (certificate,) = juez_certificate_papers(asked(stage.championship))
    (schedule,) = juez_papers(asked(stage.championship))

    assert str(juez) in words([certificate])
    assert "por haber dirigido 1 partida" in words([certificate])
    assert schedule.title == f"Juez: {juez}"
    assert [row for row in schedule.tables[0].rows if str(fixture.number) in row]
    assert facts_of(stage.championship, NOW).jueces == 1


def test_the_final_acta_has_everything_and_nothing_private() -> None:
    championship = finished()

    (paper,) = final_acta_papers(asked(championship))

    text = words([paper])
    for told in ("Primer puesto", "W.O.", "¿Cuenta el naipe caído?", "Falta grave: ofensa", "Riobamba"):
        assert told in text
    assert (championship_chain(championship).digest in text) == bool(championship_chain(championship).heads)
    assert "Secreto de la mesa" not in text
    assert "provisional" not in text
    assert all(pareja.title in text for pareja in championship.parejas.all())


def test_the_longest_partida_of_the_final_acta_is_that_of_the_statistics() -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=73)
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    (paper,) = final_acta_papers(asked(kept.championship))

    assert f"la {kept.fixture.number}, con 73 minutos" in words([paper])


def test_the_final_acta_has_the_head_and_the_planilla_of_every_mesa() -> None:
    kept = kept_mesa(*ZAPATERIA)
    sealed = kept.seal()

    (paper,) = final_acta_papers(asked(kept.championship))

    text = words([paper])
    assert kept.mesa.head_hash in text
    assert sealed.fingerprint in text
    assert "esta acta es provisional" in text
    assert f"cadena={championship_chain(kept.championship).digest}" in paper.url


def test_a_series_has_its_people_its_partidas_and_room_to_write() -> None:
    championship = long_names(6, format_=Series(size=3))

    filled, blank = (list(make(asked(championship))) for make in (series_papers, blank_series_papers))

    assert [paper.subtitle for paper in filled] == ["Serie 1", "Serie 2"]
    people, partidas, table = filled[0].tables
    assert (len(people.rows), len(partidas.rows), len(table.rows)) == (3, 3, 3)
    assert [row[1] for row in partidas.rows] == sorted((row[1] for row in partidas.rows), key=int)
    assert not any(row[5] or row[6] for row in blank[0].tables[1].rows)
    assert blank[0].tables[1].columns[5].fill == "line"


def test_standings_explain_their_tie_breaks() -> None:
    championship = long_names(6, format_=Series(size=3))

    (paper,) = standings_papers(asked(championship, stage=1))

    text = words([paper])
    assert "a. Mesas ganadas." in text
    assert "Ejemplo:" in text
    assert [table.title for table in paper.tables] == ["Serie 1", "Serie 2", "Entre todas las series"]


def test_each_step_that_decided_a_place_is_a_letter_of_the_heads_on_paper() -> None:
    championship = circle_of_three()
    (run,) = course_of(championship).runs
    (line,) = [
        each for each in tables_of(course_of(championship), run, Share(range(1), 1, ()))[0].lines if each.place == 2
    ]
    assert line.decided == "Diferencia de puntos entre 3, luego Resultado directo entre 2: 0 (baja 1 puesto)"

    (paper,) = standings_papers(asked(championship, stage=1))

    (table,) = paper.tables
    assert [column.head for column in table.columns][3:6] == [
        "a. Mesas ganadas",
        "b. Resultado directo",
        "c. Diferencia de chicas",
    ]
    assert [row[-1] for row in table.rows] == ["d(3), b(2): 1 · delante", "d(3), b(2): 0 · baja 1", "d(3) · baja 2", ""]
    assert "c(3) es el desempate c entre 3" in words([paper])


def circle_of_three() -> Championship:
    """Each of three won against one of the others; points put one of them last, the mesa between them parts the other two."""
    championship = ChampionshipFactory()
    for number in range(1, 5):
        ParejaFactory(championship=championship, number=number)
    who = {"championship": championship, "user": director_of(championship), "now": NOW}
    stages_plan(plans=[StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=ORDER)], **who)
    stage = draw_rehearsed(public_seed="x", **who)
    stage_publish(stage=stage, user=who["user"], now=NOW)
    lost = {(1, 2): 30, (2, 3): 20, (3, 1): 10, (1, 4): 10, (2, 4): 10, (3, 4): 10}
    for (better, worse), points in lost.items():
        fixture = stage.fixtures.get(pareja_a__number__in=(better, worse), pareja_b__number__in=(better, worse))
        turned = fixture.pareja_a.number != better  # type: ignore[union-attr]
        fixture_record(
            fixture=fixture, how="played", winner="B" if turned else "A", zapateria=False, user=who["user"], now=NOW, reason="",
            chicas=[[points, 40] if turned else [40, points]] * 2,
        )  # fmt: skip
    return championship


def test_a_table_has_a_card_that_a_tablet_reads() -> None:
    table = TableFactory(number=7)

    (paper,) = table_card_papers(asked(table.championship))

    (card,) = paper.blocks[0].cards  # type: ignore[union-attr]
    assert (card.big, card.url) == ("7", f"{BASE}/tablet/#mesa=7")


SINGLES: list[Callable[[Asked], Iterable[Paper]]] = [kind.papers for kind in KINDS.values() if kind.papers]


def test_single_players_are_never_called_a_pareja() -> None:
    championship = finished(players_per_pareja=1)

    for make in SINGLES:
        assert "pareja" not in words(make(asked(championship))).lower(), make
