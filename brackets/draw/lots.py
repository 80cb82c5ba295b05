"""Lots that anyone can repeat: all chance is SHA-256 over a seed text, the same on every machine for ever."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count, islice
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

WORDS = Struct(">8I")
SPACE = 2**32


def digests(seed: str) -> Iterator[bytes]:
    """The SHA-256 of `seed|0`, `seed|1`, … in UTF-8, without end: `printf 'seed|0' | sha256sum`.

    >>> next(digests("cuarenta")).hex()[:16]
    'a4e511c327b68860'
    """
    for counter in count():
        yield sha256(f"{seed}|{counter}".encode()).digest()


def words(seed: str) -> Iterator[int]:
    """Each digest as eight numbers of 32 bits, most significant byte first."""
    for digest in digests(seed):
        yield from WORDS.unpack(digest)


def below(bound: int, source: Iterator[int]) -> int:
    """An unbiased number from 0 to `bound - 1`: words beyond the last whole multiple of `bound` are thrown away.

    >>> below(6, iter([2**32 - 1, 2**32 - 4, 20]))
    2
    """
    fair = SPACE - SPACE % bound
    word = next(source)
    while word >= fair:
        word = next(source)
    return word % bound


def shuffle(items: Iterable[T], seed: str) -> tuple[T, ...]:
    """The items in an order by lot (Fisher–Yates from the last place down); every order is equally likely.

    The result depends on the order given: sort first what has no order of its own.

    >>> shuffle("ABCDEFGH", "cuarenta")
    ('E', 'G', 'H', 'C', 'F', 'B', 'A', 'D')
    """
    order = list(items)
    source = words(seed)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, source)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def by_lot(numbers: Iterable[int], seed: str) -> tuple[int, ...]:
    """The numbers in the order of their lots, the SHA-256 of `seed|number`, the lowest first; every order is equally likely.

    The lot of one depends on nobody else: whoever comes later changes no order between those who were there.

    >>> by_lot([1, 2, 3, 4], "cuarenta"), by_lot([1, 2, 3, 4, 5], "cuarenta")
    ((4, 3, 1, 2), (4, 3, 1, 5, 2))
    """
    return tuple(sorted(numbers, key=lambda number: sha256(f"{seed}|{number}".encode()).digest()))


def coins(number: int, seed: str) -> bytes:
    """That many tosses, each 0 or 1: the bits of the digests from left to right.

    >>> list(coins(12, "cuarenta"))
    [1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0]
    """
    bits = (f"{int.from_bytes(digest, 'big'):0256b}" for digest in digests(seed))
    tossed = "".join(islice(bits, -(-number // 256)))[:number]
    return tossed.encode().translate(bytes.maketrans(b"01", b"\x00\x01"))
