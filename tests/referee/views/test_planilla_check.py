import json
from hashlib import sha256
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from brackets.models import Championship
from referee.models import Jugada, Mesa, Planilla
from referee.printing import sheet_pdf
from referee.printing.attached import pdf_with_file
from referee.rules import FINGERPRINT_DIGITS, Measure, canonical
from referee.sealing import planilla_paper
from referee.selectors.championship_chain import CHAIN_FILE, MesaHead, chain_of, chain_url, championship_chain
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.sealed.logs_read import TURNS
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import NOW, director_of
from tests.factories.insider import insider
from tests.factories.outside import HALF_A_PAGE, signed_outside
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa, sealed_mesa
from tests.factories.sealing import certified
from tests.referee.printing.samples import ORDINARY
from tests.referee.selectors.sealed.test_verdict import all_turns_taken, amend

pytestmark = pytest.mark.django_db
PAGE = "/planilla/verificar/"


@pytest.fixture
def sealed() -> Keeper:
    return sealed_mesa()


def test_the_qr_of_the_acta_says_that_nothing_has_changed(client: Client, sealed: Keeper) -> None:
    address = chain_url(championship_chain(sealed.championship), base_url="")

    assert address.startswith(reverse("referee:planilla_check"))
    assert "Las bitácoras son las del acta" in client.get(address).text


def test_the_qr_of_the_acta_says_that_something_has_changed(client: Client, sealed: Keeper) -> None:
    address = chain_url(championship_chain(sealed.championship), base_url="")
    Mesa.objects.update(head_hash="e" * 64)

    assert "Algo cambió desde que se imprimió el acta" in client.get(address).text


def test_the_logs_are_read_and_not_only_their_heads(client: Client, sealed: Keeper) -> None:
    chain = championship_chain(sealed.championship)
    with insider(Jugada):
        Jugada.objects.filter(seq=2).update(notation='ajusta B +40 "otro"')

    for told in (
        client.get(chain_url(chain, base_url="")).text,
        drop(client, json.dumps(chain.as_json()).encode(), "acta.json"),
    ):
        assert "Una bitácora no está como se registró" in told
        assert sealed.fixture.name in told
        assert "Las bitácoras son las del acta" not in told


def test_where_there_is_no_turn_to_read_the_logs_nothing_is_said_of_them(client: Client, sealed: Keeper) -> None:
    with TURNS.one(known=True):
        answer = client.get(chain_url(championship_chain(sealed.championship), base_url=""))

    assert answer.status_code == 503
    assert "Todavía no se sabe" in answer.text


def test_an_acta_is_compared_with_its_own_mesas_wherever_they_are_now(client: Client, sealed: Keeper) -> None:
    chain = championship_chain(sealed.championship)
    address, written = chain_url(chain, base_url=""), json.dumps(chain.as_json()).encode()
    slug = sealed.championship.slug
    Championship.objects.filter(pk=sealed.championship.pk).update(slug=f"{slug}-2")
    other = kept_mesa(*ZAPATERIA)
    Championship.objects.filter(pk=other.championship.pk).update(slug=slug)

    assert "Las bitácoras son las del acta" in drop(client, written, "acta.json")
    assert "Las bitácoras son las del acta" in client.get(address).text
    Mesa.objects.filter(public_id=sealed.mesa_id).update(head_hash="e" * 64)

    told = drop(client, written, "acta.json")
    assert "La bitácora de la partida 1 no es la del acta" in told
    assert "ya no está" not in told


def test_the_acta_of_no_championship_here_is_unknown(client: Client, sealed: Keeper) -> None:
    Championship.objects.update(status="draft")

    for slug in ("nada", sealed.championship.slug):
        answer = client.get(PAGE, {"c": slug, "cadena": "0" * 64})
        assert "no es de un campeonato de este sitio" in answer.text


def signed(kept: Keeper) -> bytes:
    return planilla_paper(mesas_to_print().get(public_id=kept.mesa_id), base_url="", now=NOW)


@pytest.fixture
def certificated(sealed: Keeper) -> Keeper:
    certified(sealed.championship)
    return sealed


def drop(client: Client, data: bytes, name: str = "planilla.pdf") -> str:
    return " ".join(client.post(PAGE, {"file": SimpleUploadedFile(name, data)}).text.split())


def test_anybody_drops_a_pdf_and_reads_that_it_is_authentic(client: Client, certificated: Keeper) -> None:
    told = drop(client, signed(certificated))

    assert "Auténtica y vigente." in told
    assert "sus 4 jugadas están como se registraron" in told


def test_a_replaced_one_says_by_what(client: Client, certificated: Keeper) -> None:
    old = signed(certificated)
    amend(certificated)

    told = drop(client, old)

    assert "Auténtica, pero reemplazada por la versión 2." in told
    assert "por un fallo del Director del Campeonato: La caída no se cantó" in told
    assert "La caída no se cantó" in client.get(f"/planilla/{certificated.mesa_id}/", {"v": 1, "h": digest_of(1)}).text


