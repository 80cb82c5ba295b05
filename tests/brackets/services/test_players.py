"""A player replaced, and one left alone who goes on with another partner."""

from typing import Any

import pytest

from brackets.draw.formats import Elimination, Series
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Pareja
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import fixture_restore, fixture_start
from brackets.services.late_entries import LateEntry
from brackets.services.players import pareja_reform, pareja_reform_undo, player_substitute
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.test_formats import Night
from tests.brackets.services.test_late_entries import night_of
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, invented_cedula, personal_set

pytestmark = pytest.mark.django_db


def names(pareja: Pareja) -> list[str]:
    return list(pareja.players.values_list("name", flat=True))


def substitute(pareja: Pareja, **given: Any) -> Pareja:
    details = {"position": 2, "name": "Sara Suplente", "cedula": "", "reason": "Se lesionó"} | given
    return player_substitute(pareja=pareja, user=director_of(pareja.championship), now=NOW, **details).pareja


def reform(night: Night, number: int, **given: Any) -> LateEntry:
    pareja = night.championship.parejas.get(number=number)
    places = places_of(night.stage(1))
    details = {"stays": 2, "partner": "Nora Nueva", "cedula": "", "reason": "Su compañero se fue"} | given
    place = places[0].number if places else None
    return pareja_reform(pareja=pareja, user=night.director, now=NOW, **({"place": place} | details))


def test_a_player_is_replaced_and_his_name_stays_in_the_log() -> None:
    pareja = ParejaFactory()
    stays, leaves = names(pareja)

    substitute(pareja, cedula=invented_cedula(1))

    assert names(pareja) == [stays, "Sara Suplente"]
    entry = AuditEntry.objects.get(action="jugador-sustituir")
    assert (entry.data["before"]["name"], entry.data["reason"]) == (leaves, "Se lesionó")
    assert invented_cedula(1) not in str(entry.data)
    assert not substitute(pareja, cedula=invented_cedula(1)).players.filter(name=leaves).exists()
    assert AuditEntry.objects.filter(action="jugador-sustituir").count() == 1  # repeated, it does nothing


def test_substituted_back_it_is_never_substituted() -> None:
    pareja = ParejaFactory()
    before = list(pareja.players.values())

    substitute(pareja)
    substitute(pareja, name=before[1]["name"], reason="Se recuperó")

    assert list(pareja.players.values()) == before


def test_once_it_has_begun_to_play_nobody_is_replaced() -> None:
    night = night_of(Elimination())
    fixture = night.stage(1).fixtures.select_related("pareja_a").get(number=1)
    fixture_start(fixture=fixture, now=NOW)
    assert fixture.pareja_a is not None
    before = list(fixture.pareja_a.players.values())

    with pytest.raises(DrawRefusal) as refused:
        substitute(fixture.pareja_a)

    assert refused.value.code == "being-played"
    with pytest.raises(DrawRefusal):
        substitute(fixture.pareja_a, on_purpose=True)
    assert list(fixture.pareja_a.players.values()) == before


def test_on_purpose_the_mesas_it_played_say_who_played_there() -> None:
    night = night_of(Elimination())
    fixture = night.stage(1).fixtures.select_related("pareja_a").get(number=1)
    night.record(fixture)
    assert fixture.pareja_a is not None
    leaves = names(fixture.pareja_a)[1]
    before, entries = night.rows(), AuditEntry.objects.count()

    with pytest.raises(BracketError, match="ya jugó la partida 1") as refused:
        substitute(fixture.pareja_a)
    assert refused.value.code == "in-the-way"
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)
    substitute(fixture.pareja_a, on_purpose=True)

    fixture.refresh_from_db()
    assert names(fixture.pareja_a)[1] == "Sara Suplente"
    assert f"Aquí jugó {leaves}" in fixture.mark
    assert (fixture.status, fixture.winner) == ("final", fixture.pareja_a)
    assert AuditEntry.objects.get(action="llevar-a-cabo").data["kept"] == [1]


def test_the_mesas_name_who_played_there_whoever_comes_after_and_say_nothing_once_he_is_back() -> None:
    night = night_of(Elimination())
    fixture = night.stage(1).fixtures.select_related("pareja_a").get(number=1)
    night.record(fixture)
    assert fixture.pareja_a is not None
    played = names(fixture.pareja_a)[1]

    for name in ("Sara Suplente", "Tomás Tercero"):
        substitute(fixture.pareja_a, name=name, on_purpose=True)
        fixture.refresh_from_db()
        assert [each["text"].split(" con ")[0] for each in fixture.marks] == [f"Aquí jugó {played}"]
    substitute(fixture.pareja_a, name=played, on_purpose=True)

    fixture.refresh_from_db()
    assert fixture.marks == []


def test_undoing_a_correction_does_not_forget_who_played_there() -> None:
    night = night_of(Elimination())
    fixture = night.stage(1).fixtures.select_related("pareja_a").get(number=1)
    night.record(fixture)
    night.record(fixture, "B")
    assert fixture.pareja_a is not None
    substitute(fixture.pareja_a, on_purpose=True)

    fixture_restore(fixture=fixture, user=night.director, now=NOW)

    fixture.refresh_from_db()
    assert "Aquí jugó" in fixture.mark


def test_nobody_is_put_in_two_parejas() -> None:
    championship = ChampionshipFactory()
    first, second = ParejaFactory(championship=championship), ParejaFactory(championship=championship)
    personal_set(first.players.filter(position=1), cedula=invented_cedula(7))

    with pytest.raises(InvalidValue) as refused:
        substitute(second, cedula=invented_cedula(7))
    assert refused.value.code == "cedula-repetida"


