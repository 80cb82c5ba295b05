"""Tablets in real browsers while everything breaks: what was shown as saved is in the log, once and in its order."""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from referee.models import Mesa, Quarantined
from tests.factories.referee import Keeper
from tests.faults.churn.hall import logs, scores, seats
from tests.faults.churn.ledger import DAMAGES, damages
from tests.faults.churn.running import Churned, Plan, apart, churn
from tests.faults.killing import mortal
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = [pytest.mark.faults, pytest.mark.churn, pytest.mark.django_db(transaction=True)]

SHORT = Plan(
    tablets=3,
    shared=1,
    browsers=2,
    seconds=10,
    taps=18,
    kills=2,
    every={"server-kill": 5, "browser-kill": 8, "cut-kill": 7, "window": 3, "reload": 3, "take-over": 5},
    engines=1,
    longest=240,
)
CONTROL = replace(SHORT, tablets=1, shared=0, seconds=6, taps=5, kills=1, every={"cut-kill": 3}, longest=150)
FULL = Plan(
    tablets=32,
    shared=4,
    browsers=8,
    seconds=600,
    taps=10_000,
    kills=100,
    every={"server-kill": 8, "browser-kill": 20, "cut-kill": 20, "window": 3, "reload": 5, "take-over": 15},
    engines=16,
    longest=3000,
)


@pytest.fixture
def plan() -> Plan:
    """CHURN_SECONDS tries so many of them, with no least number of taps and kills."""
    chosen = FULL if os.environ.get("CHURN") == "full" else SHORT
    seconds = float(os.environ.get("CHURN_SECONDS", "0"))
    return replace(chosen, seconds=seconds, taps=0, kills=0) if seconds else chosen


@pytest.mark.long
@pytest.mark.browser
def test_what_was_shown_as_saved_is_in_the_log(
    hall: Callable[[int], list[Keeper]], shell_path: str, plan: Plan, tmp_path: Path, report: Callable[..., None]
) -> None:
    churned = run(hall, shell_path, plan, tmp_path)

    ledgers = [tablet.ledger for tablet in churned.tablets]
    stored, kept_aside = logs({ledger.mesa for ledger in ledgers}), aside(churned)
    found = damages(ledgers, stored, kept_aside)
    wrong = differing(churned)
    report(
        tablets=plan.tablets,
        seconds=churned.seconds,
        enough=churned.enough,
        touches=sum(len(ledger.touches) for ledger in ledgers),
        shown_as_saved=len({client_id for ledger in ledgers for client_id in ledger.shown}),
        rows=sum(map(len, stored.values())),
        set_aside=len(kept_aside),
        unsent=sum(len(each["outbox"]) for each in churned.standing),
        kills=churned.kills,
        take_overs=churned.take_overs,
        seen=dict(sum((tablet.seen for tablet in churned.tablets), Counter())),
        injected=dict(churned.injected),
        scores_compared=len(showing(churned)),
        scores_that_differ=len(wrong),
        **found,
    )
    print(", ".join(f"{name} {found[name]}" for name in DAMAGES))  # noqa: T201
    assert [each for each in churned.standing if each["outbox"] or each["screen"] not in ("play", "mesas")] == []
    assert found == Counter(dict.fromkeys(DAMAGES, 0))
    assert wrong == []
    for mesa in Mesa.objects.filter(public_id__in=stored):
        assert_projection_equals_replay(mesa)
    call_command("verificar_bitacora", stdout=StringIO())  # what the tablets signed, too
    assert churned.enough, f"not {plan.taps} taps and {plan.kills} kills within {plan.longest:.0f} s"


@pytest.mark.long
@pytest.mark.sqlite
def test_a_naive_outbox_is_found_wanting(
    hall: Callable[[int], list[Keeper]], shell_path: str, tmp_path: Path, report: Callable[..., None]
) -> None:
    """R3 for the tablet: one that keeps its taps in memory and calls them saved."""
    churned = run(hall, shell_path, CONTROL, tmp_path, FAULTS_NAIVE_TABLET="1")

    ledgers = [tablet.ledger for tablet in churned.tablets]
    found = damages(ledgers, logs({ledger.mesa for ledger in ledgers}), aside(churned))
    print("control: " + ", ".join(f"{name} {found[name]}" for name in DAMAGES))  # noqa: T201
    assert found["lost"] > 0


def run(hall: Callable[[int], list[Keeper]], shell_path: str, plan: Plan, directory: Path, **env: str) -> Churned:
    with mortal(directory / "server", FAULTS_STATIC="1", **env) as server:
        at = seats(hall(plan.tablets - plan.shared), server.port, shared=plan.shared)
        return apart(churn(at, server, shell_path, directory, plan), plan.limit)


def aside(churned: Churned) -> set[UUID]:
    """What waits for a person to decide: on a tablet's disk, or in quarantine."""
    on_disk = {UUID(client_id) for each in churned.standing for client_id in each["aside"]}
    return on_disk | set(Quarantined.objects.values_list("client_id", flat=True))


def showing(churned: Churned) -> list[tuple[UUID, dict[str, Any]]]:
    """The tablets with a mesa on the screen, which are at least all that keep one."""
    pairs = zip(churned.tablets, churned.standing, strict=True)
    return [(tablet.ledger.mesa, each) for tablet, each in pairs if tablet.plays or each["screen"] == "play"]


def differing(churned: Churned) -> list[object]:
    """Those that show another score than the server has."""
    right = scores({tablet.ledger.mesa for tablet in churned.tablets})
    return [(each, right[mesa]) for mesa, each in showing(churned) if each["score"] != right[mesa]]
