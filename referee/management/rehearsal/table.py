"""One mesa from its opening to the desk: what the Juez does on his tablet, and how it is answered."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Final
from uuid import UUID

from brackets.models import Fixture, User
from referee.management.rehearsal.agenda import Process
from referee.management.rehearsal.attempts import after_seal_refused, in_vain_refused, signature_refused, tap_refused
from referee.management.rehearsal.chance import identity
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.incidents import Happened
from referee.management.rehearsal.ink import scribble
from referee.management.rehearsal.invariants import Broken
from referee.management.rehearsal.playing import mesa_played
from referee.management.rehearsal.tablets import Answer, Opened, Opening, Refused, Tablet
from referee.models import Mesa, Planilla
from referee.rules import SIDES, Jugada, MesaState, apply, dump_jugada
from referee.rules.state import start
from referee.services.log import JugadaInput
from referee.services.planillas import planilla_deliver

LARGEST_BATCH: Final = 8
SEATINGS: Final = {2: (("A1", "B1", "A2", "B2"), ("A1", "B2", "A2", "B1")), 1: (("A1", "B1"), ("B1", "A1"))}
OBJECTIONS: Final = (
    "No está de acuerdo con el último conteo",
    "Dice que la ronda no valía",
    "Pide revisar el arranche",
)


class Table:
    """The mesa of one fixture while it lasts."""

    def __init__(self, hall: Hall, fixture: Fixture, juez: User) -> None:
        self._hall = hall
        self._fixture = fixture
        self._juez = juez
        self._tablet: Tablet = hall.tablet(juez)
        self._random = hall.chance("mesa", fixture)
        # Identities are the only chance that a second rehearsal in one database may not share with the first.
        slug = hall.founded.championship.slug
        self._names = hall.chance(slug, fixture)
        self._rates = hall.options.rates
        self._seats = self._random.choice(SEATINGS[1 if hall.options.singles else 2])
        self._state = start(hall.rules, self._seats)
        skills = hall.skills(fixture)
        self._game = list(
            mesa_played(hall.rules, {seat: skills[seat] for seat in self._seats}, hall.options, self._random)
        )
        self._kept = Opened(UUID(int=0), 0)

    @property
    def state(self) -> MesaState:
        return self._state

    @property
    def length(self) -> timedelta:
        """How long the game takes."""
        return timedelta(seconds=sum(round(happened.seconds) for happened in self._game))

    def play(self, until: datetime | None = None) -> Process:
        """Open the mesa and play, in batches as a tablet's outbox sends them; with `until`, no further than that."""
        kept = self._kept = self._open()
        at, handover = self._hall.now, self._handover()
        for batch in self._batches(at):
            sent = batch[-1][0].device_ts or at
            if until is not None and sent > until:
                break
            yield sent - self._hall.now
            for _, happened in batch:
                self._state = apply(self._state, happened.jugada)
            self._send(kept, [each for each, _ in batch])
            self._ask_in_vain(kept, [jugada for _, happened in batch for jugada in happened.in_vain])
            handover -= 1
            if handover == 0 and self._state.position.ended is None:
                kept = self._kept = self._hand_over(kept)

    def sign(self) -> Process:
        """Freeze, let both parejas answer and the Juez sign, and take the Planilla to the desk."""
        hall, random = self._hall, self._random
        yield timedelta(seconds=random.randint(20, 120))
        self._freeze()
        if random.random() < self._rates.reopenings:
            self._answer(self._answers()[0])
            self._tablet.reopen(self._kept.mesa, hall.now)
            hall.tally.reopened += 1
            hall.step(self._kept.mesa)
            yield timedelta(seconds=random.randint(20, 120))
            self._freeze()
        answers = self._answers()
        if random.random() < self._rates.attempts:
            signature_refused(hall, self._tablet, self._kept, answers[1], random)
        for answer in answers:
            yield timedelta(seconds=random.randint(5, 40))
            self._answer(answer)
        if random.random() < self._rates.attempts:
            after_seal_refused(hall, self._tablet, self._kept, len(self._state.entries), random)
        yield timedelta(seconds=random.randint(60, 300))
        self._deliver()

    def _batches(self, at: datetime) -> Iterator[list[tuple[JugadaInput, Happened]]]:
        """The game as it is sent, a few jugadas at a time, each with its hour on the tablet."""
        game = iter(self._game)
        while taken := list(islice(game, self._random.randint(1, LARGEST_BATCH))):
            batch = []
            for happened in taken:
                at += timedelta(seconds=round(happened.seconds))
                batch.append((JugadaInput(identity(self._names), dump_jugada(happened.jugada), at), happened))
            yield batch

    def _open(self) -> Opened:
        fixture = self._fixture
        opening = Opening(
            fixture=fixture.pk,
            seats=self._seats,
            representatives={
                "A": fixture.pareja_a.representative if fixture.pareja_a else 1,
                "B": fixture.pareja_b.representative if fixture.pareja_b else 1,
            },
            public_id=identity(self._names),
        )
        kept = self._tablet.open(opening, self._hall.now)
        self._hall.step(kept.mesa, bracket=True)
        return kept

    def _send(self, kept: Opened, batch: list[JugadaInput]) -> None:
        """One sending, now and then twice, or with something beside it that must be refused."""
        hall, random = self._hall, self._random
        base = len(self._state.entries) - len(batch)
        try:
            acked = self._tablet.record(kept, base, batch, hall.now)
        except Refused as refused:
            lines = "; ".join(sent.notation for sent in batch)
            raise Broken(f"{self._fixture.name}: el simulador jugó «{lines}» y se rehusó: {refused}") from refused
        if acked != len(self._state.entries):
            raise Broken(f"{self._fixture.name}: se registraron {acked} jugadas de {len(self._state.entries)}")
        hall.tally.batches += 1
        over = self._state.position.ended is not None
        hall.step(kept.mesa, bracket=over)
        if random.random() < self._rates.attempts:
            hall.repeat(lambda: self._tablet.record(kept, base, batch, hall.now))
        if not over and random.random() < self._rates.attempts:
            tap_refused(hall, self._tablet, kept, self._state, random)

    def _ask_in_vain(self, kept: Opened, jugadas: list[Jugada]) -> None:
        """Some of what players asked for without right; the rulebook's refusal is the server's."""
        for jugada in jugadas:
            if self._random.random() < self._rates.attempts:
                in_vain_refused(self._hall, self._tablet, kept, self._state, jugada)

    def _handover(self) -> int:
        """After how many batches another tablet takes over; below 1 for never."""
        return self._random.randint(1, 10) if self._random.random() < self._rates.takeovers else 0

    def _hand_over(self, was: Opened) -> Opened:
        """Go on with the other tablet; what the first one still sends is refused."""
        hall, before = self._hall, self._tablet
        self._tablet = hall.spare(self._juez)
        kept = self._tablet.take(was.mesa, hall.now)
        hall.tally.takeovers += 1
        hall.step(was.mesa)
        late = [JugadaInput(identity(self._names), "mal-pedido B", hall.now)]
        seq = len(self._state.entries)
        hall.refuse(
            "la tablet relevada sigue enviando",
            frozenset({"mesa-en-otro-equipo"}),
            lambda: before.record(was, seq, late, hall.now),
        )
        return kept

    def _freeze(self) -> None:
        self._tablet.freeze(self._kept.mesa, self._hall.now)
        self._hall.step(self._kept.mesa)

    def _answer(self, answer: Answer) -> None:
        self._tablet.sign(self._kept.mesa, answer, self._hall.now)
        self._hall.tally.signatures[answer.outcome] += 1
        self._hall.step(self._kept.mesa, bracket=answer.party == "juez")

    def _answers(self) -> list[Answer]:
        """The loser's, the winner's and the Juez's, in this order."""
        ended = self._state.position.ended
        if ended is None:
            raise Broken(f"{self._fixture.name}: la mesa se firma sin terminar")
        loser = SIDES[1 - SIDES.index(ended.winner)]
        return [
            _mood(self._signed(loser), self._rates.under_protest, self._rates.unsigned, self._random),
            self._signed(ended.winner),
            self._signed("juez"),
        ]

    def _signed(self, party: str) -> Answer:
        pareja = {"A": self._fixture.pareja_a, "B": self._fixture.pareja_b}.get(party)
        name = str(self._juez)
        if pareja is not None:
            name = pareja.players.get(position=pareja.representative).name
        random = self._random
        return Answer(party=party, outcome="firma", name=name, ink=scribble(random), client_id=identity(self._names))

    def _deliver(self) -> None:
        planilla = Planilla.objects.get(mesa__public_id=self._kept.mesa, status=Planilla.Status.SEALED)
        planilla_deliver(planilla=planilla, user=self._hall.founded.control, now=self._hall.now)
        self._hall.step(self._kept.mesa)

    @property
    def mesa(self) -> Mesa:
        """As it is in the database now."""
        return Mesa.objects.get(public_id=self._kept.mesa)


def _mood(answer: Answer, under_protest: float, unsigned: float, random: Random) -> Answer:
    """How a pareja that lost answers."""
    drawn = random.random()
    if drawn < under_protest:
        return replace(answer, outcome="bajo-protesta", reason=random.choice(OBJECTIONS))
    if drawn < under_protest + unsigned:
        return replace(answer, outcome="no-firma", ink=[], reason="Se retiró sin firmar")
    return answer
