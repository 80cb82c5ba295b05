"""The pages on which a paper is typed, confirmed and decided upon: they work without a script."""

import re
from collections.abc import Mapping
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from brackets.models import Fixture
from referee.models import LONGEST_NAME, Transcription
from referee.selectors.planilla.sheet import CAUSES
from referee.selectors.transcription.form import PaperRow
from referee.services.errors import RefereeError
from tests.factories.brackets import UserFactory
from tests.factories.referee import keeper, keepers, kept_mesa
from tests.factories.transcriptions import GAME, PAPER, SORTEO, Desk, Paper, paper_of, state_of
from tests.referee.views.transcription_pages import address, signed_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk(keeper().fixture)


def boxes(row: PaperRow) -> dict[str, object]:
    """A row as a browser sends it, its empty boxes too."""
    sent: dict[str, object] = {"acto": "fila", "key": row.key, "before": "", "dealer": row.dealer}
    sent |= {"table": _box(row.table), "withdrawn": _box(row.withdrawn), "annulled": row.annulled}
    sent |= {"rondas": " ".join(row.rondas), "note": row.note, "lines": "\n".join(row.lines)}
    for at, side in enumerate("AB"):
        sent[f"cards_{side}"] = "" if row.cards is None else row.cards[at]
        sent[f"score_{side}"] = row.score[at]
        sent |= {f"{cause}_{side}": row.of(cause)[at] or "" for cause in CAUSES}
    return sent


def _box(value: int | None) -> object:
    return "" if value is None else value


def typed_by_hand(desk: Desk, paper: Paper = PAPER, **written: str) -> Transcription:
    """Everything through the pages, as it is sent without a script."""
    client = signed_in(desk.typist)
    slug = desk.fixture.stage.championship.slug
    begin = reverse("referee:transcription_new", args=[slug, desk.fixture.pk])
    client.post(begin, {"seats": "A1 B1 A2 B2"})
    begun = Transcription.objects.get(fixture=desk.fixture)
    page = address("transcription", begun)
    sorteo = {f"s-{seat}_0": rank for seat, rank in paper.draws[0].cards} | {"s-dealer_0": paper.draws[0].dealer}
    assert client.post(page, {"acto": "sorteo", **sorteo}).status_code == 302
    for row in paper.rows:
        assert client.post(page, boxes(row)).status_code == 302
    signer = desk.fixture.pareja_a.players.first().name
    ending = {
        "acto": "final", "terminar": "1", "f-winner": paper.ending.winner, "f-cause": paper.ending.cause,
        "f-ended": "10:05", "f-outcome_A": "firma", "f-name_A": signer, "f-outcome_juez": "firma", "f-name_juez": "Una Jueza",
        "f-day": "2024-06-01", **written,
    }  # fmt: skip
    assert client.post(page, ending).status_code == 302
    begun.refresh_from_db()
    return begun


def readings(paper: Transcription, **other: object) -> dict[str, object]:
    read = {f"{row['key']}_{side}": row["score"][at] for row in paper.rows for at, side in enumerate("AB")}
    return {"winner": paper.ending["winner"], **read, **other}


