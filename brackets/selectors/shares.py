"""Reading the shares that parejas promised and showed for a draw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from brackets.draw.commitment import subject_of
from brackets.draw.shares import LEAST, left_out, share_data, shares_until
from brackets.draw.sources import DICE, OFFERED, SHARES, shares_proof
from brackets.models import Championship, Pareja, ShareEvent, Stage
from brackets.selectors.commitments import Commitment, commitment_in_force
from brackets.selectors.draw_lines import drawn_by_number, parejas_by_number

Kind = ShareEvent.Kind
PROMISED: Final = "promised"
SHOWN: Final = "shown"
WITHHELD: Final = "withheld"


@dataclass(frozen=True, slots=True)
class Share:
    """What a pareja, by its number, promised and showed."""

    pareja: int
    promise: str
    promised_at: datetime
    share: str = ""
    shown_at: datetime | None = None

    def as_data(self) -> dict[str, Any]:
        """As an acta names it."""
        shown_at = self.shown_at.isoformat() if self.shown_at else ""
        at = self.promised_at.isoformat()
        return share_data(self.pareja, self.promise, self.share, promised_at=at, shown_at=shown_at)


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of one commitment, in order of pareja; `closed_by_hand` is when the Director closed the promises early."""

    commitment: str
    source: Mapping[str, Any]
    entrants: tuple[int, ...]
    each: tuple[Share, ...] = field(default=())
    closed_by_hand: datetime | None = None

    def closed_at(self, now: datetime) -> datetime | None:
        """Since when nothing is promised any more; None while it is. Once a share is shown no clock opens the promises again."""
        if self.closed_by_hand:
            return self.closed_by_hand
        at = datetime.fromisoformat(self.source["cierre"])
        return at if now >= at or any(each.share for each in self.each) else None

    @property
    def closes(self) -> datetime:
        """The hour that the commitment names."""
        return datetime.fromisoformat(self.source["cierre"])

    @property
    def least(self) -> int:
        """How many must be shown."""
        return int(self.source["minimo"])

    @property
    def shown(self) -> int:
        return sum(bool(each.share) for each in self.each)

    @property
    def missing(self) -> tuple[int, ...]:
        """The parejas that promised a share and have not shown it."""
        return left_out([each.as_data() for each in self.each])

    def until(self, now: datetime) -> datetime | None:
        """Until when those missing may show theirs before a draw; None while promises are made."""
        closed = self.closed_at(now)
        return shares_until(self.source, closed) if closed else None

    def of(self, pareja: int) -> Share | None:
        return next((each for each in self.each if each.pareja == pareja), None)

    def hours(self, now: datetime) -> list[datetime]:
        """Those of all that came about so far, unordered: promised, closed, shown."""
        shown = [each.shown_at for each in self.each]
        return [*filter(None, [*shown, self.closed_at(now)]), *(each.promised_at for each in self.each)]

    def proof(self, now: datetime) -> dict[str, Any]:
        """As the acta has it."""
        closed = self.closed_at(now)
        return shares_proof([each.as_data() for each in self.each], closed.isoformat() if closed else "")


def shares_of(championship: int, commitments: Iterable[Commitment]) -> dict[str, Shares]:
    """The shares of each of these that has shares for its source, by its SHA-256; one query, none where there is none of these."""
    subjects = {each["sha256"]: subject_of(each["document"]) for each in commitments if _is_shared(each)}
    if not subjects:
        return {}
    rows: dict[str, list[ShareEvent]] = {sha: [] for sha in subjects}
    for row in ShareEvent.objects.filter(championship=championship, commitment__in=subjects):
        rows[row.commitment].append(row)
    return {sha: shares_from(sha, subject, rows[sha]) for sha, subject in subjects.items()}


def shares_from(commitment: str, subject: Mapping[str, Any], rows: Iterable[ShareEvent]) -> Shares:
    """Those that these rows of one commitment tell; `subject` is what it promises. KeyError for a share without its promise."""
    kept: dict[int, Share] = {}
    closed = None
    for row in sorted(rows, key=lambda row: (row.kind != Kind.PROMISED, row.pareja)):
        if row.kind == Kind.CLOSED:
            closed = row.at
        elif row.kind == Kind.PROMISED:
            kept[row.pareja] = Share(row.pareja, row.value, row.at)
        else:
            before = kept[row.pareja]
            kept[row.pareja] = Share(row.pareja, before.promise, before.promised_at, row.value, row.at)
    entrants = tuple(each["numero"] for each in subject["inscritas"])
    return Shares(commitment, subject["fuente"], entrants, tuple(kept.values()), closed)


def shares_in_force(stage: Stage | None) -> Shares | None:
    """Those of the commitment in force; one query, none where it has another source."""
    last = commitment_in_force(stage)
    return shares_of(stage.championship_id, [last]).get(last["sha256"]) if stage and last else None


def _is_shared(commitment: Commitment | None) -> bool:
    """Whether its source is shares; one that was brought in an archive before its draw has no document."""
    return commitment is not None and commitment["source"] == SHARES and bool(commitment["document"])


