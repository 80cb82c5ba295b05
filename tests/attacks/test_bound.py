"""Who owns the database and lifts what keeps its rows changes who signed, who won and what was audited: each contradicts what binds it."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from brackets.models import Fixture, PodiumPlace, Stage, StageEvent
from brackets.selectors.bound import drawn_wrongly, podium_wrong
from brackets.services.fixtures import fixture_record
from referee.models import Jugada, Mesa, Planilla, SealedPdf, Signature
from referee.selectors.log_heads import heads_contradicted
from referee.selectors.planilla.build import planilla_sheet
from referee.selectors.sealed.verdict import standing_of
from referee.selectors.verification import mesa_check
from referee.services.archives.restoring import ArchiveRefused, archive_restore
from referee.services.tree import tree_sweep
from tests.factories.archives import archived_elsewhere, at_the_tables, sealed_again
from tests.factories.brackets import NOW, director_of, published_stage
from tests.factories.insider import triggers_lifted
from tests.factories.referee import SORTEO, Keeper, kept_mesa
from tests.factories.sealing import certified_mesa
from tests.referee.sealing.papers import mesa_of, signed, text_of

pytestmark = pytest.mark.django_db
Attack = Callable[[Keeper], object]


@pytest.fixture
def sealed() -> Iterator[Keeper]:
    """A mesa sealed with a certificate, signed by its winner and its Juez; the triggers are lifted."""
    yield from _lifted(certified_mesa())


@pytest.fixture
def lifted() -> Iterator[Keeper]:
    """A mesa that is played; the triggers are lifted."""
    yield from _lifted(kept_mesa(SORTEO, "caida A", "caida A"))


def _lifted(kept: Keeper) -> Iterator[Keeper]:
    assert mesa_check(kept.mesa).broken is None
    with triggers_lifted():
        yield kept


def other_order(_kept: Keeper) -> None:
    """The Juez signed first."""
    first, last = Signature.objects.order_by("pk")
    Signature.objects.filter(pk=first.pk).update(id=last.pk + 1)


def one_more(_kept: Keeper) -> None:
    """A pareja that did not sign has signed."""
    row = Signature.objects.get(party="A")
    row.pk, row.party, row.client_id, row.prev_hash = None, "B", uuid4(), Signature.objects.get(party="juez").hash
    row.save()


SIGNATURES: dict[str, tuple[Attack, str]] = {
    "another name": (lambda _: Signature.objects.filter(party="A").update(name="Otra"), "no es la que se registró"),
    "another Juez": (lambda _: Signature.objects.filter(party="juez").update(name="Otra"), "no es la que se registró"),
    "other ink": (lambda _: Signature.objects.filter(party="A").update(ink=[]), "no es la que se registró"),
    "a protest": (lambda _: Signature.objects.filter(party="A").update(outcome="bajo-protesta", reason="x"), "no es la que se registró"),
    "the other pareja": (lambda _: Signature.objects.filter(party="A").update(party="B"), "no es la que se registró"),
    "another tablet": (lambda _: Signature.objects.filter(party="A").update(device=uuid4()), "no es la que se registró"),
    "one less": (lambda _: Signature.objects.filter(party="A").delete(), "no continúa la cadena"),
    "the last one less": (lambda _: Signature.objects.filter(party="juez").delete(), "no son aquellas con las que se selló"),
    "one more": (one_more, "no es la que se registró"),
    "another order": (other_order, "no continúa la cadena"),
    "of another version": (lambda _: Planilla.objects.update(version=2), "falta la Planilla v1"),
    "another seal": (lambda _: Planilla.objects.update(signed_hash=""), "no son aquellas con las que se selló"),
}  # fmt: skip


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_sealed_version_is_known_to_have_other_signatures(sealed: Keeper, name: str) -> None:
    attack, said = SIGNATURES[name]

    attack(sealed)

    assert said in str(mesa_check(sealed.mesa).broken)
    sheet = planilla_sheet(mesa_of(sealed), base_url="")
    assert sheet.status == "altered"
    assert not any(each.outcome for each in sheet.signatures)


def test_a_replaced_name_is_never_printed_under_the_certificate(sealed: Keeper) -> None:
    before = signed(sealed)
    Signature.objects.filter(party="A").update(name="Nombre Puesto")

    after = signed(sealed)

    assert b"/ByteRange" in before
    assert b"/ByteRange" not in after
    assert "Nombre Puesto" not in text_of(after)
    assert "NO VALE" in text_of(after)
    assert SealedPdf.objects.count() == 1


def last_jugada_goes(kept: Keeper) -> None:
    """With all that is projected from it, as the shorter log would have it."""
    mesa = kept.mesa
    before = Jugada.objects.get(mesa=mesa, seq=mesa.head_seq - 1)
    Jugada.objects.filter(mesa=mesa, seq=mesa.head_seq).delete()
    Mesa.objects.filter(pk=mesa.pk).update(head_seq=before.seq, head_hash=before.hash)


def winner_everywhere(kept: Keeper) -> None:
    """The partida, its event and the next partida say that the other pareja won."""
    fixture = Fixture.objects.get(pk=kept.fixture.pk)
    loser = fixture.pareja_b
    for event in StageEvent.objects.filter(kind="result"):
        event.data["after"] |= {"winner": loser.number, "chicas": [[8, 40]], "zapaterias": ["B"]}
        StageEvent.objects.filter(pk=event.pk).update(data=event.data)
    Fixture.objects.filter(pk=fixture.pk).update(winner=loser, chicas=[[8, 40]], zapaterias=["B"])
    Fixture.objects.filter(stage=fixture.stage, pareja_a=fixture.pareja_a).exclude(pk=fixture.pk).update(pareja_a=loser)
    Fixture.objects.filter(stage=fixture.stage, pareja_b=fixture.pareja_a).exclude(pk=fixture.pk).update(pareja_b=loser)


def winner_typed(kept: Keeper) -> None:
    """And nothing says any more that a log ended so."""
    winner_everywhere(kept)
    for event in StageEvent.objects.filter(kind="result"):
        StageEvent.objects.filter(pk=event.pk).update(data={k: v for k, v in event.data.items() if k != "log_ended"})


def winner_of_no_log(kept: Keeper) -> None:
    """Null stands there, which a leaf has as it has nothing."""
    winner_everywhere(kept)
    for event in StageEvent.objects.filter(kind="result"):
        StageEvent.objects.filter(pk=event.pk).update(data=event.data | {"log_ended": None})


NOTHING_WON: dict[str, Any] = {"chicas": [], "zapaterias": [], "by_zapateria": False}


def result_passes(kept: Keeper) -> None:
    """As where a rival never comes."""
    Fixture.objects.filter(pk=kept.fixture.pk).update(how="pass", winner=kept.fixture.pareja_b, **NOTHING_WON)


def result_gone(kept: Keeper) -> None:
    """As where the desk took it back."""
    Fixture.objects.filter(pk=kept.fixture.pk).update(status="ready", how="", winner=None, **NOTHING_WON)


WINNERS: dict[str, tuple[Attack, str]] = {
    "of the partida": (lambda k: Fixture.objects.filter(pk=k.fixture.pk).update(winner=k.fixture.pareja_b), "el último resultado registrado"),
    "passed": (result_passes, "y el último registrado cuenta"),
    "taken back": (result_gone, "y el último registrado cuenta"),
    "everywhere": (winner_everywhere, "según la bitácora gana la pareja"),
    "by the desk": (winner_typed, "ningún hecho dice que la bitácora terminó"),
    "by no log": (winner_of_no_log, "ningún hecho dice que la bitácora terminó"),
    "of the mesa": (lambda _: Mesa.objects.update(winner="B"), "winner es 'B'"),
    "the last jugada gone": (last_jugada_goes, "no corresponde a la bitácora"),
}  # fmt: skip


@pytest.mark.parametrize("name", WINNERS)
def test_who_won_is_what_the_log_says_on_the_public_page_too(sealed: Keeper, client: Client, name: str) -> None:
    attack, said = WINNERS[name]
    planilla = Planilla.objects.get()

    attack(sealed)

    assert said in str(mesa_check(sealed.mesa).broken)
    url = f"{reverse('referee:planilla', args=[sealed.mesa_id])}?v=1&h={planilla.digest[:16]}"
    page = unescape(client.get(url).content.decode())
    assert "No se puede confirmar" in page
    assert said[1:] in page
    assert "El Director cambió" not in page
    assert said in standing_of(Planilla.objects.get(), None).broken
    assert not any("El Director cambió" in doubt for doubt in standing_of(Planilla.objects.get(), None).doubts)
    partida = unescape(client.get(f"/c/{sealed.championship.slug}/partidas/{sealed.fixture.pk}/").text)
    assert "No se puede confirmar" in partida
    assert "El Director cambió" not in partida
    assert "por decisión del Director" not in partida


def test_a_paper_is_not_called_current_over_a_log_that_is_not_as_it_was(sealed: Keeper, client: Client) -> None:
    """The log says other points: nobody is told that they count more than his paper."""
    paper = signed(sealed)
    Jugada.objects.filter(mesa=sealed.mesa, seq=2).update(notation="caida B")

    for file in (paper, paper[:-1] + b" "):
        sent = {"file": SimpleUploadedFile("planilla.pdf", file, content_type="application/pdf")}
        page = unescape(client.post(reverse("referee:planilla_check"), sent).text)

        assert "Auténtica y vigente" not in page
        assert "vale esto" not in page
        assert "no vale contra el papel de nadie" in page
        assert ("Auténtica, pero lo que guarda el sistema" in page) == (file == paper)
        assert "Lo que guarda el sistema de su mesa ya no está como se registró." in page


def test_a_result_of_the_desk_alone_is_held_to_what_was_recorded_of_it(client: Client) -> None:
    """No log has it: the partida says another winner than the desk wrote down."""
    stage = published_stage(4)
    fixture = stage.fixtures.filter(status="ready").first()
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 12]], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="En papel",
    )  # fmt: skip
    address = f"/c/{stage.championship.slug}/partidas/{fixture.pk}/"
    assert "No se puede confirmar" not in client.get(address).text

    Fixture.objects.filter(pk=fixture.pk).update(winner=fixture.pareja_b)

    page = unescape(client.get(address).text)
    assert "No se puede confirmar" in page
    assert "y el último resultado registrado, la" in page


def test_the_podium_and_who_entered_are_what_the_stages_come_to(sealed: Keeper) -> None:
    championship, stage = sealed.championship, Stage.objects.get()
    assert not podium_wrong(championship, ended=False)
    assert drawn_wrongly(stage) == []

    PodiumPlace.objects.create(championship=championship, place=1, pareja=sealed.fixture.pareja_b)
    stage.slots = [*reversed(stage.slots)]
    stage.entrants[0]["club"] = "otro"

    assert podium_wrong(championship, ended=False)
    assert drawn_wrongly(stage) == ["inscritas", "lineas_sorteadas"]


def test_nothing_is_rebuilt_that_a_head_contradicts(lifted: Keeper) -> None:
    """The log is sound by itself, and shorter than the tree has it."""
    tree_sweep(championship=lifted.championship, now=NOW + timedelta(days=1))
    last_jugada_goes(lifted)
    errors = StringIO()

    with pytest.raises(CommandError):
        call_command("verificar_bitacora", mesa=lifted.mesa_id, reconstruir=True, stdout=StringIO(), stderr=errors)

    assert "no se reconstruye: la hoja" in errors.getvalue()
    assert f"nombra la jugada {lifted.mesa.head_seq + 1} (" in errors.getvalue()
    assert lifted.mesa.points_a == 4


def test_a_head_that_a_tablet_was_given_is_missed(lifted: Keeper) -> None:
    """Rows are gone, and another was signed on top of them."""
    last = Jugada.objects.latest("seq")
    Jugada.objects.filter(pk=last.pk).update(signed=f"7.{'a' * 64}.{'b' * 64}.{'A' * 86}")

    assert [told for _, told in heads_contradicted([lifted.mesa])] == [
        f"la tablet firmó la jugada {last.seq} sobre una ({'b' * 16}) que ya no está"
    ]


Document = dict[str, Any]


def renamed(told: Document) -> None:
    told["partes"]["firmas"][0]["name"] = "Nombre Puesto"


def unsigned(told: Document) -> None:
    told["partes"]["firmas"].pop(0)


def won_by_the_other(told: Document) -> None:
    """In the last event that a log ended with."""
    event = next(each for each in reversed(told["partes"]["hechos"]) if each["data"].get("log_ended"))
    after, sides = event["data"]["after"], event["data"]["before"]["sides"]
    after["winner"] = next(side for side in sides if side != after["winner"])


def drawn_otherwise(told: Document) -> None:
    told["partes"]["etapas"][0]["slots"].reverse()


def crowned(told: Document) -> None:
    pareja = told["partes"]["parejas"][0]["id"]
    told["partes"]["podio"] = [{"place": 1, "pareja": pareja, "fixture": None}]


FORGED: dict[str, tuple[Callable[[Document], None], str]] = {
    "another name signed": (renamed, "no es la que se registró"),
    "a signature less": (unsigned, "no continúa la cadena"),
    "another winner": (won_by_the_other, "según la bitácora gana la pareja"),
    "another draw": (drawn_otherwise, "lo que se sorteó en"),
    "a champion who never won": (crowned, "hay podio, y el campeonato no ha terminado"),
}


@pytest.mark.parametrize("name", FORGED)
def test_an_archive_made_anew_with_its_digests_is_refused(tmp_path: Path, name: str) -> None:
    forge, said = FORGED[name]
    path = archived_elsewhere(tmp_path / "a.json", at_the_tables)

    def change(text: str) -> str:
        told = json.loads(text)
        forge(told)
        return json.dumps(told)

    with pytest.raises(ArchiveRefused, match=said):
        archive_restore(path=sealed_again(path, change), user=None, now=NOW, unfinished=True)
