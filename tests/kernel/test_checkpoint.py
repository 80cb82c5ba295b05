"""Notes, checkpoints and cosignatures: the specifications' own examples, what others made, round trips, and what is refused."""

from base64 import b64decode, b64encode
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from kernel.checkpoint import (
    MOST_BYTES,
    MOST_SIGNATURES,
    MOST_SIZE,
    Checkpoint,
    Cosigned,
    KeyKind,
    Note,
    NoteRefused,
    Signature,
    VerifierKey,
    cosign,
    sign,
    signed_checkpoint,
    verify,
)

# https://c2sp.org/signed-note: the example under «Verifier keys», and that of the first section.
EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
QUASIMODO = """Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
"""
# The documentation of golang.org/x/mod/sumdb/note, from which the specification was made.
PETER_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_SECRET = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"  # type and seed, published there
PETER_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETER_LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
# https://c2sp.org/tlog-cosignature, whose keys are not published.
SOFA = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""
# What a public log of Certificate Transparency published, with the lines of four cosigners and of a type unknown here.
ARCHE_KEY = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
REMORA_KEY = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
ARCHE = """arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
"""

ORIGIN = "torneo.example/copa-2026"
INCARNATION = "0123456789abcdef0123456789abcdef"
LOG, CLUB, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (1, 2, 3))
LOG_KEY = VerifierKey.of(ORIGIN, LOG)
CLUB_KEY = VerifierKey.of("club.example", CLUB, KeyKind.COSIGNATURE)
OTHER_KEY = VerifierKey.of("otro.example", OTHER, KeyKind.COSIGNATURE)
CHECKPOINT = Checkpoint(ORIGIN, 1234, bytes(range(32)), INCARNATION)
BODY = f"{ORIGIN}\n1234\n{b64encode(bytes(range(32))).decode()}\nincarnation {INCARNATION}\n"
SIGNED = signed_checkpoint(CHECKPOINT, LOG)
BY_CLUB = cosign(BODY, "club.example", CLUB, time=1_796_000_000)
COSIGNED = replace(SIGNED, signatures=(*SIGNED.signatures, BY_CLUB))

texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=[chr(each) for each in range(32)]), min_size=1
)


def refused(act: object, *given: object) -> str:
    with pytest.raises(NoteRefused) as caught:
        act(*given)
    assert caught.value.message
    return caught.value.code


def verified(note: Note | str, *cosigners: VerifierKey, log: VerifierKey = LOG_KEY) -> object:
    return verify(str(note).encode(), log, cosigners)


def test_the_note_and_the_key_of_the_specification() -> None:
    key, note = VerifierKey.parse(EXAMPLE_KEY), Note.parse(EXAMPLE.encode())

    assert (key.name, key.kind, key.key_id.hex(), str(key)) == (
        "example.com/foo",
        KeyKind.NOTE,
        "530d903a",
        EXAMPLE_KEY,
    )
    assert (note.text, str(note)) == ("This is an example message.\n", EXAMPLE)
    # It is signed, and only then seen to be no checkpoint.
    assert refused(verify, EXAMPLE.encode(), key) == "punto-mal-formado"
    assert refused(verify, EXAMPLE.replace("This", "Thus").encode(), key) == "firma-falsa"


def test_a_text_with_empty_lines_ends_at_the_last_of_them() -> None:
    note = Note.parse(QUASIMODO.encode())

    assert note.text.endswith("sole:\n\ned è subito sera.\n")
    assert [(each.name, len(each.signed)) for each in note.signatures] == [("quasimodo.example/salvatore", 64)]
    assert str(note) == QUASIMODO


def test_what_go_signs_is_signed_alike() -> None:
    key = VerifierKey.parse(PETER_KEY)
    private = Ed25519PrivateKey.from_private_bytes(b64decode(PETER_SECRET)[1:])

    assert str(VerifierKey.of("PeterNeumann", private)) == PETER_KEY == str(key)
    assert str(sign(PETER_TEXT, "PeterNeumann", private)) == PETER_LINE


def test_the_checkpoint_and_the_cosignature_of_the_specification() -> None:
    note = Note.parse(SOFA.encode())
    checkpoint = Checkpoint.parse(note.text)

    assert (checkpoint.origin, checkpoint.size, checkpoint.incarnation) == (
        "example.com/behind-the-sofa",
        20852163,
        None,
    )
    assert checkpoint.body() == note.text
    assert str(note) == SOFA
    assert int.from_bytes(note.signatures[1].signed[:8], "big") == 1679315147  # the time that the text gives beside it


