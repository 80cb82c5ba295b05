"""Planillas with the hour of a server of time stamps, and without it where that is down, slow or wrong."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Event, Thread

import pytest
from asn1crypto import keys, tsp, x509
from cryptography import x509 as crypto_x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore
from pytest_django import Settings

from referee.models import SealedPdf
from referee.sealing import planillas as sealing
from tests.factories.brackets import NOW
from tests.factories.referee import Keeper
from tests.factories.sealing import certified_mesa, key_of
from tests.programs import pdfsig
from tests.referee.sealing.papers import checked, signed

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return certified_mesa()


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

    answered = fetched = 0


@contextmanager
def stamp_server(settings: Settings, answer: Answer, *, drip: float = 0, leads_to: str = "") -> Iterator[Asked]:
    """A real server of time stamps on this computer; what it was asked. It waits `drip` seconds after each byte, or leads elsewhere."""
    asked = Asked()
    ended = Event()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append(body)
            if leads_to:
                self.send_response(302)
                self.send_header("Location", leads_to)
                self.end_headers()
                return
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

        def do_GET(self) -> None:
            asked.fetched += 1
            self.send_error(404)

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


def test_a_server_of_time_stamps_leads_nowhere_else(
    sealed: Keeper, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "_STAMPS", sealing._Stamps())
    with stamp_server(settings, stamping()) as elsewhere:
        inside = settings.TSA_URL
        with stamp_server(settings, stamping(), leads_to=inside) as asked:
            data = signed(sealed)

    assert b"/ByteRange" in data
    assert not SealedPdf.objects.get().timestamped
    assert (len(asked), len(elsewhere), elsewhere.fetched) == (1, 0, 0)


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
