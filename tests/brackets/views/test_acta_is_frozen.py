"""The acta names who was drawn, whatever changes afterwards: on the page, on paper and in its file."""

import json
import re
from dataclasses import replace
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from brackets.append_only import drop
from brackets.draw.acta import verify
from brackets.draw.formats import Elimination, Format, Series, Swiss
from brackets.draw.qualification import FromEach
from brackets.models import Championship, Pareja, Stage
from brackets.selectors.draw_acta import acta_file, acta_of
from brackets.selectors.draw_lines import drawn_by_number, groups_of
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.inscription import ParejaData, pareja_data
from brackets.services.late_entries import late_entry_undo, pareja_enter_late
from brackets.services.parejas import pareja_update
from brackets.services.personal_data import entry_erase, everyone_erase
from brackets.services.players import pareja_reform, pareja_reform_undo, player_substitute
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_personal_data import confirmed
from tests.brackets.views.conftest import url
from tests.brackets.views.test_sheet import stage_of
from tests.factories.brackets import NOW, ParejaFactory, director_of, published_stage
from tests.factories.inscription import accepting

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(6, club="Peñón")


def by(stage: Stage) -> dict[str, Any]:
    return {"user": director_of(stage.championship), "now": NOW}


def pareja_of(stage: Stage, number: int) -> Pareja:
    return Pareja.objects.prefetch_related("players").get(championship=stage.championship, number=number)


def substituted(stage: Stage, number: int = 3, *, now: datetime = NOW) -> tuple[str, str]:
    """Who leaves and who comes."""
    pareja = pareja_of(stage, number)
    leaves = pareja.players.all()[1].name
    who = by(stage) | {"now": now}
    player_substitute(pareja=pareja, position=2, name="Sara Suplente", cedula="", reason="Se lesionó", **who)
    return leaves, "Sara Suplente"


def fresh(stage: Stage) -> Stage:
    return Stage.objects.select_related("championship").get(pk=stage.pk)


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def test_after_a_substitution_page_paper_and_file_name_who_was_drawn_and_tell_it_below(
    stage: Stage, client: Client
) -> None:
    before = acta_of(stage)
    leaves, comes = substituted(stage)

    page = client.get(url("draw_public", stage.championship), {"verificar": "1"}).content.decode()
    file = json.loads(client.get(url("draw_acta", stage.championship)).content)
    paper = text_of(client.get(reverse("referee:draw_acta_pdf", args=(stage.championship.slug,))).content)

    for text in (page, paper):
        drawn, later = re.split("Lo que cambió después del sorteo", text, flags=re.IGNORECASE)
        assert leaves in drawn
        assert comes not in drawn
        assert f"{comes} juega en lugar de quien se sorteó" in later
    assert "El sorteo es el que dice el acta" in page
    assert file["inscritas"] == before["inscritas"]
    assert file["huella"] == before["huella"] == fresh(stage).drawn_digest
    assert [(each["numero"], each["que"], each["lugar"], each["ahora"]) for each in file["despues"]] == [
        (3, "sustitucion", 2, comes)
    ]
    assert verify(file, stage.drawn_digest).good


def test_substituted_back_nothing_is_told(stage: Stage) -> None:
    leaves, _ = substituted(stage)
    player_substitute(pareja=pareja_of(stage, 3), position=2, name=leaves, cedula="", reason="Volvió", **by(stage))

    assert acta_of(fresh(stage))["despues"] == []


def corrected(stage: Stage, number: int = 3, *, minutes: int = 0, **fields: Any) -> None:
    pareja = pareja_of(stage, number)
    who = by(stage) | {"now": NOW + timedelta(minutes=minutes)}
    pareja_update(pareja=pareja, data=replace(pareja_data(pareja), **fields), **who)