def digest_of(version: int) -> str:
    return Planilla.objects.get(version=version).digest[:16]


def test_an_altered_one_says_what(client: Client, certificated: Keeper) -> None:
    assert "Alterada: no es lo que firmó el campeonato." in drop(client, signed(certificated) + b"\n")


def test_a_busy_server_says_so_and_calls_nothing_altered(client: Client, certificated: Keeper) -> None:
    file = SimpleUploadedFile("planilla.pdf", signed_outside(signed(certificated)))
    with all_turns_taken():
        answer = client.post(PAGE, {"file": file})

    assert answer.status_code == 503
    assert "Todavía no se sabe" in answer.text
    assert "Alterada" not in answer.text
    assert "No confíe" not in answer.text


def test_one_without_signature_is_not_vouched_for(client: Client, sealed: Keeper) -> None:
    pdf = planilla_paper(mesas_to_print().get(public_id=sealed.mesa_id), base_url="", now=NOW)

    assert "No lleva firma electrónica: no se puede saber si alguien la cambió." in drop(client, pdf)


def test_who_signed_it_further_is_told_and_not_vouched_for(client: Client, certificated: Keeper) -> None:
    told = drop(client, signed_outside(signed(certificated)))

    assert "Auténtica y vigente." in told
    assert "Rosa Guamán" in told
    assert "cadena no comprobada" in told


def test_what_is_registered_is_told_beside_whatever_the_file_shows(client: Client, certificated: Keeper) -> None:
    pdf = signed(certificated)
    sheet = planilla_sheet(mesas_to_print().get(public_id=certificated.mesa_id), base_url="")

    for data in (pdf, signed_outside(pdf), pdf + b"\n", signed_outside(pdf, box=HALF_A_PAGE)):
        told = drop(client, data)
        assert "Esto es lo registrado" in told
        assert sheet.result in unescape(told)
        for chica in sheet.chicas:
            assert f"{chica.points[0]}–{chica.points[1]}" in told


@pytest.mark.long
def test_a_signature_that_may_cover_the_result_is_warned_of_before_all_else(
    client: Client, certificated: Keeper
) -> None:
    told = drop(client, signed_outside(signed(certificated), "Copa de prueba"))

    assert told.index("No se fíe de lo que se ve en el archivo") < told.index("Auténtica y vigente")
    assert "notice--success" not in told
    unseen = drop(client, signed_outside(signed(certificated), visible=False))
    assert "No se fíe" not in unseen
    assert "notice--success" in unseen


def test_what_counts_with_a_doubt_is_not_plainly_green(client: Client, certificated: Keeper) -> None:
    pdf = signed(certificated)
    appealed(certificated)

    told = drop(client, pdf)

    assert "Auténtica y vigente, pero lea esto." in told
    assert "Hay una apelación sobre esta partida" in told
    assert "notice--success" not in told


def test_a_strange_file_is_unknown(client: Client) -> None:
    assert "Desconocida: aquí no consta." in drop(client, b"hola")


def test_a_file_that_is_too_large_is_refused_unread(client: Client) -> None:
    assert "pasa de 10 MB" in drop(client, b"%PDF-" + b"0" * (10 * 1024 * 1024))


@pytest.mark.long
def test_the_chain_of_the_acta_attached_to_a_planilla_answers_nothing(client: Client, certificated: Keeper) -> None:
    written = json.dumps(championship_chain(certificated.championship).as_json()).encode()
    mesa = mesas_to_print().get(public_id=certificated.mesa_id)
    forged = pdf_with_file(sheet_pdf(planilla_sheet(mesa, base_url="")), CHAIN_FILE, written)

    assert "Desconocida" in drop(client, forged)
    assert "Alterada" in drop(client, signed_outside(pdf_with_file(signed(certificated), CHAIN_FILE, written)))
    assert "Las bitácoras" not in drop(client, signed_outside(forged))
    assert "Las bitácoras" not in drop(client, forged + b"\n% " + planilla_sheet(mesa, base_url="").claim.encode())


def test_a_pdf_that_is_made_to_be_hard_is_not_read_by_the_server_itself(client: Client) -> None:
    nested = (
        b"%PDF-1.7\n1 0 obj\n"
        + b"[" * 3_000_000
        + b"\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF /EmbeddedFiles"
    )

    told = drop(client, nested)

    assert "Desconocida" in told or "Todavía no se sabe" in told


