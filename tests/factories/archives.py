"""Championships with something of everything that an archive has, and their archives on another installation."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.test import override_settings

from brackets.models import Championship
from brackets.services.fixtures import fixture_record
from referee.management.rehearsal.options import Options, Rates
from referee.management.rehearsal.progress import Progress
from referee.management.rehearsal.rehearsing import rehearse
from referee.management.rehearsal.signing_in import by_services
from referee.rules import Measure, canonical
from referee.selectors.archive.document import document
from referee.selectors.archive.dump import archive_write
from referee.selectors.archive.hiding import Included
from referee.services.appeals.publishing import appeal_publish
from referee.services.appeals.ruling import appeal_rule
from referee.services.corrections import planilla_correct
from referee.services.mesas import lease_take
from referee.services.notes import note_write
from referee.services.suspensions import hall_resume, hall_suspend
from tests.factories.appeals import admitted
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.factories.consultas import asked, resolved
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, keepers
from tests.factories.remembered import remembered
from tests.factories.transcriptions import PAPER, Desk
from tests.referee.services.quarantining import decide, item, keep
from tests.test_nothing_is_left import inscribed, played

ALL = Included(personal=True, ink=True)
NONE = Included()
WAYS = (NONE, Included(personal=True), Included(ink=True), ALL)


_WRITTEN: dict[tuple[str, Included, str], bytes] = {}


class _Back(Exception):
    pass


def archived_elsewhere(
    path: Path,
    make: Callable[[], Championship],
    included: Included = NONE,
    *,
    packed: bool = False,
    name: str = "",
) -> Path:
    """The archive of what `make` makes, which is nowhere in this database afterwards: as of another installation.

    What this module makes, and what has a `name`, is made once in a process, and written in every way then.
    """
    name = name or (make.__name__ if make in (with_everything, at_the_tables, typed_from_paper) else "")
    kept = bool(name) and not packed
    key = (name, included, settings.PUBLIC_URL)
    if not (kept and key in _WRITTEN):
        block = transaction.atomic()
        block._from_testcase = True  # what claims a letter in a transaction of its own is no deeper than usual
        with suppress(_Back), block:
            championship = make()
            for each in WAYS if kept else (included,):
                written(path, championship, each, packed=packed)
                if kept:
                    _WRITTEN[name, each, settings.PUBLIC_URL] = path.read_bytes()
            raise _Back
    if kept:
        path.write_bytes(_WRITTEN[key])
    ChampionshipFactory()  # keys here are others than there
    director_of(ChampionshipFactory())
    return path


def written(path: Path, championship: Championship, included: Included = NONE, *, packed: bool = False) -> str:
    with path.open("wb") as file:
        return archive_write(file, Championship.objects.get(pk=championship.pk), included, packed=packed)


@remembered
@override_settings(MAIL_CONFIGURED=True)
def with_everything() -> Championship:
    """Personal data of every way, an appeal ruled, a Planilla corrected, quarantine, a W.O., a stop of the hall, a consulta."""
    championship = inscribed()
    first = played(championship)
    by = {"user": director_of(championship)}
    hall_suspend(championship=championship, client_id=uuid4(), cause="Apagón", measure="Se espera", now=NOW, **by)
    hall_resume(championship=championship, now=NOW + timedelta(minutes=3), **by)
    note_write(
        mesa=first.mesa, client_id=uuid4(), jugada=1, text="Cortó B2", device=first.device, user=first.juez,
        written_at=first.now, now=first.tick(),
    )  # fmt: skip
    resolved(asked(championship))
    return championship


@remembered
def at_the_tables() -> Championship:
    """One mesa ruled on and corrected, one overtaken with something in quarantine, one never played."""
    championship = ChampionshipFactory(appeal_minutes=30)
    stage = published_stage(8, championship=championship, family="Quishpe-Cruz")
    ruled, overtaken, absent = keepers(list(stage.fixtures.filter(status="ready").order_by("number")[:3]))
    _ruled(ruled)
    _overtaken(overtaken)
    fixture_record(
        fixture=absent.fixture, how="walkover", winner="A", chicas=[], zapateria=False, user=director_of(championship),
        now=NOW, reason="No llegó",
    )  # fmt: skip
    return championship


@remembered
def typed_from_paper() -> Championship:
    """One mesa typed and sealed, another whose paper says something else than the rules."""
    kept = keeper(parejas=4)
    desk = Desk(kept.fixture)
    desk.confirm(desk.type())
    other = Desk(kept.fixture.stage.fixtures.filter(status="ready").first())
    other.confirm(other.type(PAPER.with_row(1, points={**PAPER.rows[0].points, "caida": (0, 4)}, score=(12, 4))))
    return kept.championship


def _ruled(kept: Keeper) -> None:
    by = {"user": director_of(kept.championship)}
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    appeal = admitted(kept)
    appeal_rule(appeal=appeal, measure=Measure("ajusta", side="B", points=4), grounds="La carta estaba jugada (13).", now=kept.tick(), **by)  # fmt: skip
    appeal_publish(appeal=appeal, published=True, now=kept.tick(), **by)
    planilla_correct(mesa=kept.mesa, reason="Fallo 3", unsigned="", now=kept.tick(), **by)


def _overtaken(old: Keeper) -> None:
    old.open()
    old.record(SORTEO)
    new = replace(old, device=old.tablet())
    lease_take(mesa_id=old.mesa_id, device=new.device, user=new.juez, now=new.tick())
    one, other = item("caida A1", 2), item("limpia B", 3)
    keep(old, one, other)
    decide(new, one)
    decide(new, other, incorporate=False, reason="Era de antes")


def rehearsed(form: str = "eliminatoria", *, parejas: int = 5, seed: str = "archivo", **of: object) -> Championship:
    """A whole championship with everything that goes wrong, as `ensayo` plays it; how it comes out alone is checked."""
    busy = Rates(
        absences=0.15, protests=0.2, suspensions=0.1, retirements=0.1, annulments=0.1, takeovers=0.2, reopenings=0.2
    )
    options = Options(
        parejas=parejas, reglamento="riobamba", seed=seed, start=NOW, tables=2, jueces=2, form=form, rates=busy, **of
    )  # type: ignore[arg-type]
    with Progress("", 1, StringIO()) as progress:
        return rehearse(options, by_services, progress, unchecked=True).founded.championship


def sealed_again(path: Path, change: Callable[[str], str]) -> Path:
    """Changed, and with all digests right again: whoever does that knows this format."""
    text = change(path.read_text())
    told = json.loads(text)
    head = {key: told[key] for key in ("incluye", "instalacion")}
    parts = [(name, [canonical(row) for row in rows]) for name, rows in told["partes"].items()]
    lines = document(head, parts)
    if told["version"] != 1:
        lines = iter(text.encode().splitlines(keepends=True))
    path.write_bytes(b"".join(lines))
    return path
