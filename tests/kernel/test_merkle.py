"""The Merkle tree against the vectors of Certificate Transparency and against the definition in RFC 6962 §2.1."""

from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.merkle import (
    EMPTY_ROOT,
    Frontier,
    Tree,
    fork_shown_from,
    leaf_hash,
    root,
    verify_consistency,
    verify_fork,
    verify_inclusion,
)

# Entries, roots and proofs of the reference tests of Certificate Transparency, as they are in
# https://github.com/transparency-dev/merkle, proof/verify_test.go and rfc6962/rfc6962_test.go.
ENTRIES = [
    bytes.fromhex(each)
    for each in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    bytes.fromhex(each)
    for each in (
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    )
]
FIRST_TWO, LEAF_1, LEAF_4 = ROOTS[1].hex(), leaf_hash(b"\x00").hex(), leaf_hash(b"\x30\x31").hex()
PAIR_2, PAIR_4 = (
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
)
QUAD_4 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
PAIR_6 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
INCLUSIONS = [
    (0, 8, ["96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7", PAIR_2, QUAD_4]),
    (5, 8, ["bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b", PAIR_6, ROOTS[3].hex()]),
    (2, 3, [FIRST_TWO]),
    (1, 5, [ROOTS[0].hex(), PAIR_2, LEAF_4]),
]
CONSISTENCIES = [
    (1, 1, []),
    (1, 8, [LEAF_1, PAIR_2, QUAD_4]),
    (6, 8, [PAIR_4, PAIR_6, ROOTS[3].hex()]),
    (2, 5, [PAIR_2, LEAF_4]),
    (6, 7, [PAIR_4, "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f", ROOTS[3].hex()]),
]
MOST = 70
FEW = 17
LEAVES = tuple(leaf_hash(b"hoja %d" % each) for each in range(MOST + 2))
TREE = Tree(LEAVES)


# The definitions of RFC 6962 §2.1, §2.1.1 and §2.1.2, word for word: recursive, over entries whose hashes are given.
def split(size: int) -> int:
    """The largest power of two smaller than `size`."""
    return 1 << (size - 1).bit_length() - 1


@cache
def mth(leaves: tuple[bytes, ...]) -> bytes:
    if not leaves:
        return sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return sha256(b"\x01" + mth(leaves[:k]) + mth(leaves[k:])).digest()


def path(m: int, leaves: tuple[bytes, ...]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def subproof(m: int, leaves: tuple[bytes, ...], *, whole: bool) -> list[bytes]:
    if m == len(leaves):
        return [] if whole else [mth(leaves)]
    k = split(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], whole=whole), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], whole=False), mth(leaves[:k])]


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


