"""An authenticator of software: it makes passkeys and signs with them, honestly or as it is asked to."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One passkey. `count`: 0 for one that does not count; else it grows with each signature. `lacks`: the label that its COSE key is without."""

    origin: str
    rp_id: str
    count: int = 0
    flags: int = PRESENT | VERIFIED
    handle: str = ""
    lacks: int = 0
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: Mapping[str, Any]) -> str:
        """What a browser sends for a new passkey."""
        self.handle = options["user"]["id"]
        public = self.key.public_key().public_numbers()
        parts = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32), -3: public.y.to_bytes(32)}
        cose = cbor2.dumps({label: value for label, value in parts.items() if label != self.lacks})
        attested = bytes(16) + len(self.credential_id).to_bytes(2) + self.credential_id + cose
        data = self._data(ATTESTED) + attested
        return self._sent(
            clientDataJSON=self._client("webauthn.create", options["challenge"]),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def sign(self, options: Mapping[str, Any]) -> str:
        """What a browser sends to sign in."""
        self.count += bool(self.count)
        data, client = self._data(), self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._sent(
            clientDataJSON=client,
            authenticatorData=data,
            signature=signature,
            userHandle=base64url_to_bytes(self.handle),
        )

    def _data(self, further: int = 0) -> bytes:
        return sha256(self.rp_id.encode()).digest() + bytes([self.flags | further]) + self.count.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _sent(self, **response: bytes) -> str:
        named = bytes_to_base64url(self.credential_id)
        told = {name: bytes_to_base64url(value) for name, value in response.items()}
        return json.dumps({"id": named, "rawId": named, "type": "public-key", "response": told})
