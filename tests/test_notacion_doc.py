"""docs/notacion.md knows every word, every rulebook and every code with which a jugada is refused."""

import re
from pathlib import Path

from referee.rules import REGLAMENTOS, WORDS

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "notacion.md").read_text(encoding="utf-8")
REFUSING = ("annulling", "awards", "judging", "ronda_window", "sanctions")


def test_every_code_of_a_refusal_is_listed():
    sources = "".join((ROOT / "referee" / "rules" / f"{name}.py").read_text(encoding="utf-8") for name in REFUSING)
    codes = set(re.findall(r'RuleViolation\(\s*"([a-z0-9-]+)"', sources))
    first_cells = [row.split("|")[1] for row in TEXT.partition("## Codes of refusals")[2].splitlines() if "|" in row]
    listed = set(re.findall(r"`([a-z0-9-]+)`", " ".join(first_cells)))

    assert len(codes) > 25
    assert codes <= listed
    assert all(f'"{code}"' in sources for code in listed)


def test_every_word_and_every_rulebook_is_named():
    named = {word for piece in re.findall(r"`([^`\n]+)`", TEXT) for word in re.findall(r"[a-z0-9-]+", piece)}

    assert set(WORDS) <= named
    assert REGLAMENTOS.keys() <= named
