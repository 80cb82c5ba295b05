from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime
from pytest_django import Settings

from brackets.models import Championship
from kernel.checkpoint import KeyKind, VerifierKey
from referee.models import Certificate, Cosigner
from referee.selectors.sealed.record import fingerprint_told
from tests.factories.brackets import ChampionshipFactory, director_of
from tests.factories.sealing import PASSWORD, certified, p12_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(status="open", appeal_minutes=10)


@pytest.fixture
def director(championship: Championship, client: Client) -> Client:
    client.force_login(director_of(championship))
    return client


@pytest.fixture
def page(championship: Championship) -> str:
    return reverse("referee:certificate", args=[championship.slug])


def p12(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("firma.p12", data)


def test_without_one_the_page_says_so_and_the_system_makes_one(director: Client, page: str) -> None:
    assert "El campeonato no tiene certificado" in director.get(page).text

    answer = director.post(page, {"a": "crear", "replaces": ""}, follow=True)

    made = Certificate.objects.get()
    assert "Las Planillas selladas se firman con este certificado" in answer.text
    assert made.fingerprint[:2].upper() + ":" + made.fingerprint[2:4].upper() in answer.text
    assert f"{localtime(made.not_after):%d/%m/%Y}" in answer.text


def test_the_organisers_own_is_brought_with_its_password(director: Client, page: str) -> None:
    answer = director.post(page, {"a": "traer", "file": p12(p12_of("Federación")), "password": PASSWORD}, follow=True)

    assert "Federación" in answer.text
    assert Certificate.objects.get().source == "brought"
    assert PASSWORD not in answer.text


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"password": "otra"}, "La clave no abre el archivo"),
        ({"file": ""}, "Elija el archivo del certificado"),
        ({"file": p12(b"x" * 300_000)}, "demasiado grande"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_changed(
    director: Client, page: str, sent: dict[str, object], told: str
) -> None:
    answer = director.post(page, {"a": "traer", "file": p12(p12_of("Copa")), "password": PASSWORD} | sent)

    assert answer.status_code == 422
    assert told in answer.text
    assert not Certificate.objects.exists()


def test_a_key_that_cannot_be_opened_is_told_there(
    championship: Championship, director: Client, page: str, settings: Settings
) -> None:
    certified(championship)
    address, settings.SECRET_KEY = reverse("referee:certificate", args=[championship.slug]), "another"
    director.force_login(director_of(championship))

    answer = director.get(address)

    assert answer.status_code == 200
    assert "Con este certificado no se puede firmar ahora" in answer.text
    assert "SECRET_KEY_FALLBACKS" in answer.text


def test_it_is_taken_away_and_stands_among_those_of_before(
    championship: Championship, director: Client, page: str
) -> None:
    one = certified(championship)

    answer = director.post(page, {"a": "quitar", "replaces": str(one.public_id)}, follow=True)

    assert "Los de antes" in answer.text
    assert "El campeonato no tiene certificado" in answer.text


def test_from_a_page_of_before_nothing_is_taken_away_and_it_says_so(
    championship: Championship, director: Client, page: str
) -> None:
    before = certified(championship)
    director.post(page, {"a": "crear", "replaces": str(before.public_id)})

    answer = director.post(page, {"a": "quitar", "replaces": str(before.public_id)})

    assert answer.status_code == 422
    assert "No se cambió el certificado" in answer.text
    assert "Otra persona ya cambió el certificado" in answer.text
    assert "ya no tiene certificado" not in answer.text
    assert Certificate.objects.filter(ended_at=None).exists()


def test_the_servers_is_offered_where_there_is_one(director: Client, page: str, settings: Settings) -> None:
    assert "Usar el certificado del servidor" not in director.get(page).text
    settings.CERT_P12 = "/nowhere.p12"

    assert "Usar el certificado del servidor" in director.get(page).text
    assert "No se puede leer el archivo de CERT_P12" in director.post(page, {"a": "servidor"}).text


def test_another_one_of_the_server_is_told_until_it_is_taken(
    director: Client, page: str, settings: Settings, tmp_path: Path
) -> None:
    path = tmp_path / "server.p12"
    settings.CERT_P12, settings.CERT_P12_PASSWORD = str(path), PASSWORD
    path.write_bytes(p12_of("Federación de antes"))
    director.post(page, {"a": "servidor", "replaces": ""})
    path.write_bytes(p12_of("Federación de ahora"))

    told = director.get(page).text

    assert "Con este certificado no se puede firmar ahora" in told
    assert "El servidor tiene ahora otro certificado" in told
    again = {"a": "servidor", "replaces": str(Certificate.objects.get().public_id)}
    assert "Las Planillas selladas se firman con este certificado" in director.post(page, again, follow=True).text
    assert Certificate.objects.get(ended_at=None).subject == "Federación de ahora"


@pytest.mark.parametrize(
    ("form", "load"), [("cer", x509.load_der_x509_certificate), ("pem", x509.load_pem_x509_certificate)]
)
def test_anybody_downloads_the_public_part(championship: Championship, client: Client, form: str, load: object) -> None:
    address = reverse("referee:certificate_file", args=[championship.slug, form])
    assert client.get(address).status_code == 404
    certified(championship, "Copa de todos")

    downloaded = load(client.get(address).content)

    assert downloaded.subject.rfc4514_string() == "CN=Copa de todos"
    assert client.get(address.replace(form, "p12")).status_code == 404


def test_anybody_compares_the_fingerprint_with_the_one_on_the_page_of_the_rules(
    client: Client, championship: Championship
) -> None:
    address = reverse("referee:championship_rules", args=[championship.slug])
    without = client.get(address).content.decode()
    certificate = certified(championship)

    page = client.get(address).content.decode()

    assert "no llevan firma electrónica" in without
    assert fingerprint_told(certificate.fingerprint) in page
    assert reverse("referee:certificate_file", args=[championship.slug, "cer"]) in page


def test_the_director_names_who_cosigns_by_the_key_and_takes_it_out(director: Client, page: str) -> None:
    vkey = str(VerifierKey.of("club.example", Ed25519PrivateKey.generate(), KeyKind.COSIGNATURE))

    refused = director.post(page, {"a": "cofirmante", "vkey": vkey[:-4]})
    assert refused.status_code == 422
    assert "No se anotó al cofirmante" in refused.text
    assert vkey in director.post(page, {"a": "cofirmante", "vkey": vkey}, follow=True).text.replace("&#x2B;", "+")
    assert Cosigner.objects.get().vkey == vkey
    assert (
        "no se reciben más cofirmas" in director.post(page, {"a": "quitar-cofirmante", "vkey": vkey}, follow=True).text
    )
    assert Cosigner.objects.get().ended_at is not None
