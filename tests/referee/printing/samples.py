"""Planillas made by hand: an ordinary mesa, one with everything, one with the widest names and 300 jugadas."""

from dataclasses import replace
from datetime import datetime, timedelta
from math import cos, sin
from zoneinfo import ZoneInfo

from referee.selectors.planilla.sheet import (
    CAUSES,
    AppealBlock,
    BlankSheet,
    ChicaLine,
    DataLine,
    DrawLine,
    Heading,
    Hour,
    Note,
    ParejaBlock,
    Places,
    PlanillaSheet,
    Seat,
    SignatureBlock,
)

QUITO = ZoneInfo("America/Guayaquil")
DIGEST = "7f3a91c2" + "0123456789abcdef" * 3 + "deadbeef"
URL = "https://torneo.example.ec/planilla/6f1c2f0e-8a55-4a53-9a3b-0f0a2f9b7d11/?v=1&h=7F3A91C20D4E55B1"
LOG = (
    "Punto de control: tamaño 123456, raíz 0123456789abcdef, 28/11/2026 21:14. Con él se ve si después se cambió algo de lo "
    "registrado hasta esa hora."
)
WIDEST = "W" * 60
WORDS = ("Ñandú Wilhelmina Mamani Wamputsrik Mwenyewe Wałęsa Đặng Nguyễn"[:60]).strip()


def at(hour: int, minute: int) -> datetime:
    return datetime(2026, 11, 28, hour, minute, tzinfo=QUITO)


def ink(turns: float = 9) -> tuple[tuple[int, ...], ...]:
    """A scrawl that crosses the whole box, and a flourish below it."""
    first = tuple(int(v) for t in range(140) for v in (60 + t * 6.3, 190 + 120 * sin(t * turns / 60) * cos(t / 30)))
    return (first, (120, 330, 400, 300, 880, 340))


HEADING = Heading(
    organiser="Comité Permanente de Fiestas",
    championship="Campeonato de Cuarenta 12.ª edición",
    place="Coliseo Teodoro Gallegos",
    days="28/11/2026 – 30/11/2026",
    round="Octavos de final",
    partida="57",
    table="7",
    juez="Segundo Guamán",
    day="28/11/2026",
    reglamento="Riobamba (riobamba v1)",
    settings=("mayoria-bajo-20 = literal", "ventana-ronda = primera-carta-propia"),
    appeal="15 minutos",
    places=Places(
        "art. 3.a", "art. 3.b, 3.c", "art. 3.g.4", "art. 4, 5, 11, 16", "art. 3.g.7, 12", "art. 16", "art. 17"
    ),
)


def pareja(side: str, number: int, name: str, club: str, players: tuple[str, ...]) -> ParejaBlock:
    return ParejaBlock(
        side=side,
        number=number,
        name=name,
        club=club,
        players=tuple(Seat(f"{side}{n}", player, representative=n == 1) for n, player in enumerate(players, 1)),
    )


def data(chica: int, number: int, dealer: str, cards: tuple[int, int], score: tuple[int, int], **points) -> DataLine:
    given = {key.replace("_", "-"): value for key, value in points.items()}
    return DataLine(
        chica=chica,
        data=number,
        dealer=dealer,
        annulled=False,
        cards=cards,
        table=40 - sum(cards),
        withdrawn=0,
        points=tuple(given.get(cause, (0, 0)) for cause in CAUSES),
        score=score,
    )


