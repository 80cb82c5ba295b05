"""A certificate for a computer without a name: signed by an authority of its own, which is made once and kept.

Tablets that trust the authority have a secure context at every address this computer gets later. It is for trying and
for a hall that has no better way; docs/operacion.md has three.
"""

import socket
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import trustme
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from cuarenta_torneo.network import local_address

# Apple accepts no longer one of a server.
LIFE: Final = timedelta(days=397)
RENEWED: Final = timedelta(days=60)
WHOSE: Final = "Torneo de Cuarenta"


def names_of_this_computer() -> list[str]:
    host = socket.gethostname().partition(".")[0]
    names = ["localhost", "127.0.0.1", "::1", host, f"{host}.local", local_address()]
    return list(dict.fromkeys(name for name in names if name))


def certificate_make(folder: Path, names: list[str], now: datetime) -> str:
    """Have `server.pem` and `server.key` for these names in the folder, and `ca.crt`, which tablets must trust.

    Answers the fingerprint of the authority, to compare where it is installed. What is still good stays.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority = _authority(folder)
    if not _is_good(folder / "server.pem", names, now):
        leaf = authority.issue_cert(
            *names, organization_name=WHOSE, not_before=now - timedelta(days=1), not_after=now + LIFE
        )
        _write_key(folder / "server.key", leaf.private_key_pem.bytes())
        (folder / "server.pem").write_bytes(b"".join(blob.bytes() for blob in leaf.cert_chain_pems))
    root = x509.load_pem_x509_certificate((folder / "ca.crt").read_bytes())
    return root.fingerprint(SHA256()).hex(":").upper()


def _authority(folder: Path) -> trustme.CA:
    kept, key = folder / "ca.crt", folder / "ca.key"
    if not (kept.exists() and key.exists()):
        made = trustme.CA(organization_name=WHOSE, organization_unit_name="Sala", path_length=0)
        _write_key(key, made.private_key_pem.bytes())
        kept.write_bytes(made.cert_pem.bytes())
    return trustme.CA.from_pem(kept.read_bytes(), key.read_bytes())


def _is_good(path: Path, names: list[str], now: datetime) -> bool:
    if not path.exists():
        return False
    kept = x509.load_pem_x509_certificate(path.read_bytes())
    found = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {str(address) for address in found.get_values_for_type(x509.IPAddress)}
    known |= set(found.get_values_for_type(x509.DNSName))
    return kept.not_valid_after_utc - now > RENEWED and {_plain(name) for name in names} <= known


def _plain(name: str) -> str:
    with suppress(ValueError):
        return str(ip_address(name))
    return name


def _write_key(path: Path, pem: bytes) -> None:
    """As PKCS#8, which is all that granian reads; for this account alone."""
    key = load_pem_private_key(pem, None)
    path.touch(mode=0o600)
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
