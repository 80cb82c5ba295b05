"""The rulebook for a program in another language: JSON in, JSON out, in the shapes of the API.

The tablet runs this in its browser (docs/adr/0017), and the API builds its answers of the same functions, so that
what the two say of a log is written once.
"""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypedDict

from referee.rules.contesting import changes_result
from referee.rules.digest import LogHeader, LogLine, canonical, log_digest
from referee.rules.engine import apply, decide, fold, replay
from referee.rules.english import english_of
from referee.rules.errors import NotationError, RuleViolation
from referee.rules.history import annulments
from referee.rules.ledger import LedgerRow, ledger
from referee.rules.legal import legal
from referee.rules.naipes import Capture, Finding, LiftVerdict, lift_verdict
from referee.rules.notation import parse_jugada
from referee.rules.previewing import as_sides, preview
from referee.rules.reglamentos import reglamento_get
from referee.rules.results import result
from referee.rules.state import MesaState, start


class RowJson(TypedDict):
    """A row of the log and what it did, without what only the log knows of it."""

    seq: int
    notation: str
    label: str
    points: dict[str, int]
    score: dict[str, int]
    annulled_by: int | None
    chica: int
    data: int
    reparto: int


class Folded(TypedDict):
    """What a log comes to. `log` has the rows after `base`; the older ones are as they were told before."""

    state: dict[str, object]
    legal: list[dict[str, object]]
    log: list[RowJson]
    base: int


class Refused(TypedDict):
    """The rulebook's no."""

    code: str
    message: str
    article: str | None


class Recorded(TypedDict):
    """`done` lines are folded; `refused` says why the next one is not, None where there was none."""

    done: int
    refused: Refused | None
    folded: Folded


class Game(TypedDict):
    """A log with what it starts from; any line may be one that is refused."""

    reglamento: str
    settings: dict[str, str]
    seats: list[str]
    lines: list[str]


def row_json(row: LedgerRow) -> RowJson:
    return {
        "seq": row.number,
        "notation": row.line,
        "label": row.label,
        "points": as_sides(row.points),
        "score": as_sides(row.score),
        "annulled_by": row.annulled_by,
        "chica": row.chica,
        "data": row.data,
        "reparto": row.reparto,
    }


def refused_json(error: NotationError | RuleViolation) -> Refused:
    return {"code": error.code, "message": error.message, "article": error.article or None}


def legal_json(state: MesaState) -> list[dict[str, object]]:
    return [choice.as_json() for choice in legal(state)]


def finding_json(finding: Finding) -> dict[str, object]:
    return {"code": finding.code, "message": finding.message, "article": finding.article}


def capture_json(capture: Capture) -> dict[str, object]:
    return {
        "kind": capture.kind,
        "cards": list(capture.cards),
        "escalera": list(capture.escalera),
        "limpia": capture.limpia,
    }


def lift_json(verdict: LiftVerdict) -> dict[str, object]:
    return {
        "right": verdict.right,
        "caida": verdict.caida,
        "limpia": verdict.limpia,
        "jugada": verdict.word,
        "returned": list(verdict.returned),
        "forgotten": list(verdict.forgotten),
        "others": [capture_json(capture) for capture in verdict.others],
        "findings": [finding_json(finding) for finding in verdict.findings],
    }


def untouched(state: MesaState, base: int) -> int:
    """How many of the first `base` rows are still what they were before the later ones: an `anula` reaches back."""
    if base == len(state.entries):
        return base
    was, now = annulments(state.entries[:base]), annulments(state.entries)
    turned = (number for number in was.keys() | now.keys() if was.get(number) != now.get(number))
    return min(base, min(turned, default=base + 1) - 1)


def tail(state: MesaState, base: int, before: MesaState | None = None) -> tuple[LedgerRow, ...]:
    """The rows of the log that what came after row `base` added or changed.

    `before` is the state at row `base` where it is known, which saves folding up to there.
    """
    known = untouched(state, base)
    if before is not None and len(before.entries) == known:
        return ledger(state, since=before)
    return ledger(state, since=_at(state, known)) if known else ledger(state)


def _at(state: MesaState, known: int) -> MesaState:
    """The first `known` rows, which count or do not count as the whole log says."""
    annulled = annulments(state.entries)
    first = state.entries[:known]
    counting = [entry for entry in first if entry.number not in annulled]
    return state._replace(entries=first, position=fold(state.reglamento, state.seats, counting))


def checksum(state: MesaState, refused: Sequence[Refused]) -> str:
    """SHA-256 of all that is said of a log in its canonical form; `refused` are the lines that it did not take."""
    rows = [row_json(row) for row in ledger(state)]
    return sha256(canonical({"state": result(state), "log": rows, "refused": refused})).hexdigest()


