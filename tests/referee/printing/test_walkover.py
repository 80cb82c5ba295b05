"""The act of a W.O.: what was decided, by whom and why, also where nobody had been called; nothing cited that is not in the text."""

from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pytest
from django.db.models import Q
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture, Stage, StageEvent
from brackets.selectors.callups import walkovers_of
from brackets.selectors.late import places_of
from brackets.selectors.walkovers import walkover_told, walkovers_told
from brackets.services.callups import absence_record, callup_present, callup_walkover
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_clear, fixture_record, fixture_restore
from brackets.services.inscription import ParejaData, pareja_data
from brackets.services.late_entries import pareja_enter_late
from brackets.services.parejas import pareja_update
from brackets.services.personal_data import everyone_erase
from brackets.services.players import player_substitute
from referee.printing.papers import KINDS, Asked, Where, kind_pages
from referee.printing.pdf import pdf_bytes
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=30)
REASON = "Avisaron por teléfono que no vienen"


def stage_of(**championship: object) -> Stage:
    return published_stage(4, tables=2, jueces=2, championship=ChampionshipFactory(**championship))


def first(stage: Stage) -> Fixture:
    return stage.fixtures.select_related("stage").get(number=1)


def recorded(stage: Stage, winner: str | None = "B", reason: str = REASON) -> Fixture:
    """An absence typed at the desk."""
    how, user = "walkover" if winner else "double-no-show", director_of(stage.championship)
    absence_record(fixture=first(stage), how=how, winner=winner, user=user, now=NOW, reason=reason)
    return first(stage)


def called(stage: Stage) -> Fixture:
    user = director_of(stage.championship)
    table = stage.championship.tables.get(number=1)
    fixture_assign(fixture=first(stage), table=table, juez=None, user=user, now=NOW)
    fixture_call(fixture=first(stage), user=user, now=NOW)
    callup_present(fixture=first(stage), side="B", position=None, user=user, now=NOW)
    return first(stage)


def declared(stage: Stage, reason: str = "") -> Fixture:
    user = director_of(stage.championship)
    callup_walkover(fixture=called(stage), absent="A", user=user, now=LATER, reason=reason)
    return first(stage)


def printed(fixture: Fixture, size: str = "a4") -> str:
    """What is read on its act as one line."""
    asked = Asked(fixture.stage.championship, NOW, "https://torneo.example", Where(partida=fixture.pk))
    pdf = pdf_bytes(list(kind_pages(KINDS["acta-wo"], asked, size)), title="Acta")
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def test_an_absence_recorded_without_a_convocatoria_has_its_act() -> None:
    fixture = recorded(stage_of())
    a, b = fixture.pareja_a, fixture.pareja_b
    by = director_of(fixture.stage.championship)

    told = printed(fixture)

    assert list(walkovers_of(fixture.stage.championship)) == [fixture]
    assert f"W.O.: no se presentó la {a.number}. Lo registró {by} el 28/11/2026 14:00:00." in told
    assert f"Gana {b.number} · {b.title}." in told
    assert f"No hubo convocatoria registrada; motivo: {REASON}." in told
    assert "QUIÉNES DEBÍAN PRESENTARSE" in told
    assert [f"{player.name}: ausente" in told for player in a.players.all()] == [True, True]
    assert "llegada sin anotar" in told
    assert f"Por quien se presentó ({b.number})" in told
    assert "Lo declaró" not in told
    assert "se espera" not in told


def test_a_call_of_others_is_no_evidence_against_who_was_never_called() -> None:
    """The final was called, and then one of its two had not won after all."""
    stage = stage_of()
    semifinal, other, final = stage.fixtures.order_by("round", "position")
    user = director_of(stage.championship)
    for fixture, winner in ((semifinal, "A"), (other, "A")):
        absence_record(fixture=fixture, how="walkover", winner=winner, user=user, now=NOW, reason="prueba")
    fixture_assign(fixture=final, table=stage.championship.tables.get(number=1), juez=None, user=user, now=NOW)
    fixture_call(fixture=final, user=user, now=NOW)
    absence_record(fixture=semifinal, how="walkover", winner="B", user=user, now=LATER, reason="era al revés")
    final.refresh_from_db()
    absence_record(fixture=final, how="walkover", winner="B", user=user, now=LATER, reason="no vinieron")

    told = printed(final)

    assert f"W.O.: no se presentó la {final.pareja_a.number}." in told
    assert "QUIÉNES DEBÍAN PRESENTARSE" in told
    assert "llamada" not in told


def test_both_absent_are_named_and_nobody_wins() -> None:
    fixture = recorded(stage_of(), winner=None)

    told = printed(fixture)

    low, high = sorted((fixture.pareja_a.number, fixture.pareja_b.number))
    assert f"W.O.: no se presentaron las parejas {low} y {high}." in told
    assert "No gana nadie." in told
    assert told.count(": ausente") == 4
    assert "Un testigo" in told


