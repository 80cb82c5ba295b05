from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from cryptography.x509 import KeyUsage
from django.conf import settings
from django.db import IntegrityError, transaction
from pytest_django import Settings

from brackets.models import AuditEntry, Championship, User
from referee.models import Certificate
from referee.services.certificates import (
    CertificateRefused,
    certificate_bring,
    certificate_end,
    certificate_make,
    certificate_of_server,
)
from referee.services.keystore import KeyUnavailable, key_path, key_read
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.sealing import PASSWORD, certified, p12_of
from tests.programs import openssl

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory(name="Copa de la Fiesta", organiser="Comité Permanente de Fiestas")


@pytest.fixture
def director(championship: Championship) -> User:
    return director_of(championship)


def bring(championship: Championship, director: User, data: bytes, password: str = PASSWORD) -> Certificate:
    return certificate_bring(
        championship=championship, data=data, password=password, replaces=None, user=director, now=NOW
    )


def test_the_system_makes_one_in_the_name_of_championship_and_organiser(
    championship: Championship, director: User
) -> None:
    made = certificate_make(championship=championship, replaces=None, user=director, now=NOW)

    material = key_read(made.public_id)
    usage = material.certificate.extensions.get_extension_for_class(KeyUsage).value
    assert (made.subject, made.organisation, made.issuer) == (
        str(championship),
        "Comité Permanente de Fiestas",
        str(championship),
    )
    assert material.key.key_size == 3072
    assert usage.digital_signature
    assert usage.content_commitment
    assert not usage.key_cert_sign
    assert made.not_before < NOW < made.not_after
    assert AuditEntry.objects.get(action="certificado-poner").user == director


def test_nothing_that_signs_is_in_the_database_nor_open_on_the_disk(championship: Championship, director: User) -> None:
    made = certificate_make(championship=championship, replaces=None, user=director, now=NOW)

    path = key_path(made.public_id)
    assert path.stat().st_mode & 0o777 == 0o600
    assert "PRIVATE" not in made.pem
    assert made.pem.startswith("-----BEGIN CERTIFICATE-----")
    opened = openssl("pkcs12", "-in", path, "-nodes", "-passin", f"pass:{settings.SECRET_KEY}", must=False)
    assert "PRIVATE KEY" not in opened


@pytest.mark.parametrize(
    ("data", "password", "code", "told"),
    [
        (lambda: b"%PDF-1.4", PASSWORD, "certificado-no-es-p12", "no es un certificado .p12"),
        (lambda: p12_of("Copa"), "otra", "certificado-clave", "La clave no abre el archivo"),
        (lambda: p12_of("Copa")[:900], PASSWORD, "certificado-clave", "dañado"),
        (lambda: p12_of("Copa", ends=NOW - timedelta(hours=16)), PASSWORD, "certificado-vencido", "venció el 27/11"),
        (lambda: p12_of("Copa", begins=NOW + timedelta(hours=8)), PASSWORD, "certificado-futuro", "desde el 28/11"),
        (lambda: p12_of("Copa", signs=False), PASSWORD, "certificado-no-firma", "no es para firmar"),
        (lambda: p12_of("Copa corta", bits=1024), PASSWORD, "certificado-corta", "1024 bits"),
    ],
)
def test_what_cannot_seal_is_refused_and_changes_nothing(
    championship: Championship, director: User, data: object, password: str, code: str, told: str
) -> None:
    with pytest.raises(CertificateRefused) as refused:
        bring(championship, director, data(), password)

    assert refused.value.code == code
    assert told in refused.value.message
    assert not Certificate.objects.exists()


def test_a_certificate_without_its_key_is_refused(championship: Championship, director: User, tmp_path: Path) -> None:
    source = tmp_path / "with.p12"
    source.write_bytes(p12_of("Copa"))
    pem, without = tmp_path / "one.pem", tmp_path / "without.p12"
    openssl("pkcs12", "-in", source, "-nokeys", "-out", pem, "-passin", f"pass:{PASSWORD}")
    openssl("pkcs12", "-export", "-nokeys", "-in", pem, "-out", without, "-passout", f"pass:{PASSWORD}")

    with pytest.raises(CertificateRefused, match="sin su clave privada"):
        bring(championship, director, without.read_bytes())


def test_the_old_cipher_of_many_authorities_is_read(championship: Championship, director: User, tmp_path: Path) -> None:
    source, pem, old = tmp_path / "new.p12", tmp_path / "both.pem", tmp_path / "old.p12"
    source.write_bytes(p12_of("Copa"))
    openssl("pkcs12", "-in", source, "-nodes", "-out", pem, "-passin", f"pass:{PASSWORD}")
    openssl("pkcs12", "-export", "-legacy", "-in", pem, "-out", old, "-passout", f"pass:{PASSWORD}")

    assert bring(championship, director, old.read_bytes()).subject == "Copa"