ORDINARY = PlanillaSheet(
    log=LOG,
    heading=HEADING,
    parejas=(
        pareja("A", 12, "Los Chullas", "Barrio San Alfonso", ("Rosa Ñahuatza Cují", "Ángel Güilcapi")),
        pareja("B", 85, "Luz María Yáñez / Wilson Chávez", "UNACH", ("Luz María Yáñez", "Wilson Chávez")),
    ),
    seats=("A1", "B1", "A2", "B2"),
    identified="realizada con cédula el 28/11/2026 a las 19:02",
    draws=(DrawLine((("A1", "7"), ("B1", "K"), ("A2", "3"), ("B2", "A")), (10, 11), "B", "B1 Luz María Yáñez"),),
    datas=(
        data(1, 1, "B1", (22, 17), (12, 4), caida=(4, 2), limpia=(0, 2), conteo=(8, 0)),
        data(1, 2, "A2", (18, 21), (18, 12), ronda=(2, 0), caida=(4, 0), conteo=(0, 8)),
        data(1, 3, "B2", (24, 15), (34, 16), caida_limpia=(2, 0), limpia=(4, 4), conteo=(10, 0)),
        replace(data(1, 4, "A1", (0, 0), (40, 16), caida=(6, 0)), cards=None, table=None, withdrawn=None),
        data(2, 1, "B1", (20, 20), (6, 8), caida=(4, 6), dos_por_darlas=(2, 2)),
        data(2, 2, "A2", (12, 27), (8, 28), caida=(2, 6), conteo=(0, 14)),
        data(2, 3, "B2", (0, 38), (8, 40), conteo=(0, 24), falla=(0, 2)),
        data(3, 1, "A1", (23, 15), (16, 4), caida=(4, 4), doble_ronda=(4, 0), conteo=(10, 0)),
        data(3, 2, "B1", (25, 14), (36, 10), caida=(6, 6), ronda=(2, 0), conteo=(12, 0)),
        replace(data(3, 3, "A2", (0, 0), (40, 10), limpia=(4, 0)), cards=None, table=None, withdrawn=None),
    ),
    chicas=(
        ChicaLine(1, (40, 16), "A", zapateria=False),
        ChicaLine(2, (8, 40), "B", zapateria=True),
        ChicaLine(3, (40, 10), "A", zapateria=False),
    ),
    sanctions=(),
    suspensions=(),
    corrections=(),
    rulings=(),
    result="Gana la mesa la pareja 12, Los Chullas, por dos chicas a una (40–16, 8–40, 40–10).",
    winner="A",
    signatures=(
        SignatureBlock("A", "Representante de la pareja 12", "Rosa Ñahuatza Cují", "firma", at(20, 14), ink(9)),
        SignatureBlock("B", "Representante de la pareja 85", "Luz María Yáñez", "firma", at(20, 15), ink(14)),
        SignatureBlock("juez", "Juez", "Segundo Guamán", "firma", at(20, 16), ink(5)),
    ),
    status="sealed",
    version=1,
    replaced_by=None,
    digest=DIGEST,
    fingerprint="7F3A-91C2-0D4E-55B1",
    verify_url=URL,
)

