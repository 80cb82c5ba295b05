"""Two parejas change places in a draw that nobody has seen yet."""

from datetime import datetime

from django.db import transaction

from brackets.draw.exchanges import check_exchange, exchanged, moved
from brackets.models import DrawReveal, Stage, User
from brackets.selectors.draws import drawn_lines, entries, terms_of
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.draw_seen import DrawSeen, require_seen
from brackets.services.errors import BracketError
from brackets.services.names import text_clean
from brackets.services.projection import fixtures_create, stage_lock


@transaction.atomic
def draw_exchange(
    *, stage: Stage, a: int, b: int, reason: str, user: User, now: datetime, seen: DrawSeen | None = None
) -> Stage:
    """Exchange parejas `a` and `b`, by their numbers, until publication; the draw stays known under it.

    DrawRefusal where a promise of the draw would break: byes of the best, seeds apart, a hard protection.
    """
    stage = _draft(stage, seen)
    reason = text_clean(reason, field="reason", label="El motivo", longest=200, required=True)
    slots = check_exchange(terms_of(stage), stage.slots, entries(stage.entrants), (a, b))
    made = {"a": a, "b": b, "reason": reason, "by": str(user), "at": now.isoformat()}
    stage.exchanges = [*stage.exchanges, made]
    _stand(stage, slots, now)
    _record(stage, user, now, "sorteo-intercambiar", f"Intercambió la {a} con la {b} en el sorteo: {reason}")
    return stage


@transaction.atomic
def draw_exchange_undo(*, stage: Stage, user: User, now: datetime, seen: DrawSeen | None = None) -> Stage:
    """Take the last exchange back; where there is none, nothing is done."""
    stage = _draft(stage, seen)
    if not stage.exchanges:
        return stage
    last = stage.exchanges[-1]
    stage.exchanges = stage.exchanges[:-1]
    _stand(stage, exchanged(stage.slots, [(last["a"], last["b"])]), now)
    told = f"Deshizo el intercambio de la {last['a']} con la {last['b']}."
    _record(stage, user, now, "sorteo-deshacer-intercambio", told)
    return stage


def _draft(stage: Stage, seen: DrawSeen | None) -> Stage:
    championship_lock(stage.championship)
    stage = stage_lock(stage)
    require_open(stage.championship)
    if stage.status == Stage.Status.PUBLISHED:
        raise BracketError("sorteo-publicado", "El sorteo ya está publicado: no se intercambia a nadie.")
    if stage.status == Stage.Status.PLANNED:
        raise BracketError("sorteo-sin-hacer", f"«{stage}» todavía no está sorteada. Sortéela primero.")
    require_seen(stage, seen)
    return stage


def _stand(stage: Stage, slots: tuple[int | None, ...], now: datetime) -> None:
    stage.slots = list(slots)
    stage.save(update_fields=("slots", "exchanges"))
    DrawReveal.objects.filter(stage=stage).delete()  # in a place that was shown another stands now
    fixtures_create(stage, now=now)


def _record(stage: Stage, user: User, now: datetime, action: str, sentence: str) -> None:
    """With what now differs from the draw: line by line, from 1."""
    differing = [
        {"line": line + 1, "drawn": drawn, "stands": stands}
        for line, drawn, stands in moved(drawn_lines(stage), stage.slots)
    ]
    audit_record(
        championship=stage.championship,
        user=user,
        now=now,
        action=action,
        sentence=sentence,
        data={"stage": stage.number, "draw_number": stage.draw_number, "difference": differing},
    )
