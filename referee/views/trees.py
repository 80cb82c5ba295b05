"""The checkpoints of a championship and their proofs, for anybody, without an account, and for programs."""

import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Final

from django.http import Http404, HttpResponse, JsonResponse

from brackets.views.access import ChampionshipRequest, championship_page
from referee.models import Checkpoint
from referee.selectors.tree.proofs import checkpoint_of, consistency_of, inclusion_of, vkeys_of

LEAF: Final = re.compile(r"[0-9a-f]{64}")
NOW: Final = "public, max-age=10"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""What is said of a size never changes."""


@championship_page("championship.see")
def checkpoint(request: ChampionshipRequest, size: int | None = None) -> HttpResponse:
    """The last signed note, or that of a size."""
    return _text(_checkpoint(request, size).note, NOW if size is None else FOR_GOOD)


@championship_page("championship.see")
def checkpoint_key(request: ChampionshipRequest) -> HttpResponse:
    """What the notes are verified with, one key a line; the last one is in use."""
    if not (keys := vkeys_of(request.championship)):
        raise Http404
    return _text("".join(f"{key}\n" for key in keys), NOW)


@championship_page("championship.see")
def checkpoint_grew(request: ChampionshipRequest, size: int, older: int) -> HttpResponse:
    """That the log of `size` entries begins with that of `older`."""
    proof = consistency_of(_checkpoint(request, size), older)
    if proof is None:
        raise Http404
    return _json({"older": older, "size": size, "proof": _base64(proof)})


@championship_page("championship.see")
def checkpoint_leaf(request: ChampionshipRequest, size: int, leaf: str) -> HttpResponse:
    """That the leaf of this hash, in hexadecimal, is in the log of `size` entries."""
    found = inclusion_of(_checkpoint(request, size), leaf) if LEAF.fullmatch(leaf) else None
    if found is None:
        raise Http404
    return _json({"index": found.index, "size": size, "hash": leaf, "proof": _base64(found.proof)})


def _checkpoint(request: ChampionshipRequest, size: int | None) -> Checkpoint:
    found = checkpoint_of(request.championship, size)
    if found is None:
        raise Http404
    return found


def _text(content: str, cached: str) -> HttpResponse:
    return _open(HttpResponse(content, content_type="text/plain; charset=utf-8"), cached)


def _json(values: dict[str, object]) -> HttpResponse:
    return _open(JsonResponse(values), FOR_GOOD)


def _open(answer: HttpResponse, cached: str) -> HttpResponse:
    """A page of any other site may compare it too."""
    answer["Cache-Control"], answer["Access-Control-Allow-Origin"] = cached, "*"
    return answer


def _base64(proof: Sequence[bytes]) -> list[str]:
    return [b64encode(each).decode() for each in proof]
