"""The code that docs/transparencia.md gives to anyone is right, and as short as it says."""

import re
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kernel.checkpoint import Checkpoint, VerifierKey, cosign, signed_checkpoint
from kernel.merkle import Tree, leaf_hash, verify_consistency

PAGE = Path(__file__).resolve().parents[2] / "docs" / "transparencia.md"
MOST = 20
ORIGIN = "torneo.example/copa-2026"
LOG, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (1, 2))
TREE = Tree(leaf_hash(bytes([each])) for each in range(MOST))


@pytest.fixture(scope="module")
def given() -> SimpleNamespace:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - the page's own code
    return SimpleNamespace(**names)


def test_a_checkpoint_is_read_and_its_signature_checked(given: SimpleNamespace) -> None:
    checkpoint = Checkpoint(ORIGIN, MOST, TREE.root(), "0123456789abcdef" * 2)
    note = str(signed_checkpoint(checkpoint, LOG)) + str(cosign(checkpoint.body(), "club.example", OTHER, time=1))

    assert given.head(note, str(VerifierKey.of(ORIGIN, LOG))) == (MOST, TREE.root())
    with pytest.raises(InvalidSignature):
        given.head(note.replace(f"\n{MOST}\n", f"\n{MOST + 1}\n"), str(VerifierKey.of(ORIGIN, LOG)))
    with pytest.raises(ValueError, match="unpack"):
        given.head(note, str(VerifierKey.of(ORIGIN, OTHER)))


def test_proofs_are_judged_as_by_the_kernel(given: SimpleNamespace) -> None:
    sizes = range(1, MOST + 1)
    for old, new in [(m, n) for n in sizes for m in range(1, n + 1)]:
        proof, before, after = TREE.consistency_proof(old, new), TREE.root(old), TREE.root(new)
        assert given.grew(proof, (old, before), (new, after))
        assert not given.grew(proof, (old, before), (new, leaf_hash(b"otra")))
        assert not given.grew(proof, (old, leaf_hash(b"otra")), (new, after))
        assert not given.grew(proof, (new, after), (old, before)) or old == new
        assert not given.grew([*proof, before], (old, before), (new, after))
        assert not proof or not given.grew(proof[:-1], (old, before), (new, after))
    both = TREE.levels[0][0] + TREE.levels[0][1]
    assert not given.grew([both], (1, b""), (2, TREE.root(2)))
    assert not given.grew([], (0, b""), (2, TREE.root(2)))


def test_whatever_sizes_are_claimed_is_judged_as_by_the_kernel(given: SimpleNamespace) -> None:
    claimed = [(m, n) for n in range(1, 10) for m in range(1, n + 1)]
    for (old, new), (m, n) in product(claimed, claimed):
        proof, before, after = TREE.consistency_proof(m, n), TREE.root(m), TREE.root(n)
        theirs = verify_consistency(proof, old_size=old, old_root=before, size=new, root=after)
        assert given.grew(proof, (old, before), (new, after)) == theirs