@pytest.mark.parametrize("form", [Elimination(), Series(size=4)])
def test_who_is_left_alone_enters_again_with_a_new_partner_and_number(form: Elimination | Series) -> None:
    night = night_of(form)
    before = night.rows()
    old = night.championship.parejas.get(number=3)
    alone = names(old)[1]

    entry = reform(night, 3)

    assert (entry.pareja.number, names(entry.pareja)) == (8, [alone, "Nora Nueva"])
    assert Pareja.objects.get(pk=old.pk).status == "withdrawn"
    mine = [each for each in night.stage(1).fixtures.all() if entry.pareja in (each.pareja_a, each.pareja_b)]
    assert mine
    rows, entries = night.rows(), AuditEntry.objects.count()
    assert not reform(night, 3).changed
    assert (night.rows(), AuditEntry.objects.count()) == (rows, entries)

    pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW)

    assert night.rows() == before
    assert Pareja.objects.get(pk=old.pk).status == "active"
    entries = AuditEntry.objects.count()
    assert not pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW).changed
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)
    with pytest.raises(BracketError):
        pareja_reform_undo(pareja=old, user=night.director, now=NOW)


def test_one_that_had_left_already_has_left_still_when_it_is_undone() -> None:
    night = night_of(Series(size=4))
    old = night.championship.parejas.get(number=3)
    pareja_leave(pareja=old, user=night.director, now=NOW, reason="Enfermedad")
    before = night.rows()

    entry = reform(night, 3)
    pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW)

    assert night.rows() == before
    assert Pareja.objects.get(pk=old.pk).status == "withdrawn"


def test_the_old_pareja_is_not_back_while_its_player_goes_on_in_the_new_one() -> None:
    night = night_of(Series(size=4))
    old = night.championship.parejas.get(number=3)
    entry = reform(night, 3)
    before = night.rows()

    with pytest.raises(BracketError, match="sigue en el") as refused:
        pareja_return(pareja=old, user=night.director, now=NOW, reason="Volvió")

    assert (refused.value.code, night.rows()) == ("jugador-en-otra", before)
    pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW)
    assert Pareja.objects.get(pk=old.pk).status == "active"


@pytest.mark.parametrize("drawn", [True, False])
def test_of_one_that_had_left_it_stays_as_it_left(drawn: bool) -> None:  # noqa: FBT001
    night = night_of(Series(size=4))
    if not drawn:
        night.championship.stages.update(status="planned", planned_entries={})
    old = night.championship.parejas.get(number=3)
    pareja_leave(pareja=old, voided=True, user=night.director, now=NOW, reason="Enfermedad")
    before = night.rows()

    entry = reform(night, 3)

    assert Pareja.objects.filter(pk=old.pk).values_list("status", "voided").get() == ("withdrawn", True)
    pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW)
    assert Pareja.objects.filter(pk=old.pk).values_list("status", "voided").get() == ("withdrawn", True)
    assert night.rows() == before


@pytest.mark.parametrize("drawn", [True, False])
def test_nobody_of_an_expelled_one_goes_on(drawn: bool) -> None:  # noqa: FBT001
    night = night_of(Series(size=4))
    if not drawn:
        night.championship.stages.update(status="planned", planned_entries={})
    old = night.championship.parejas.get(number=3)
    pareja_leave(pareja=old, expelled=True, user=night.director, now=NOW, reason="Fallo")
    before, entries = night.rows(), AuditEntry.objects.count()

    with pytest.raises(BracketError, match="reincorpórelo primero") as refused:
        reform(night, 3)

    assert refused.value.code == "pareja-expulsada"
    assert Pareja.objects.get(pk=old.pk).status == "expelled"
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)


def test_one_that_was_expelled_since_stays_so_when_it_is_undone() -> None:
    night = night_of(Series(size=4))
    old = night.championship.parejas.get(number=3)
    entry = reform(night, 3)
    pareja_leave(pareja=old, expelled=True, user=night.director, now=NOW, reason="Fallo")

    pareja_reform_undo(pareja=entry.pareja, user=night.director, now=NOW)

    assert Pareja.objects.get(pk=old.pk).status == "expelled"


def test_without_an_open_place_it_is_refused_and_nobody_has_left() -> None:
    night = night_of(Elimination(), parejas=8)
    before, entries = night.rows(), AuditEntry.objects.count()

    with pytest.raises(InvalidValue) as refused:
        reform(night, 3)

    assert refused.value.field == "place"
    assert night.championship.parejas.get(number=3).status == "active"
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)


def test_before_the_draw_it_is_an_inscription_like_any_other() -> None:
    championship = ChampionshipFactory()
    parejas = [ParejaFactory(championship=championship, number=number) for number in (1, 2, 3)]
    who = {"user": director_of(championship), "now": NOW}

    entry = pareja_reform(
        pareja=parejas[0], stays=1, partner="Nora Nueva", cedula="", reason="Su compañero se fue", **who
    )

    assert entry.pareja.number == 4
    pareja_reform_undo(pareja=entry.pareja, **who)
    assert list(championship.parejas.filter(status="active").values_list("number", flat=True)) == [1, 2, 3]
    pareja_reform(pareja=parejas[0], stays=1, partner="Nora Nueva", cedula="", reason="Se fue", **who)
    stage = draw_rehearsed(championship=championship, public_seed="prueba", **who)
    assert {number for number in stage.slots if number} == {2, 3, 5}


@pytest.mark.parametrize(("given", "field"), [({"stays": 3}, "stays"), ({"partner": " "}, "partner")])
def test_what_is_missing_is_told(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        reform(night_of(Elimination()), 3, **given)
    assert refused.value.field == field