def shares_waiting(championship: Championship) -> list[tuple[Stage, Shares]]:
    """The stages whose draws wait for shares now, or were drawn from them and are not published yet; two queries at most."""
    stages = championship.stages.exclude(status=Stage.Status.PUBLISHED).exclude(commitments=[])
    promised = [
        (stage, last)
        for stage in stages.only("championship", "number", "name", "commitments").order_by("number")
        if (last := commitment_in_force(stage))
    ]
    shares = shares_of(championship.pk, [last for _, last in promised])
    return [(stage, shares[last["sha256"]]) for stage, last in promised if last["sha256"] in shares]


def sources_offered(championship: Championship) -> dict[str, str]:
    """Where the public seed of a draw may come from now: shares only where parejas have open private pages; one query."""
    offered = dict(OFFERED)
    if championship.status == Championship.Status.DRAFT or pages_open(championship) < LEAST:
        offered.pop(SHARES, None)
    return offered if DICE in offered else {DICE: OFFERED[DICE]}


def pages_open(championship: Championship, numbers: Iterable[int] | None = None) -> int:
    """How many active parejas, of these numbers where they are given, have a private page."""
    parejas = championship.parejas.filter(status=Pareja.Status.ACTIVE, link_nonce__isnull=False)
    return (parejas if numbers is None else parejas.filter(number__in=list(numbers))).count()


STATES: Final = ("show", "open", PROMISED, SHOWN, WITHHELD, "unpromised")
"""It may show its share, or promise one; it promised and waits for the end of the promises; it showed it; and too late. What is urgent comes first."""


@dataclass(frozen=True, slots=True)
class OwnShare:
    """What the private page of a pareja says of a draw that waits for its share.

    `state` is one of `STATES`.
    """

    stage: Stage
    shares: Shares
    share: Share | None
    state: str
    closed: datetime | None
    until: datetime | None


def own_share(pareja: Pareja, now: datetime) -> OwnShare | None:
    """Of several draws that wait for its share the most urgent; None where none that it enters has shares. Two queries at most."""
    waiting = shares_waiting(pareja.championship) if pareja.championship.status == Championship.Status.OPEN else []
    own = [_own_share(pareja, *each, now) for each in waiting if pareja.number in each[1].entrants]
    return min(own, key=lambda each: STATES.index(each.state), default=None)


def _own_share(pareja: Pareja, stage: Stage, shares: Shares, now: datetime) -> OwnShare:
    share, closed = shares.of(pareja.number), shares.closed_at(now)
    drawn = bool(stage.commitments[-1]["draw"])
    if share is None:
        state = "unpromised" if closed or drawn else "open"
    elif share.share:
        state = SHOWN
    elif drawn:
        state = WITHHELD
    else:
        state = "show" if closed else PROMISED
    return OwnShare(stage, shares, share, state, closed, shares.until(now))


@dataclass(frozen=True, slots=True)
class DrawShares:
    """How far the shares of a stage's commitment are, with a line for each that was promised; `able` parejas could promise one."""

    shares: Shares
    lines: list["ShareTold"]
    closed: datetime | None
    until: datetime | None
    ready: bool
    """Whether a draw leaves out nobody any more who could still show a share."""
    able: int

    @property
    def mark(self) -> str:
        """Another one whenever a list of them would look otherwise."""
        return (
            f"{self.shares.commitment[:8]}.{len(self.lines)}.{self.shares.shown}.{bool(self.closed):d}.{self.ready:d}"
        )


def draw_shares(stage: Stage | None, now: datetime) -> DrawShares | None:
    """Of the commitment in force, with the parejas as they are called now; None where it has another source. Four queries."""
    shares = shares_in_force(stage)
    if stage is None or shares is None:
        return None
    used = bool(stage.commitments[-1]["draw"])
    until = shares.until(now)
    late = used or (until is not None and now >= until)
    data = [each.as_data() for each in shares.each]
    return DrawShares(
        shares,
        shares_told(data, parejas_by_number(stage), over=late),
        shares.closed_at(now),
        until,
        late or (until is not None and not shares.missing),
        pages_open(stage.championship, shares.entrants),
    )


@dataclass(frozen=True, slots=True)
class ShareTold:
    """The state of the share of a pareja, for people: `promised`, `shown` or `withheld`."""

    pareja: Any
    state: str
    promise: str
    at: datetime | None


def shares_told(data: Iterable[Mapping[str, Any]], named: Mapping[int, Any], *, over: bool) -> list[ShareTold]:
    """Shares as an acta has them with who they are of; `over`: what is not shown by now was withheld."""
    return [
        ShareTold(
            named.get(each["pareja"], each["pareja"]),
            SHOWN if each["aporte"] else WITHHELD if over else PROMISED,
            each["promesa"],
            datetime.fromisoformat(each["mostrado"] or each["prometido"]),
        )
        for each in data
    ]


@dataclass(frozen=True, slots=True)
class SharesDrawn:
    """The shares from which a draw was made, with the names of its acta; `early`: the promises were closed before their hour."""

    lines: list[ShareTold]
    closed: datetime
    early: bool


def shares_drawn(stage: Stage) -> SharesDrawn | None:
    """Those of the draw that the stage has; None where its seed came from elsewhere. No query."""
    made = stage.drawn_record.get("compromiso") or {}
    if made.get("fuente", {}).get("tipo") != SHARES:
        return None
    closed = datetime.fromisoformat(made["prueba"]["cerrado"])
    lines = shares_told(made["prueba"]["aportes"], drawn_by_number(stage), over=True)
    return SharesDrawn(lines, closed, early=closed < datetime.fromisoformat(made["fuente"]["cierre"]))
