"""The certificate that a championship seals its Planillas with: made here, brought as a .p12, or the server's; replaced; ended."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.db import transaction
from django.utils.timezone import localtime

from brackets.models import Championship, User
from brackets.services.audit import audit_record
from referee.models import Certificate
from referee.services.errors import RefereeError
from referee.services.keystore import KeyMaterial, P12Refused, key_forget, key_keep, p12_open, server_key
from referee.services.writing import one_writer

BITS: Final = 3072  # as strong as AES-128: what is signed today is to be believed for decades
LIFE: Final = timedelta(days=3652)
WEAKEST: Final = 2048
DOCUMENT_SIGNING: Final = x509.ObjectIdentifier("1.3.6.1.5.5.7.3.36")
AUTHENTIC_DOCUMENTS: Final = x509.ObjectIdentifier("1.2.840.113583.1.1.5")
# What the standard names, and what Acrobat and poppler ask for instead.
USES: Final = (DOCUMENT_SIGNING, AUTHENTIC_DOCUMENTS, ExtendedKeyUsageOID.EMAIL_PROTECTION)
REFUSALS: Final = {
    "no-es-p12": "El archivo no es un certificado .p12 o .pfx. Elija el archivo que le dio la entidad de certificación.",
    "clave": "La clave no abre el archivo, o el archivo está dañado. Escriba la clave con la que se guardó el .p12.",
    "sin-clave": "El archivo trae un certificado sin su clave privada, así que no sirve para firmar. Expórtelo de nuevo con la clave.",
    "sin-certificado": "El archivo no trae el certificado de su clave. Expórtelo de nuevo con el certificado.",
    "otra-clave": "La clave del archivo es de una clase que los lectores de PDF no conocen. Pida un certificado RSA o de curva elíptica.",
}


class CertificateRefused(RefereeError):
    """This certificate cannot seal Planillas; nothing was changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"certificado-{code}", message)


def certificate_make(*, championship: Championship, replaces: UUID | None, user: User, now: datetime) -> Certificate:
    """Make a key and a certificate signed by itself, in the name of the championship and its organiser."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    material = KeyMaterial(key, _self_signed(championship, key, now))
    return _begin(championship, material, Certificate.Source.SYSTEM, replaces=replaces, user=user, now=now)


def certificate_bring(
    *, championship: Championship, data: bytes, password: str, replaces: UUID | None, user: User, now: datetime
) -> Certificate:
    """Seal from now on with the organiser's own certificate. Raises CertificateRefused."""
    try:
        material = p12_open(data, password)
    except P12Refused as refused:
        raise CertificateRefused(refused.reason, REFUSALS[refused.reason]) from refused
    _require_signs(material, now)
    return _begin(championship, material, Certificate.Source.BROUGHT, replaces=replaces, user=user, now=now)


def certificate_of_server(
    *, championship: Championship, replaces: UUID | None, user: User, now: datetime
) -> Certificate:
    """Seal from now on with the certificate that this server has in its environment. Raises KeyUnavailable, CertificateRefused."""
    material = server_key()
    _require_signs(material, now)
    return _begin(championship, material, Certificate.Source.SERVER, replaces=replaces, user=user, now=now)


def certificate_end(*, championship: Championship, replaces: UUID | None, user: User, now: datetime) -> None:
    """Sign nothing from now on; what was signed stays signed. Repeating it does nothing. Raises CertificateRefused."""
    with one_writer():
        standing = _standing(championship)
        if standing is None:
            return
        _require_shown(standing, replaces)
        _end(standing, now)
        _told(championship, user, now, "certificado-quitar", f"Quitó el certificado «{standing.subject}».", standing)


def _begin(
    championship: Championship,
    material: KeyMaterial,
    source: str,
    *,
    replaces: UUID | None,
    user: User,
    now: datetime,
) -> Certificate:
    """Put the certificate in the place of the one that the page showed; sent twice, the second changes nothing."""
    made = certificate_row(championship, material, source, user=user, now=now)
    with one_writer():
        Championship.objects.select_for_update().get(pk=championship.pk)
        standing = _standing(championship)
        _require_shown(standing, replaces)
        if standing is not None:
            _end(standing, now)
        made.save(force_insert=True)
        if source != Certificate.Source.SERVER:
            key_keep(made.public_id, material)
        sentence = (
            f"Puso el certificado «{made.subject[:120]}», emitido por «{made.issuer[:80]}», para sellar las Planillas."
        )
        _told(championship, user, now, "certificado-poner", sentence, made)
    return made