def test_typed_and_confirmed_by_two_without_a_script(desk: Desk) -> None:
    typed = typed_by_hand(desk)
    assert typed.status == "por-confirmar"
    client, page = signed_in(desk.reader), address("transcription_confirm", typed)

    blind = text(client.get(page))
    ticks = client.post(page, {"paso": "leer", **readings(typed)})
    seen = ["cabecera", "sorteo", *(row["key"] for row in typed.rows), "escrito", "final"]
    untold = client.post(page, {"paso": "confirmar", "vista": seen[1:], **readings(typed)})
    done = client.post(page, {"paso": "confirmar", "vista": seen, **readings(typed)}, follow=True)

    assert not any(f"{a} – B {b}" in blind for a, b in (row.score for row in PAPER.rows))
    assert "Los puntos coinciden" in text(ticks)
    assert "Falta cotejar con el papel 1 de 11 partes" in text(untold)
    assert "Confirmada y sellada" in text(done)
    fixture = Fixture.objects.get(pk=desk.fixture.pk)
    assert (fixture.status, fixture.chicas) == ("final", [[40, 22], [40, 0]])
    slug = fixture.stage.championship.slug
    assert "transcrita del papel" in text(Client().get(reverse("referee:partida", args=[slug, fixture.pk])))
    told = text(signed_in(desk.reader).get(reverse("referee:planilla", args=[fixture.mesa.public_id])))
    assert f"Transcrita del papel: la digitó {desk.typist}, la confirmó {desk.reader}" in told
    public = text(Client().get(reverse("referee:planilla", args=[fixture.mesa.public_id])))
    assert "firma Una Jueza" in told
    assert not any(name in public for name in (str(desk.typist), str(desk.reader), "Una Jueza"))


def test_the_printed_planilla_says_that_it_was_transcribed_and_that_the_ink_is_on_the_paper(desk: Desk) -> None:
    desk.confirm(desk.type())
    mesa = Fixture.objects.get(pk=desk.fixture.pk).mesa
    slug = desk.fixture.stage.championship.slug

    answer = signed_in(desk.reader).get(reverse("referee:planilla_pdf", args=[slug, mesa.public_id]))

    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]
    (signed,) = [page for page in pages if "FIRMAS" in page.upper() and "Quien representa a A" in page]
    assert f"Transcrita del papel: la digitó {desk.typist}, la confirmó {desk.reader}" in signed
    assert signed.count("firmó en el papel") == 2


IN_WORDS = {
    "f-day": "2024-11-29", "f-identified": "on", "f-began": "20:05", "f-ended": "21:40",
    "f-remarks": "Se suspendió 20 minutos por corte de luz; apeló a las 21:45",
    "f-outcome_B": "bajo-protesta", "f-reason_B": "El conteo de la data 2",
}  # fmt: skip


def pages_of(client: Client, fixture: Fixture) -> str:
    answer = client.get(
        reverse(
            "referee:planilla_pdf",
            args=[fixture.stage.championship.slug, Fixture.objects.get(pk=fixture.pk).mesa.public_id],
        )
    )
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages)


def test_what_the_paper_says_in_words_is_read_by_the_second_and_stands_on_the_planilla(desk: Desk) -> None:
    paper = PAPER.with_row(2, note="B reclama una caída")
    typed = typed_by_hand(desk, paper, **IN_WORDS, **{"f-name_B": desk.fixture.pareja_b.players.first().name})
    client, page = signed_in(desk.reader), address("transcription_confirm", typed)

    blind = text(client.get(page))
    shown = text(client.post(page, {"paso": "leer", **readings(typed)}))
    seen = re.findall(r'name="vista" value="([^"]+)"', shown)
    done = client.post(page, {"paso": "confirmar", "vista": seen, **readings(typed)}, follow=True)

    assert "corte de luz" not in blind
    assert "«Se suspendió 20 minutos por corte de luz; apeló a las 21:45»" in shown
    assert "bajo protesta: «El conteo de la data 2»" in shown
    assert 'Fecha: <strong class="nowrap">29/11/2024</strong>. Hora de inicio: <strong>20:05</strong>.' in shown
    assert "Identificación de los jugadores: <strong>marcada</strong>" in shown
    assert "A1 7 · B1 2 · A2 7 · B2 3 · reparte A1" in shown
    assert "Hora de las firmas: <strong>21:40</strong>" in shown
    assert "Confirmada y sellada" in text(done)
    told = pages_of(client, desk.fixture)
    assert "Escrito en el papel: «Se suspendió 20 minutos por corte de luz; apeló a las 21:45»" in told
    assert "Escrito en el papel, fila 2 (chica 1, data 2): «B reclama una caída»" in told
    assert not re.search("Sin (sanciones|suspensiones|correcciones|fallos)", told)
    assert "marcada por el Juez en el papel. Hora de inicio según el papel: 20:05." in told
    assert "Firma en el papel · 29/11/2024 21:40" in told
    assert "Firma bajo protesta · 29/11/2024 21:40" in told
    assert "29/11/2024" in told.partition("SORTEO DE LA DATA")[0]