EVENTFUL = replace(
    ORDINARY,
    draws=(
        DrawLine((("A1", "7"), ("B1", "K"), ("A2", "3"), ("B2", "A")), (10, 11), "", ""),
        *ORDINARY.draws,
    ),
    datas=(
        ORDINARY.datas[0],
        replace(data(1, 2, "A2", (0, 0), (12, 14), mal_reparto=(0, 10)), annulled=True, cards=None, table=None),
        replace(
            data(1, 3, "B2", (19, 16), (18, 16), juego_y_veo=(2, -2), sanciones=(0, -2), fallos=(4, 6)), withdrawn=3
        ),
        *ORDINARY.datas[3:],
    ),
    sanctions=(
        Note(
            14,
            "Chica 1, data 2",
            "Mal reparto de la pareja 12 (repartía A2 Ángel Güilcapi): la data se anula y reparte B2 Wilson Chávez.",
            "4, 15.e",
            (0, 10),
        ),
        Note(
            21,
            "Chica 1, data 3",
            "Juego y veo de la pareja 12 contra la jugada 20 (caída de la pareja 85): "
            "procede; se le quitan los puntos.",
            "5, 15.b",
            (2, -2),
        ),
        Note(25, "Chica 1, data 3", "Mal pedido de la pareja 85.", "11", (0, -2)),
    ),
    suspensions=(
        Note(
            40,
            "Chica 2, data 1",
            "Suspensión: «Se fue la luz en el coliseo». Se reanuda a las 19:58.",
            "16",
            None,
            Hour(at(19, 41)),
        ),
    ),
    corrections=(
        Note(
            44,
            "Chica 2, data 1",
            "Anula la jugada 43 (caída de B1 Luz María Yáñez): «La pidió después».",
            "",
            None,
            Hour(at(20, 1), at(19, 54)),
        ),
    ),
    rulings=(
        Note(
            50,
            "Chica 2, data 2",
            "Ajuste por fallo del Director para la pareja 85: «Se contó mal la limpia».",
            "17, 18",
            (0, 2),
        ),
    ),
    signatures=(
        ORDINARY.signatures[0],
        replace(
            ORDINARY.signatures[1],
            outcome="bajo-protesta",
            reason="El conteo de la segunda data no se repitió aunque lo pedimos",
            contested=("31 · conteo A=22 B=17 mesa=1", "34 · caída de A2 Ángel Güilcapi"),
            changes_result=False,
            late=Hour(at(21, 40), at(20, 15)),
        ),
        ORDINARY.signatures[2],
    ),
    delivered_at=at(20, 21),
    received_by="Carmen Inguillay",
)

REFUSED = replace(
    ORDINARY,
    signatures=(
        ORDINARY.signatures[0],
        replace(
            ORDINARY.signatures[1], outcome="no-firma", ink=(), reason="Se retiró de la sala", witness="Inés Orozco"
        ),
        ORDINARY.signatures[2],
    ),
)


