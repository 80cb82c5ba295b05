"""A checkpoint that a person saw on a screen or has on paper, beside those of this server."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from brackets.models import Championship
from kernel.checkpoint import MOST_SIZE
from referee.models import Checkpoint, TreeLeaf
from referee.selectors.tree.heads import SHORT
from referee.selectors.tree.proofs import vkeys_of

NUMBER: Final = re.compile(r"[1-9][0-9]{0,15}")
ROOT: Final = re.compile(rf"[0-9a-f]{{{SHORT},64}}")


class Verdict(StrEnum):
    """`OTHER`: another root for this size; `NONE`: no checkpoint of this size; `FOREIGN`: it is of another log."""

    SAME = "same"
    OTHER = "other"
    NONE = "none"
    FOREIGN = "foreign"


@dataclass(frozen=True, slots=True)
class Seen:
    """`root` has 16 digits to 64; where this server has the same one, all of them.

    `checkpoint` is the server's of this size. `restored`: how many entries the last restored copy had that had fewer than were seen.
    """

    size: int
    root: str
    verdict: Verdict
    checkpoint: Checkpoint | None = None
    restored: int | None = None


def seen_from(championship: Championship, size: str, root: str, origin: str) -> Seen | None:
    """What a person reads off or types, blanks and capitals as they come; None where it is no checkpoint. `origin` may be empty."""
    size, root = size.strip(), "".join(root.split()).lower()
    if not NUMBER.fullmatch(size) or int(size) > MOST_SIZE or not ROOT.fullmatch(root):
        return None
    number = int(size)
    if origin and origin not in {vkey.partition("+")[0] for vkey in vkeys_of(championship)}:
        return Seen(number, root, Verdict.FOREIGN)
    restored = TreeLeaf.objects.filter(
        championship=championship, kind=TreeLeaf.Kind.INCARNATION, index__lt=number
    ).order_by("-index")
    signed = Checkpoint.objects.filter(championship=championship, size=number) if number < 2**31 else None
    found = signed.first() if signed is not None else None
    if found is not None and found.root.startswith(root):
        return Seen(number, found.root, Verdict.SAME, found)
    verdict = Verdict.OTHER if found else Verdict.NONE
    return Seen(number, root, verdict, found, restored.values_list("index", flat=True).first())
