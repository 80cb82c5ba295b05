"""Planillas that are signed: by what, once, and again only where what they tell has changed."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from threading import Barrier, Thread

import pytest
from asn1crypto import x509
from cryptography import x509 as crypto_x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.db import connections
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko_certvalidator import ValidationContext
from pytest_django import Settings

from brackets.services.audit import audit_record
from brackets.services.fixtures import fixture_record, fixture_restore
from referee.models import Certificate, Planilla, SealedPdf
from referee.printing.papers import KINDS, kind_pages
from referee.sealing import planilla_paper
from referee.sealing.planillas import content_of
from referee.selectors.planilla.build import planilla_sheet
from referee.selectors.sealed.record import bytes_kept
from referee.services.certificates import certificate_end, certificate_make, certificate_of_server
from referee.services.planillas import planilla_deliver
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.referee import SORTEO, Keeper, kept_mesa, sealed_mesa
from tests.factories.sealing import PASSWORD, certified, certified_mesa, p12_of
from tests.programs import pdfsig
from tests.referee.sealing.papers import BASE, checked, mesa_of, signed, text_of
from tests.referee.selectors.papers.told import asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return certified_mesa()


def test_poppler_accepts_the_signature(sealed: Keeper, tmp_path: Path) -> None:
    path = tmp_path / "planilla.pdf"
    path.write_bytes(signed(sealed))

    said = pdfsig(path)

    assert "Signature is Valid." in said
    assert "Total document signed" in said
    assert "ETSI.CAdES.detached" in said
    assert "Signer Certificate Common Name: Copa de prueba" in said


def test_pyhanko_accepts_the_signature(sealed: Keeper) -> None:
    (signature,) = PdfFileReader(BytesIO(signed(sealed))).embedded_signatures
    whose = x509.Certificate.load(
        crypto_x509.load_pem_x509_certificate(Certificate.objects.get().pem.encode()).public_bytes(Encoding.DER)
    )

    status = checked(signature, ValidationContext(trust_roots=[whose], moment=NOW))

    assert status.bottom_line
    assert status.docmdp_ok
    assert signature.docmdp_level == MDPPerm.FILL_FORMS
    assert signature.signer_cert.dump() == whose.dump()
    assert signature.self_reported_timestamp == NOW.replace(microsecond=0)
    assert status.timestamp_validity is None


@pytest.mark.parametrize("named", [{}, {"name": "Ñ" * 100, "organiser": "Ñ" * 120}])
def test_what_the_system_made_signs_whatever_the_names(named: dict[str, str], tmp_path: Path) -> None:
    championship = ChampionshipFactory(**named)
    kept = sealed_mesa(championship=championship)
    certificate_make(
        championship=championship, replaces=None, user=director_of(championship), now=NOW - timedelta(days=30)
    )
    path = tmp_path / "planilla.pdf"
    path.write_bytes(signed(kept))

    said = pdfsig(path)
    assert "Signature is Valid." in said
    assert "Certificate issuer is unknown." in said  # and nothing else is wrong with it


def test_the_paper_says_by_whom_it_is_sealed(sealed: Keeper) -> None:
    told = text_of(signed(sealed))

    assert "Firmada electrónicamente con el certificado de «Copa de prueba»" in told
    assert f"{BASE}/planilla/verificar/" in told


def test_asked_again_it_is_the_same_to_the_last_byte(sealed: Keeper) -> None:
    head = tree_sweep(championship=sealed.championship, now=NOW).checkpoint
    first = signed(sealed)
    assert head is not None
    assert f"Punto de control: tamaño {head.size}, raíz {head.root[:16]}," in text_of(first)

    audit_record(championship=sealed.championship, user=None, now=NOW, action="x", sentence="Algo más.")
    assert tree_sweep(championship=sealed.championship, now=NOW, at_once=True).checkpoint
    later = signed(sealed, now=NOW + timedelta(days=400), base_url="http://192.168.1.10")

    assert later == first
    assert SealedPdf.objects.get().size == len(first)


def test_what_is_told_of_it_later_is_signed_as_another_one(sealed: Keeper) -> None:
    first = signed(sealed)
    planilla_deliver(planilla=Planilla.objects.get(), user=director_of(sealed.championship), now=NOW)

    second = signed(sealed)

    assert "Entregada el" in text_of(second)
    assert "Entregada el" not in text_of(first)
    assert [bytes_kept(each) for each in SealedPdf.objects.all()] == [first, second]


def test_a_result_changed_after_the_seal_is_told_and_what_was_signed_stays(sealed: Keeper) -> None:
    first, content = signed(sealed), SealedPdf.objects.get().content
    mesa, championship = sealed.mesa, sealed.championship
    director, reason = director_of(championship), "Descalificada por trampa"
    fixture_record(
        fixture=sealed.fixture, how="disqualification", winner="B", chicas=[[40, 0]], zapateria=False, user=director,
        now=NOW, reason=reason, on_purpose=True,
    )  # fmt: skip

    changed = signed(sealed)
    copy = kind_pages(KINDS["planillas"], asked(championship))

    overruled = "El Director cambió el resultado de esta partida después de sellada la Planilla"
    assert overruled in text_of(changed)
    assert overruled in " ".join(text.text for page in copy for text in page.texts)
    assert overruled not in text_of(first)
    assert [bytes_kept(each) for each in SealedPdf.objects.order_by("pk")] == [first, changed]

    fixture_restore(fixture=mesa.fixture, user=director, now=NOW)
    assert signed(sealed) == first
    assert content_of(planilla_sheet(mesa_of(sealed), base_url=BASE)) == content


def test_a_draft_is_never_signed() -> None:
    kept = kept_mesa(SORTEO)
    certified(kept.championship)

    assert b"/ByteRange" not in signed(kept)


def test_without_a_certificate_it_says_so() -> None:
    kept = sealed_mesa()

    assert "Sin firma electrónica: el campeonato no tiene certificado" in text_of(signed(kept))


@pytest.mark.parametrize("trouble", ["secret", "expired"])
def test_where_it_cannot_be_signed_there_is_a_paper_that_says_why(
    sealed: Keeper, settings: Settings, trouble: str
) -> None:
    if trouble == "secret":
        settings.SECRET_KEY = "another"
    now = NOW if trouble == "secret" else NOW + timedelta(days=4000)

    told = text_of(planilla_paper(mesa_of(sealed), base_url=BASE, now=now))

    assert "Sin firma electrónica: " in told
    assert ("SECRET_KEY_FALLBACKS" if trouble == "secret" else "venció el") in told
    assert not SealedPdf.objects.exists()


def test_after_the_certificate_of_the_server_was_replaced_nothing_is_signed_until_the_director_takes_it(
    settings: Settings, tmp_path: Path
) -> None:
    kept = sealed_mesa()
    path = tmp_path / "server.p12"
    settings.CERT_P12, settings.CERT_P12_PASSWORD = str(path), PASSWORD

    def chosen(replaces: Certificate | None) -> Certificate:
        return certificate_of_server(
            championship=kept.championship,
            replaces=replaces and replaces.public_id,
            user=director_of(kept.championship),
            now=NOW,
        )

    path.write_bytes(p12_of("Federación de antes"))
    first = chosen(None)
    path.write_bytes(p12_of("Federación de ahora"))

    meanwhile = signed(kept)

    assert "Sin firma electrónica: el servidor tiene ahora otro certificado" in text_of(meanwhile)
    assert b"/ByteRange" not in meanwhile
    assert not SealedPdf.objects.exists()
    second = chosen(first)
    (signature,) = PdfFileReader(BytesIO(signed(kept))).embedded_signatures
    assert signature.signer_cert.sha256.hex() == second.fingerprint == SealedPdf.objects.get().certificate.fingerprint
    assert second.subject == "Federación de ahora"


def test_what_was_signed_outlives_its_certificate(sealed: Keeper) -> None:
    first = signed(sealed)
    in_use = Certificate.objects.get()
    certificate_end(
        championship=sealed.championship, replaces=in_use.public_id, user=director_of(sealed.championship), now=NOW
    )

    assert signed(sealed) == first
    assert signed(sealed, now=NOW + timedelta(days=4000)) == first


@pytest.mark.parametrize("harm", ["gone", "changed"])
def test_a_file_that_was_lost_is_made_anew_and_the_old_one_stays_known(
    sealed: Keeper, harm: str, settings: Settings
) -> None:
    first = signed(sealed)
    path = Path(settings.SEALED_ROOT) / SealedPdf.objects.get().file
    assert path.stat().st_mode & 0o777 == 0o600
    path.unlink() if harm == "gone" else path.write_bytes(first[:-1] + b"X")

    second = signed(sealed, now=NOW + timedelta(hours=1))

    assert second != first
    assert second == signed(sealed)
    assert [bool(each.lost_at) for each in SealedPdf.objects.all()] == [True, False]


@pytest.mark.django_db(transaction=True)
def test_two_that_sign_at_once_give_out_the_same(sealed: Keeper) -> None:
    barrier, answers = Barrier(4), []

    def ask() -> None:
        mesa = mesa_of(sealed)
        barrier.wait()
        answers.append(planilla_paper(mesa, base_url=BASE, now=NOW + timedelta(seconds=len(answers))))
        connections.close_all()

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(answers)) == 1
    assert len(answers) == 4
    assert SealedPdf.objects.count() == 1
