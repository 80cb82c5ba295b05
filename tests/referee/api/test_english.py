"""The API in English: what its services refuse with, and what the rulebook says through it."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.api.english import BOOK
from tests.factories.referee import SORTEO
from tests.referee.api.conftest import Tablet

With = Callable[..., Tablet]
ENGLISH = {"Accept-Language": "en"}
BLANK = "\0"
# What only pages of the site say: results on paper, rulings after the seal, printing, taking back a mesa, giving out PINs,
# consultas at the desk, certificates and what is signed with them.
ELSEWHERE = {
    "confirmations.py",
    "cosigners.py",
    "cosigning.py",
    "incarnations.py",
    "paper.py",
    "corrections.py",
    "prints.py",
    "pins.py",
    "outcomes.py",
    "consultas.py",
    "suspensions.py",
    "expulsions.py",
    "screens.py",
    "certificates.py",
    "keystore.py",
    "sealing.py",
    "outside.py",
}
ON_PAGES = ("mesa-con-jugadas", "conducta-anulada")


def refusals(path: Path) -> Iterator[str]:
    """The sentences that a module raises, its blanks marked."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and node.exc is not None:
            if any(code in ast.unparse(node.exc) for code in ON_PAGES):
                continue
            yield from texts(node.exc)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "message":
            yield from texts(node.value)


def texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else BLANK for part in node.values)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def test_every_refusal_that_a_tablet_can_meet_has_its_english(project_root: Path) -> None:
    modules = [*(project_root / "referee/services").glob("*.py"), *(project_root / "referee/api").glob("*.py")]
    modules.append(project_root / "referee/services/appeals/filing.py")  # the rest of it is for pages
    written = {
        sentence
        for path in modules
        if path.name not in ELSEWHERE
        for sentence in refusals(path)
        if re.search(r"[a-zé] \w+.*[.»]$", sentence)
    }
    known = [re.sub(r"\{\w+\}", "#", spanish) for spanish in BOOK.spanish]

    missing = sorted(
        sentence
        for sentence in written
        if not any(re.fullmatch(re.escape(sentence).replace(BLANK, ".+"), spanish) for spanish in known)
    )

    assert {path.name for path in modules} >= ELSEWHERE
    assert len(written) > 40
    assert missing == []


def test_a_mesa_is_told_in_the_language_that_is_asked_for(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO, "caida A")
    asked = {
        "lease_epoch": 1,
        "base_seq": 2,
        "jugadas": [{"client_id": "0" * 32, "notation": "conteo A=20 B=20 mesa=0"}],
    }

    spanish = tablet.post(f"{tablet.mesa}/preview", {"notation": "limpia A"}).json()
    english = tablet.post(f"{tablet.mesa}/preview", {"notation": "conteo A=20 B=20 mesa=0"}, **ENGLISH)
    refused = tablet.post(f"{tablet.mesa}/jugadas", asked, **ENGLISH)
    unknown = tablet.post("mesas/00000000-0000-0000-0000-000000000000/jugadas", asked, **ENGLISH)

    assert spanish["text"] == "Limpia"
    assert english.json()["message"] == "the data is at deal 1 of 2: it is counted once the 40 cards are played"
    assert (refused.status_code, refused.json()["message"]) == (422, english.json()["message"])
    assert unknown.json()["message"].startswith("There is no such table")


def test_the_words_of_a_mesa_are_english_and_its_facts_the_same(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO, "caida A", "segundo-reparto")

    spanish = tablet.get(tablet.mesa).json()
    english = tablet.post(f"{tablet.mesa}/lease", **ENGLISH).json()

    labels = {choice["jugada"]: choice["label"] for choice in english["legal"]}
    assert (labels["segundo-reparto"], labels["caida-limpia"]) == ("Second deal", "Caída and limpia")
    assert [row["label"] for row in english["log"]] == ["Draw for the deal", "Caída", "Second deal"]
    assert [row["notation"] for row in english["log"]] == [row["notation"] for row in spanish["log"]]
    assert english["state"] == spanish["state"]
    assert english["head"] == spanish["head"]
    assert (spanish["round"], english["round"]) == ("Semifinal", "Semifinal")


@pytest.mark.parametrize("language", ["es-EC,es;q=0.9,en;q=0.5", ""])
def test_spanish_is_told_to_whoever_does_not_ask(tablet_with: With, language: str) -> None:
    tablet = tablet_with(SORTEO)

    refused = tablet.post(f"{tablet.mesa}/preview", {"notation": "proclama"}, **{"Accept-Language": language})

    assert refused.json()["message"] == "nadie ha sumado 40 puntos"
