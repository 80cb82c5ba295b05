"""A pareja cheats with its share of the public seed, or the Director with those of others: it is refused, and what is written shows it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from brackets.draw.acta import verify
from brackets.draw.acta_seal import seals_of
from brackets.draw.shares import share_promise
from brackets.models import Championship, ShareEvent, Stage, User
from brackets.selectors.commitments import commitment_in_force
from brackets.selectors.draw_acta import acta_of
from brackets.services.commitments import commitment_revoke, draw_commit
from brackets.services.draw_seen import seen_of
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.shares import share_make_promise, share_show, shares_close
from brackets.services.stages import stage_draw, stage_publish
from referee.models import TreeLeaf
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from referee.selectors.tree.check import tree_check
from referee.services.archives.restoring import archive_restore
from referee.services.tree import tree_sweep
from tests.attacks.test_verifier import run
from tests.factories.archives import archived_elsewhere, written
from tests.factories.brackets import NOW, director_of, entered
from tests.factories.insider import insider

pytestmark = pytest.mark.django_db
CLOSES = NOW + timedelta(hours=1)
SHARES = {number: sha256(b"%d" % number).hexdigest()[:32] for number in range(1, 6)}


@dataclass
class Lots:
    """A draw from shares of stage `of`, of which everybody does something at `now`."""

    championship: Championship
    director: User
    now: datetime = NOW
    of: int = 1

    @property
    def stage(self) -> Stage:
        return self.championship.stages.get(number=self.of)

    @property
    def sha(self) -> str:
        committed = commitment_in_force(self.stage)
        assert committed
        return committed["sha256"]

    def commit(self, hidden: str = "5f", **asked: object) -> None:
        who = {"championship": self.championship, "user": self.director, "now": self.now}
        draw_commit(**who, secret=hidden, **{"source": "aportes", "closes": CLOSES, **asked})  # type: ignore[arg-type]

    def promise(self, *numbers: int, share: str = "", of: int = 0) -> None:
        for number in numbers:
            promise = share_promise(self.sha, of or number, share or SHARES[number])
            share_make_promise(pareja=self.pareja(number), commitment=self.sha, promise=promise, now=self.now)

    def show(self, *numbers: int, share: str = "") -> None:
        for number in numbers:
            pareja, share_ = self.pareja(number), share or SHARES[number]
            share_show(pareja=pareja, commitment=self.sha, share=share_, now=self.now)

    def close(self) -> None:
        shares_close(stage=self.stage, user=self.director, now=self.now)

    def draw(self) -> Stage:
        return stage_draw(championship=self.championship, user=self.director, now=self.now)

    def pareja(self, number: int):
        return self.championship.parejas.get(number=number)


@pytest.fixture
def lots() -> Lots:
    championship = entered(5)
    lots = Lots(championship, director_of(championship))
    lots.commit()
    return lots


def refused(code: str, act, *given: int, **told: object) -> None:
    before = list(ShareEvent.objects.values())
    with pytest.raises(BracketError) as found:
        act(*given, **told)
    assert found.value.code == code
    assert list(ShareEvent.objects.values()) == before


def test_each_act_is_taken_in_its_turn_once_and_as_it_was_promised(lots: Lots) -> None:
    refused("aportes-pocos", lots.close)
    refused("aporte-temprano", _promised(lots, 1, 2, 3).show, 1)
    lots.promise(1)  # the same again
    refused("aporte-otro", lots.promise, 1, share="ab" * 16)
    lots.promise(4, share=SHARES[1], of=1)  # copied from the page
    refused("aportes-abiertos", lots.draw)
    lots.close()
    lots.close()
    refused("aporte-tarde", lots.promise, 5)
    refused("aporte-sin-promesa", lots.show, 5)
    refused("aporte-distinto", lots.show, 1, share=SHARES[2])
    lots.show(1)
    lots.show(1, 2)
    refused("aporte-distinto", lots.show, 4, share=SHARES[1])
    refused("aportes-en-plazo", lots.draw)
    lots.now += timedelta(minutes=10)

    stage = lots.draw()

    refused("aporte-tarde", lots.show, 3)
    assert stage.public_seed == sha256(f"{lots.sha}|1:{SHARES[1]}|2:{SHARES[2]}".encode()).hexdigest()
    assert verify(acta_of(stage), stage.drawn_digest, every=True).good
    stage_publish(stage=stage, user=lots.director, now=lots.now)
    refused("aporte-sin-sorteo", lots.promise, 5)


def test_the_hour_closes_the_promises_and_no_clock_set_back_opens_them(lots: Lots, tmp_path: Path) -> None:
    _promised(lots, 1, 2).now = CLOSES
    refused("aporte-tarde", lots.promise, 3)
    lots.show(1)
    lots.now = NOW

    refused("aporte-tarde", lots.promise, 3)
    with pytest.raises(IntegrityError, match="share_promises_are_closed"), transaction.atomic():
        ShareEvent.objects.create(
            championship=lots.championship, stage=1, commitment=lots.sha, kind="promised", pareja=3, value="0", at=NOW
        )
    with pytest.raises(IntegrityError, match="share_shown_was_promised"), transaction.atomic():
        ShareEvent.objects.create(
            championship=lots.championship, stage=1, commitment=lots.sha, kind="shown", pareja=4, value="0", at=NOW
        )
    lots.show(2)
    stage = lots.draw()
    assert _differing(stage) == []
    assert stage.drawn_at == CLOSES
    stage_publish(stage=stage, user=lots.director, now=lots.now)
    tree_sweep(championship=lots.championship, now=CLOSES)
    written(tmp_path / "a.json", lots.championship)
    archive_check(Reader(tmp_path / "a.json", NAMES))
    assert run(tmp_path / "a.json")[0] == 0


def test_an_hour_read_before_another_act_is_recorded_after_that_act(lots: Lots) -> None:
    """Each act reads the clock and waits for its turn, which the one with a later hour has first."""
    for again in (False, True):
        if again:
            lots.commit("60", why="Se repite", seen=seen_of(lots.stage))
            assert lots.stage.commitments[0]["revoked_at"] == NOW.isoformat()
        for act in (lambda: lots.promise(1, 2), lots.close, lambda: lots.show(1, 2), lots.draw):
            lots.now -= timedelta(milliseconds=1)
            act()

        assert _differing(lots.stage) == []
        assert lots.stage.drawn_at == NOW


def test_who_promised_has_all_its_minutes_from_the_hour_at_which_promises_were_closed(lots: Lots) -> None:
    _promised(lots, 1).now += timedelta(seconds=2)
    _promised(lots, 2, 3).now -= timedelta(seconds=1)
    lots.close()
    lots.show(1, 2)
    lots.now = NOW + timedelta(minutes=10, seconds=1)
    refused("aportes-en-plazo", lots.draw)
    lots.now += timedelta(seconds=1)

    assert _differing(lots.draw()) == []


def test_too_few_shown_is_no_draw_and_what_is_revoked_stays_on_the_acta_with_its_shares(lots: Lots) -> None:
    first = lots.sha
    _promised(lots, 1, 2).close()
    lots.show(1)
    lots.now += timedelta(minutes=10)
    refused("aportes-pocos", lots.draw)
    commitment_revoke(stage=lots.stage, why="No se mostró uno", user=lots.director, now=lots.now)
    lots.commit("60")
    refused("aporte-sin-sorteo", share_show, pareja=lots.pareja(2), commitment=first, share=SHARES[2], now=lots.now)
    _promised(lots, 1, 2).close()
    lots.show(1, 2)

    acta = acta_of(lots.draw())

    (revoked,) = acta["compromisos_anulados"]
    assert [(each["pareja"], each["aporte"]) for each in revoked["prueba"]["aportes"]] == [(1, SHARES[1]), (2, "")]
    assert verify(acta).good
    revoked["prueba"]["aportes"][0]["aporte"] = "0" * 32
    assert any(
        "en un compromiso anulado" in each for step in verify(acta | seals_of(acta)).steps for each in step.differs
    )


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"source": "astros"}, "fuente-desconocida"),
        ({"closes": None}, "cierre"),
        ({"closes": NOW}, "cierre-pasado"),
        ({"least": 1}, "aportes-minimo"),
        ({"least": 6}, "aportes-minimo"),
    ],
)
def test_no_commitment_names_a_source_that_cannot_be_brought_about(asked: dict[str, object], code: str) -> None:
    championship = entered(5)
    refused(code, Lots(championship, director_of(championship)).commit, **asked)
    championship.parejas.update(link_nonce=None)
    refused("fuente-desconocida", Lots(championship, director_of(championship)).commit)


def published(*, swept: bool = True) -> Championship:
    """One draw from shares, in its tree; pareja 3 kept its share back."""
    championship = entered(5)
    lots = Lots(championship, director_of(championship))
    lots.commit()
    _promised(lots, 1, 2, 3).close()
    lots.show(1, 2)
    lots.now += timedelta(minutes=10)
    stage_publish(stage=lots.draw(), user=lots.director, now=lots.now)
    if swept:
        tree_sweep(championship=championship, now=lots.now)
    return championship


def test_a_row_rewritten_behind_the_triggers_is_found_by_tree_archive_and_verifier(tmp_path: Path) -> None:
    championship, path = published(), tmp_path / "a.json"
    assert TreeLeaf.objects.filter(kind="share").count() == 6
    assert tree_check(championship).problems == []
    written(path, championship)
    assert run(path)[0] == 0

    unswept = published(swept=False)
    with insider(ShareEvent):
        ShareEvent.objects.filter(kind="shown", pareja=2).update(value="0" * 32)
    written(path, championship)

    assert any("el aporte" in each for each in tree_check(championship).problems)
    assert "el aporte de la pareja 2 no es el que prometió" in run(path)[1]
    with pytest.raises(Refused, match=r"share/.* no es la de su hoja"):
        archive_check(Reader(path, NAMES))
    written(path, unswept)
    with pytest.raises(Refused, match=r"los aportes de .* no son los de su acta"):
        archive_check(Reader(path, NAMES))


def test_an_archive_brings_the_shares_along(tmp_path: Path) -> None:
    path = archived_elsewhere(tmp_path / "a.json", published)

    there = archive_restore(path=path, user=None, now=NOW, unfinished=True).championship

    kinds = list(there.shares.values_list("kind", "pareja"))
    assert kinds == [("promised", 1), ("promised", 2), ("promised", 3), ("closed", 0), ("shown", 1), ("shown", 2)]


def _differing(stage: Stage) -> list[str]:
    """What the acta of the stage says that did not come about as it has to."""
    steps = verify(acta_of(stage), stage.drawn_digest, every=True).steps
    return [each for step in steps for each in step.differs]


def _promised(lots: Lots, *numbers: int) -> Lots:
    lots.promise(*numbers)
    return lots


def test_after_a_clock_that_was_ahead_an_hour_to_come_is_not_said_to_have_passed() -> None:
    championship = entered(5)
    lots = Lots(championship, director_of(championship), NOW + 2 * (CLOSES - NOW))
    lots.commit(closes=NOW + 3 * (CLOSES - NOW))
    commitment_revoke(stage=lots.stage, why="El reloj estaba adelantado", user=lots.director, now=lots.now)
    lots.now = NOW

    with pytest.raises(InvalidValue, match=r"quedó registrado a las \d\d:\d\d:\d\d: escriba una hora posterior"):
        lots.commit()