def _long_datas() -> tuple[DataLine, ...]:
    causes = {cause.replace("-", "_"): (2, 2) for cause in CAUSES[:5]} | {"conteo": (26, 0), "mal_reparto": (10, 10)}
    return tuple(data(1 + n // 14, 1 + n % 14, "A1", (40, 0), (38, 38), **causes) for n in range(42))


EXTREME = replace(
    EVENTFUL,
    heading=replace(
        HEADING,
        organiser="Organización W" + "W" * 106,
        championship="Campeonato " + "Mundial " * 11 + "100",
        place="P" + "W" * 119,
        juez=WIDEST,
        round="Segunda ronda de la repesca",
        settings=tuple(f"ajuste-con-un-nombre-largo-{n} = valor-muy-largo-{n}" for n in range(12)),
    ),
    parejas=(
        pareja("A", 1023, WIDEST, WIDEST, (WIDEST, WORDS)),
        pareja("B", 1024, WORDS, "Ł" * 60, ("Ẃ" * 60, "Ana")),
    ),
    datas=_long_datas(),
    sanctions=EVENTFUL.sanctions * 20,
    corrections=tuple(
        Note(
            n,
            "Chica 3, data 14",
            f"Anula la jugada {n - 1} (caída de {WIDEST}): «" + "motivo " * 42 + "»",
            "",
            None,
            Hour(at(20, 1), at(20, 1) - timedelta(days=2)),
        )
        for n in range(200, 300, 4)
    ),
    result=f"Gana la mesa la pareja 1023, {WIDEST}, por dos chicas a una (40–16, 8–40, 40–10).",
    signatures=tuple(
        replace(
            block,
            name=WIDEST,
            outcome="bajo-protesta",
            reason="W" * 300,
            witness=WIDEST,
            contested=tuple(f"{n} · caída de {WORDS}" for n in range(30)),
        )
        for block in EVENTFUL.signatures
    ),
    appeals=tuple(
        AppealBlock(
            title=f"Apelación {number} de la pareja 1023, presentada el 28/11/2026 20:{number:02}",
            against=f"La jugada {number} (Caída limpia de {WIDEST}).",
            text="palabra " * 124,
            signatures=tuple(
                SignatureBlock("A", "Jugador de la pareja 1023", name, "", None, ink() if number % 2 else ())
                for name in (WIDEST, WORDS)
            ),
            resolved=(f"La admite {WIDEST}, Director, 28/11/2026 20:30: " + "motivo " * 42, "Fallo: " + "razón " * 160),
        )
        for number in range(1, 6)
    ),
    began="20:05",
    written=(
        *(f"Escrito en el papel, fila {row} (chica 1, data {row}): «{'W' * 200}»" for row in (1, 2)),
        f"Escrito en el papel: «{'apelación ' * 99}»",
    ),
    resolutions=tuple(f"Consulta {number}: «{'duda ' * 119}» Resolución: «{'resuelve ' * 110}»" for number in (1, 2)),
    seal=f"Firmada electrónicamente con el certificado de «{WIDEST}» ({'W' * 64}), emitido por «{WIDEST}», huella "
    f"7F3A91C20B6E44D1. Se comprueba en {URL}",
)

DRAFT = replace(
    ORDINARY,
    status="draft",
    version=0,
    result="La mesa está en juego.",
    winner="",
    chicas=ORDINARY.chicas[:1],
    datas=ORDINARY.datas[:6],
    signatures=tuple(replace(block, outcome="", at=None, ink=()) for block in ORDINARY.signatures),
)
REPLACED = replace(ORDINARY, status="replaced", replaced_by=2)

BLANK = BlankSheet(
    heading=replace(HEADING, settings=()),
    parejas=ORDINARY.parejas,
    page_url="https://torneo.example.ec/c/x/partidas/57/",
)
BLANK_EXTREME = BlankSheet(heading=EXTREME.heading, parejas=EXTREME.parejas, page_url=BLANK.page_url)
EMPTY = BlankSheet(heading=Heading(HEADING.organiser, HEADING.championship, HEADING.place, HEADING.days))

SINGLES = replace(
    ORDINARY,
    heading=replace(HEADING, reglamento="Quito (versión 1)", settings=(), players=1, places=Places()),
    parejas=(
        pareja("A", 12, "", "", ("Rosa Ñahuatza Cují",)),
        pareja("B", 85, "La Zurda", "UNACH", ("Luz María Yáñez",)),
    ),
    seats=("A1", "B1"),
    draws=(DrawLine((("A1", "7"), ("B1", "K")), (7, 10), "B", "B1 Luz María Yáñez"),),
    datas=tuple(replace(line, dealer=f"{line.dealer[0]}1") for line in ORDINARY.datas),
    result="Gana la mesa el jugador 12, Rosa Ñahuatza Cují, por dos chicas a una (40–16, 8–40, 40–10).",
    signatures=(
        replace(ORDINARY.signatures[0], who="Jugador 12"),
        replace(ORDINARY.signatures[1], who="Jugador 85"),
        ORDINARY.signatures[2],
    ),
)
ONE_CHICA = replace(
    SINGLES,
    heading=replace(SINGLES.heading, chicas=1, turn="hacia la izquierda", sorteo_cards=False),
    parejas=(pareja("A", 1023, WIDEST, WIDEST, (WIDEST,)), pareja("B", 2, WORDS, "Ł" * 60, (WORDS,))),
    draws=(DrawLine((), (0, 0), "B", f"B1 {WORDS}"),),
    datas=SINGLES.datas[:4],
    chicas=SINGLES.chicas[:1],
    result=f"Gana la mesa el jugador 1023, {WIDEST}, por una chica a cero (40–16).",
)
BLANK_SINGLES = BlankSheet(heading=SINGLES.heading, parejas=SINGLES.parejas, page_url=BLANK.page_url)
EMPTY_SINGLES = BlankSheet(heading=replace(EMPTY.heading, players=1, chicas=1, sorteo_cards=False))
