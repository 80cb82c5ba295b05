"""The rules of Cuarenta: frozen values in, frozen values out, every number with its article.

No Django, clock, chance, input or output. Everything that others use is named here.
"""

from referee.rules.engine import apply, decide, outcome, replay, skip, start
from referee.rules.errors import NotationError, RuleViolation, UnknownReglamento, UnknownSetting
from referee.rules.games import Game, Line, dump_game, parse_game, play
from referee.rules.history import annulments, effective, last_effective
from referee.rules.judging import BY_SUM, sorteo_sums
from referee.rules.jugadas import (
    LEVANTES,
    RANKS,
    REPARTOS,
    RONDAS,
    Adjudica,
    Ajusta,
    Anula,
    Arranche,
    Conteo,
    Exit,
    JuegoYVeo,
    Jugada,
    Levante,
    MalPedido,
    MalReparto,
    Proclama,
    Reanudacion,
    Reparto,
    RepiteData,
    Ronda,
    Sorteo,
    Suspension,
)
from referee.rules.labels import LABELS, article_of, label_of, word_label
from referee.rules.ledger import LedgerRow, ledger
from referee.rules.legal import Choice, Target, legal
from referee.rules.naipes import DECK, Capture, LiftVerdict, captures, check_cards, lift_verdict, parse_cards
from referee.rules.notation import MAX_LINE, WORDS, dump_jugada, parse_jugada
from referee.rules.previewing import Preview, preview
from referee.rules.reglamento import BASES, Award, Cited, Reglamento, Setting, SettingChoice, cite
from referee.rules.reglamentos import REGLAMENTOS, reglamento_get
from referee.rules.results import PaperResult, Refused, check_chicas, result
from referee.rules.score_sheet import reason_of, score_sheet
from referee.rules.sides import SEATS, SIDES, side_of
from referee.rules.state import Entry, MesaState, Outcome, Position

__all__ = [
    "BASES",
    "BY_SUM",
    "DECK",
    "LABELS",
    "LEVANTES",
    "MAX_LINE",
    "RANKS",
    "REGLAMENTOS",
    "REPARTOS",
    "RONDAS",
    "SEATS",
    "SIDES",
    "WORDS",
    "Adjudica",
    "Ajusta",
    "Anula",
    "Arranche",
    "Award",
    "Capture",
    "Choice",
    "Cited",
    "Conteo",
    "Entry",
    "Exit",
    "Game",
    "JuegoYVeo",
    "Jugada",
    "LedgerRow",
    "Levante",
    "LiftVerdict",
    "Line",
    "MalPedido",
    "MalReparto",
    "MesaState",
    "NotationError",
    "Outcome",
    "PaperResult",
    "Position",
    "Preview",
    "Proclama",
    "Reanudacion",
    "Refused",
    "Reglamento",
    "Reparto",
    "RepiteData",
    "Ronda",
    "RuleViolation",
    "Setting",
    "SettingChoice",
    "Sorteo",
    "Suspension",
    "Target",
    "UnknownReglamento",
    "UnknownSetting",
    "annulments",
    "apply",
    "article_of",
    "captures",
    "check_cards",
    "check_chicas",
    "cite",
    "decide",
    "dump_game",
    "dump_jugada",
    "effective",
    "label_of",
    "last_effective",
    "ledger",
    "legal",
    "lift_verdict",
    "outcome",
    "parse_cards",
    "parse_game",
    "parse_jugada",
    "play",
    "preview",
    "reason_of",
    "reglamento_get",
    "replay",
    "result",
    "score_sheet",
    "side_of",
    "skip",
    "sorteo_sums",
    "start",
    "word_label",
]
