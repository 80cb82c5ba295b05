"""Proposing tables and jueces, adjusting the proposal by hand, and publishing all of it at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from brackets.models import Championship, Draft, Fixture, Stage, Table, User
from brackets.selectors.drafts import DraftView, allocation_of, draft_open, wanting_in
from brackets.selectors.hall import Hall, hall_of
from brackets.selectors.wording import counted
from brackets.services.audit import audit_record
from brackets.services.errors import BracketError
from brackets.services.fixtures.assignment import places_of
from brackets.services.fixtures.locking import hall_lock
from brackets.services.telling import told_of_move

Lines = list[dict[str, Any]]


@transaction.atomic
def draft_propose(
    *,
    championship: Championship,
    user: User,
    now: datetime,
    stage: Stage | None = None,
    round: int | None = None,  # noqa: A002
) -> Draft:
    """Propose for the ready partidas of a round, or without one for what can be played now, that lack a table or a Juez.

    Where a draft is open it is that one, unchanged. `nada-que-asignar` where none lacks anything.
    """
    championship = hall_lock(championship)
    if there := draft_open(championship):
        return there
    hall = hall_of(championship, now)
    wanting = wanting_in(hall, stage, round)
    if not wanting:
        raise BracketError(
            "nada-que-asignar", "A ninguna partida que se pueda jugar le falta mesa o Juez: no hay nada que proponer."
        )
    lines, lacks = _proposed(hall, wanting)
    draft = Draft.objects.create(
        championship=championship, stage=stage, round=round, lines=lines, lacks=lacks, made_at=now, made_by=user
    )
    given = sum(1 for line in lines if line["table"] and line["juez"])
    _audit(
        draft,
        user,
        now,
        "proponer",
        f"Propuso mesa y Juez para {counted(given, 'partida', 'partidas')}; por asignar: {len(lines) - given}.",
    )
    return draft


@transaction.atomic
def draft_put_juez(*, draft: Draft, version: int, fixture: int, juez: User | None, user: User, now: datetime) -> Draft:
    """Put a Juez at a partida of the draft; who was there goes where he comes from. None: nobody.

    `juez-impedido` where one of both would judge his own; `juez-ocupado` where he is not to be had.
    """
    draft, view = _open(draft, now)
    line = _line(draft, fixture)
    wanted = juez.pk if juez else None
    if line["juez"] == wanted:
        return draft
    _require_version(draft, version)
    if juez is not None:
        if juez.pk not in view.jueces or not view.jueces[juez.pk].free:
            raise BracketError("juez-ocupado", f"{juez} no está o tiene otra partida. Elija a otro.")
        drop = view.drops(juez.pk)[fixture]
        if drop.refused:
            raise BracketError(
                "juez-impedido",
                f"{juez} {'; '.join(drop.told)}. Nadie dirige a los suyos: elija a otro. Si de verdad no hay otro, asígnelo a "
                "mano en Partidas; el informe de neutralidad lo dirá.",
            )
    return _put(draft, line, "juez", wanted, user, now)


@transaction.atomic
def draft_put_table(
    *, draft: Draft, version: int, fixture: int, table: Table | None, user: User, now: datetime
) -> Draft:
    """The same with a table: `mesa-ocupada` where it is not to be had."""
    draft, view = _open(draft, now)
    line = _line(draft, fixture)
    wanted = table.pk if table else None
    if line["table"] == wanted:
        return draft
    _require_version(draft, version)
    if table is not None and table.pk not in view.places:
        raise BracketError("mesa-ocupada", f"La {table} no está libre. Elija otra.")
    return _put(draft, line, "table", wanted, user, now)


@transaction.atomic
def draft_undo(*, draft: Draft, version: int, user: User, now: datetime) -> Draft:
    """Take back the last adjustment; nothing where there is none."""
    draft, _ = _open(draft, now)
    if not draft.steps:
        return draft
    _require_version(draft, version)
    before = {line["fixture"]: line for line in draft.steps[-1]["lines"]}
    draft.lines = [before.get(line["fixture"], line) for line in draft.lines]
    draft.steps = draft.steps[:-1]
    return _save(draft)


@transaction.atomic
def draft_mend(*, draft: Draft, version: int, user: User, now: datetime) -> Draft:
    """Take out the partidas that can no longer be published as they stand here; nothing where all can."""
    draft, view = _open(draft, now)
    fine = {line.fixture.pk for line in view.lines if not line.stale}
    if len(fine) == len(draft.lines):
        return draft
    _require_version(draft, version)
    draft.lines = [line for line in draft.lines if line["fixture"] in fine]
    draft.steps = []
    return _save(draft)


@transaction.atomic
def draft_discard(*, draft: Draft, version: int, user: User, now: datetime) -> Draft:
    """End it without a trace in the hall; one that has ended stays as it is."""
    championship = hall_lock(draft.championship)
    draft = Draft.objects.get(pk=draft.pk)
    if draft.status != Draft.Status.OPEN:
        return draft
    draft.championship = championship
    _require_version(draft, version)
    draft.status = Draft.Status.DISCARDED
    draft.save(update_fields=("status",))
    _audit(draft, user, now, "descartar", "Descartó la propuesta de mesas y jueces.")
    return draft


@transaction.atomic
def draft_publish(*, draft: Draft, version: int, user: User, now: datetime) -> Draft:
    """Give the partidas what the draft says, all at once; published already it does nothing.

    `propuesta-vieja` where the hall has changed since, with each reason; then nothing is written.
    """
    done = Draft.objects.get(pk=draft.pk)
    if done.status == Draft.Status.PUBLISHED:
        return done
    draft, view = _open(draft, now)
    _require_version(draft, version)
    if view.stale or view.gone:
        reasons = " ".join(line.stale for line in view.stale) or "Hay partidas que ya no existen."
        raise BracketError(
            "propuesta-vieja",
            f"El salón cambió desde la propuesta. {reasons} Quite esas partidas de la propuesta y publique las demás.",
        )
    places = {line.fixture.pk: (line.table, line.juez) for line in view.lines}
    fixtures = [view.hall.by_pk[key] for key in places]
    changed = [
        each
        for each in fixtures
        if (each.table_id, each.juez_id) != tuple(part.pk if part else None for part in places[each.pk])
    ]
    for fixture in changed:
        table_before = fixture.table
        fixture.table, fixture.juez = places[fixture.pk]
        told_of_move(fixture, before=table_before, now=now)
    Fixture.objects.bulk_update(changed, ("table", "juez"), batch_size=100)
    draft.status = Draft.Status.PUBLISHED
    draft.save(update_fields=("status",))
    told = {"unkept": list(view.unkept), "by_hand": len(draft.steps), "after": places_of(changed)}
    _audit(
        draft, user, now, "publicar", f"Publicó mesa y Juez de {counted(len(changed), 'partida', 'partidas')}.", told
    )
    return draft


def _proposed(hall: Hall, wanting: Sequence[Fixture]) -> tuple[Lines, dict[str, str]]:
    done = allocation_of(hall, wanting)
    given = {each.partida: (each.table, each.juez) for each in done.given}
    lines = []
    for fixture in wanting:
        table, juez = given.get(fixture.pk, (fixture.table_id, fixture.juez_id))
        lines.append(
            {
                "fixture": fixture.pk,
                "sides": [fixture.pareja_a_id, fixture.pareja_b_id],
                "had": [fixture.table_id, fixture.juez_id],
                "table": table,
                "juez": juez,
            }
        )
    return lines, {str(each.partida): each.lack for each in done.left}


def _open(draft: Draft, now: datetime) -> tuple[Draft, DraftView]:
    championship = hall_lock(draft.championship)
    draft = Draft.objects.get(pk=draft.pk)
    if draft.status != Draft.Status.OPEN:
        raise BracketError(
            "propuesta-terminada", "Esa propuesta ya se publicó o se descartó. Haga otra si falta asignar partidas."
        )
    draft.championship = championship
    return draft, DraftView(draft, hall_of(championship, now))


def _require_version(draft: Draft, version: int) -> None:
    if draft.version != version:
        raise BracketError(
            "propuesta-cambiada",
            "Otra persona cambió la propuesta mientras tanto. Mírela como está ahora y repita lo suyo si hace falta.",
        )


def _line(draft: Draft, fixture: int) -> dict[str, Any]:
    found: dict[str, Any] | None = next((line for line in draft.lines if line["fixture"] == fixture), None)
    if found is None:
        raise BracketError("no-en-la-propuesta", "Esa partida ya no está en la propuesta. Mírela como está ahora.")
    return found


def _put(draft: Draft, line: Mapping[str, Any], what: str, wanted: int | None, user: User, now: datetime) -> Draft:
    """Exchange with whoever has it in this draft."""
    other = next((each for each in draft.lines if wanted and each[what] == wanted), None)
    before = [dict(each) for each in (line, other) if each is not None]
    changed = {line["fixture"]: {**line, what: wanted}}
    if other is not None:
        changed[other["fixture"]] = {**other, what: line[what]}
    draft.lines = [changed.get(each["fixture"], each) for each in draft.lines]
    draft.steps = [*draft.steps, {"lines": before, "by": user.pk, "at": now.isoformat()}]
    return _save(draft)


def _save(draft: Draft) -> Draft:
    draft.version += 1
    draft.save(update_fields=("lines", "steps", "version"))
    return draft


def _audit(
    draft: Draft, user: User, now: datetime, what: str, sentence: str, data: Mapping[str, object] | None = None
) -> None:
    audit_record(
        championship=draft.championship,
        user=user,
        now=now,
        action=f"asignacion-{what}",
        sentence=sentence,
        data={"draft": draft.pk, **(data or {})},
    )
