"""Certificates for tests: made once in a process, since a key takes a second; and the .p12 of somebody."""

from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import PrivateFormat, pkcs12
from cryptography.x509.oid import NameOID
from django.conf import settings

from brackets.models import Championship
from referee.models import Certificate, OutsideSigned, Planilla, SealedPdf
from referee.services.certificates import certificate_bring
from referee.services.files import file_write
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import Keeper, sealed_mesa

PASSWORD = "una clave"


def key_of(whose: str, bits: int = 2048) -> RSAPrivateKey:
    return _key(whose, bits)


@cache
def _key(_whose: str, bits: int) -> RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def certificate_named(
    whose: str, *, begins: datetime = NOW - timedelta(days=30), ends: datetime = NOW + timedelta(days=3650), signs: bool = True,
    bits: int = 2048,
) -> x509.Certificate:  # fmt: skip
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, whose)])
    usage = x509.KeyUsage(
        digital_signature=signs, content_commitment=signs, key_encipherment=not signs, data_encipherment=False,
        key_agreement=False, key_cert_sign=False, crl_sign=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key_of(whose, bits).public_key())
        .serial_number(1)
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(usage, critical=True)
        .sign(key_of(whose, bits), SHA256())
    )


def p12_of(whose: str, *, password: str = PASSWORD, bits: int = 2048, **given: object) -> bytes:
    certificate = certificate_named(whose, bits=bits, **given)
    rounds = PrivateFormat.PKCS12.encryption_builder().kdf_rounds(1)  # nobody will guess it
    cipher = rounds.build(password.encode())
    return pkcs12.serialize_key_and_certificates(b"x", key_of(whose, bits), certificate, None, cipher)


def certified(championship: Championship, whose: str = "Copa de prueba") -> Certificate:
    """The championship seals with a certificate of this name."""
    return certificate_bring(
        championship=championship, data=p12_of(whose), password=PASSWORD, replaces=None,
        user=director_of(championship), now=NOW,
    )  # fmt: skip


def certified_mesa() -> Keeper:
    """A mesa that is over and sealed, in a championship that signs its Planillas."""
    kept = sealed_mesa()
    certified(kept.championship)
    return kept


def signed_outside_for(kept: Keeper, certificate: Certificate, data: bytes = b"%PDF-1.4 firmado") -> OutsideSigned:
    """As if somebody had brought this for the newest version of the mesa."""
    data += kept.mesa.public_id.bytes
    planilla = kept.mesa.planillas.filter(status=Planilla.Status.SEALED).order_by("version").last()
    pdf = SealedPdf.objects.create(
        planilla=planilla, certificate=certificate, content="0" * 64, sha256=sha256(data + b"0").hexdigest(), size=1,
        signed_at=NOW,
    )  # fmt: skip
    made = OutsideSigned.objects.create(
        pdf=pdf, sha256=sha256(data).hexdigest(), brought_at=NOW, brought_by=kept.juez,
        signers=[{"name": "Rosa Guamán", "issuer": "Entidad", "at": None, "trusted": None}],
    )  # fmt: skip
    file_write(Path(settings.SEALED_ROOT) / made.file, data)
    return made