def test_a_new_one_takes_the_place_of_the_old_whose_key_goes(
    championship: Championship, director: User, django_capture_on_commit_callbacks: object
) -> None:
    first = certified(championship)
    with django_capture_on_commit_callbacks(execute=True):
        second = certificate_make(championship=championship, replaces=first.public_id, user=director, now=NOW)

    first.refresh_from_db()
    assert first.ended_at == NOW
    assert first.pem
    assert not key_path(first.public_id).exists()
    assert Certificate.objects.get(ended_at__isnull=True) == second


def test_a_form_sent_twice_makes_one(championship: Championship, director: User) -> None:
    bring(championship, director, p12_of("Copa"))

    with pytest.raises(CertificateRefused, match="ya cambió el certificado"):
        bring(championship, director, p12_of("Copa"))
    assert Certificate.objects.count() == 1


def test_the_database_keeps_one_in_use(championship: Championship) -> None:
    first = certified(championship)
    Certificate.objects.create(
        **{f.name: getattr(first, f.name) for f in Certificate._meta.fields if f.name not in ("id", "public_id", "ended_at")},
        ended_at=NOW,
    )  # fmt: skip

    with pytest.raises(IntegrityError), transaction.atomic():
        Certificate.objects.update(ended_at=None)


def test_taken_away_nothing_signs_and_its_public_part_stays(
    championship: Championship, director: User, django_capture_on_commit_callbacks: object
) -> None:
    first = certified(championship)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            certificate_end(championship=championship, replaces=first.public_id, user=director, now=NOW)

    assert Certificate.objects.get().ended_at == NOW
    assert not key_path(first.public_id).exists()
    assert AuditEntry.objects.filter(action="certificado-quitar").count() == 1


def test_what_another_page_showed_is_not_taken_away(championship: Championship, director: User) -> None:
    certified(championship)

    for another in (uuid4(), None):
        with pytest.raises(CertificateRefused, match="ya cambió el certificado") as refused:
            certificate_end(championship=championship, replaces=another, user=director, now=NOW)
        assert refused.value.code == "certificado-ya-cambiado"

    assert Certificate.objects.get().ended_at is None
    assert not AuditEntry.objects.filter(action="certificado-quitar").exists()


def test_another_secret_key_cannot_open_it_and_says_what_to_do(championship: Championship, settings: Settings) -> None:
    made = certified(championship)
    settings.SECRET_KEY = "another"

    with pytest.raises(KeyUnavailable, match="SECRET_KEY_FALLBACKS"):
        key_read(made.public_id)


def test_a_key_that_is_being_changed_opens_it_and_enciphers_it_anew(
    championship: Championship, settings: Settings
) -> None:
    made = certified(championship)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert key_read(made.public_id).certificate.fingerprint

    settings.SECRET_KEY_FALLBACKS = []
    assert key_read(made.public_id)


def test_with_a_passphrase_the_secret_key_opens_nothing(championship: Championship, settings: Settings) -> None:
    settings.CERT_PASSPHRASE = "la frase del comité"
    made = certified(championship)
    assert key_read(made.public_id)

    settings.CERT_PASSPHRASE = ""
    with pytest.raises(KeyUnavailable, match="CERT_PASSPHRASE"):
        key_read(made.public_id)


def test_a_passphrase_set_later_takes_over(championship: Championship, settings: Settings) -> None:
    made = certified(championship)
    settings.CERT_PASSPHRASE = "la frase del comité"
    assert key_read(made.public_id)
    settings.SECRET_KEY = "another"

    assert key_read(made.public_id)


def test_a_lost_file_says_so(championship: Championship) -> None:
    made = certified(championship)
    key_path(made.public_id).unlink()

    with pytest.raises(KeyUnavailable, match="copia de respaldo"):
        key_read(made.public_id)


def test_the_certificate_of_the_server_is_used_where_it_lies(
    championship: Championship, director: User, settings: Settings, tmp_path: Path
) -> None:
    def choose() -> Certificate:
        return certificate_of_server(championship=championship, replaces=None, user=director, now=NOW)

    with pytest.raises(KeyUnavailable, match="falta CERT_P12"):
        choose()
    settings.CERT_P12, settings.CERT_P12_PASSWORD = str(tmp_path / "server.p12"), PASSWORD
    with pytest.raises(KeyUnavailable, match="No se puede leer"):
        choose()
    Path(settings.CERT_P12).write_bytes(p12_of("Federación"))

    made = choose()

    assert (made.source, made.subject) == ("server", "Federación")
    assert not key_path(made.public_id).exists()
