"""Nothing is said of an honest database where somebody plays, leaves or closes between two queries of the verifier."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import QuerySet

from brackets.selectors import events
from brackets.services.championships import championship_close
from brackets.services.departures import pareja_leave
from referee.selectors import compared
from tests.attacks.test_derived import LATER, SWISS
from tests.brackets.services.test_formats import Night
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db


def meanwhile(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, act: Callable[[], object]) -> list[str]:
    """What the verifier says where this happens once, at the moment when `module.name` has read what it reads first."""
    asked, done = getattr(module, name), list[int]()

    def once(first: Any, *others: Any) -> Any:
        if done:
            return asked(first, *others)
        done.append(1)
        if isinstance(first, QuerySet):  # what it is given was read before
            first = list(first)
            act()
            return asked(first, *others)
        answer = asked(first, *others)
        answer = list(answer) if isinstance(answer, QuerySet) else answer
        act()
        return answer

    monkeypatch.setattr(module, name, once)
    told = StringIO()
    call_command("verificar_bitacora", stdout=StringIO(), stderr=told)
    assert done
    return told.getvalue().splitlines()


def played(night: Night) -> None:
    night.record(night.stage(1).fixtures.filter(status="ready").first())


def left(night: Night) -> None:
    leaver = night.championship.parejas.get(number=8)
    pareja_leave(pareja=leaver, reason="Viajó", played=True, user=night.director, now=NOW)


def closed(night: Night) -> None:
    championship_close(championship=night.championship, user=night.director, now=LATER)


@pytest.mark.parametrize(
    ("rounds", "module", "name", "act"),
    [
        (1, events, "events_of", played),
        (1, compared, "out_wrongly", left),
        (3, compared, "named_wrongly", closed),
    ],
)
def test_what_happens_meanwhile_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, rounds: int, module: Any, name: str, act: Callable[[Night], None]
) -> None:
    night = Night.published(8, SWISS)
    for _ in range(rounds):
        night.pair()
        if rounds > 1:
            night.play()

    assert meanwhile(monkeypatch, module, name, lambda: act(night)) == []