def test_an_empty_paper_says_that_nothing_happened_and_that_nobody_ticked_it(desk: Desk) -> None:
    desk.confirm(typed_by_hand(desk, **{"f-ended": ""}))

    told = pages_of(signed_in(desk.reader), desk.fixture)

    assert "Sin suspensiones. Sin correcciones. Sin fallos." in told
    assert "sin marcar en el papel." in told
    assert "Firma en el papel" in told
    assert "Firma en el papel ·" not in told
    mesa = Fixture.objects.get(pk=desk.fixture.pk).mesa
    page = reverse("referee:planilla", args=[mesa.public_id])
    assert "firma Una Jueza, en el papel" in text(signed_in(desk.reader).get(page))
    assert "firma, en el papel" in text(Client().get(page))


def test_the_day_is_asked_for_and_none_that_is_to_come_is_kept(desk: Desk) -> None:
    typed = desk.start()
    client, page = signed_in(desk.typist), address("transcription", typed)
    sent = {"acto": "final", "f-winner": "A", "f-cause": "chicas"}

    moments = [timezone.now()]
    shown = text(client.get(page))
    moments.append(timezone.now())  # the day of play may end meanwhile
    days = {desk.fixture.stage.championship.play_days.of(at) for at in moments}
    assert any(f'value="{day:%Y-%m-%d}"' in shown for day in days)
    for day, told in (("", "Este campo es requerido"), ("2099-01-01", "La fecha del papel no pasa de hoy")):
        answer = client.post(page, {**sent, "f-day": day})
        assert answer.status_code == 422
        assert told in text(answer)
    typed.refresh_from_db()
    assert typed.ending == {}


def test_each_row_answers_at_once_what_the_rules_make_of_it(desk: Desk) -> None:
    typed = desk.start()
    client, page = signed_in(desk.typist), address("transcription", typed)
    client.post(
        page, {"acto": "sorteo", "s-A1_0": "7", "s-B1_0": "2", "s-A2_0": "7", "s-B2_0": "3", "s-dealer_0": "A1"}
    )
    right = client.post(page, boxes(PAPER.rows[0]), follow=True)
    wrong = client.post(page, boxes(PAPER.with_row(2, score=(14, 20)).rows[1]), follow=True)

    assert "las reglas dan lo mismo" in text(right)
    assert "según las reglas: chica 1, data 2, reparte B1" in text(right)
    assert (
        'Puntos de A: según el papel <strong class="nowrap">14</strong>, según las reglas <strong>12</strong> (art.'
        in text(wrong)
    )
    typed.refresh_from_db()
    assert [row["score"] for row in typed.rows] == [[12, 2], [14, 20]]


def test_what_the_levantes_make_implausible_is_asked_at_its_row_and_answered_there(desk: Desk) -> None:
    typed = desk.start()
    client, page = signed_in(desk.typist), address("transcription", typed)
    client.post(
        page, {"acto": "sorteo", "s-A1_0": "7", "s-B1_0": "2", "s-A2_0": "7", "s-B2_0": "3", "s-dealer_0": "A1"}
    )
    row = PaperRow(key="fila-9", score=(4, 26), points={"caida": (4, 0)}, cards=(0, 40), table=0)

    asked = text(client.post(page, boxes(row), follow=True))
    client.post(page, {"acto": "correcto", "key": "fila-9"})

    assert "que son al menos 4 cartas, y aquí 0" in asked
    assert "Es correcto" in asked
    assert "Es correcto" not in text(client.get(page))
    typed.refresh_from_db()
    assert typed.rows[0]["confirmed"] is True