def test_a_checkpoint_that_others_made_and_cosigned() -> None:
    log, cosigner = VerifierKey.parse(ARCHE_KEY), VerifierKey.parse(REMORA_KEY)

    found = verify(ARCHE.encode(), log, [cosigner])

    assert found.checkpoint.size == 1432088532
    assert found.cosigned == (Cosigned("remora.n621.de", 0x6A122120),)
    assert str(cosigner) == REMORA_KEY
    assert refused(verify, ARCHE.replace("1432088532", "1432088533").encode(), log) == "firma-falsa"
    assert refused(verify, ARCHE.replace("AAAABqEiEgPl", "AAAABqEiEhPl").encode(), log, [cosigner]) == "firma-falsa"


def test_ours_is_signed_by_the_log_and_by_those_who_saw_it_grow() -> None:
    assert SIGNED.text == BODY
    assert verified(SIGNED).checkpoint == CHECKPOINT
    assert verified(COSIGNED, CLUB_KEY, OTHER_KEY).cosigned == (Cosigned("club.example", 1_796_000_000),)
    assert verified(COSIGNED, OTHER_KEY).cosigned == ()  # a line of a key that is not known says nothing


@given(
    origin=st.from_regex(r"[a-z.]{1,40}/[a-z0-9-]{1,40}", fullmatch=True),
    size=st.integers(0, MOST_SIZE),
    root=st.binary(min_size=32, max_size=32),
    incarnation=st.none() | st.binary(min_size=16, max_size=16).map(bytes.hex),
    extensions=st.lists(texts.filter(lambda line: line.partition(" ")[0] != "incarnation"), max_size=3),
    time=st.integers(0, 2**63 - 1),
)
def test_what_is_written_is_read_again(origin, size, root, incarnation, extensions, time) -> None:
    checkpoint = Checkpoint(origin, size, root, incarnation, tuple(extensions))
    note = signed_checkpoint(checkpoint, LOG)
    note = replace(note, signatures=(cosign(note.text, "club.example", CLUB, time=time), *note.signatures))

    assert Note.parse(str(note).encode()) == note
    assert verified(note, CLUB_KEY, log=VerifierKey.of(origin, LOG)).checkpoint == checkpoint
    assert verified(note, CLUB_KEY, log=VerifierKey.of(origin, LOG)).cosigned == (Cosigned("club.example", time),)


@given(at=st.integers(0, len(str(COSIGNED).encode()) - 1), put=st.binary(max_size=3), cut=st.integers(0, 3))
def test_a_note_that_was_changed_anywhere_is_refused(at: int, put: bytes, cut: int) -> None:
    whole = str(COSIGNED).encode()
    changed = whole[:at] + put + whole[at + cut :]
    if changed == whole:
        return
    try:
        found = verify(changed, LOG_KEY, [CLUB_KEY])
    except NoteRefused:
        return
    # Only the name or the id in the cosigner's line was changed, which makes it that of a stranger.
    assert found.checkpoint == CHECKPOINT
    assert found.cosigned == ()
    assert at + max(len(put), cut) > whole.index("— club".encode())


def test_a_note_that_was_cut_short_is_refused() -> None:
    for length in range(len(str(SIGNED).encode())):
        assert refused(verify, str(SIGNED).encode()[:length], LOG_KEY)


