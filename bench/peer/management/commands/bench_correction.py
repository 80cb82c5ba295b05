"""Measure corrections and results on the database of this process; print the figures as JSON."""

import json
from random import Random
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from bench.championships import Cost, Night
from bench.peer.management.commands.bench_prepare import create_database
from brackets.draw.formats import DoubleElimination, Format, Series

PAREJAS = 128
FORMATS: dict[str, tuple[Format, int]] = {
    "series, 96": (Series(4), 96),
    "series, 1000": (Series(4), 1000),
    "double elimination, 1024": (DoubleElimination(), 1024),
}


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--others", type=int, nargs="+", required=True, help="other championships there are")
        parser.add_argument("--results", type=int, required=True, help="results typed early, and as many late; 0: none")

    def handle(self, *_args: Any, **options: Any) -> None:
        create_database()
        call_command("migrate", verbosity=0)
        corrections, there = {}, 1
        first = Night("otro-0", DoubleElimination(), PAREJAS)
        first.play(Random(0), Cost())
        for others in options["others"]:
            for number in range(there, others):
                Night(f"otro-{number}", DoubleElimination(), PAREJAS).played_like(first)
            there = max(there, others)
            corrections[str(others)] = correction(others)
        results = {name: typed(name, form, options["results"]) for name, form in FORMATS.items() if options["results"]}
        self.stdout.write(json.dumps({"corrections": corrections, "results": results}))


def correction(others: int) -> dict[str, dict[str, float]]:
    """A first-round result is wrong: all that was played on it is taken back, it is corrected, and all is played again."""
    night = Night(f"corregido-{others}", DoubleElimination(), PAREJAS)
    played, taken_back, corrected, replayed = Cost(), Cost(), Cost(), Cost()
    night.play(Random(1), played)
    wrong = night.stage.fixtures.filter(round=1, number__isnull=False).order_by("number")[0]
    for fixture in night.played():
        if fixture.round > 1:
            with taken_back.measured():
                night.clear(fixture)
    with corrected.measured():
        night.record(wrong, "B" if wrong.winner_id == wrong.pareja_a_id else "A")
    night.play(Random(2), replayed)
    costs = {"played": played, "taken_back": taken_back, "corrected": corrected, "replayed": replayed}
    return {name: cost.figures() for name, cost in costs.items()}


def typed(name: str, form: tuple[Format, int], count: int) -> dict[str, dict[str, float]]:
    """Results typed when nothing has been played yet, and when little is left."""
    night = Night(f"resultados-{''.join(filter(str.isalnum, name))}", *form)
    first, between, last = Cost(), Cost(), Cost()
    random = Random(3)
    night.play(random, first, count)
    unfinished = night.stage.fixtures.exclude(status="final").count()
    night.play(random, between, max(0, unfinished - 2 * count))
    night.play(random, last)
    return {"first": first.figures(), "last": last.figures()}