def changes(stage: Stage) -> list[tuple[object, ...]]:
    """What kind of change, of what, and how many minutes after the draw."""
    return [
        (each["que"], each.get("lugar", each["dato"]), (datetime.fromisoformat(each["hecho"]) - NOW).seconds // 60)
        for each in acta_of(fresh(stage))["despues"]
    ]


def test_a_correction_of_anything_else_leaves_a_substitution_one(stage: Stage) -> None:
    substituted(stage)

    corrected(stage, club="Otro Club", minutes=5)
    assert changes(stage) == [("correccion", "club", 5), ("sustitucion", 2, 0)]
    corrected(stage, uniform=True, minutes=10)

    assert changes(stage) == [("correccion", "club", 5), ("sustitucion", 2, 0)]


def test_a_substitution_after_the_draw_is_one_also_where_the_clock_was_set_back(stage: Stage) -> None:
    substituted(stage, now=NOW - timedelta(hours=1))

    (told,) = acta_of(fresh(stage))["despues"]
    assert (told["que"], told["lugar"]) == ("sustitucion", 2)


def test_a_substitute_whose_name_is_corrected_plays_instead_of_the_drawn_one(stage: Stage) -> None:
    substituted(stage)

    corrected(stage, player_2="Sara Suplentes", minutes=5)

    assert changes(stage) == [("sustitucion", 2, 0)]
    assert acta_of(fresh(stage))["despues"][0]["ahora"] == "Sara Suplentes"


def test_of_one_substituted_back_a_corrected_name_is_a_correction(stage: Stage) -> None:
    leaves, _ = substituted(stage)
    player_substitute(
        pareja=pareja_of(stage, 3), position=2, name=leaves.upper(), cedula="", reason="Volvió", **by(stage)
    )
    assert changes(stage) == [("correccion", 2, 0)]

    corrected(stage, player_2=f"{leaves} Vera", minutes=5)

    assert changes(stage) == [("correccion", 2, 5)]


def test_a_substitution_that_a_correction_took_back_is_none(stage: Stage) -> None:
    leaves, _ = substituted(stage)
    corrected(stage, player_2=leaves)
    assert changes(stage) == []

    corrected(stage, player_2=f"{leaves} Vera", minutes=5)

    assert changes(stage) == [("correccion", 2, 5)]


def test_a_substitute_who_changes_places_with_his_partner_is_one_there(stage: Stage) -> None:
    substituted(stage)
    there = pareja_data(pareja_of(stage, 3))

    corrected(stage, player_1=there.player_2, player_2=there.player_1, minutes=5)

    assert changes(stage) == [("sustitucion", 1, 0), ("correccion", 2, 5)]


def test_of_two_stages_each_tells_who_plays_instead_of_those_drawn_in_it() -> None:
    night = Night(4, replace(SERIES, format=Series(0)), replace(FINAL, entry=(FromEach(1, 2),)))
    leaves, _ = substituted(night.publish(1), 1)
    night.play(1)
    night.publish(2)
    assert [changes(night.stage(number)) for number in (1, 2)] == [[("sustitucion", 2, 0)], []]

    back = {"position": 2, "name": leaves, "cedula": "", "reason": "Volvió", "on_purpose": True}
    player_substitute(pareja=pareja_of(night.stage(1), 1), **back, **by(night.stage(1)))

    assert [changes(night.stage(number)) for number in (1, 2)] == [[], [("sustitucion", 2, 0)]]
    corrected(night.stage(1), 1, player_2=f"{leaves} Vera", minutes=5)
    assert [changes(night.stage(number)) for number in (1, 2)] == [[("correccion", 2, 5)], [("sustitucion", 2, 0)]]


def test_corrected_names_and_clubs_are_told_below(stage: Stage) -> None:
    corrected(stage, 2, name="Los Dos")

    acta = acta_of(fresh(stage))
    assert acta["inscritas"][1]["nombre"] == ""
    assert [(each["numero"], each["que"], each["dato"], each["ahora"]) for each in acta["despues"]] == [
        (2, "correccion", "nombre", "Los Dos")
    ]


def reformed(stage: Stage, number: int = 4, partner: str = "Nora Nueva") -> Pareja:
    """The new one, in the first place that the draw left open, or the first series; of a stage that is not published without one."""
    bye = next((line for line, slot in enumerate(stage.slots) if slot is None), 0)
    return pareja_reform(
        pareja=pareja_of(stage, number), stays=1, partner=partner, cedula="", reason="Su compañero se fue", place=bye, **by(stage)
    ).pareja  # fmt: skip


def later(stage: Stage) -> list[tuple[object, ...]]:
    """What became of those that were drawn."""
    told = acta_of(fresh(stage))["despues"]
    return [(each["numero"], each["que"], each["ahora"]) for each in told if each["que"] != "entrada"]


def test_a_pareja_that_goes_on_with_another_partner_is_told_below(stage: Stage) -> None:
    new = reformed(stage)

    assert later(stage) == [(4, "rehecha", "7")]
    entered = acta_of(fresh(stage))["despues"][-1]
    assert (entered["numero"], entered["que"], entered["ahora"]) == (7, "entrada", new.title)
    pareja_leave(pareja=new, reason="Enfermedad", expelled=True, **by(stage))
    assert later(stage) == [(4, "rehecha", "7")]  # it was so, whatever became of it


def test_one_that_goes_on_with_another_partner_before_it_is_published_is_told_also_where_the_clock_was_set_back() -> (
    None
):
    night = Night(6)
    ahead = {"championship": night.championship, "user": night.director, "now": NOW + timedelta(hours=2)}
    stage = draw_rehearsed(public_seed="cuarenta", **ahead)

    reformed(stage)

    assert later(stage) == [(4, "rehecha", "7")]


def test_what_happened_at_another_stage_before_the_draw_is_none_of_its_changes() -> None:
    night = Night(4, replace(SERIES, format=Series(0)), replace(FINAL, entry=(FromEach(1, 3),)))
    new = reformed(night.publish(1), 1)
    pareja_leave(pareja=new, reason="Enfermedad", **by(night.stage(1)))
    pareja_return(pareja=pareja_of(night.stage(1), 1), reason="Volvió", **by(night.stage(1)))
    night.play(1)

    pareja_leave(pareja=pareja_of(night.publish(2), 1), reason="Enfermedad", **by(night.stage(2)))

    assert [later(night.stage(number)) for number in (1, 2)] == [[(1, "rehecha", "5")], []]


def test_a_bye_stays_one_in_the_acta_after_somebody_entered_there(stage: Stage, client: Client) -> None:
    """The partida that comes with who entered has a number of its own, which nobody drew."""
    before = groups_of(stage, drawn_by_number(stage))
    shown = client.get(url("draw_public", stage.championship)).content.decode().count("Pasa libre")

    reformed(stage)

    assert groups_of(fresh(stage), drawn_by_number(stage)) == before
    assert shown
    assert client.get(url("draw_public", stage.championship)).content.decode().count("Pasa libre") == shown


@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("left_before", [False, True])
def test_of_an_undone_change_of_partner_nothing_is_told(stage: Stage, *, published: bool, left_before: bool) -> None:
    if left_before:
        pareja_leave(pareja=pareja_of(stage, 4), reason="Enfermedad", **by(stage))
    if not published:
        stage_reopen(stage=stage, reason="Se repite", **by(stage))
    new = reformed(stage)
    assert later(stage) == [(4, "rehecha", "7")]

    pareja_reform_undo(pareja=new, **by(stage))

    assert later(stage) == []
    reformed(stage, partner="Otra Nueva")
    assert later(stage) == [(4, "rehecha", "8")]


def test_nor_of_one_whose_late_entry_alone_was_undone(stage: Stage) -> None:
    late_entry_undo(pareja=reformed(stage), **by(stage))

    assert later(stage) == []


def test_nor_of_one_that_came_back_when_the_new_one_had_left(stage: Stage) -> None:
    pareja_leave(pareja=reformed(stage), reason="Enfermedad", **by(stage))

    pareja_return(pareja=pareja_of(stage, 4), reason="Volvió", **by(stage))

    assert later(stage) == []


def test_names_changed_in_the_database_are_refused_on_the_page_and_by_the_command(
    stage: Stage, client: Client, tmp_path: Path
) -> None:
    there = fresh(stage)
    there.drawn_record["inscritas"][0]["jugadores"][0]["nombre"] = "Otro Nombre"
    drop(connection, {"stage_draw_is_frozen_UPDATE": "brackets_stage"})  # an insider who has lifted it
    there.save()

    page = client.get(url("draw_public", stage.championship), {"verificar": "1"}).content.decode()
    file = tmp_path / "acta.json"
    file.write_text(acta_file(acta_of(fresh(stage))))
    out = StringIO()
    with pytest.raises(CommandError, match="no corresponde"):
        call_command("verificar_sorteo", file, stdout=out)

    told = "«Otro Nombre» no es el nombre que se sorteó"
    assert told in page
    assert told in out.getvalue()


def test_an_acta_written_anew_is_refused_by_the_digest_that_was_published(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "acta.json"
    file.write_text(acta_file(acta_of(stage)))

    call_command("verificar_sorteo", file, huella=stage.drawn_digest, stdout=StringIO())
    with pytest.raises(CommandError, match="no corresponde"):
        call_command("verificar_sorteo", file, huella="0" * 64, stdout=StringIO())


def test_a_new_draw_has_the_names_of_its_own_hour() -> None:
    stage = published_stage(4)
    championship = stage.championship
    Stage.objects.filter(pk=stage.pk).update(status=Stage.Status.DRAWN, published_at=None, planned_entries={})
    substituted(stage)

    again = draw_rehearsed(championship=championship, public_seed="otra", **by(stage))

    assert again.drawn_digest != stage.drawn_digest
    assert "Sara Suplente" in json.dumps(again.drawn_record, ensure_ascii=False)
    assert acta_of(again)["despues"] == []


@pytest.fixture
def asked() -> tuple[Championship, Pareja, Stage]:
    """A pareja that asked for its place itself is drawn with three others; then one of it is substituted."""
    championship = accepting()
    pareja = confirmed(championship, 900_901, 900_902)  # names that no other has, however many are invented
    for number in range(11, 14):
        ParejaFactory(championship=championship, number=number)
    who = {"user": director_of(championship), "now": NOW}
    stage = stage_publish(stage=draw_rehearsed(championship=championship, public_seed="prueba", **who), **who)
    return championship, pareja, stage


def test_who_was_drawn_and_did_not_play_is_erased_from_the_acta_which_stays_good(
    asked: tuple[Championship, Pareja, Stage], client: Client
) -> None:
    championship, pareja, stage = asked
    leaves = pareja.players.all()[1].name
    player_substitute(pareja=pareja, position=2, name="Sara Suplente", cedula="", reason="Se lesionó", **by(stage))

    entry_erase(entry=pareja.entry, user=None, now=NOW)

    acta = acta_of(fresh(stage))
    text = acta_file(acta)
    page = client.get(url("draw_public", championship)).content.decode()
    paper = text_of(client.get(reverse("referee:draw_acta_pdf", args=(championship.slug,))).content)
    assert all(leaves not in told for told in (text, page, paper))
    assert all("(nombre borrado)" in told for told in (page, paper))
    assert acta["huella"] == stage.drawn_digest
    report = verify(acta, stage.drawn_digest)
    assert report.good
    assert any("Nombres borrados" in step.what for step in report.steps)


def test_with_everybody_erased_the_names_of_who_played_stay_in_the_acta(
    asked: tuple[Championship, Pareja, Stage],
) -> None:
    championship, pareja, stage = asked
    stays, leaves = (player.name for player in pareja.players.all())
    player_substitute(pareja=pareja, position=2, name="Sara Suplente", cedula="", reason="Se lesionó", **by(stage))
    Championship.objects.filter(pk=championship.pk).update(status=Championship.Status.CLOSED)

    everyone_erase(championship=championship, **by(stage))

    text = acta_file(acta_of(fresh(stage)))
    assert json.dumps(stays, ensure_ascii=False) in text
    assert json.dumps(leaves, ensure_ascii=False) not in text
    assert verify(json.loads(text), stage.drawn_digest).good


@pytest.mark.parametrize(
    ("form", "what", "sentence"),
    [
        (Elimination(), "lugar", "entró después del sorteo en el lugar"),
        (Series(size=4), "serie", "entró después del sorteo en la serie 2"),
        (Swiss(rounds=3), "ronda", "entró después del sorteo, desde la ronda 1"),
    ],
)
def test_who_entered_after_the_draw_is_told_below_what_was_drawn(
    form: Format, what: str, sentence: str, client: Client
) -> None:
    stage = stage_of(form, 7)
    before = acta_of(stage)
    entered = pareja_enter_late(
        stage=stage, place=places_of(stage)[0].number, data=ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde"),
        reason="Llegó tarde", **by(stage),
    )  # fmt: skip

    page = client.get(url("draw_public", stage.championship), {"verificar": "1"}).content.decode()
    file = json.loads(client.get(url("draw_acta", stage.championship)).content)
    paper = text_of(client.get(reverse("referee:draw_acta_pdf", args=(stage.championship.slug,))).content)

    for text in (page, paper):
        drawn, later = re.split("Lo que cambió después del sorteo", text, flags=re.IGNORECASE)
        assert "Tomás Tarde" not in drawn
        assert f"El número {entered.pareja.number}, Tomás Tarde / Teresa Tarde, {sentence}" in later
    assert "El sorteo es el que dice el acta" in page
    assert (file["lineas"], file["huella"]) == (before["lineas"], before["huella"])
    (told,) = file["despues"]
    assert (told["numero"], told["que"], told["dato"], told["hecho"]) == (
        entered.pareja.number, "entrada", what, NOW.isoformat(),
    )  # fmt: skip
    assert verify(file, stage.drawn_digest).good

    late_entry_undo(pareja=entered.pareja, **by(stage))
    assert acta_of(fresh(stage))["despues"] == []


def test_the_address_of_a_draw_that_is_public_no_more_shows_no_other(client: Client) -> None:
    """It is in the QR of an acta that was printed."""
    night = Night(8, SERIES, FINAL)
    night.publish(1)
    night.play(1)
    night.publish(2)
    first, last = night.stage(1), night.stage(2)
    shown = client.get(url("draw_public", night.championship), {"etapa": "2"}).content.decode()
    assert last.drawn_digest in shown
    assert "Desempates de la tabla" not in shown

    stage_reopen(stage=last, reason="Se repite", **by(first))

    page = client.get(url("draw_public", night.championship), {"etapa": "2"}).content.decode()
    assert f"Acta del sorteo: {last.name}" in page
    assert "Este sorteo estuvo publicado y ya no vale" in page
    assert first.drawn_digest not in page
    of_series = client.get(url("draw_public", night.championship)).content.decode()
    assert first.drawn_digest in of_series
    assert "<dt>Desempates de la tabla</dt><dd>Mesas ganadas" in of_series
