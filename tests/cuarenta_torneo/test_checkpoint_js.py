"""What a page makes of checkpoints, proofs and signatures is what the kernel makes of them, with and without WebCrypto."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import BrowserContext, Page

from kernel.checkpoint import (
    MOST_SIZE,
    Checkpoint,
    KeyKind,
    Note,
    NoteRefused,
    VerifierKey,
    cosign,
    sign,
    signed_checkpoint,
)
from kernel.merkle import EMPTY_ROOT, Tree, fork_shown_from, leaf_hash, verify_consistency, verify_fork

pytestmark = pytest.mark.browser

MODULE = Path(__file__).resolve().parents[2] / "cuarenta_torneo/static/site/checkpoint.js"
PAIRS = 300
MOST = 5000
LOG, CLUB = (Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (1, 2))
CHECKPOINT = Checkpoint("torneo.example/copa-2026", 1234, bytes(range(32)), "0123456789abcdef" * 2, ("otra línea",))
SIGNED = signed_checkpoint(CHECKPOINT, LOG)
KEY = VerifierKey.of(CHECKPOINT.origin, LOG)
LINE = str(SIGNED.signatures[0])

Claim = tuple[list[bytes], int, bytes, int, bytes]


@pytest.fixture(params=["https", "http"])
def page(request: pytest.FixtureRequest, open_context: Callable[..., BrowserContext]) -> Page:
    """Over plain http a page has no `crypto.subtle`."""
    page = open_context().new_page()
    page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    page.route("**/checkpoint.js", lambda route: route.fulfill(path=MODULE, content_type="text/javascript"))
    page.goto(f"{request.param}://torneo.example/")
    assert page.evaluate("Boolean(crypto.subtle)") is (request.param == "https")
    return page


def asked(page: Page, body: str, given: object) -> Any:
    """Evaluate a function body over `given`, with the module as `own`; what it refuses is told by its code.

    As text both ways: Playwright is slow with long lists, and has no lone halves of letters.
    """
    found = page.evaluate(
        f"""async (text) => {{
            const own = await import('/checkpoint.js');
            const given = JSON.parse(text);
            const told = (error) => {{ if (error instanceof own.NoteRefused) return {{ code: error.code }}; throw error; }};
            const answer = async () => {{ {body} }};
            return JSON.stringify(await answer());
        }}""",
        json.dumps(given),
    )
    return json.loads(found)


def is_secure(page: Page) -> bool:
    return page.url.startswith("https:")


def test_hashes_are_those_of_the_standard(page: Page) -> None:
    chance = Random(6234)
    messages = [b"", b"abc", *(chance.randbytes(length) for length in [*range(1, 200), 1000, 65_537])]

    hashes = asked(
        page,
        "return given.map((each) => Array.from(own.sha256(own.decode(each))))",
        [b64encode(each).decode() for each in messages],
    )

    assert list(map(bytes, hashes)) == [sha256(each).digest() for each in messages]


def claims(chance: Random) -> list[Claim]:
    """Proofs between random sizes: right, and each with one thing of it changed."""
    tree = Tree(leaf_hash(chance.randbytes(8)) for _ in range(MOST))
    made: list[Claim] = [([], 0, EMPTY_ROOT, 0, EMPTY_ROOT), ([], 0, tree.root(1), 0, tree.root(1))]
    for _ in range(PAIRS):
        new = chance.randint(1, chance.choice([9, 70, MOST]))
        old = chance.choice([new, chance.randint(0, new), 1 << chance.randrange(new.bit_length())])
        proof, before, after = tree.consistency_proof(old, new), tree.root(old), tree.root(new)
        made.append((proof, old, before, new, after))
        made.append(changed(chance, proof, old, before, new, after))
    return made


def changed(chance: Random, proof: list[bytes], old: int, before: bytes, new: int, after: bytes) -> Claim:
    at = chance.randrange(len(proof) + 1)
    others: list[Claim] = [
        ([*proof[:at], chance.randbytes(32), *proof[at:]], old, before, new, after),
        (proof, old, chance.randbytes(32), new, after),
        (proof, old, before, new, chance.randbytes(32)),
        (proof, old, after, new, before),
        (proof, new, after, old, before),
        (proof, old + 1, before, new, after),
        (proof, old, before, new + 1, after),
        (proof, old, before, 2 * new, after),
        (proof, old, before[:-1], new, after),
    ]
    if proof:
        at %= len(proof)
        each = bytearray(proof[at])
        each[chance.randrange(32)] ^= 1 << chance.randrange(8)
        others += [
            ([*proof[:at], bytes(each), *proof[at + 1 :]], old, before, new, after),
            ([*proof[:at], *proof[at + 1 :]], old, before, new, after),
            ([*proof[:at], proof[at][:-1], *proof[at + 1 :]], old, before, new, after),
            (proof[::-1], old, before, new, after),
        ]
    return chance.choice(others)


def test_proofs_are_taken_and_refused_as_by_the_kernel(page: Page) -> None:
    given = [*claims(Random(40)), *too_long()]

    found = asked(
        page,
        """return Promise.all(given.map(([proof, oldSize, oldRoot, size, root]) => own.verifyConsistency(
            proof.map(own.decode), { size: oldSize, root: own.decode(oldRoot) }, { size, root: own.decode(root) })))""",
        [
            [
                [b64encode(each).decode() for each in proof],
                old,
                b64encode(before).decode(),
                new,
                b64encode(after).decode(),
            ]
            for proof, old, before, new, after in given
        ],
    )

    expected = [
        verify_consistency(proof, old_size=old, old_root=before, size=new, root=after)
        for proof, old, before, new, after in given
    ]
    assert found == expected
    assert expected.count(True) > PAIRS
    assert expected.count(False) > PAIRS / 2


def test_a_fork_is_shown_by_the_same_proofs_as_to_the_kernel(page: Page) -> None:
    chance, given = Random(57), too_long()
    tree = Tree(leaf_hash(chance.randbytes(8)) for _ in range(MOST))
    for _ in range(PAIRS):
        new = chance.randint(2, chance.choice([9, 70, MOST]))
        old = chance.choice([chance.randint(1, new), 1 << chance.randrange(new.bit_length())])
        proof = tree.consistency_proof(min(fork_shown_from(old), new), new)
        given.append((proof, old, chance.choice([tree.root(old), chance.randbytes(32)]), new, tree.root(new)))
        given.append(changed(chance, *given[-1]))

    found = asked(
        page,
        """return Promise.all(given.map(([proof, oldSize, oldRoot, size, root]) => own.verifyFork(
            proof.map(own.decode), { size: oldSize, root: own.decode(oldRoot) }, { size, root: own.decode(root) })))""",
        [
            [list(map(encoded, proof)), old, encoded(before), new, encoded(after)]
            for proof, old, before, new, after in given
        ],
    )

    expected = [
        verify_fork(proof, old_size=old, old_root=before, size=new, root=after)
        for proof, old, before, new, after in given
    ]
    assert found == expected
    assert expected.count(True) > PAIRS / 4
    sizes = [1, 2, 3, 4, 7, 1 << 40, (1 << 40) - 1, MOST_SIZE]
    assert asked(page, "return given.map(own.forkShownFrom)", sizes) == list(map(fork_shown_from, sizes))


def encoded(value: bytes) -> str:
    return b64encode(value).decode()


def too_long() -> list[Claim]:
    """Honest proofs of which others sizes are claimed: the hashes fit, and the sizes do not."""
    tree = Tree(leaf_hash(bytes([each])) for each in range(9))
    return [
        (tree.consistency_proof(m, n), old, tree.root(m), new, tree.root(n))
        for n in range(1, 10)
        for m in range(1, n + 1)
        for new in range(1, 17)
        for old in range(1, new + 1)
    ]


def texts() -> list[str]:
    """A note, and that note with something changed at any place of it."""
    whole, chance = str(SIGNED), Random(18)
    pieces = [
        "",
        "\n",
        " ",
        "\t",
        "\r",
        "0",
        "=",
        "+",
        "— ",
        "ñ",
        "\u00a0",
        "\u2028",
        "\ufeff",
        "\u0085",
        "\ud800",
        "incarnation ",
    ]
    found = [
        whole,
        f"{whole}{LINE}",
        f"{whole}{LINE}" * 40,
        "x" * 140_000 + whole,
        whole.replace("1234", str(MOST_SIZE)),
        whole.replace("1234", str(MOST_SIZE + 1)),
        whole.replace("1234", "0"),
        whole.replace("1234", "01"),
        whole.replace("incarnation", "INCARNATION"),
        whole.replace("otra", "incarnation"),
        whole.replace("Hh8=", "Hh9="),
        whole.replace(CHECKPOINT.origin, "o" * 256, 1),
        whole.replace(f"— {CHECKPOINT.origin}", f"— {'o' * 256}"),
        whole.replace("\n", "\r\n"),
    ]
    for _ in range(600):
        at = chance.randrange(len(whole) + 1)
        found.append(whole[:at] + chance.choice(pieces) + whole[at + chance.randrange(3) :])
    return found


def read(content: str) -> object:
    try:
        note = Note.parse(content.encode("utf-8", "surrogatepass"))
        checkpoint = Checkpoint.parse(note.text)
    except NoteRefused as refused:
        return {"code": refused.code}
    return [
        [
            checkpoint.origin,
            checkpoint.size,
            list(checkpoint.root),
            checkpoint.incarnation,
            list(checkpoint.extensions),
        ],
        [[each.name, each.key_id.hex(), list(each.signed)] for each in note.signatures],
    ]


def test_notes_and_checkpoints_are_read_and_refused_as_by_the_kernel(page: Page) -> None:
    given = texts()

    found = asked(
        page,
        """return given.map((content) => {
            try {
                const { text, signatures } = own.parseNote(content);
                const { origin, size, root, incarnation, extensions } = own.parseCheckpoint(text);
                return [
                    [origin, size, Array.from(root), incarnation, extensions],
                    signatures.map(({ name, keyId, signed }) => [name, keyId, Array.from(signed)]),
                ];
            } catch (error) {
                return told(error);
            }
        })""",
        given,
    )

    expected = list(map(read, given))
    assert [(text, one, other) for text, one, other in zip(given, found, expected, strict=True) if one != other] == []
    codes = {each["code"] for each in expected if isinstance(each, dict)}
    assert codes == {
        "nota-sin-firmas", "nota-ilegible", "nota-larga", "firma-mal-formada",
        "punto-mal-formado", "punto-origen", "punto-tamano", "punto-raiz", "punto-encarnacion",
    }  # fmt: skip


def verdicts(page: Page, notes: Sequence[Note], vkey: str = str(KEY)) -> Any:
    return asked(
        page,
        """const [vkey, notes] = given;
        return Promise.all(notes.map((each) => own.verifySignature(own.parseNote(each), vkey).catch(told)))""",
        [vkey, list(map(str, notes))],
    )


def test_a_signature_is_checked_where_the_browser_can_and_said_to_be_unchecked_where_it_cannot(page: Page) -> None:
    by_club = cosign(SIGNED.text, "club.example", CLUB, time=1_796_000_000)
    short = replace(SIGNED.signatures[0], signed=b"short")
    good = [SIGNED, replace(SIGNED, signatures=(by_club, *SIGNED.signatures))]
    bad = [
        replace(SIGNED, text=SIGNED.text.replace("1234", "1235")),
        replace(SIGNED, signatures=(replace(SIGNED.signatures[0], signed=bytes(64)),)),
        replace(SIGNED, signatures=(short,)),
    ]
    twice = replace(SIGNED, signatures=SIGNED.signatures * 2)
    absent = [
        replace(SIGNED, signatures=(by_club,)),
        replace(SIGNED, signatures=(sign(SIGNED.text, KEY.name, CLUB),)),
        replace(SIGNED, signatures=(replace(SIGNED.signatures[0], name="otro.example"),)),
    ]

    found = verdicts(page, [*good, *bad, twice, *absent])

    checked = ["good", "good", "bad", "bad", "bad"] if is_secure(page) else ["unchecked"] * 5
    assert found == [*checked, "bad", "absent", "absent", "absent"]


def test_a_browser_without_ed25519_says_so(page: Page) -> None:
    page.evaluate(
        "() => { if (crypto.subtle) crypto.subtle.importKey = () => Promise.reject(new Error('NotSupported')); }"
    )

    assert verdicts(page, [SIGNED]) == ["unchecked"]


@pytest.mark.parametrize(
    ("vkey", "code"),
    [
        ("", "clave-mal-formada"),
        (str(KEY).replace("copa-2026", "copa-2027"), "clave-con-otro-id"),
        (str(KEY).replace("+AY", "+BY"), "clave-mal-formada"),
        (f"{KEY}\n", "clave-mal-formada"),
        (str(VerifierKey.of("club.example", CLUB, KeyKind.COSIGNATURE)), "clave-mal-formada"),
    ],
)
def test_a_key_that_is_not_written_as_it_must_be(page: Page, vkey: str, code: str) -> None:
    assert verdicts(page, [SIGNED], vkey) == [{"code": code}]


def test_the_examples_of_the_specifications(page: Page) -> None:
    """https://c2sp.org/signed-note, «Verifier keys»."""
    key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    line = "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM="
    note = Note.parse(f"This is an example message.\n\n— example.com/foo {line}\n".encode())

    assert b64encode(b64decode(line)).decode() == line
    assert verdicts(page, [note], key) == ["good" if is_secure(page) else "unchecked"]