@pytest.mark.parametrize(
    ("note", "code"),
    [
        (BODY, "nota-sin-firmas"),
        (f"{BODY}\n", "nota-sin-firmas"),
        (str(SIGNED).removesuffix("\n"), "nota-sin-firmas"),
        (str(SIGNED).replace("\n", "\r\n"), "nota-ilegible"),
        (str(SIGNED).replace(ORIGIN, f"{ORIGIN}\t", 1), "nota-ilegible"),
        (f"{SIGNED}\n", "nota-sin-firmas"),
        (str(SIGNED) + "— otro.example\n", "firma-mal-formada"),
        (str(SIGNED).replace("\n— ", "\n- "), "firma-mal-formada"),
        (str(SIGNED).replace("\n— ", "\n—  "), "firma-mal-formada"),
        (str(SIGNED).replace("\n— ", "\n —"), "firma-mal-formada"),
        (str(SIGNED) + "— otro+nombre AAAAAAAA\n", "firma-mal-formada"),
        (str(SIGNED) + "— otro.example AAAAAA==\n", "firma-mal-formada"),  # an id and no signature
        (str(SIGNED) + "— otro.example AAAAAAB=\n", "firma-mal-formada"),  # bits that base64 leaves at 0
        (str(SIGNED) + "— otro.example AAAA_AAA\n", "firma-mal-formada"),
        (str(SIGNED) + "— otro.example AAAAAAA\n", "firma-mal-formada"),
        (str(SIGNED) + f"— {'o' * 256} AAAAAAAA\n", "firma-mal-formada"),
        (str(SIGNED) + "— otro.example AAAAAAAA\n" * MOST_SIGNATURES, "nota-larga"),
        ("x" * MOST_BYTES + str(SIGNED), "nota-larga"),
        (str(SIGNED) + str(SIGNED.signatures[0]), "firma-repetida"),
        (str(COSIGNED) + str(BY_CLUB), "firma-repetida"),
        (replace(SIGNED, signatures=(BY_CLUB,)), "firma-ausente"),
        (replace(SIGNED, signatures=(sign(BODY, ORIGIN, OTHER),)), "firma-ausente"),
        (replace(SIGNED, text=BODY.replace("1234", "1235")), "firma-falsa"),
        (replace(SIGNED, text=BODY.replace("incarnation 0", "incarnation 1")), "firma-falsa"),
        (replace(SIGNED, text="".join(reversed(BODY.splitlines(keepends=True)))), "firma-falsa"),
        (replace(SIGNED, signatures=(replace(SIGNED.signatures[0], signed=b"short"),)), "firma-falsa"),
        (replace(SIGNED, signatures=(replace(SIGNED.signatures[0], signed=SIGNED.signatures[0].signed + b"\0"),)), "firma-falsa"),
        (replace(COSIGNED, signatures=(*SIGNED.signatures, replace(BY_CLUB, signed=b"\xff" + BY_CLUB.signed[1:]))), "firma-falsa"),
        (replace(COSIGNED, signatures=(*SIGNED.signatures, replace(BY_CLUB, signed=BY_CLUB.signed[:7]))), "firma-falsa"),
    ],
)  # fmt: skip
def test_a_note_that_is_not_written_or_signed_as_it_must_be(note: Note | str, code: str) -> None:
    assert refused(verify, str(note).encode(), LOG_KEY, [CLUB_KEY]) == code


def test_bytes_that_are_no_text() -> None:
    assert refused(verify, b"\xff" + str(SIGNED).encode(), LOG_KEY) == "nota-ilegible"
    assert refused(Checkpoint.parse, "\ud800\n0\n\n") == "nota-ilegible"


def test_a_note_signature_is_not_a_cosignature_nor_the_other_way_about() -> None:
    """The ids of one key differ by what it signs, and so do the texts."""
    as_note = VerifierKey.of("club.example", CLUB)
    plain = replace(COSIGNED, signatures=(*SIGNED.signatures, sign(BODY, "club.example", CLUB)))
    posed = Signature("club.example", CLUB_KEY.key_id, bytes(8) + CLUB.sign(BODY.encode()))

    assert as_note.key_id != CLUB_KEY.key_id
    assert verified(plain, CLUB_KEY).cosigned == ()
    assert refused(verified, replace(COSIGNED, signatures=(*SIGNED.signatures, posed)), CLUB_KEY) == "firma-falsa"
    late = cosign(BODY, "club.example", CLUB, time=2**63)  # later than the specification counts
    assert refused(verified, replace(COSIGNED, signatures=(*SIGNED.signatures, late)), CLUB_KEY) == "firma-falsa"
    with pytest.raises(ValueError, match="log signs notes"):
        verified(SIGNED, as_note)
    with pytest.raises(ValueError, match="log signs notes"):
        verified(SIGNED, log=CLUB_KEY)
    with pytest.raises(ValueError, match="one name and id"):
        verified(SIGNED, CLUB_KEY, CLUB_KEY)


def test_sixteen_signatures_are_taken_as_the_specification_demands() -> None:
    long = Signature("otro.example", b"\0\0\0\1", bytes(5000))

    assert verified(replace(SIGNED, signatures=(*[long] * 15, *SIGNED.signatures))).checkpoint == CHECKPOINT


