"""Championships of one stage to measure on: drawn and published, and played by typing results."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from random import Random
from statistics import median
from typing import Any

from django.db import connection

from brackets.draw.formats import Format
from brackets.draw.qualification import Everybody
from brackets.models import UNPLAYED, AuditEntry, Championship, Fixture, Pareja, Stage, User
from brackets.services.fixtures import fixture_clear, fixture_record
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
TYPED = ("status", "how", "chicas", "by_zapateria", "zapaterias", "caidas", "decided_at", "nobody_a", "nobody_b")
CRITERIA = ("mesas", "directo", "chicas", "puntos", "zapaterias", "sorteo")


@dataclass
class Cost:
    """Milliseconds, those of this process alone (SQLite works in it) and queries of each of several actions of one kind."""

    milliseconds: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)

    @contextmanager
    def measured(self) -> Iterator[None]:
        """One more of them."""
        count = 0

        def counting(execute: Callable[..., Any], *given: Any) -> Any:
            nonlocal count
            count += 1
            return execute(*given)

        with connection.execute_wrapper(counting):
            begun, working = time.perf_counter(), time.process_time()
            yield
            worked, taken = time.process_time() - working, time.perf_counter() - begun
        self.milliseconds.append(1000 * taken)
        self.own.append(1000 * worked)
        self.queries.append(count)

    def figures(self) -> dict[str, float]:
        ordered = sorted(self.milliseconds)
        return {
            "actions": len(ordered),
            "ms_p50": round(median(ordered), 1),
            "cpu_ms_p50": round(median(self.own), 1),
            "ms_p95": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
            "ms_all": round(sum(ordered)),
            "queries_least": min(self.queries),
            "queries_most": max(self.queries),
        }


class Night:
    """A published championship of one stage, and what one types in it."""

    def __init__(self, slug: str, form: Format, parejas: int) -> None:
        self.championship = Championship.objects.create(
            slug=slug, name=slug, place="Banco", starts_on=date(2026, 12, 1), ends_on=date(2026, 12, 2), status="open",
            appeal_minutes=15, created_at=NOW,
        )  # fmt: skip
        self.director = User.objects.create(username=f"director-{slug}")
        Pareja.objects.bulk_create(
            Pareja(championship=self.championship, number=n, name=f"Pareja {n}") for n in range(1, parejas + 1)
        )
        plan = StagePlan(name="Etapa", format=form, entry=(Everybody(),), criteria=CRITERIA)
        stages_plan(championship=self.championship, plans=[plan], user=self.director, now=NOW)
        drawn = draw_rehearsed(championship=self.championship, user=self.director, now=NOW, public_seed="banco")
        self.stage: Stage = stage_publish(stage=drawn, user=self.director, now=NOW)

    def played_like(self, other: "Night") -> None:
        """The results and the audit of another one of the same size, written in bulk."""
        parejas = {pareja.number: pareja for pareja in self.championship.parejas.all()}
        related = other.stage.fixtures.select_related("pareja_a", "pareja_b", "winner")
        there = {(fixture.round, fixture.position): fixture for fixture in related}
        fixtures = list(self.stage.fixtures.all())
        for fixture in fixtures:
            known = there[fixture.round, fixture.position]
            for side in ("pareja_a", "pareja_b", "winner"):
                pareja = getattr(known, side)
                setattr(fixture, side, pareja and parejas[pareja.number])
            for name in TYPED:
                setattr(fixture, name, getattr(known, name))
        Fixture.objects.bulk_update(fixtures, ("pareja_a", "pareja_b", "winner", *TYPED), batch_size=50)
        entries = list(other.championship.audit.values("at", "action", "sentence", "data"))
        AuditEntry.objects.bulk_create(
            (AuditEntry(championship=self.championship, user=self.director, **entry) for entry in entries),
            batch_size=500,
        )

    def ready(self) -> list[Fixture]:
        return list(self.stage.fixtures.filter(status=Fixture.Status.READY).order_by("number"))

    def played(self) -> list[Fixture]:
        """Those with a result, the last ones first."""
        results = self.stage.fixtures.filter(status=Fixture.Status.FINAL).exclude(how__in=UNPLAYED)
        return list(results.order_by("-round", "-position"))

    def record(self, fixture: Fixture, winner: str) -> None:
        fixture_record(
            fixture=fixture, how="played", winner=winner, chicas=[[40, 22], [40, 18]], zapateria=False,
            user=self.director, now=NOW, reason="banco",
        )  # fmt: skip

    def clear(self, fixture: Fixture) -> None:
        fixture_clear(fixture=fixture, user=self.director, now=NOW, reason="banco")

    def play(self, random: Random, cost: Cost, most: int = 10_000) -> None:
        """Type the results of up to `most` partidas, in the order of play."""
        while fixtures := self.ready()[:most]:
            for fixture in fixtures:
                with cost.measured():
                    self.record(fixture, random.choice("AB"))
            most -= len(fixtures)
