"""What people try although they may not: each must be refused with its code, and change nothing."""

from dataclasses import replace
from random import Random
from typing import Final

from brackets.models import Fixture
from brackets.services.championships import championship_update
from brackets.services.fixtures import fixture_assign, fixture_record
from brackets.services.inscription import ParejaData
from brackets.services.parejas import pareja_add
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.tablets import Answer, Opened, Tablet, refusing
from referee.rules import Jugada, MesaState, RuleViolation, decide, dump_jugada, parse_jugada
from referee.services.log import JugadaInput

CANDIDATES: Final = (
    "proclama",
    "segundo-reparto",
    "conteo A=20 B=20 mesa=5",
    "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1",
    "reanudacion",
    "anula 9999",
    "juego-y-veo A procede 9999",
    "caida A9",
)


def tap_refused(hall: Hall, tablet: Tablet, kept: Opened, state: MesaState, random: Random) -> None:
    """The Juez taps what the position does not allow, or his tablet has missed something."""
    seq = len(state.entries)
    kind = random.randrange(4)
    line = "mal-pedido A"
    sent = [JugadaInput(hall.identity(), line, hall.now)]
    if kind == 0 and seq:
        hall.refuse(
            "una jugada que no sigue a la bitácora",
            frozenset({"secuencia"}),
            lambda: tablet.record(kept, seq - 1, sent, hall.now),
        )
    elif kind == 1:
        stale = Opened(kept.mesa, kept.epoch - 1)
        hall.refuse(
            "una jugada desde una tablet relevada",
            frozenset({"mesa-en-otro-equipo"}),
            lambda: tablet.record(stale, seq, sent, hall.now),
        )
    elif kind == 2:
        hall.refuse(
            "congelar una mesa sin terminar",
            frozenset({"mesa-sin-terminar"}),
            lambda: tablet.freeze(kept.mesa, hall.now),
        )
    else:
        _line_refused(hall, tablet, kept, state, random)


def in_vain_refused(hall: Hall, tablet: Tablet, kept: Opened, state: MesaState, jugada: Jugada) -> None:
    """A player asks for what the rulebook does not grant, and the Juez tries to write it down."""
    try:
        decide(state, jugada)
    except RuleViolation as violation:
        line = dump_jugada(jugada)
        sent = [JugadaInput(hall.identity(), line, hall.now)]
        hall.refuse(
            f"el pedido «{line}»",
            frozenset({violation.code}),
            lambda: tablet.record(kept, len(state.entries), sent, hall.now),
        )


def _line_refused(hall: Hall, tablet: Tablet, kept: Opened, state: MesaState, random: Random) -> None:
    """A line that the rulebook refuses here; the code is the rulebook's own."""
    for line in random.sample(CANDIDATES, len(CANDIDATES)):
        try:
            decide(state, parse_jugada(line))
        except RuleViolation as violation:
            sent = [JugadaInput(hall.identity(), line, hall.now)]
            hall.refuse(
                f"la jugada «{line}»",
                frozenset({violation.code}),
                lambda sent=sent: tablet.record(kept, len(state.entries), sent, hall.now),  # type: ignore[misc]
            )
            return
        except ValueError:
            continue


def signature_refused(hall: Hall, tablet: Tablet, kept: Opened, answer: Answer, random: Random) -> None:
    """Somebody who may not sign, a slip of the pen, the Juez before the others, one more jugada."""
    wrong = random.choice(
        (
            ("una firma de quien no juega", "firmante-desconocido", replace(answer, name="Nadie de aquí")),
            ("un trazo que no es firma", "firma-corta", replace(answer, ink=[[10, 10, 12, 12]])),
            ("la firma del Juez antes que las otras", "faltan-firmas", replace(answer, party="juez")),
        )
    )
    what, code, sent = wrong
    sent = replace(sent, client_id=hall.identity(), outcome="firma", reason="")
    hall.refuse(what, frozenset({code}), lambda: tablet.sign(kept.mesa, sent, hall.now))


def after_seal_refused(hall: Hall, tablet: Tablet, kept: Opened, head: int, random: Random) -> None:
    """A sealed Planilla is sealed."""
    sent = [JugadaInput(hall.identity(), f"anula {head}", hall.now)]
    hall.refuse(
        "deshacer después de sellar",
        frozenset({"planilla-sellada"}),
        lambda: tablet.record(kept, head, sent, hall.now),
    )
    hall.refuse(
        "reabrir una Planilla sellada",
        frozenset({"planilla-sellada"}),
        lambda: tablet.reopen(kept.mesa, hall.now),
    )


def desk_refused(hall: Hall, fixture: Fixture, random: Random) -> None:
    """What the desk may no longer do once a bracket is published and a partida has ended."""
    founded, now = hall.founded, hall.now
    championship, director = founded.championship, founded.director
    waiting = Fixture.objects.filter(stage=founded.stage, status=Fixture.Status.WAITING).first()
    kind = random.randrange(5)
    if kind == 0:
        data = ParejaData(player_1="Tarde Uno", player_2="Tarde Dos")
        hall.refuse(
            "inscribir con la llave publicada",
            frozenset({"sorteo-publicado"}),
            refusing(lambda: pareja_add(championship=championship, data=data, user=director, now=now)),
        )
    elif kind == 1:
        hall.refuse(
            "sortear de nuevo",
            frozenset({"sorteo-publicado"}),
            refusing(lambda: draw_rehearsed(championship=championship, user=director, now=now, public_seed="otra")),
        )
    elif kind == 2:
        hall.refuse(
            "cambiar el reglamento con el campeonato abierto",
            frozenset({"reglamento-fijado"}),
            refusing(lambda: championship_update(championship=championship, user=director, now=now, grace_minutes=99)),
        )
    elif kind == 3:
        hall.refuse(
            "dar otra mesa a una partida terminada",
            frozenset({"partida-terminada"}),
            refusing(lambda: fixture_assign(fixture=fixture, table=None, juez=None, user=director, now=now)),
        )
    elif waiting is not None:
        hall.refuse(
            "un resultado sin las dos parejas",
            frozenset({"partida-no-lista"}),
            refusing(
                lambda: fixture_record(
                    fixture=waiting, how="walkover", winner="A", chicas=[], zapateria=False, user=director, now=now,
                    reason="",
                )
            ),
        )  # fmt: skip