def test_the_file_of_the_acta_says_which_mesa_changed(client: Client, sealed: Keeper) -> None:
    chain = championship_chain(sealed.championship)
    written = json.dumps(chain.as_json()).encode()
    assert "Las bitácoras son las del acta" in drop(client, written, "acta.json")
    inside = pdf_with_file(sheet_pdf(ORDINARY), CHAIN_FILE, written)
    told = drop(client, inside, "acta.pdf")
    assert "Las bitácoras son las de la cadena adjunta" in told
    assert "Se comprobó la cadena adjunta, no el texto del acta" in told
    Mesa.objects.update(head_hash="e" * 64)

    with all_turns_taken():
        assert "Todavía no se sabe" in drop(client, inside, "acta.pdf")
    assert "La bitácora de la partida 1 no es la del acta: la jugada 4 es otra" in drop(client, written, "acta.json")
    assert "fue alterado" in drop(client, written.replace(b", 4, ", b", 5, "), "acta.json")


@pytest.mark.parametrize(
    "write", ["{short}", "{head}-{tail}", "https://otra.example.ec/planilla/{mesa}/?v=1&h={short}"]
)
def test_what_is_printed_leads_to_the_page_of_the_planilla(client: Client, sealed: Keeper, write: str) -> None:
    short = digest_of(1).upper()
    code = write.format(short=short, head=short[:4], tail=short[4:], mesa=sealed.mesa_id)

    answer = client.get(PAGE, {"codigo": code, "version": "1"}, follow=True)

    assert answer.redirect_chain[0][0] == f"/planilla/{sealed.mesa_id}/?v=1&h={short}"
    assert "El papel es la Planilla vigente" in answer.text


@pytest.mark.parametrize(
    "code", ["00000000", "https://malo.example/", "/cuenta/salir/", "¿?", "//malo.example/planilla/x", "http://["]
)
def test_what_leads_nowhere_is_said(client: Client, sealed: Keeper, code: str) -> None:
    answer = client.get(PAGE, {"codigo": code})

    assert answer.status_code == 200
    assert "Aquí no hay ninguna Planilla con esa huella" in answer.text
    assert FINGERPRINT_DIGITS == 16
    assert "son dieciséis cifras o letras de la A a la F" in answer.text
    assert "sixteen digits or letters from A to F" in client.get(PAGE, {"codigo": code, "idioma": "en"}).text


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("version", float("inf")),
        ("campeonato", "\ud800"),
        ("campeonato", "copa\0"),
        ("campeonato", "x" * 61),
        ("seq", float("inf")),
        ("seq", -1),
        ("seq", 2**31),
        ("head", "\0"),
        ("mesa", "\0"),
        ("mesa", []),
        ("digest", "\0"),
        ("planilla", 10**400),
    ],
)
def test_what_no_chain_can_say_is_no_chain(client: Client, sealed: Keeper, place: str, value: object) -> None:
    told = chain_saying(sealed, place, value)

    answer = client.post(PAGE, {"file": SimpleUploadedFile("acta.json", told)})

    assert answer.status_code == 200
    assert "El archivo no es un acta que se pueda comprobar" in answer.text
    assert "no es la cadena de un campeonato" in answer.text or "está mal escrito" in answer.text


def chain_saying(kept: Keeper, place: str, value: object) -> bytes:
    """The chain of an acta with this instead, whose digest is that of its heads all the same."""
    told = championship_chain(kept.championship).as_json()
    (head,) = told["mesas"]
    places = {"mesa": 0, "seq": 1, "head": 2, "planilla": 3, "digest": 4}
    if place not in places:
        return json.dumps(told | {place: value}).encode()
    head[places[place]] = value
    if value != float("inf"):
        told["digest"] = sha256(canonical({"mesas": [head]})).hexdigest()
    return json.dumps(told).encode()


def test_a_file_that_anybody_wrote_does_not_count_the_jugadas_of_a_mesa_that_is_covered(client: Client) -> None:
    kept = kept_mesa(SORTEO, "caida A")
    Championship.objects.update(live_visibility="final")
    chain = chain_of(kept.championship.slug, [MesaHead(str(kept.mesa_id), 0, "0" * 64, 0, "")])
    written = json.dumps(chain.as_json()).encode()

    told = drop(client, written, "acta.json")
    kept.record("limpia B")

    assert "La bitácora de la partida 1 siguió: todavía se juega." in told
    assert "Su huella de ahora se dirá cuando terminen las partidas que se juegan." in told
    assert str(kept.mesa_id) not in told
    assert championship_chain(kept.championship).fingerprint not in drop(client, written, "acta.json")


def test_an_authentic_planilla_does_not_count_them_either_when_its_mesa_is_played_again(
    client: Client, certificated: Keeper
) -> None:
    pdf = signed(certificated)
    Championship.objects.update(live_visibility="final")
    director = director_of(certificated.championship)
    appeal = admitted(certificated)

    appeal_rule(appeal=appeal, measure=Measure("repite-mesa"), grounds="x", user=director, now=certificated.tick())

    told = drop(client, pdf)
    assert "Auténtica" in told
    assert "todas están como se registraron" in told
    assert "jugadas están" not in told
