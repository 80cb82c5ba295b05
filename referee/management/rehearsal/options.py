"""What a rehearsal is asked for, read from the words of a command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Final

from brackets.draw.entries import LARGEST, SMALLEST
from referee.management.rehearsal.formats import FORMATS, PLAIN, Stages, stages_of
from referee.rules import REGLAMENTOS, UnknownReglamento, UnknownSetting, reglamento_get

MOST_TABLES: Final = 500
FIRST_DAY: Final = "2026-12-05T09:00"


class BadOption(Exception):
    """An option that cannot be; `message` is one Spanish line."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """How often what is out of the ordinary happens, from 0 to 1; of what, `RATES` says."""

    absences: float = 0.04
    protests: float = 0.03
    upheld: float = 0.5
    wrong_lifts: float = 0.01
    misdeals: float = 0.01
    wrong_claims: float = 0.01
    suspensions: float = 0.02
    retirements: float = 0.01
    annulments: float = 0.01
    takeovers: float = 0.02
    reopenings: float = 0.02
    under_protest: float = 0.03
    unsigned: float = 0.02
    attempts: float = 0.05
    paper: float = 0.0


RATES: Final[Mapping[str, tuple[str, str]]] = {
    # option: (field of Rates, of what it is a share)
    "ausencias": ("absences", "las parejas convocadas no se presentan"),
    "protestas": ("protests", "las datas tienen una protesta"),
    "proceden": ("upheld", "las protestas proceden"),
    "mal-levantados": ("wrong_lifts", "las datas tienen un levante equivocado que nadie ve"),
    "malrepartos": ("misdeals", "las datas se reparten mal"),
    "mal-pedidos": ("wrong_claims", "las datas tienen un pedido sin derecho"),
    "suspensiones": ("suspensions", "las mesas se suspenden un rato"),
    "abandonos": ("retirements", "las mesas terminan en abandono"),
    "anulaciones": ("annulments", "las jugadas se registran mal y se anulan"),
    "relevos": ("takeovers", "las mesas pasan a otra tablet"),
    "reaperturas": ("reopenings", "las Planillas se reabren antes de sellarlas"),
    "bajo-protesta": ("under_protest", "las parejas perdedoras firman bajo protesta"),
    "sin-firma": ("unsigned", "las parejas perdedoras no firman"),
    "intentos": ("attempts", "los envíos van acompañados de algo que se debe rehusar"),
    "papel": ("paper", "las mesas se llevan en papel y se digitan en la Mesa de Control"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """A rehearsal; the same options give the same championship."""

    parejas: int
    reglamento: str
    seed: str
    start: datetime
    settings: Mapping[str, str] = field(default_factory=dict)
    tables: int
    jueces: int
    form: str = PLAIN
    one_round: bool = False
    singles: bool = False
    seconds_a_card: float = 5.0
    rates: Rates = Rates()

    @property
    def name(self) -> str:
        return f"ensayo {self.seed}"

    @property
    def stages(self) -> Stages:
        """What `form` is for so many parejas; nothing where the first stage needs no plan."""
        return stages_of(self.form, self.parejas)


def options_read(given: Mapping[str, object], *, start: datetime) -> Options:
    """The options as Django hands them over, all as text; raises BadOption for the first that cannot be."""
    parejas = count_read("parejas", given["parejas"], SMALLEST, LARGEST)
    tables = count_read("mesas", given["mesas"] or max(1, min(parejas // 4, 64)), 1, MOST_TABLES)
    reglamento = str(given["reglamento"])
    settings = settings_read(reglamento, given.get("ajuste") or ())
    singles = bool(given.get("individual"))
    if (1 if singles else 2) not in reglamento_get(reglamento, settings).match_players_per_pair:
        raise BadOption(f"El reglamento «{reglamento}» no se juega {'mano a mano' if singles else 'en parejas'}.")
    return Options(
        parejas=parejas,
        reglamento=reglamento,
        form=form_read(given.get("formato") or PLAIN),
        seed=seed_read(given["semilla"]),
        start=start,
        settings=settings,
        tables=tables,
        jueces=count_read("jueces", given["jueces"] or tables, 1, MOST_TABLES),
        one_round=bool(given.get("solo_una_vuelta")),
        singles=singles,
        seconds_a_card=seconds_read(given["segundos_por_carta"]),
        rates=rates_read(given),
    )


def form_read(value: object) -> str:
    """The word of a format."""
    form = str(value)
    if form not in FORMATS:
        raise BadOption(f"--formato «{form}» no existe; hay {', '.join(FORMATS)}.")
    return form


def settings_read(reglamento: str, pairs: object) -> dict[str, str]:
    """`k=v` pairs of a rulebook's settings, checked."""
    chosen = {}
    for pair in pairs if isinstance(pairs, Sequence) else ():
        key, equals, value = str(pair).partition("=")
        if not equals or not key:
            raise BadOption(f"--ajuste «{pair}»: escriba CLAVE=VALOR.")
        chosen[key] = value
    try:
        return dict(reglamento_get(reglamento, chosen).chosen)
    except UnknownReglamento as error:
        known = ", ".join(REGLAMENTOS)
        raise BadOption(f"--reglamento «{reglamento}» no existe; hay {known}.") from error
    except UnknownSetting as error:
        raise BadOption(f"--ajuste: {error}.") from error


def rates_read(given: Mapping[str, object]) -> Rates:
    """The rates that were given, the others as they are by default."""
    chosen = {}
    for option, (name, _) in RATES.items():
        value = given.get(option.replace("-", "_"))
        if value is not None:
            chosen[name] = share_read(option, str(value))
    return Rates(**chosen)


def rates_told(rates: Rates) -> dict[str, str]:
    """The rates by option as people write them."""
    values = {each.name: getattr(rates, each.name) for each in fields(rates)}
    return {option: percent(values[name]) for option, (name, _) in RATES.items()}


def share_read(option: str, text: str) -> float:
    """A share as people write it.

    >>> share_read("ausencias", "8%"), share_read("ausencias", "0,5 %"), share_read("ausencias", "100")
    (0.08, 0.005, 1.0)
    """
    try:
        value = float(text.strip().removesuffix("%").strip().replace(",", "."))
    except ValueError:
        value = -1
    if not 0 <= value <= 100:
        raise BadOption(f"--{option} «{text}»: escriba un porcentaje de 0 a 100, como 8%.")
    return round(value / 100, 6)


def percent(share: float) -> str:
    """
    >>> percent(0.005), percent(0.08)
    ('0,5 %', '8 %')
    """
    return f"{100 * share:.4g} %".replace(".", ",")


def count_read(option: str, value: object, least: int, most: int) -> int:
    """A whole number from `least` to `most`, or BadOption."""
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise BadOption(f"--{option} «{value}»: escriba un número de {least} a {most}.")
    return int(text)


def seed_read(value: object) -> str:
    """A seed is a word or a few; a number is one too."""
    text = " ".join(str(value).split())
    if not 0 < len(text) <= 40:
        raise BadOption("--semilla: escriba un número o una palabra de hasta 40 letras.")
    return text


def seconds_read(value: object) -> float:
    """The seconds that a card takes."""
    try:
        seconds = float(str(value).replace(",", "."))
    except ValueError:
        seconds = 0
    if not 0.1 <= seconds <= 600:
        raise BadOption(f"--segundos-por-carta «{value}»: escriba un número de 0,1 a 600.")
    return seconds
