"""The checkpoints of a championship and their proofs, for anybody, without an account, and for programs."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Final

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render

from brackets.views.access import ChampionshipRequest, championship_page
from referee.models import Checkpoint
from referee.selectors.tree.cosigned import cosigned_by, cosigner_vkeys, note_cosigned, stamp_of
from referee.selectors.tree.proofs import begun_in, checkpoint_of, consistency_of, inclusion_of, vkeys_of
from referee.selectors.tree.seen import Verdict, seen_from

LEAF: Final = re.compile(r"[0-9a-f]{64}")
INCARNATION: Final = re.compile(r"[0-9a-f]{32}")
CACHED: Final = "public, max-age=10"
"""Cosignatures come under a note at any moment, and after a copy was restored a size comes again with another root and other proofs."""


@championship_page("championship.see")
def checkpoint(request: ChampionshipRequest, size: int | None = None) -> HttpResponse:
    """The last signed note, or that of a size; with `?n=`, a page for people that compares the one they have seen."""
    if size is None and "n" in request.GET:
        return _compared(request)
    return _text(note_cosigned(_checkpoint(request, size)))


@championship_page("championship.see")
def checkpoint_key(request: ChampionshipRequest) -> HttpResponse:
    """What the notes are verified with, one key a line; the last one is in use."""
    if not (keys := vkeys_of(request.championship)):
        raise Http404
    return _text("".join(f"{key}\n" for key in keys))


@championship_page("championship.see")
def checkpoint_cosigners(request: ChampionshipRequest) -> HttpResponse:
    """The keys of all whom the Director named as cosigners, one a line; none is an empty text."""
    return _text("".join(f"{key}\n" for key in cosigner_vkeys(request.championship)))


@championship_page("championship.see")
def checkpoint_stamp(request: ChampionshipRequest, size: int) -> HttpResponse:
    """The time stamp (RFC 3161, DER) of the body of the checkpoint of `size` entries."""
    stamp = stamp_of(_checkpoint(request, size))
    if stamp is None:
        raise Http404
    return _open(HttpResponse(b64decode(stamp.token), content_type="application/timestamp-token"))


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


@championship_page("championship.see")
def checkpoint_life(request: ChampionshipRequest, size: int, incarnation: str) -> HttpResponse:
    """The entry of the restored copy that began this life of the database, and that it is in the log of `size` entries."""
    found = begun_in(_checkpoint(request, size), incarnation) if INCARNATION.fullmatch(incarnation) else None
    if found is None:
        raise Http404
    copied = found.copied_at.isoformat() if found.copied_at else None
    proof = _base64(found.included.proof)
    return _json({"entry": found.entry, "index": found.included.index, "size": size, "proof": proof, "copied": copied})


def _compared(request: ChampionshipRequest) -> HttpResponse:
    asked = {name: request.GET.get(name, "") for name in ("n", "r", "o")}
    seen = seen_from(request.championship, asked["n"], asked["r"], asked["o"])
    unread = seen is None and bool(asked["n"] or asked["r"])
    # Cosigners and stamp are of the server's checkpoint: of another root for its size they signed nothing.
    whole = seen.checkpoint if seen and seen.verdict is Verdict.SAME else None
    context = {
        "seen": seen,
        "asked": asked,
        "unread": unread,
        "cosigned": cosigned_by(whole) if whole else [],
        "stamp": stamp_of(whole) if whole else None,
    }
    return render(request, "referee/log_seen.html", context)


def _checkpoint(request: ChampionshipRequest, size: int | None) -> Checkpoint:
    found = checkpoint_of(request.championship, size)
    if found is None:
        raise Http404
    return found


def _text(content: str) -> HttpResponse:
    return _open(HttpResponse(content, content_type="text/plain; charset=utf-8"))


def _json(values: dict[str, object]) -> HttpResponse:
    return _open(JsonResponse(values))


def _open(answer: HttpResponse) -> HttpResponse:
    """A page of any other site may compare it too."""
    answer["Cache-Control"], answer["Access-Control-Allow-Origin"] = CACHED, "*"
    return answer


def _base64(proof: Sequence[bytes]) -> list[str]:
    return [b64encode(each).decode() for each in proof]
