"""Whatever is written in whatever order, with sweeps anywhere between: the tree is that of all rows, built anew, and every checkpoint leads to the next."""

from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest

from brackets.models import AuditEntry, Championship, DrawEvent, StageEvent
from brackets.services.audit import audit_record
from brackets.services.fixtures import fixture_record
from kernel.merkle import Tree, root, verify_consistency
from referee.models import Checkpoint, Jugada, Planilla, Signature, TreeLeaf
from referee.selectors.tree.check import tree_check
from referee.selectors.tree.proofs import consistency_of
from referee.services import tree
from referee.services.incarnations import incarnation_begin
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import SORTEO, Keeper, keeper, keepers
from tests.long import short

pytestmark = pytest.mark.django_db
STEPS = 40
LINES = ("caida A", "caida B", "limpia A", "limpia B", 'ajusta A +4 "x"')


class Walk:
    """One championship with mesas on which anything may be written."""

    def __init__(self, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.random, self.patch = Random(seed), monkeypatch
        first = keeper(parejas=8)
        self.championship = first.championship
        self.mesas = keepers(list(first.fixture.stage.fixtures.filter(status="ready"))[:3])
        self.sealed: set[int] = set()
        self.now = NOW
        self.lives = 0

    def step(self) -> None:
        self.now += timedelta(minutes=self.random.randrange(3))
        acts = [self.tap, self.tap, self.tap, self.seal, self.note, self.decide, self.live]
        self.random.choice([*acts, self.sweep, self.sweep])()

    def tap(self) -> None:
        number, kept = self.any()
        if number in self.sealed:
            return
        if kept.mesa_id is None:
            kept.open()
            kept.record(SORTEO)
        elif kept.mesa.points_a < 30 and kept.mesa.points_b < 30:
            kept.record(self.random.choice(LINES))

    def seal(self) -> None:
        number, kept = self.any()
        if kept.mesa_id is None or number in self.sealed:
            return
        missing = 40 - 2 - kept.mesa.points_a
        kept.record(f'ajusta A +{missing} "marcador del caso"', "limpia A", "proclama")
        if kept.mesa.winner:
            kept.seal()
        self.sealed.add(number)

    def note(self) -> None:
        audit_record(championship=self.championship, user=None, now=self.now, action="nota", sentence="Algo pasó.")

    def decide(self) -> None:
        """At the desk, without a tablet."""
        ready = self.championship.stages.get().fixtures.filter(status="ready", mesa=None)
        if left := ready.exclude(pk__in=[kept.fixture.pk for kept in self.mesas]).first():
            fixture_record(
                fixture=left,
                how="walkover",
                winner="A",
                chicas=(),
                zapateria=False,
                user=director_of(self.championship),
                now=self.now,
                reason="No vino",
            )

    def live(self) -> None:
        if self.lives < 2 and TreeLeaf.objects.exists():
            self.lives += 1
            incarnation_begin(known=[], new_keys=self.random.random() < 0.5, now=self.now)

    def sweep(self) -> None:
        self.patch.setattr(tree, "MOST", self.random.choice((1, 3, 500)))
        done = tree_sweep(championship=self.championship, now=self.now, at_once=True)
        assert len(self.rows()) == TreeLeaf.objects.count()
        assert self.rows() == set(TreeLeaf.objects.values_list("of", flat=True))
        assert (done.leaves > 0) == (done.checkpoint is not None)

    def rows(self) -> set[str]:
        """The names of all that should have a leaf, by another way than the sweep's."""
        incarnations = TreeLeaf.objects.filter(kind="incarnation").values_list("of", flat=True)
        return {
            *incarnations,
            *(f"jugada/{row.mesa.public_id}/{row.seq}" for row in Jugada.objects.select_related("mesa")),
            *(f"signature/{row.client_id}" for row in Signature.objects.all()),
            *(f"planilla/{row.mesa.public_id}/{row.version}" for row in Planilla.objects.filter(status="sealed").select_related("mesa")),
            *(f"event/{row.stage}/{row.seq}" for row in StageEvent.objects.all()),
            *(f"draw/{row.stage}/{row.number}/{row.kind}/{_moment(row.at)}" for row in DrawEvent.objects.all()),
            *(f"audit/{number + 1}" for number in range(AuditEntry.objects.count())),
        }  # fmt: skip

    def any(self) -> tuple[int, Keeper]:
        return self.random.choice(list(enumerate(self.mesas)))


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")


@pytest.mark.parametrize("seed", short(range(4), 0, 1))
def test_a_walk(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = Walk(seed, monkeypatch)
    for _ in range(STEPS):
        walk.step()
    walk.sweep()

    leaves = [bytes.fromhex(each) for each in TreeLeaf.objects.order_by("index").values_list("hash", flat=True)]
    whole = Tree(leaves)
    signed = list(Checkpoint.objects.order_by("size"))
    assert signed[-1].size == len(leaves)
    for older in signed:
        assert bytes.fromhex(older.root) == root(leaves[: older.size]) == whole.root(older.size)
        verified = partial(verify_consistency, old_size=older.size, old_root=bytes.fromhex(older.root))
        proof = consistency_of(signed[-1], older.size)
        assert proof is not None
        assert verified(proof, size=signed[-1].size, root=bytes.fromhex(signed[-1].root))
    assert {"jugada", "event", "draw", "audit"} <= set(TreeLeaf.objects.values_list("kind", flat=True))
    check = tree_check(Championship.objects.get())
    assert (check.problems, check.waiting) == ([], 0)
