"""What a tablet's key signs can be checked by anybody, and what is not a key or a signature is refused."""

from base64 import urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from kernel.tablet_keys import KeyRefused, Signed, is_signed_by, key_read, key_text, statement

SAID = {
    "mesa": "0b0f2d5e-6f0a-4a6f-9d7e-1f2a3b4c5d6e",
    "client_id": "5b0e7c1a-1111-4222-8333-444455556666",
    "notation": "caida A1",
    "device_ts": "2026-12-06T01:30:00.500000+00:00",
    "counter": 7,
    "previous": "ab" * 32,
    "head": "cd" * 32,
}


@pytest.fixture(scope="module")
def private() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def signature(private: ec.EllipticCurvePrivateKey, said: bytes) -> str:
    """As WebCrypto gives it."""
    r, s = decode_dss_signature(private.sign(said, ec.ECDSA(SHA256())))
    return urlsafe_b64encode(r.to_bytes(32) + s.to_bytes(32)).decode().rstrip("=")


def test_the_statement_is_canonical() -> None:
    assert statement(**SAID).decode() == (
        '{"client_id":"5b0e7c1a-1111-4222-8333-444455556666","counter":7,"device_ts":"2026-12-06T01:30:00.500000+00:00",'
        f'"head":"{"cd" * 32}","mesa":"0b0f2d5e-6f0a-4a6f-9d7e-1f2a3b4c5d6e","notation":"caida A1","previous":"{"ab" * 32}"}}'
    )


def test_what_the_key_signed_is_known_as_its_own(private: ec.EllipticCurvePrivateKey) -> None:
    said = statement(**SAID)
    key = key_text(private.public_key())

    assert is_signed_by(key, said, signature(private, said))


@pytest.mark.parametrize("changed", sorted(SAID))
def test_a_signature_is_of_nothing_else(private: ec.EllipticCurvePrivateKey, changed: str) -> None:
    said = statement(**SAID)
    other = statement(**{**SAID, changed: 8 if changed == "counter" else "otra"})

    assert not is_signed_by(key_text(private.public_key()), other, signature(private, said))


def test_nor_of_another_key(private: ec.EllipticCurvePrivateKey) -> None:
    said = statement(**SAID)
    other = ec.generate_private_key(ec.SECP256R1())

    assert not is_signed_by(key_text(other.public_key()), said, signature(private, said))


@pytest.mark.parametrize("zero", [0, 1])
def test_numbers_that_no_signature_has_are_none(private: ec.EllipticCurvePrivateKey, zero: int) -> None:
    numbers = [b"\x01" * 32, b"\x01" * 32]
    numbers[zero] = bytes(32)

    assert not is_signed_by(
        key_text(private.public_key()), statement(**SAID), urlsafe_b64encode(b"".join(numbers)).decode().rstrip("=")
    )


def spelled_otherwise(text: str) -> str:
    """Other letters of the same bytes: the last one carries bits that no byte takes."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + letters[letters.index(text[-1]) ^ 1]


def test_each_text_has_one_spelling(private: ec.EllipticCurvePrivateKey) -> None:
    said, key = statement(**SAID), key_text(private.public_key())
    good = signature(private, said)

    for other in (spelled_otherwise(good), f"{good}==", f"!!{good}", good[:-1], f"{good}AA", "x", "ñ", ""):
        assert not is_signed_by(key, said, other)
    assert Signed.read(f"1..{'cd' * 32}.{good}") is not None
    assert Signed.read(f"1..{'cd' * 32}.{spelled_otherwise(good)}") is None
    with pytest.raises(KeyRefused):
        key_read(spelled_otherwise(key))


def test_it_counts_as_far_as_a_browser_does(private: ec.EllipticCurvePrivateKey) -> None:
    good = signature(private, statement(**SAID))

    assert Signed.read(f"{2**53 - 1}..{'cd' * 32}.{good}") is not None
    assert Signed.read(f"{2**53}..{'cd' * 32}.{good}") is None


@pytest.mark.parametrize("text", ["", "B" + "A" * 86, "x" * 87, "B" + "_" * 86, "A" * 87])
def test_what_is_no_point_of_the_curve_is_refused(text: str) -> None:
    with pytest.raises(KeyRefused):
        key_read(text)


def test_a_row_keeps_it_as_one_text() -> None:
    signed = Signed(7, "", "cd" * 32, "x" * 85 + "w")

    assert Signed.read(str(signed)) == signed
    assert [
        Signed.read(text) for text in ("", "0..x.y", f"7..{'cd' * 32}.{'x' * 85}", f"07..{'cd' * 32}.{'x' * 86}")
    ] == [None] * 4