def certificate_row(
    championship: Championship, material: KeyMaterial, source: str, *, user: User, now: datetime
) -> Certificate:
    """What is kept of it in the database: nothing that signs."""
    certificate = material.certificate
    chain = b"".join(each.public_bytes(Encoding.PEM) for each in (certificate, *material.chain))
    return Certificate(
        public_id=uuid4(),
        championship=championship,
        source=source,
        subject=_named(certificate.subject, NameOID.COMMON_NAME) or certificate.subject.rfc4514_string()[:200],
        organisation=_named(certificate.subject, NameOID.ORGANIZATION_NAME),
        issuer=_named(certificate.issuer, NameOID.COMMON_NAME) or certificate.issuer.rfc4514_string()[:200],
        fingerprint=certificate.fingerprint(SHA256()).hex(),
        pem=chain.decode(),
        not_before=certificate.not_valid_before_utc,
        not_after=certificate.not_valid_after_utc,
        created_at=now,
        created_by=user,
    )


def _self_signed(championship: Championship, key: RSAPrivateKey, now: datetime) -> x509.Certificate:
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, "EC"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, _short(championship.organiser or championship.name)),
            x509.NameAttribute(NameOID.COMMON_NAME, _short(str(championship))),
        ]
    )
    usage = dict.fromkeys(
        ("key_encipherment", "data_encipherment", "key_agreement", "key_cert_sign", "crl_sign", "encipher_only",
         "decipher_only"), False,
    )  # fmt: skip
    public = key.public_key()
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LIFE)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=True, content_commitment=True, **usage), critical=True)
        .add_extension(x509.ExtendedKeyUsage(USES), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .sign(key, SHA256())
    )


def _require_signs(material: KeyMaterial, now: datetime) -> None:
    certificate, key = material.certificate, material.key
    if certificate.public_key() != key.public_key():
        raise CertificateRefused("otra-clave", "La clave del archivo no es la de su certificado. Expórtelo de nuevo.")
    if certificate.not_valid_after_utc <= now:
        ended = localtime(certificate.not_valid_after_utc)
        raise CertificateRefused(
            "vencido", f"El certificado venció el {ended:%d/%m/%Y}. Pida uno nuevo a quien lo emitió."
        )
    if certificate.not_valid_before_utc > now:
        begins = localtime(certificate.not_valid_before_utc)
        raise CertificateRefused(
            "futuro", f"El certificado vale solo desde el {begins:%d/%m/%Y}. Espere, o traiga otro."
        )
    if isinstance(key, RSAPrivateKey) and key.key_size < WEAKEST:
        message = f"La clave del certificado es de {key.key_size} bits, y con menos de {WEAKEST} la firma se puede falsificar. Pida uno nuevo."
        raise CertificateRefused("corta", message)
    try:
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return
    if not (usage.digital_signature or usage.content_commitment):
        message = "El certificado no es para firmar documentos, según dice él mismo. Traiga uno de firma electrónica."
        raise CertificateRefused("no-firma", message)


def _standing(championship: Championship) -> Certificate | None:
    return Certificate.objects.filter(championship=championship, ended_at__isnull=True).first()


def _require_shown(standing: Certificate | None, replaces: UUID | None) -> None:
    if (standing.public_id if standing else None) != replaces:
        message = "Otra persona ya cambió el certificado. Mire cuál está en uso antes de cambiarlo otra vez."
        raise CertificateRefused("ya-cambiado", message)


def _end(certificate: Certificate, now: datetime) -> None:
    """Its public part stays; its key goes once this is committed."""
    certificate.ended_at = now
    certificate.save(update_fields=("ended_at",))
    if certificate.source != Certificate.Source.SERVER:
        transaction.on_commit(lambda: key_forget(certificate.public_id))


def _told(
    championship: Championship, user: User, now: datetime, action: str, sentence: str, certificate: Certificate
) -> None:
    audit_record(
        championship=championship, user=user, now=now, action=action, sentence=sentence,
        data={"fingerprint": certificate.fingerprint, "until": certificate.not_after.isoformat()},
    )  # fmt: skip


def _short(name: str) -> str:
    """As much of it as a certificate may hold: 64 bytes."""
    return name.encode()[:64].decode(errors="ignore")


def _named(name: x509.Name, oid: x509.ObjectIdentifier) -> str:
    found = name.get_attributes_for_oid(oid)
    return str(found[0].value)[:200] if found else ""
