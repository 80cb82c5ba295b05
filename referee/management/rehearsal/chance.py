"""Chance that comes from the seed alone, a stream of its own for each purpose: what one draws changes no other."""

from random import Random
from uuid import UUID


def stream(seed: str, *purpose: object) -> Random:
    """The chance of this purpose; the same words give the same stream on every machine."""
    return Random(" / ".join(map(str, (seed, *purpose))))  # noqa: S311 (invented people, no secret)


def identity(random: Random) -> UUID:
    """An identity as a tablet would invent it."""
    return UUID(int=random.getrandbits(128), version=4)
