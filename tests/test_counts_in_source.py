"""A count agrees with its noun wherever a sentence is written: code writes `counted`, templates the filter of that name.

`test_numbers_agree` reads what a small championship shows. Here the source is read, so that a noun in the plural behind
a blank is refused even where no test makes it say «1 partidas».
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
TABLET: Final = ROOT / "cuarenta_torneo" / "static" / "tablet"
BLANK: Final = "\0"
NOUNS: Final = (
    "acciones|anuladas|apelaciones|archivos|asientos|avisos|años|campeonas|campeonatos|caracteres|cartas|casos|categorías|caídas|chicas|"
    "cifras|clasificadas|clasificados|consultas|convocadas|copias|corregidas|corregidos|correos|criterios|cuentas|cédulas|códigos|"
    "datas|desempates|diferencias|disparadores|documentos|dólares|días|ediciones|entradas|entregadas|envíos|etapas|filas|firmas|"
    "ganadas|guardadas|hojas|horas|impresiones|inscripciones|inscritas|inscritos|intentos|intercambios|jueces|jugadas|jugadores|"
    "letras|levantes|llamadas|lugares|líneas|mesas|minutos|naipes|nombres|nuevas|nuevos|números|pantallas|parejas|partes|partidas|"
    "pasos|perros|personas|[Pp]lanillas|puestos|puntos|páginas|registros|reglas|reintentos|repartos|repetidos|resultados|retiradas|"
    "retirados|rondas|segundos|selladas|series|sorteos|tabletas|tablets|tantos|turnos|veces|zapaterías"
)
COUNTED: Final = re.compile(rf"{BLANK} (?:(?!(?:a|con|de|en|los|por|tiene) )[a-záéíóúñü]+ )?(?:{NOUNS})\b")
LISTED: Final = re.compile(rf"\b(?:[Ll]as|[Ll]os) (?:{NOUNS}) {BLANK}")
"""Numbers behind their noun: where there is one, «las partidas 1» is wrong."""
INLINE: Final = re.compile(r"</?(?:a|b|strong|em|small|span|abbr|time)\b[^>]*>")

NEVER_ONE: Final = {
    # A draw has two entries at least; what exchanges change are two lines at least, or none.
    ("brackets/draw/acta.py", "{} inscripciones"),
    ("brackets/draw/acta.py", "{} lugares"),
    ("brackets/draw/swiss.py", "{} inscripciones"),
    # More than the most that is allowed.
    ("brackets/draw/entries.py", "{} inscripciones"),
    ("brackets/draw/formats.py", "{} mesas"),
    ("brackets/forms/team.py", "{} nombres"),
    ("brackets/services/names.py", "{} caracteres"),
    ("brackets/services/planning.py", "{} reglas"),
    # Named only with two more than another.
    ("brackets/selectors/hall_words.py", "{} partidas"),
    # Two or four sit down; forty cards in blocks of five; a chica of forty points, which come in twos.
    ("referee/rules/awards.py", "{} puntos"),
    ("referee/rules/judging.py", "{} cartas"),
    ("referee/rules/judging.py", "{} jugadores"),
    ("referee/rules/judging.py", "{} puntos"),
    ("referee/rules/judging.py", "{} repartos"),
    ("referee/rules/naipes/faults.py", "{} cartas"),
    ("referee/rules/naipes/saying.py", "{} puntos"),
    ("referee/rules/rule_sheet/game.py", "{} repartos"),
    ("referee/rules/sides.py", "{} asientos"),
    ("referee/selectors/planilla/notes.py", "{} puntos"),
    ("referee/services/mesas.py", "{} jugadores"),
    # A levante is two cards, and a player throws five.
    ("referee/rules/plausibility.py", "{} cartas"),
    ("referee/rules/plausibility.py", "{} levantes"),
    # A mesa of one chica has a sentence of its own.
    ("referee/rules/rule_sheet/game.py", "{} chicas"),
    # A PIN of four or six digits; the parts of a whole Planilla; what the settings keep.
    ("referee/services/pins.py", "{} cifras"),
    ("templates/referee/pins.html", "{} cifras"),
    ("referee/services/transcriptions/confirming.py", "{} partes"),
    ("templates/referee/prints.html", "{} días"),
    ("templates/referee/prints.html", "{} impresiones"),
    # Under a test for one, in the template.
    ("templates/brackets/draw_facts.html", "{} turnos"),
    ("templates/brackets/notices.html", "{} intentos"),
    ("templates/referee/prints_offer.html", "{} documentos"),
    ("templates/referee/prints_offer.html", "{} páginas"),
    ("templates/referee/verdict_told.html", "{} firmas"),
    ("templates/referee/verdict_told.html", "{} jugadas"),
}


NEVER_ONE_LISTED: Final = {
    # What `numbered` is given: its example, and the words for single players.
    ("brackets/draw/plural.py", "las partidas {}"),
    ("brackets/selectors/wording.py", "las partidas {}"),
    # From one to another.
    ("referee/selectors/archive/document.py", "las filas {}"),
    ("referee/services/archives/restoring.py", "las filas {}"),
    ("templates/referee/transcription.html", "Las jugadas {}"),
}


def counts(text: str) -> list[str]:
    """What is counted in a text whose blanks are marked, each with its noun."""
    return [found[0].replace(BLANK, "{}") for found in COUNTED.finditer(text)]


def lists(source: str, module: str) -> Iterator[str]:
    """What a module lists behind a noun in the plural, but what `numbered` is given for several."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(piece(part, module) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not is_part(node, parents):
            text = re.sub(r"\{[^{}]*\}", BLANK, node.value)
        if (found := LISTED.search(text)) and not is_numbered(node, parents) and not is_of_others(node, parents):
            yield found[0].replace(BLANK, "{}")