# The same definitions read the other way: what a proof leads to, None where it has too many or too few elements.
def climbed(leaf: bytes, m: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    if size == 1 or not proof:
        return leaf if size == 1 and not proof else None
    k, last = split(size), proof[-1]
    inner = climbed(leaf, m, k, proof[:-1]) if m < k else climbed(leaf, m - k, size - k, proof[:-1])
    if inner is None:
        return None
    return node(inner, last) if m < k else node(last, inner)


def both_roots(old: bytes, m: int, size: int, proof: Sequence[bytes], *, whole: bool) -> tuple[bytes, bytes] | None:
    if m == size:
        own = [old] if whole else proof
        return (own[0], own[0]) if len(own) == 1 and not (whole and proof) else None
    if not proof:
        return None
    k, last = split(size), proof[-1]
    if m <= k:
        inner = both_roots(old, m, k, proof[:-1], whole=whole)
        return inner and (inner[0], node(inner[1], last))
    inner = both_roots(old, m - k, size - k, proof[:-1], whole=False)
    return inner and (node(last, inner[0]), node(last, inner[1]))


def flipped(value: bytes, bit: int) -> bytes:
    return (int.from_bytes(value, "big") ^ 1 << bit % (8 * len(value))).to_bytes(len(value), "big")


def spoiled(proof: Sequence[bytes], extra: bytes) -> list[list[bytes]]:
    """A proof with an element changed, removed, doubled, exchanged with another, added or of another length."""
    found = [[*proof, extra], [extra, *proof], [*proof, b""], [b"", *proof]]
    for at, each in enumerate(proof):
        before, after = proof[:at], proof[at + 1 :]
        found += [[*before, *after], [*before, each, each, *after], [*before, each[:-1], *after]]
        found += [[*before, flipped(each, bit), *after] for bit in (0, 7, 100, 255)]
        found += [[*before, after[0], each, *after[1:]]] if after else []
    return found


def test_the_tree_of_nothing_and_of_one() -> None:
    assert root([]) == Tree().root() == EMPTY_ROOT
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert root([leaf_hash(b"")]) == ROOTS[0]
    assert leaf_hash(b"L123456").hex() == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_of_certificate_transparency(size: int) -> None:
    assert root(map(leaf_hash, ENTRIES[:size])) == ROOTS[size - 1]
    assert Tree(map(leaf_hash, ENTRIES)).root(size) == ROOTS[size - 1]


@pytest.mark.parametrize(("index", "size", "proof"), INCLUSIONS)
def test_inclusion_proofs_of_certificate_transparency(index: int, size: int, proof: list[str]) -> None:
    made = Tree(map(leaf_hash, ENTRIES)).inclusion_proof(index, size)

    assert [each.hex() for each in made] == proof
    assert verify_inclusion(leaf_hash(ENTRIES[index]), index=index, size=size, root=ROOTS[size - 1], proof=made)


@pytest.mark.parametrize(("old", "new", "proof"), CONSISTENCIES)
def test_consistency_proofs_of_certificate_transparency(old: int, new: int, proof: list[str]) -> None:
    made = Tree(map(leaf_hash, ENTRIES)).consistency_proof(old, new)

    assert [each.hex() for each in made] == proof
    assert verify_consistency(made, old_size=old, old_root=ROOTS[old - 1], size=new, root=ROOTS[new - 1])


@pytest.mark.parametrize("size", range(MOST + 1))
def test_roots_and_inclusion_proofs_are_those_of_the_definition(size: int) -> None:
    leaves = LEAVES[:size]

    assert root(leaves) == TREE.root(size) == Tree(leaves).root() == mth(leaves)
    for index in range(size):
        proof = TREE.inclusion_proof(index, size)
        assert proof == path(index, leaves)
        assert verify_inclusion(leaves[index], index=index, size=size, root=mth(leaves), proof=proof)


@pytest.mark.parametrize("new", range(MOST + 1))
def test_consistency_proofs_between_all_sizes_are_those_of_the_definition(new: int) -> None:
    leaves = LEAVES[:new]

    for old in range(new + 1):
        proof = TREE.consistency_proof(old, new)
        assert proof == (subproof(old, leaves, whole=True) if old else [])
        assert verify_consistency(proof, old_size=old, old_root=TREE.root(old), size=new, root=mth(leaves))


@given(size=st.integers(1, MOST), data=st.data())
def test_an_inclusion_proof_shows_that_leaf_at_that_place_alone(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    bit = data.draw(st.integers(0, 255))
    leaf, proof, top = LEAVES[index], TREE.inclusion_proof(index, size), TREE.root(size)

    def holds(leaf: bytes = leaf, index: int = index, size: int = size, top: bytes = top) -> bool:
        return verify_inclusion(leaf, index=index, size=size, root=top, proof=proof)

    assert holds()
    assert not holds(leaf=flipped(leaf, bit))
    assert not holds(top=flipped(top, bit))
    assert not any(holds(leaf=other) for other in LEAVES if other != leaf)
    assert not any(holds(index=other) for other in range(-1, MOST + 2) if other != index)
    assert not any(holds(size=other, top=TREE.root(other)) for other in range(MOST + 2) if other != size)
    assert not any(
        verify_inclusion(leaf, index=index, size=size, root=top, proof=wrong) for wrong in spoiled(proof, top)
    )


@given(new=st.integers(2, MOST), data=st.data())
def test_a_consistency_proof_shows_those_two_trees_alone(new: int, data: st.DataObject) -> None:
    old = data.draw(st.integers(1, new - 1))
    bit = data.draw(st.integers(0, 255))
    proof, before, after = TREE.consistency_proof(old, new), TREE.root(old), TREE.root(new)

    def holds(old: int = old, before: bytes = before, new: int = new, after: bytes = after) -> bool:
        return verify_consistency(proof, old_size=old, old_root=before, size=new, root=after)

    assert holds()
    assert not holds(before=flipped(before, bit))
    assert not holds(after=flipped(after, bit))
    assert not holds(before=after, after=before)
    assert not holds(old=new, new=old, before=after, after=before)
    assert not any(holds(old=other, before=TREE.root(other)) for other in range(MOST + 2) if other != old)
    assert not any(holds(new=other, after=TREE.root(other)) for other in range(MOST + 2) if other != new)
    assert not any(
        verify_consistency(wrong, old_size=old, old_root=before, size=new, root=after)
        for wrong in (*spoiled(proof, before), *spoiled(proof, after), [])
    )


@given(new=st.integers(1, FEW), data=st.data())
def test_another_history_never_verifies_as_an_extension(new: int, data: st.DataObject) -> None:
    """Whatever honest proof is shown: of the old history, of the rewritten one, or of any other pair of sizes."""
    old = data.draw(st.integers(1, new))
    changed = data.draw(st.integers(0, old - 1))
    rewritten = Tree([*LEAVES[:changed], leaf_hash(b"otra"), *LEAVES[changed + 1 :]])
    proofs = chain.from_iterable(
        (tree.consistency_proof(a, b) for b in range(FEW + 1) for a in range(b + 1)) for tree in (TREE, rewritten)
    )

    assert not any(
        verify_consistency(proof, old_size=old, old_root=TREE.root(old), size=new, root=rewritten.root(new))
        for proof in proofs
    )


@pytest.mark.parametrize(("m", "size"), [(m, size) for size in range(1, 10) for m in range(1, size + 1)])
def test_a_proof_is_read_as_the_definition_reads_it_whatever_place_and_sizes_are_claimed(m: int, size: int) -> None:
    """Sizes are bound by the checkpoint and not by a proof: leaf 0 of 3 has the proof and the root of a leaf 0 of 4."""
    leaf, top, before = LEAVES[m - 1], TREE.root(size), TREE.root(m)
    path, proof = TREE.inclusion_proof(m - 1, size), TREE.consistency_proof(m, size)

    for n in range(1, FEW):
        for claimed in range(1, n + 1):
            assert verify_inclusion(leaf, index=claimed - 1, size=n, root=top, proof=path) == (
                climbed(leaf, claimed - 1, n, path) == top
            )
            assert verify_consistency(proof, old_size=claimed, old_root=before, size=n, root=top) == (
                both_roots(before, claimed, n, proof, whole=True) == (before, top)
            )


def test_two_hashes_are_not_taken_for_one() -> None:
    both, top = LEAVES[0] + LEAVES[1], TREE.root(2)

    assert not verify_inclusion(b"", index=1, size=2, root=top, proof=[both])
    assert not verify_inclusion(both, index=0, size=2, root=top, proof=[b""])
    assert not verify_consistency([both], old_size=1, old_root=b"", size=2, root=top)


def test_an_empty_tree_has_one_root_and_is_the_beginning_of_all() -> None:
    some = TREE.root(3)

    assert verify_consistency([], old_size=0, old_root=EMPTY_ROOT, size=3, root=some)
    assert verify_consistency([], old_size=0, old_root=EMPTY_ROOT, size=0, root=EMPTY_ROOT)
    assert not verify_consistency([], old_size=0, old_root=some, size=3, root=some)
    assert not verify_consistency([], old_size=0, old_root=some, size=0, root=some)
    assert not verify_consistency([], old_size=0, old_root=EMPTY_ROOT, size=0, root=some)
    assert not verify_consistency([some], old_size=0, old_root=EMPTY_ROOT, size=3, root=some)
    assert not verify_consistency([some], old_size=3, old_root=some, size=3, root=some)
    assert not verify_inclusion(some, index=0, size=0, root=EMPTY_ROOT, proof=[])


@given(entries=st.lists(st.binary(max_size=40), max_size=200), cut=st.integers(0, 200))
def test_a_frontier_goes_on_where_it_was_kept(entries: list[bytes], cut: int) -> None:
    leaves = [leaf_hash(each) for each in entries]
    kept = Frontier.load(Frontier(leaves[:cut]).dump())
    for leaf in leaves[cut:]:
        kept.append(leaf)

    assert (kept.size, kept.root()) == (len(leaves), mth(tuple(leaves)))
    assert kept.dump() == Frontier(leaves).dump()


@given(size=st.integers(0, MOST), by=st.sampled_from([-33, -32, -9, -1, 1, 8, 32]))
def test_what_is_no_frontier_is_refused(size: int, by: int) -> None:
    dumped = Frontier(LEAVES[:size]).dump()

    with pytest.raises(ValueError, match="no frontier"):
        Frontier.load(dumped + bytes(by) if by > 0 else dumped[: max(len(dumped) + by, 0)])


def test_only_hashes_are_appended_and_only_what_is_there_is_proved() -> None:
    for keeper in (Tree(), Frontier()):
        with pytest.raises(ValueError, match="32 bytes"):
            keeper.append(b"short")
    for wrong in (
        lambda: TREE.root(MOST + 3),
        lambda: TREE.root(-1),
        lambda: TREE.inclusion_proof(3, 3),
        lambda: TREE.inclusion_proof(-1, 3),
        lambda: TREE.consistency_proof(4, 3),
        lambda: TREE.consistency_proof(-1, 3),
    ):
        with pytest.raises(ValueError, match=r"leaf|leaves"):
            wrong()


def test_the_root_over_200_000_leaves_takes_under_two_seconds() -> None:
    chance = Random(40)
    leaves = [chance.randbytes(32) for _ in range(200_000)]
    begun = process_time()
    root(leaves)

    assert process_time() - begun < 2


def test_a_proof_shows_a_fork_only_where_the_newer_root_binds_it() -> None:
    other = Tree(leaf_hash(b"%d" % each) for each in range(20))
    for size in range(1, 21):
        for old in range(1, size + 1):
            at = fork_shown_from(old)
            proof = other.consistency_proof(at, size) if at <= size and old < size else []
            kept = sha256(b"%d" % old).digest()
            forks = partial(verify_fork, old_size=old, size=size)
            is_shown = old == size or (at < size and old > 1)
            assert forks(proof, old_root=kept, root=other.root(size)) == is_shown
            assert not forks(proof, old_root=other.root(old), root=other.root(size))
            if old < size:
                assert not forks(proof, old_root=kept, root=kept)
                assert not forks([], old_root=kept, root=other.root(size))
                assert not forks([*proof, kept], old_root=kept, root=other.root(size))
                for which in range(len(proof)):
                    wrong = [*proof[:which], kept, *proof[which + 1 :]]
                    assert not forks(wrong, old_root=other.root(old), root=other.root(size))
    assert not verify_fork([], old_size=0, old_root=kept, size=0, root=other.root(1))
    assert not verify_fork([], old_size=3, old_root=b"", size=3, root=other.root(3))