def test_the_checkpoint_of_another_log_is_not_that_of_this_one() -> None:
    other = replace(CHECKPOINT, origin="torneo.example/copa-2027").body()

    assert refused(verified, Note(other, (sign(other, ORIGIN, LOG),))) == "punto-de-otro"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", "punto-mal-formado"),
        (f"{ORIGIN}\n1234\n", "punto-mal-formado"),
        (BODY.removesuffix("\n"), "punto-mal-formado"),
        (f"\n{BODY}", "punto-mal-formado"),
        (f"{BODY}\n", "punto-mal-formado"),
        (BODY.replace("\n1234", "\n\n1234"), "punto-mal-formado"),
        (BODY.replace(ORIGIN, "o" * 256), "punto-origen"),
        *((BODY.replace("1234", size), "punto-tamano") for size in (
            "01234", "00", "-1", "+1", "1e3", "1_234", " 1234", "1234 ", "٣", "0x10", str(MOST_SIZE + 1), "9" * 5000,
        )),
        (BODY.replace("AAEC", "AAE"), "punto-raiz"),
        (BODY.replace("Hh8=", "Hh9="), "punto-raiz"),
        (BODY.replace("Hh8=", "Hh8"), "punto-raiz"),
        (BODY.replace("AAEC", "AAECAAEC"), "punto-raiz"),
        (BODY.replace("AAEC", "AA-C"), "punto-raiz"),
        (BODY.replace(INCARNATION, INCARNATION[:-1]), "punto-encarnacion"),
        (BODY.replace(INCARNATION, INCARNATION.upper()), "punto-encarnacion"),
        (BODY.replace(f" {INCARNATION}", ""), "punto-encarnacion"),
        (BODY.replace("incarnation", "incarnation "), "punto-encarnacion"),
        (f"{BODY}incarnation {INCARNATION}\n", "punto-encarnacion"),
        (BODY.replace("incarnation", "otra\nincarnation"), "punto-encarnacion"),
    ],
)  # fmt: skip
def test_a_body_that_is_no_checkpoint(body: str, code: str) -> None:
    assert refused(Checkpoint.parse, body) == code


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": ""},
        {"origin": "a\nb"},
        {"size": -1},
        {"size": MOST_SIZE + 1},
        {"root": b"short"},
        {"incarnation": "x"},
        {"incarnation": f"{INCARNATION}\nmore"},
        {"extensions": ("",)},
        {"extensions": (f"incarnation {INCARNATION}",)},
        {"incarnation": None, "extensions": (f"incarnation {INCARNATION}",)},
    ],
)
def test_no_checkpoint_is_written_that_reads_as_another(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - refused when it is read again, or read as another
        replace(CHECKPOINT, **wrong).body()


def test_the_largest_and_the_empty_log() -> None:
    for size in (0, MOST_SIZE):
        checkpoint = replace(CHECKPOINT, size=size)
        assert Checkpoint.parse(checkpoint.body()) == checkpoint


@pytest.mark.parametrize(
    ("vkey", "code"),
    [
        ("", "clave-mal-formada"),
        ("example.com/foo", "clave-mal-formada"),
        ("example.com/foo+530d903a", "clave-mal-formada"),
        (EXAMPLE_KEY.replace("530d903a", "530D903A"), "clave-mal-formada"),
        (EXAMPLE_KEY.replace("530d903a", "530d903"), "clave-mal-formada"),
        (EXAMPLE_KEY.replace("530d903a", "530d903b"), "clave-con-otro-id"),
        (EXAMPLE_KEY.replace("example.com/foo", "example.com/fox"), "clave-con-otro-id"),
        (EXAMPLE_KEY.replace("example.com/foo", "example.com foo"), "clave-mal-formada"),
        (EXAMPLE_KEY.replace("+Aeky", "+Beky"), "clave-mal-formada"),
        (EXAMPLE_KEY + "\n", "clave-mal-formada"),
        (EXAMPLE_KEY + "AAAA", "clave-mal-formada"),
        (EXAMPLE_KEY.replace("example.com/foo", ""), "clave-mal-formada"),
        (EXAMPLE_KEY.replace("example.com/foo", "\ud800"), "clave-mal-formada"),
        # A type that is not made here: the public log's key of RFC 6962.
        ("rome.example+00000000+BQ==", "clave-mal-formada"),
    ],
)
def test_a_key_that_is_not_written_as_it_must_be(vkey: str, code: str) -> None:
    assert refused(VerifierKey.parse, vkey) == code


@given(content=st.binary(max_size=400) | st.text(max_size=400).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_whatever_is_read_is_a_note_or_refused(content: bytes) -> None:
    try:
        note = Note.parse(content)
    except NoteRefused:
        return
    assert str(note).encode() == content