def is_numbered(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    while isinstance(node := parents[node], ast.expr):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "numbered":
            return True
    return False


def sentences(source: str, module: str) -> Iterator[str]:
    """What a module says, with a blank for what is put in; less what it says only where the count is not one."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and not is_of_others(node, parents):
            yield "".join(piece(part, module) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not is_part(node, parents):
            yield re.sub(r"\{[^{}]*\}", BLANK, node.value)


def of_module(path: Path) -> Iterator[str]:
    return sentences(path.read_text(encoding="utf-8"), ".".join(path.relative_to(ROOT).with_suffix("").parts))


def piece(part: ast.expr, module: str) -> str:
    """The text itself, or a constant of the module, which is read; else a blank."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.Name) and value.id.isupper() and (number := getattr(import_module(module), value.id)) != 1:
        return str(number)
    return BLANK


def is_part(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    return isinstance(parents[node], ast.JoinedStr)


def is_of_others(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether it is the side of a condition where the count is not one: `"una ronda" if n == 1 else f"{n} rondas"`."""
    while isinstance(parent := parents[node], ast.expr | ast.FormattedValue):
        if isinstance(parent, ast.IfExp) and isinstance(parent.test, ast.Compare):
            sign, one = parent.test.ops[0], ast.unparse(parent.test.comparators[0]) == "1"
            if one and node is (parent.orelse if isinstance(sign, ast.Eq) else parent.body):
                return isinstance(sign, ast.Eq | ast.NotEq | ast.Gt)
        node = parent
    return False


def shown(path: Path) -> str:
    """The text of a template with a blank for each variable, but for a count with its noun."""
    text = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"))
    text = re.sub(r"\{\{[^{}]*\|(?:counted|pluralize):[^{}]*\}\}", "§", text)
    text = re.sub(r"\{%[^{}]*%\}", "|", re.sub(r"\{\{[^{}]*\}\}", BLANK, text))
    return INLINE.sub("", text).replace("&nbsp;", " ")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def spoken() -> list[Path]:
    """Modules whose sentences people read; a rehearsal reports to its programmers."""
    modules = [path for part in ("brackets", "referee", "cuarenta_torneo") for path in (ROOT / part).rglob("*.py")]
    return [
        path
        for path in modules
        if not {"migrations", "english", "rehearsal"} & set(path.parts) and not path.name.startswith("english")
    ]


def templates() -> list[Path]:
    return [path for path in (ROOT / "templates").rglob("*") if path.is_file()]


@pytest.fixture(scope="module")
def found() -> set[tuple[str, str]]:
    said = {(named(path), each) for path in spoken() for text in of_module(path) for each in counts(text)}
    return said | {(named(path), each) for path in templates() for each in counts(shown(path))}


def test_no_blank_is_followed_by_a_noun_in_the_plural(found: set[tuple[str, str]]) -> None:
    assert sorted(found - NEVER_ONE) == []


def test_every_exception_is_still_there(found: set[tuple[str, str]]) -> None:
    assert sorted(NEVER_ONE - found) == []


def test_numbers_are_listed_behind_a_noun_that_agrees() -> None:
    code = {
        (named(path), each)
        for path in spoken()
        for each in lists(path.read_text(encoding="utf-8"), ".".join(path.relative_to(ROOT).with_suffix("").parts))
    }
    pages = {(named(path), found.replace(BLANK, "{}")) for path in templates() for found in LISTED.findall(shown(path))}

    assert sorted((code | pages) - NEVER_ONE_LISTED) == []
    assert sorted(NEVER_ONE_LISTED - code - pages) == []


def test_the_tablet_has_other_words_for_one() -> None:
    never_one = {"cards.pile"}  # a levante takes two cards at least
    texts = dict(
        re.findall(r"^ +'([\w.-]+)':\s+'(.*)',$", (TABLET / "texts.es.js").read_text(encoding="utf-8"), re.MULTILINE)
    )

    plural = {key for key, text in texts.items() if counts(re.sub(r"\{\w+\}", BLANK, text))}

    assert "quarantine.waits" in plural
    assert sorted(key for key in plural - never_one if f"{key}-one" not in texts) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('f"Quedaron las partidas {n}."', ["las partidas {}"]),
        ('"Quedaron las partidas {}.".format(n)', ["las partidas {}"]),
        ('numbered(n, "Quedó la partida {}.", "Quedaron las partidas {}.")', []),
        ('numbered(n, said(2, "la partida {}"), said(2, "las partidas {}"))', []),
        ('f"{n} de las partidas"', []),
    ],
)
def test_the_walk_sees_what_is_listed(source: str, found: list[str]) -> None:
    assert list(lists(source, "brackets.draw.entries")) == found


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('f"Faltan {n} partidas"', ["{} partidas"]),
        ('"Hay {} últimas mesas".format(n)', ["{} últimas mesas"]),
        ('f"La {name} es de otras partidas"', []),
        ('"1 mesa" if n == 1 else f"{n} mesas"', []),
        ('f"{n} mesas" if n == 1 else "ninguna"', ["{} mesas"]),
        ('f"{n} rondas" if n > 1 else "una ronda"', []),
        ('f"{n} rondas" if n > 0 else ""', ["{} rondas"]),
        ('f"Hasta {LARGEST} mesas"', []),
    ],
)
def test_the_walk_sees_what_it_should(source: str, said: list[str]) -> None:
    assert [each for text in sentences(source, "brackets.draw.entries") for each in counts(text)] == said
