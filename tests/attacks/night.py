"""A championship whose log has two checkpoints, what others kept of each, and whether a rewrite of it is found."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from brackets.models import Championship
from brackets.services.audit import audit_record
from brackets.services.fixtures import fixture_record
from kernel.merkle import verify_consistency
from referee.models import Checkpoint, TreeKey
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.hiding import Included
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.services.keystore import signer_read
from referee.services.tree import tree_sweep
from tests.attacks.rewrites import How, Kept, Owner, Rewrite, kept_of
from tests.attacks.test_verifier import tool
from tests.factories.archives import at_the_tables, sealed_again, written
from tests.factories.brackets import NOW, director_of

FIRST, SECOND = NOW + timedelta(days=9), NOW + timedelta(days=9, minutes=5)


class Night:
    """A championship whose log has two checkpoints; what others kept of each."""

    def __init__(self, path: Path) -> None:
        self.path, self.tool = path, tool()
        championship = at_the_tables()
        tree_sweep(championship=championship, now=FIRST)
        self._goes_on(championship)
        tree_sweep(championship=championship, now=SECOND)
        written(path, championship, Included(ink=True))
        self.text = path.read_text()
        self.key = signer_read(TreeKey.objects.get(championship=championship).public_id)
        club = Ed25519PrivateKey.generate()
        notes = Checkpoint.objects.filter(championship=championship).order_by("size").values_list("note", flat=True)
        self.first, self.second = (kept_of(note, club, int(SECOND.timestamp())) for note in notes)

    def owner(self) -> Owner:
        return Owner(self.tool, json.loads(self.text)["partes"], self.key)

    @staticmethod
    def _goes_on(championship: Championship) -> None:
        by = director_of(championship)
        fixture = championship.stages.get().fixtures.filter(status="ready").order_by("number")[:1].get()
        fixture_record(
            fixture=fixture,
            how="walkover",
            winner="A",
            chicas=[],
            zapateria=False,
            user=by,
            now=SECOND,
            reason="No llegó",
        )
        audit_record(championship=championship, user=by, now=SECOND, action="w-o", sentence="No llegó.")


def is_found_by(owner: Owner, kept: Kept) -> bool:
    """By each of the three alone, whichever people have."""
    phone, paper = owner.found(kept.phone), owner.found(kept.paper)
    return bool(phone and paper and owner.found(kept.cosigned, cosigners=[kept.club]))


def continues(owner: Owner, kept: Kept) -> bool:
    """Whether an open page that has this would take the newest checkpoint for one that continues it."""
    tree = owner.tree()
    if tree.size < kept.size:
        return False
    proof = tree.consistency_proof(kept.size)
    return verify_consistency(proof, old_size=kept.size, old_root=kept.root, size=tree.size, root=tree.root())


def is_refused(night: Night, owner: Owner) -> bool:
    """By the check of the program, which has the rules and makes every result, podium and draw anew."""

    def change(text: str) -> str:
        told: dict[str, Any] = json.loads(text)
        leaves = [{"entry": leaf["entry"], "salt": leaf["salt"]} for leaf in owner.parts["hojas"]]
        told["partes"] = owner.parts | {"hojas": leaves}
        return json.dumps(told)

    night.path.write_text(night.text)
    try:
        archive_check(Reader(sealed_again(night.path, change), NAMES))
    except Refused:
        return True
    return False


def unfound(night: Night, rewrite: Rewrite) -> str:
    """What of a rewrite is not as it must be; empty where all is."""
    owner = night.owner()
    rewrite.change(owner)
    inside = owner.found()
    if rewrite.by_program:
        return "" if is_refused(night, owner) else "the program takes it"
    if rewrite.how is How.ROW:
        return "" if inside else "nothing binds it"
    if rewrite.how is How.ARCHIVE:
        return "" if is_found_by(owner, night.first if not owner.parts["hojas"] else night.second) else "not found"
    if inside:
        return f"the owner forgot something: {inside}"
    if rewrite.how is How.WHOLE:
        if not is_found_by(owner, night.first):
            return "not found from what was kept"
        return "an open page takes it" if continues(owner, night.first) else ""
    mine = kept_of(owner.parts["puntos"][-1]["note"], Ed25519PrivateKey.generate(), 1)
    if owner.found(night.first.phone):
        return "the views differ before they part"
    met = is_found_by(owner, night.second) and is_found_by(night.owner(), mine)
    return "" if met and not continues(owner, night.second) else "the views meet and agree"
