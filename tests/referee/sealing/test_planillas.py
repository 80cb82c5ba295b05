from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from asn1crypto import keys, tsp, x509
from cryptography import x509 as crypto_x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.db import connections
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore
from pypdf import PdfReader
from pytest_django import Settings

from brackets.services.fixtures import fixture_record, fixture_restore
from referee.models import Certificate, Mesa, Planilla, SealedPdf
from referee.printing.papers import KINDS, kind_pages
from referee.sealing import planilla_paper
from referee.sealing import planillas as sealing
from referee.sealing.planillas import content_of
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.sealed.record import bytes_kept
from referee.services.certificates import certificate_end, certificate_make, certificate_of_server
from referee.services.planillas import planilla_deliver
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, kept_mesa
from tests.factories.sealing import PASSWORD, certified, certified_mesa, key_of, p12_of
from tests.programs import pdfsig
from tests.referee.selectors.papers.told import asked

BASE = "https://torneo.example.ec"
pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return certified_mesa()


def mesa_of(kept: Keeper) -> Mesa:
    return mesas_to_print().get(public_id=kept.mesa_id)


def signed(kept: Keeper, version: int | None = None, now: datetime = NOW, base_url: str = BASE) -> bytes:
    return planilla_paper(mesa_of(kept), version, base_url=base_url, now=now)


def checked(signature: Any, context: ValidationContext) -> Any:
    """What pyHanko says of it, asked in a thread: a browser of another test may have left a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(validate_pdf_signature, signature, context).result()


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


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
    kept = kept_mesa(*ZAPATERIA, championship=championship)
    kept.seal()
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
    first = signed(sealed)

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
        fixture=sealed.fixture, how="disqualification", winner="B", chicas=[[40, 0]], zapateria=True, user=director,
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
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()

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
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()
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


Answer = Callable[[tsp.TimeStampReq], tsp.TimeStampResp]


def stamping(change: Callable[[tsp.TimeStampReq], tsp.TimeStampReq] = lambda asked: asked) -> Answer:
    """What a real authority answers, to what is made of the question."""
    key = key_of("TSA")
    name = crypto_x509.Name([crypto_x509.NameAttribute(NameOID.COMMON_NAME, "TSA de prueba")])
    certificate = (
        crypto_x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(NOW - timedelta(days=1))
        .not_valid_after(NOW + timedelta(days=900))
        .add_extension(crypto_x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    maker = DummyTimeStamper(
        x509.Certificate.load(certificate.public_bytes(Encoding.DER)), keys.PrivateKeyInfo.load(secret),
        SimpleCertificateStore(), fixed_dt=NOW,
    )  # fmt: skip
    return lambda asked: maker.request_tsa_response(change(asked))


class Asked(list[bytes]):
    """What a server of time stamps was asked; `answered` are the answers that it gave to their last byte."""

    answered = 0


@contextmanager
def stamp_server(settings: Settings, answer: Answer, *, drip: float = 0) -> Iterator[Asked]:
    """A real server of time stamps on this computer; what it was asked. It waits `drip` seconds after each byte."""
    asked = Asked()
    ended = Event()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append(body)
            told = answer(tsp.TimeStampReq.load(body)).dump()
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            for piece in [told] if not drip else [told[at : at + 1] for at in range(len(told))]:
                try:
                    self.wfile.write(piece)
                except OSError:
                    return
                if ended.wait(drip):
                    return
            asked.answered += 1

        def log_message(self, *_told: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = Thread(target=server.serve_forever)
    thread.start()
    settings.TSA_URL = f"http://127.0.0.1:{server.server_port}/"
    yield asked
    ended.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def stamps(settings: Settings) -> Iterator[Asked]:
    with stamp_server(settings, stamping()) as asked:
        yield asked


def of_something_else(asked: tsp.TimeStampReq) -> tsp.TimeStampReq:
    other = asked.copy()
    other["message_imprint"]["hashed_message"] = b"0" * 32
    return other


def test_a_time_stamp_on_something_else_is_none(
    sealed: Keeper, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sealing, "_STAMPS", sealing._Stamps())
    path = tmp_path / "planilla.pdf"
    with stamp_server(settings, stamping(of_something_else)) as asked:
        path.write_bytes(signed(sealed))

    assert len(asked) == 1
    assert not SealedPdf.objects.get().timestamped
    assert "Signature is Valid." in pdfsig(path)


def test_a_server_of_time_stamps_that_drips_holds_up_nobody(
    sealed: Keeper, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "_STAMPS", sealing._Stamps())
    monkeypatch.setattr("referee.sealing.pades.PATIENCE", 1)
    with stamp_server(settings, stamping(), drip=0.05) as asked:
        data = signed(sealed)
        answered = asked.answered

    assert b"/ByteRange" in data
    assert not SealedPdf.objects.get().timestamped
    assert (len(asked), answered) == (1, 0)  # it would have taken more than a minute


def test_with_a_server_of_time_stamps_the_hour_is_somebody_elses(sealed: Keeper, stamps: Asked, tmp_path: Path) -> None:
    data = signed(sealed)

    (signature,) = PdfFileReader(BytesIO(data)).embedded_signatures
    status = checked(signature, ValidationContext(trust_roots=[], moment=NOW))
    path = tmp_path / "planilla.pdf"
    path.write_bytes(data)
    assert (len(stamps), stamps.answered) == (1, 1)
    assert status.intact
    assert status.valid
    assert status.timestamp_validity.intact
    assert status.timestamp_validity.timestamp == NOW
    assert SealedPdf.objects.get().timestamped
    said = pdfsig(path)
    assert "Signature is Valid." in said


def test_where_that_server_is_down_it_is_signed_without_and_not_asked_each_time(
    sealed: Keeper, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "_STAMPS", sealing._Stamps())
    settings.TSA_URL = "http://127.0.0.1:9/"

    assert b"/ByteRange" in signed(sealed)
    assert not SealedPdf.objects.get().timestamped
    assert sealing._STAMPS.server(NOW + timedelta(seconds=59)) is None
    assert sealing._STAMPS.server(NOW + timedelta(seconds=61)) is not None