def test_a_paper_is_not_handed_on_before_its_questions_are_answered(desk: Desk) -> None:
    game = paper_of(state_of(
        SORTEO, "caida A", "segundo-reparto", "conteo A=0 B=40 mesa=0 falla",
        "segundo-reparto", "conteo A=0 B=24 mesa=16", "limpia B", "proclama",
    ))  # fmt: skip
    with pytest.raises(RefereeError, match="Falta responder lo que se pregunta en la fila 1"):
        desk.type(game)
    typed = Transcription.objects.get()
    client, page = signed_in(desk.typist), address("transcription", typed)

    refused = text(client.post(page, {"acto": "terminar"}, follow=True))
    client.post(page, {"acto": "correcto", "key": game.rows[0].key})
    done = text(client.post(page, {"acto": "terminar"}, follow=True))

    assert "Falta responder lo que se pregunta en la fila 1: mire el papel" in refused
    assert "Es correcto" in refused
    assert "Transcrita. Ahora la confirma otra persona" in done


def test_what_cannot_be_read_is_told_beside_the_box_and_nothing_typed_is_lost(desk: Desk) -> None:
    typed = desk.start()
    client, page = signed_in(desk.typist), address("transcription", typed)

    answer = client.post(page, {**boxes(PAPER.rows[0]), "cards_B": "", "score_A": "doce"})

    assert answer.status_code == 422
    assert "Faltan las cartas de B" in text(answer)
    assert "Escriba un número entero" in text(answer)
    assert 'value="doce"' in text(answer)
    typed.refresh_from_db()
    assert typed.rows == []


def test_a_row_is_changed_put_in_between_and_taken_out_again(desk: Desk) -> None:
    typed = desk.start()
    client, page = signed_in(desk.typist), address("transcription", typed)
    client.post(page, boxes(PAPER.rows[0]))
    client.post(page, boxes(PAPER.rows[2]))

    shown = text(client.get(page, {"fila": "fila-1"}))
    client.post(page, {**boxes(PAPER.rows[1]), "before": "fila-3"})
    client.post(page, {"acto": "quitar", "key": "fila-1"})

    assert 'name="cards_A" value="22"' in shown
    assert "Quitar esta fila" in shown
    typed.refresh_from_db()
    assert [row["key"] for row in typed.rows] == ["fila-2", "fila-3"]


def test_what_two_people_read_otherwise_is_shown_side_by_side_and_can_be_given_back(desk: Desk) -> None:
    typed = desk.type()
    client = signed_in(desk.reader)

    answer = client.post(
        address("transcription_confirm", typed), {"paso": "leer", **readings(typed, **{"fila-2_A": 16})}
    )
    client.post(address("transcription_return", typed), {"fila": ["fila-2"], "words": "Dice 16"})

    assert answer.status_code == 422
    assert "No leyeron lo mismo" in text(answer)
    assert "se digitó 12" in text(answer)
    assert "se digitó 28" not in text(answer)
    page = text(signed_in(desk.typist).get(address("transcription", typed)))
    assert "Devuelta por quien la leyó:</strong> Dice 16" in page
    assert page.count("<strong>Devuelta:</strong>") == 1


def test_who_typed_it_is_told_that_another_confirms(desk: Desk) -> None:
    typed = desk.type()

    answer = signed_in(desk.typist).get(address("transcription_confirm", typed), follow=True)

    assert answer.redirect_chain
    assert "La confirma otra persona, con su propia cuenta: usted la digitó." in text(answer)
    assert "Confirmar con el papel" not in text(answer)


def test_another_takes_it_up_or_it_is_left(desk: Desk) -> None:
    typed = desk.start()
    client, page = signed_in(desk.reader), address("transcription", typed)

    assert "Seguirla a mi nombre" in text(client.get(page))
    client.post(page, {"acto": "tomar"})
    typed.refresh_from_db()
    assert typed.typed_by == desk.reader
    assert "Falta el motivo" in text(client.post(page, {"acto": "retirar", "reason": ""}, follow=True))
    assert "sin efecto" in text(client.post(page, {"acto": "retirar", "reason": "Era otra partida"}, follow=True))
    assert "No se entendió" in text(client.post(page, {"acto": "otra"}, follow=True))