def test_who_declares_it_signs_it_with_those_who_were_there() -> None:
    told = printed(declared(stage_of()))
    small = printed(recorded(stage_of()), "a5")

    for each in (told, small):
        for line in ("Juez", "Director del Campeonato", "Mesa de Control", "Por quien se presentó ("):
            assert line in each[each.index("FIRMAS") :], line


def test_a_single_player_is_told_as_one() -> None:
    fixture = recorded(stage_of(players_per_pareja=1))

    assert f"W.O.: no se presentó el {fixture.pareja_a.number}." in printed(fixture)


def test_a_corrected_absence_is_told_as_it_stands() -> None:
    fixture = declared(stage_of())
    user = director_of(fixture.stage.championship)
    fixture_record(
        fixture=fixture, how="double-no-show", winner=None, chicas=[], zapateria=False, user=user, now=LATER,
        reason="Tampoco estaba la otra",
    )  # fmt: skip

    told = printed(first(fixture.stage))

    assert "No se declaró en la convocatoria; motivo: Tampoco estaba la otra." in told
    assert "no se presentaron las parejas" in told
    assert "Primera llamada" in told


def test_one_given_back_is_told_as_it_was_declared_and_one_recorded_anew_is_not() -> None:
    fixture = declared(stage_of())
    user = director_of(fixture.stage.championship)
    fixture_clear(fixture=fixture, user=user, now=LATER, reason="Sí llegaron")
    fixture_restore(fixture=first(fixture.stage), user=user, now=LATER)
    given_back = printed(first(fixture.stage))
    fixture_clear(fixture=first(fixture.stage), user=user, now=LATER, reason="Sí llegaron")
    after = LATER + timedelta(minutes=9)
    absence_record(
        fixture=first(fixture.stage), how="walkover", winner="B", user=user, now=after, reason="Se fueron otra vez"
    )
    anew = printed(first(fixture.stage))

    assert f"Lo declaró {user} el 28/11/2026 14:30:00." in given_back
    assert f"Lo registró {user} el 28/11/2026 14:39:00." in anew
    assert "No se declaró en la convocatoria; motivo: Se fueron otra vez." in anew
    assert "Primera llamada, a la mesa 1" in anew
    assert "sin efecto" not in given_back + anew


def test_of_whoever_recorded_it_only_what_is_kept_is_told() -> None:
    """What was brought from elsewhere has no audit."""
    fixture = first(stage_of())
    Fixture.objects.filter(pk=fixture.pk).update(
        status=Fixture.Status.FINAL, how=Fixture.How.WALKOVER, winner=fixture.pareja_b, decided_at=NOW
    )

    told = printed(first(fixture.stage))

    assert "Quedó registrado el 28/11/2026 14:00:00; no consta quién lo hizo." in told
    assert "No hubo convocatoria registrada; motivo: no se anotó." in told
    assert "Nada más que el resultado." in told


def test_one_declared_on_its_convocatoria_says_why_it_was_possible() -> None:
    fixture = declared(stage_of(), reason="Se fueron")

    told = printed(fixture)

    assert "Lo declaró" in told
    assert "Motivo: Se fueron." in told
    assert "QUIÉNES FUERON CONVOCADOS" in told
    assert "Art. 3.a" in told
    assert "El reglamento dice que se convoca (art. 3.a), no cuánto se espera" in told


@pytest.mark.parametrize("reglamento", ["quito", "pagat", "blog", "juez-de-aguas", "rigor"])
def test_no_article_is_cited_where_the_rulebook_has_none(reglamento: str) -> None:
    for fixture in (declared(stage_of(reglamento=reglamento)), recorded(stage_of(reglamento=reglamento))):
        told = printed(fixture)

        assert "3.a" not in told
        assert "art." not in told.lower()
        assert "El reglamento dice" not in told
    assert "Cuánto se espera lo fija el organizador." in printed(declared(stage_of(reglamento=reglamento)))


def test_a_result_taken_back_has_no_act() -> None:
    fixture = recorded(stage_of())
    championship = fixture.stage.championship

    fixture_clear(fixture=fixture, user=director_of(championship), now=LATER, reason="Sí llegaron")

    assert not walkovers_of(championship)
    assert "Todavía no se ha declarado ningún W.O." in printed(first(fixture.stage))


@pytest.mark.parametrize("size", ["a4", "a5"])
def test_organiser_and_place_are_read_whole_however_long(size: str) -> None:
    organiser = ("Comité Permanente de Festividades Populares, Deportes y Recreación del Barrio " * 2)[:120].strip()
    place = ("Coliseo Mayor Parroquial Profesor Julio César Hidalgo, calle Pichincha y avenida " * 2)[:120].strip()
    name = ("Campeonato Interprovincial de Cuarenta de las Fiestas de Quito de la Parroquia de Chillogallo " * 2)[:100]
    fixture = recorded(stage_of(organiser=organiser, place=place, name=name.strip()))

    told = printed(fixture, size)

    assert f"{organiser} · {place}" in told
    assert name.strip() in told
    assert "…" not in told