class _Mesa(NamedTuple):
    """The mesa that is open."""

    header: LogHeader
    state: MesaState


class Bridge:
    """One open mesa, kept between calls."""

    def __init__(self) -> None:
        self._open: _Mesa | None = None

    def call(self, asked: str) -> str:
        """Answer `{"do": name, …}` with `{"answer": …}`, or with `{"refused": {code, message, article}}`.

        What the rulebook refuses changes nothing. Anything else that is wrong with the question is raised. With
        `"language": "en"` its sentences are English.
        """
        arguments: dict[str, Any] = json.loads(asked)
        english = arguments.pop("language", "es") == "en"
        try:
            answer = {"answer": ACTIONS[arguments.pop("do")](self, **arguments)}
        except (NotationError, RuleViolation) as error:
            answer = {"refused": refused_json(error)}
        return json.dumps(english_of(answer) if english else answer, ensure_ascii=False, separators=(",", ":"))

    def open(self, header: LogHeader, lines: Sequence[str]) -> Folded:
        """Replay the log of a mesa, which was judged when it was recorded; the whole of it is answered."""
        rules = reglamento_get(header["reglamento"], header["settings"])
        state = replay(rules, tuple(header["seats"]), map(parse_jugada, lines))
        self._open = _Mesa(header, state)
        return _folded(state, ledger(state))

    def record(self, lines: Sequence[str]) -> Recorded:
        """Judge and fold lines one by one; the first that is refused stops it, and changes nothing."""
        mesa = self._mesa()
        before = state = mesa.state
        refused: Refused | None = None
        for line in lines:
            try:
                jugada = parse_jugada(line)
                decide(state, jugada)
            except (NotationError, RuleViolation) as error:
                refused = refused_json(error)
                break
            state = apply(state, jugada)
        self._open = mesa._replace(state=state)
        base = len(before.entries)
        rows = tail(state, base, before)
        return {"done": len(state.entries) - base, "refused": refused, "folded": _folded(state, rows)}

    def rows(self) -> list[RowJson]:
        """The whole log."""
        return [row_json(row) for row in ledger(self._mesa().state)]

    def preview(self, notation: str, before: Sequence[str] = ()) -> dict[str, object]:
        """What a jugada would do once the lines `before` are recorded."""
        return preview(self._mesa().state, parse_jugada(notation), map(parse_jugada, before)).as_json()

    def lift(
        self,
        table: Sequence[str],
        card: str,
        lifted: Sequence[str] = (),
        previous: str | None = None,
        redealt: bool = False,  # noqa: FBT001, FBT002 (named in the JSON)
    ) -> dict[str, object]:
        """Whether these cards could be lifted."""
        rules = self._mesa().state.reglamento
        return lift_json(lift_verdict(rules, tuple(table), card, tuple(lifted), previous, redealt=redealt))

    def contested(self, seqs: Sequence[int]) -> bool | None:
        """Whether the result would be another without these rows; None where they cannot just be left out."""
        return changes_result(self._mesa().state, seqs)

    def digest(self, rows: Sequence[LogLine]) -> str:
        """The digest that people sign of the open mesa with these rows."""
        return log_digest(self._mesa().header, rows)

    def checksums(self, games: Sequence[Game]) -> list[str]:
        """What each of these logs comes to, refused lines and all, in a few bytes: whether two engines agree."""
        return [checksum(*_played(**game)) for game in games]

    def _mesa(self) -> _Mesa:
        if self._open is None:
            message = "no mesa is open"
            raise RuntimeError(message)
        return self._open


ACTIONS: Final[dict[str, Callable[..., object]]] = {
    action.__name__: action
    for action in (
        Bridge.open,
        Bridge.record,
        Bridge.rows,
        Bridge.preview,
        Bridge.lift,
        Bridge.contested,
        Bridge.digest,
        Bridge.checksums,
    )
}


def _played(
    reglamento: str, settings: dict[str, str], seats: Sequence[str], lines: Sequence[str]
) -> tuple[MesaState, list[Refused]]:
    """A log folded on past whatever is refused, which takes no number."""
    state, refused = start(reglamento_get(reglamento, settings), tuple(seats)), []
    for line in lines:
        try:
            jugada = parse_jugada(line)
            decide(state, jugada)
        except (NotationError, RuleViolation) as error:
            refused.append(refused_json(error))
        else:
            state = apply(state, jugada)
    return state, refused


def _folded(state: MesaState, rows: Sequence[LedgerRow]) -> Folded:
    return {
        "state": result(state),
        "legal": legal_json(state),
        "log": [row_json(row) for row in rows],
        "base": len(state.entries) - len(rows),
    }
