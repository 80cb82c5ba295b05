"""Mesas that are only simulated, many of them in many processes: no database, no Django, nothing is recorded."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import fmean
from typing import Final

from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.incidents import Happened
from referee.management.rehearsal.options import Rates
from referee.management.rehearsal.playing import paced, players_of, rates_of
from referee.rules import (
    LABELS,
    SEATS,
    SIDES,
    LedgerRow,
    MesaState,
    Reglamento,
    apply,
    ledger,
    reglamento_get,
    side_of,
    start,
)
from referee.rules.simulation import Step, play_mesa

CHUNK: Final = 50
STEP: Final = 0.1
"""How finely the difference of skill between two parejas is told."""


@dataclass
class Figures:
    """What mesas of one rulebook came to; two of them add up."""

    mesas: int = 0
    cards: list[int] = field(default_factory=list)
    minutes: list[float] = field(default_factory=list)
    datas: list[int] = field(default_factory=list)
    jugadas: list[int] = field(default_factory=list)
    chicas: Counter[int] = field(default_factory=Counter)
    zapaterias: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    first_dealer_wins: int = 0
    dealer_points: int = 0
    other_points: int = 0
    times: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    met: Counter[int] = field(default_factory=Counter)
    better_wins: Counter[int] = field(default_factory=Counter)

    def merge(self, other: "Figures") -> None:
        """Add the mesas of `other`."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass(frozen=True, slots=True)
class Job:
    """Some mesas of one rulebook; each has a stream of chance of its own, so that chunks may be of any size."""

    key: str
    settings: tuple[tuple[str, str], ...]
    seed: str
    first: int
    count: int
    seconds_a_card: float


def sampled(jobs: Sequence[Job], processes: int) -> Iterator[tuple[Job, Figures]]:
    """The figures of each job as it is done, in whatever order; in this process where one is enough."""
    if processes == 1:
        yield from ((job, sample(job)) for job in jobs)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(sample, job): job for job in jobs}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def jobs_of(keys: Sequence[str], mesas: int, seed: str, seconds_a_card: float) -> list[Job]:
    """The work for so many mesas of each rulebook."""
    return [
        Job(key, (), seed, first, min(CHUNK, mesas - first), seconds_a_card)
        for key in keys
        for first in range(0, mesas, CHUNK)
    ]


def sample(job: Job) -> Figures:
    """Play the mesas of one job."""
    rules = reglamento_get(job.key, dict(job.settings))
    figures = Figures()
    for number in range(job.first, job.first + job.count):
        _mesa(figures, rules, job, number)
    return figures


def _mesa(figures: Figures, rules: Reglamento, job: Job, number: int) -> None:
    random = stream(job.seed, job.key, number)
    seats = SEATS if 2 in rules.match_players_per_pair else SEATS[:2]
    skills = {seat: round(random.betavariate(2, 2), 3) for seat in seats}
    steps = play_mesa(rules, seats, players_of(skills), random, rates_of(Rates()))
    cards = 0

    def counted() -> Iterator[Step]:
        nonlocal cards
        for step in steps:
            cards += step.line is not None
            yield step

    happened = list(paced(counted(), job.seconds_a_card, random))
    state = start(rules, seats)
    for each in happened:
        state = apply(state, each.jugada)
    _count(figures, state, happened, cards)
    _compare(figures, state, skills)


def _count(figures: Figures, state: MesaState, happened: Sequence[Happened], cards: int) -> None:
    position = state.position
    figures.mesas += 1
    figures.cards.append(cards)
    figures.minutes.append(round(sum(each.seconds for each in happened) / 60, 2))
    figures.datas.append(len(position.datas))
    figures.jugadas.append(len(state.entries))
    figures.chicas[len(position.chicas)] += 1
    figures.zapaterias += any(chica.zapateria for chica in position.chicas)
    rows = ledger(state)
    for row in rows:
        _points(figures, row)
    if position.ended is not None:
        first = next(row.dealer for row in rows if row.dealer is not None)
        figures.reasons[position.ended.reason] += 1
        figures.first_dealer_wins += SIDES[side_of(first)] == position.ended.winner


def _points(figures: Figures, row: LedgerRow) -> None:
    label = LABELS[row.jugada.word]
    figures.times[label] += 1
    figures.points[label] += sum(row.points)
    if row.dealer is not None:
        dealing = side_of(row.dealer)
        figures.dealer_points += row.points[dealing]
        figures.other_points += row.points[1 - dealing]


def _compare(figures: Figures, state: MesaState, skills: Mapping[str, float]) -> None:
    """Whether the pareja of more skill won, by how much more it has."""
    ended = state.position.ended
    a, b = (fmean(skill for seat, skill in skills.items() if SIDES[side_of(seat)] == side) for side in SIDES)
    if ended is None or a == b:
        return
    bucket = int(abs(a - b) / STEP)
    figures.met[bucket] += 1
    figures.better_wins[bucket] += ended.winner == ("A" if a > b else "B")