def test_many_are_told_by_as_many_queries_as_one(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    stage = stage_of()
    for number in (1, 2):
        fixture = stage.fixtures.select_related("stage").get(number=number)
        absence_record(
            fixture=fixture, how="walkover", winner="A", user=director_of(stage.championship), now=NOW, reason=REASON
        )
    fixtures = list(walkovers_of(stage.championship))

    with django_assert_num_queries(3):  # a fourth, for stops of the hall, where anybody was called
        found = walkovers_told(fixtures, stage.championship)

    assert [found[fixture.pk].reason for fixture in fixtures] == [REASON, REASON]
    assert walkover_told(fixtures[0], stage.championship).absent == "B"


def substituted(fixture: Fixture, side: str, name: str, minutes: int) -> None:
    pareja = fixture.pareja_a if side == "A" else fixture.pareja_b
    assert pareja is not None
    player_substitute(
        pareja=pareja, position=1, name=name, cedula="", reason="Se enfermó", on_purpose=True,
        user=director_of(fixture.stage.championship), now=NOW + timedelta(minutes=minutes),
    )  # fmt: skip


@pytest.mark.parametrize("by", [declared, recorded])
def test_a_substitute_who_came_later_was_not_there(by) -> None:
    fixture = by(stage_of())
    a, b = fixture.pareja_a, fixture.pareja_b
    there = {side: [player.name for player in side.players.all()] for side in (a, b)}

    substituted(fixture, "A", "Sara Suplente", 60)
    substituted(fixture, "B", "Tito Tardío", 60)
    told = printed(first(fixture.stage))

    assert "Suplente" not in told
    assert "Tardío" not in told
    assert f"Gana {b.number} · {' / '.join(there[b])}." in told
    assert all(f"{name}: " in told for side in (a, b) for name in there[side])


def test_a_substitute_who_was_called_was_there_though_another_plays_since() -> None:
    stage = stage_of()
    substituted(first(stage), "B", "Sara Suplente", -5)
    fixture = declared(stage)

    told = printed(first(stage))
    assert "Sara Suplente: presente" in told

    substituted(fixture, "B", "Tito Tardío", 60)
    told = printed(first(stage))

    assert "Sara Suplente: presente" in told
    assert "Tardío" not in told


def test_who_entered_late_was_called_though_a_substitute_plays_since() -> None:
    stage = published_stage(3, tables=2, jueces=2)
    user, (place, *_) = director_of(stage.championship), places_of(stage)
    data = ParejaData(player_1="Ana Alvear", player_2="Eva Alvear")
    entered = pareja_enter_late(
        stage=stage, data=data, place=place.number, reason="Llegaron", user=user, now=NOW
    ).pareja
    fixture = stage.fixtures.filter(Q(pareja_a=entered) | Q(pareja_b=entered)).get()
    absent, side = ("B", "A") if fixture.pareja_a == entered else ("A", "B")
    table = stage.championship.tables.get(number=1)
    fixture_assign(fixture=fixture, table=table, juez=None, user=user, now=NOW)
    fixture_call(fixture=fixture, user=user, now=NOW)
    callup_present(fixture=fixture, side=side, position=None, user=user, now=NOW)
    callup_walkover(fixture=fixture, absent=absent, user=user, now=LATER)
    fixture = stage.fixtures.select_related("stage").get(pk=fixture.pk)

    substituted(fixture, side, "Sara Suplente", 60)
    substituted(fixture, side, "Tito Tardío", 61)
    told = printed(stage.fixtures.select_related("stage").get(pk=fixture.pk))

    assert "Ana Alvear: presente" in told
    assert "Suplente" not in told
    assert "Tardío" not in told
    assert "se sustituyó después" not in told


def test_once_all_are_erased_nobody_who_was_substituted_is_named() -> None:
    stage = stage_of()
    substituted(first(stage), "B", "Sara Suplente", -5)
    fixture = declared(stage)
    substituted(fixture, "B", "Tito Tardío", 60)
    Championship.objects.update(status="closed")
    championship = Championship.objects.get()

    everyone_erase(championship=championship, user=director_of(championship), now=LATER)

    assert "Sara Suplente" not in str(StageEvent.objects.values_list("data", flat=True))
    assert "Sara Suplente" not in printed(first(stage))


def test_a_name_corrected_since_is_the_corrected_one() -> None:
    fixture = declared(stage_of())
    pareja = fixture.pareja_b
    data = replace(pareja_data(pareja), player_1="Rosa Corregida")

    pareja_update(pareja=pareja, data=data, user=director_of(fixture.stage.championship), now=LATER)

    assert "Rosa Corregida: presente" in printed(first(fixture.stage))


def test_who_arrived_alone_is_named_as_of_that_hour() -> None:
    stage = stage_of()
    user = director_of(stage.championship)
    fixture = called(stage)
    pareja = fixture.pareja_a
    name = pareja.players.get(position=1).name
    callup_present(fixture=fixture, side="A", position=1, user=user, now=NOW)
    callup_walkover(fixture=fixture, absent="A", user=user, now=LATER, reason="")
    substituted(first(stage), "A", "Sara Suplente", 60)

    told = printed(first(stage))

    assert f"Llegó {name}, de la {pareja.number}" in told
    assert "Suplente" not in told
