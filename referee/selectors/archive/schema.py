"""The rows of a document as types, from which its published schema is written and each row is checked."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import Meta, Struct, defstruct
from msgspec.json import Decoder, schema_components

from referee.selectors.archive.columns import Column, Moment, Number
from referee.selectors.archive.document import FORMAT, LONGEST_NAME, LONGEST_SIGNATURE, VERSION
from referee.selectors.archive.parts import (
    ACTAS,
    CHECKPOINTS,
    COSIGNERS,
    ELSEWHERE,
    KEYS,
    LEAVES,
    NAMES,
    PARTS,
    PEOPLE,
    STAMPS,
    Part,
)

Person = defstruct("personas", [("id", Number), ("name", str), ("public_id", UUID)], forbid_unknown_fields=True)
Salt = Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?$")]
OF_TREE: Final[Mapping[str, Any]] = {
    KEYS: defstruct(KEYS, [("made_at", Moment), ("vkey", str)], forbid_unknown_fields=True),
    COSIGNERS: defstruct(COSIGNERS, [("added_at", Moment), ("vkey", str)], forbid_unknown_fields=True),
    STAMPS: defstruct(STAMPS, [("said_at", Moment), ("size", int), ("token", str)], forbid_unknown_fields=True),
    CHECKPOINTS: defstruct(CHECKPOINTS, [("at", Moment), ("note", str)], forbid_unknown_fields=True),
    LEAVES: defstruct(LEAVES, [("entry", str), ("salt", Salt)], forbid_unknown_fields=True),
}


@cache
def row_types() -> Mapping[str, Any]:
    """The type of the rows of each part."""
    types: dict[str, Any] = {part.name: _row(part) for part in PARTS}
    return {**types, PEOPLE: Person, ACTAS: dict[str, Any], **OF_TREE}


def _row(part: Part) -> type[Struct]:
    fields = [(column.name, _described(column)) for column in part.columns]
    if part.numbered:
        fields.append(("id", Number))
    return defstruct(part.name, sorted(fields), forbid_unknown_fields=True, kw_only=True)


def _described(column: Column) -> Any:
    """A reference says of which part it is."""
    if column.refers is None:
        return column.kind
    part = ELSEWHERE.get(column.refers) or next(part.name for part in PARTS if part.model is column.refers)
    return Annotated[column.kind, Meta(description=f"el «id» de una fila de «{part}»")]


@cache
def decoders() -> Mapping[str, Decoder[Any]]:
    return {name: Decoder(type_) for name, type_ in row_types().items()}


def schema() -> dict[str, Any]:
    """The JSON Schema of a document, as `docs/archivo.schema.json` publishes it."""
    types = row_types()
    _, components = schema_components(list(types.values()), ref_template="#/$defs/{name}")
    sha = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    digests = {
        "type": "object",
        "properties": {
            "filas": {"type": "integer", "minimum": 0},
            "sha256": sha,
            "tramos": {"type": "array", "items": {"type": "string", "pattern": "^[0-9a-f]{16}$"}},
        },
    }
    included = {"personales": {"type": "boolean"}, "tinta": {"type": "boolean"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "El archivo de un campeonato de Cuarenta",
        "description": "docs/archivo.md dice qué es cada parte y cómo se comprueba.",
        **_closed(
            {
                "formato": {"const": FORMAT},
                "version": {"const": VERSION},
                "instalacion": {"type": "string", "maxLength": LONGEST_NAME},
                "incluye": _closed(included),
                "partes": _closed({name: {"type": "array", "items": _item(name)} for name in NAMES}),
                "huellas": _closed({name: {"$ref": "#/$defs/huellas"} for name in NAMES}),
                "huella": sha,
            },
            firma={"type": "string", "contentEncoding": "base64", "maxLength": LONGEST_SIGNATURE},
        ),
        "$defs": {**components, "huellas": digests | _closed(digests["properties"])},  # type: ignore[arg-type]
    }


def _item(name: str) -> dict[str, str]:
    return {"type": "object"} if name == ACTAS else {"$ref": f"#/$defs/{name}"}


def _closed(properties: dict[str, Any], **optional: Any) -> dict[str, Any]:
    both = {**properties, **optional}
    return {"type": "object", "properties": both, "required": [*properties], "additionalProperties": False}


_TOLD: Final = (
    (re.compile(r"Object missing required field `(\w+)`"), r"falta el campo «\1»"),
    (re.compile(r"Object contains unknown field `(\w+)`"), r"el campo «\1» no existe en esta versión"),
    (re.compile(r"Expected `(.+?)`, got `(.+?)`"), r"aquí va \1 y hay \2"),
    (re.compile(r"Invalid enum value (.+?)"), r"\1 no es ninguno de los valores posibles"),
    (re.compile(r"Expected `str` of length <= (\d+)"), r"el texto pasa de \1 letras"),
    (re.compile(r"Expected `str` matching regex .+?"), r"el texto no tiene la forma debida"),
    (re.compile(r"Expected `int` (>=|<=) (.+?)"), r"el número tiene que ser \1 \2"),
    (re.compile(r"Invalid UUID"), r"no es un identificador"),
)


def sentence_of(error: Exception) -> str:
    """What is wrong with a row, in Spanish, and of which field.

    >>> sentence_of(msgspec.ValidationError("Expected `int`, got `str` - at `$.number`"))
    'el campo «number»: aquí va int y hay str'
    """
    what, _, at = str(error).partition(" - at `$.")
    where = f"el campo «{at.removesuffix('`')}»: " if at else ""
    for pattern, spanish in _TOLD:
        if found := pattern.fullmatch(what):
            return where + found.expand(spanish)
    return f"{where}no es JSON como lo pide el esquema ({what})"
