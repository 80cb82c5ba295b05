"""The rulebook's words in English: everything it can say is there, and says the same figures."""

import ast
import json
import re
from collections.abc import Iterator
from itertools import chain, combinations_with_replacement
from pathlib import Path
from random import Random

import pytest

import referee.rules
from referee.rules import (
    REGLAMENTOS,
    NotationError,
    Reglamento,
    RuleViolation,
    apply,
    decide,
    ledger,
    legal,
    parse_game,
    parse_jugada,
    preview,
    reglamento_get,
    start,
)
from referee.rules.bridge import Bridge
from referee.rules.english import PHRASES, RULEBOOK, english_of, in_english
from referee.rules.naipes import lift_verdict
from tests.referee.rules.golden import golden_files
from tests.referee.rules.mesas import mesa_at

RULES = Path(referee.rules.__file__).parent
# What only files of notation and the developers' own checks say; the tablet sends neither.
ELSEWHERE = {"bridge.py", "games.py", "reglamento.py", "state.py", "errors.py"}
BLANK = "\0"


def raised(source: str) -> Iterator[str]:
    """Every sentence that a module refuses with, its blanks marked."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "message":
            yield from sentences(node.value)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"RuleViolation", "NotationError"}:
            yield from chain.from_iterable(sentences(argument) for argument in node.args[:2])


def sentences(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from (*sentences(node.body), *sentences(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else BLANK for part in node.values)


def test_every_refusal_of_the_rules_has_its_english() -> None:
    written = [
        sentence
        for path in RULES.rglob("*.py")
        if path.name not in ELSEWHERE and not {"rule_sheet", "simulation", "reglamentos"} & set(path.parts)
        for sentence in raised(path.read_text(encoding="utf-8"))
    ]
    known = [re.sub(r"\{\w+\}", "#", spanish) for spanish in RULEBOOK.spanish]

    missing = [
        sentence
        for sentence in written
        if not any(re.fullmatch(re.escape(sentence).replace(BLANK, ".+"), spanish) for spanish in known)
    ]

    assert len(written) > 55
    assert missing == []


def test_both_sides_of_a_phrase_leave_the_same_blanks() -> None:
    uneven = [
        spanish
        for spanish, english in chain.from_iterable(PHRASES)
        if set(re.findall(r"\{\w+\}", spanish)) < set(re.findall(r"\{\w+\}", english))
    ]

    assert uneven == []


def said(rules: Reglamento, lines: list[str], seats: tuple[str, ...]) -> Iterator[str]:
    """All that a mesa says while it is kept: buttons, refusals, what each jugada would do, the rows of the log."""
    state = start(rules, seats)
    for line in lines:
        for choice in legal(state):
            answer = choice.as_json()
            yield from (str(answer[key]) for key in ("label", "note", "message") if answer.get(key))
            yield from (target.label for target in choice.targets)
            yield from (each.ask.text for each in (choice, *choice.targets) if each.ask)
        try:
            jugada = parse_jugada(line)
            seen = preview(state, jugada)
            yield seen.text
            yield from [seen.ask.text] if seen.ask else []
            decide(state, jugada)
        except (NotationError, RuleViolation) as refusal:
            yield refusal.message
            continue
        state = apply(state, jugada)
    yield from (row.label for row in ledger(state))


def figures(sentence: str) -> list[str]:
    """What no language changes: numbers, seats, lines of notation."""
    return sorted(re.findall(r"\d+|\b[AB][12]?\b", re.sub(r"«.*?»|“.*?”", "", sentence.replace("an ace", ""))))


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_whatever_a_golden_mesa_says_is_said_in_english(path: Path) -> None:
    game = parse_game(path.read_text(encoding="utf-8"))
    rules = reglamento_get(game.reglamento, game.settings)
    lines = [line.text for line in game.lines]

    spoken = set(said(rules, lines, game.seats))

    assert [sentence for sentence in spoken if RULEBOOK.find(sentence) is None] == []
    changed = [s for s in spoken if "mismo" not in s and figures(in_english(s)) != figures(s)]
    assert [(s, in_english(s)) for s in changed if "no que" not in s and "van de" not in s] == []


@pytest.mark.parametrize("key", REGLAMENTOS)
def test_whatever_is_said_of_a_lift_is_said_in_english(key: str) -> None:
    rules, chance = REGLAMENTOS[key], Random(40)
    ranks = "A234567JQK"
    tables = [cards for size in (1, 2, 3) for cards in combinations_with_replacement(ranks, size)]
    unknown: set[str] = set()
    for table in chance.sample(tables, 120):
        for card in chance.sample(ranks, 3):
            lifted = tuple(chance.sample(table, chance.randint(0, len(table)))) + ((card,) if card == "7" else ())
            try:
                verdict = lift_verdict(rules, table, card, lifted, chance.choice(table), redealt=chance.random() < 0.3)
            except RuleViolation as refusal:
                unknown |= {refusal.message} if RULEBOOK.find(refusal.message) is None else set()
                continue
            unknown |= {f.message for f in verdict.findings if RULEBOOK.find(f.message) is None}

    assert unknown == set()


def test_an_answer_is_english_in_its_sentences_and_untouched_in_everything_else() -> None:
    answer = {
        "label": "Doble ronda de 7", "line": "doble-ronda A 7", "article": "párrafo 5", "points": {"A": 4},
        "targets": [{"label": "Caída A1"}], "name": "Limpia", "message": None,
    }  # fmt: skip

    assert english_of(answer) == {
        "label": "Double ronda of 7", "line": "doble-ronda A 7", "article": "paragraph 5", "points": {"A": 4},
        "targets": [{"label": "Caída A1"}], "name": "Limpia", "message": None,
    }  # fmt: skip


def test_the_cause_of_a_suspension_is_as_it_was_written_but_for_what_is_ours() -> None:
    causes = [english_of({"cause": cause})["cause"] for cause in ("se fue la luz", "Toda la sala: corte de luz")]
    assert causes == ["se fue la luz", "The whole hall: corte de luz"]


def test_what_has_no_english_is_told_in_spanish() -> None:
    assert in_english("una frase que nadie tradujo") == "una frase que nadie tradujo"


def test_the_bridge_speaks_as_it_is_asked_and_decides_the_same() -> None:
    header = {"mesa": "m", "reglamento": "riobamba", "version": 1, "settings": {}, "seats": ["A1", "B1", "A2", "B2"]}

    def told(language: str) -> list[dict[str, object]]:
        bridge, common = Bridge(), {"language": language}
        asked = (
            {"do": "open", "header": header, "lines": ["sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1"]},
            {"do": "record", "lines": ["caida A", "conteo A=20 B=20 mesa=0"]},
            {"do": "preview", "notation": "proclama"},
        )
        return [json.loads(bridge.call(json.dumps(each | common))) for each in asked]

    spanish, english = told("es"), told("en")

    assert english[1]["answer"]["refused"]["message"].startswith("the data is at deal 1 of 2")
    assert english[2]["refused"]["message"] == "nobody has reached 40 points"
    assert english_of(spanish) == english
    assert spanish[1]["answer"]["folded"]["state"] == english[1]["answer"]["folded"]["state"]


def test_what_holds_the_rivals_is_said_in_english():
    answers = english_of([choice.as_json() for choice in legal(mesa_at("riobamba", 38, 0))])

    assert {each["hold"] for each in answers if "hold" in each} == {
        "The rivals do not throw until the judge has verified it."
    }