def test_the_tablet_that_died_is_asked_about() -> None:
    tablet = kept_mesa(*GAME[:6])
    desk = Desk(tablet.fixture)
    client = signed_in(desk.typist)
    begin = reverse("referee:transcription_new", args=[tablet.championship.slug, tablet.fixture.pk])

    assert "hasta la jugada 6: van 0–0 en chicas y 12–2 en puntos" in text(client.get(begin))
    assert "La tablet deja la mesa" in text(client.post(begin, {}))
    page = text(client.post(begin, {"tablet_left": "on"}, follow=True))
    assert "Hasta la jugada 6 la llevó una tablet" in page
    assert "según las reglas: chica 1, data 2, reparte B1" in page


def counted(client: Client, page: str, query: Mapping[str, object] | None = None) -> int:
    client.get(page)  # what is asked for once is known now
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page, query or {}).status_code == 200
    return len(queries)


def test_neither_the_rows_nor_the_papers_cost_more_queries() -> None:
    one = keeper(parejas=8)
    others = keepers(list(one.fixture.stage.fixtures.filter(status="ready").exclude(pk=one.fixture.pk)[:2]))
    desk = Desk(one.fixture)
    typed = desk.type(Paper(PAPER.draws, PAPER.rows[:1], PAPER.ending))
    client = signed_in(desk.reader)
    listing = reverse("referee:transcriptions", args=[one.championship.slug])
    pages = (address("transcription", typed), address("transcription_confirm", typed), listing)
    before = [counted(client, page) for page in pages]

    Transcription.objects.filter(pk=typed.pk).update(rows=[row.as_json() for row in PAPER.rows])
    for other in others:
        Desk(other.fixture).type()

    assert [counted(client, page) for page in pages] == before


def test_a_name_that_the_form_offers_is_not_asked_about_whatever_its_letters(desk: Desk) -> None:
    """An account without a name goes by that with which it signs in, which may be longer than a signature."""
    client, typed = signed_in(desk.typist), desk.start()
    juez = UserFactory(username="жук" * 30, display_name="")
    Fixture.objects.filter(pk=desk.fixture.pk).update(juez=juez)
    page = address("transcription", typed)
    (offered,) = re.findall(r'name="f-name_juez" value="(\w+)"', client.get(page).content.decode())
    sent = {
        "acto": "final", "f-winner": "A", "f-cause": "chicas", "f-day": "2024-06-01",
        "f-outcome_juez": "firma", "f-name_juez": offered,
    }  # fmt: skip

    assert len(offered) == LONGEST_NAME
    assert client.post(page, sent).status_code == 302
    typed.refresh_from_db()
    assert typed.ending["signers"]["juez"]["name"] == offered


def test_a_name_with_letters_that_no_paper_prints_is_asked_about_before_it_is_kept(desk: Desk) -> None:
    client, typed = signed_in(desk.typist), desk.start()
    page = address("transcription", typed)
    sent = {
        "acto": "final", "f-winner": "A", "f-cause": "chicas", "f-day": "2024-06-01",
        "f-outcome_juez": "firma", "f-name_juez": "李 🏆 Pérez",
    }  # fmt: skip

    asked = client.post(page, sent)
    typed.refresh_from_db()
    assert "que los papeles no pueden imprimir" in text(asked)
    assert typed.ending == {}

    (seal,) = re.findall(r'name="told" value="([0-9a-f]+)"', asked.content.decode())
    assert client.post(page, {**sent, "told": seal}).status_code == 302
    typed.refresh_from_db()
    assert typed.ending["signers"]["juez"]["name"] == "李 🏆 Pérez"
    assert (
        client.post(page, {**sent, "f-cause": "zapateria"}).status_code == 302
    )  # what was kept is not asked about again
