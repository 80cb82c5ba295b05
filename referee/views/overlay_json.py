"""The JSON of an overlay: `docs/rotulo.md` is its contract."""

from collections.abc import Mapping
from typing import Any, Final

from brackets.models import Championship, Fixture
from referee.selectors.live import LiveMesa, LiveSide
from referee.views.table_pages import deals

SCHEMA: Final = "cuarenta.overlay"
VERSION: Final = 1


def overlay_data(championship: Championship, fixture: Fixture | None, mesa: LiveMesa | None) -> Mapping[str, Any]:
    """`mesa` is null where nothing is played; within a version keys are only added."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "championship": {"slug": championship.slug, "name": str(championship)},
        "mesa": None if fixture is None or mesa is None else _mesa(fixture, mesa),
    }


def _mesa(fixture: Fixture, mesa: LiveMesa) -> Mapping[str, Any]:
    return {
        "fixture": mesa.fixture,
        "number": mesa.number,
        "stage": str(fixture.stage),
        "round": mesa.round,
        "table": mesa.table,
        "state": mesa.state.code,
        "state_label": mesa.state.label,
        "visibility": mesa.visibility,
        "chica": mesa.chica,
        "data": mesa.data,
        "chicas": [{"A": chica.points[0], "B": chica.points[1], "winner": chica.winner} for chica in mesa.chicas],
        "sides": [_side(fixture, mesa, side) for side in mesa.sides],
        "last": {"number": mesa.last.number, "side": mesa.last.side, "text": mesa.last.text} if mesa.last else None,
        "result": mesa.result,
        "voided": mesa.voided,
        "zapateria": bool(fixture.zapaterias),
        "at": mesa.at.isoformat() if mesa.at else None,
    }


def _side(fixture: Fixture, mesa: LiveMesa, side: LiveSide) -> Mapping[str, Any]:
    pareja = fixture.pareja_a if side.letter == "A" else fixture.pareja_b
    return {
        "side": side.letter,
        "number": side.number,
        "title": side.title,
        "club": pareja.club if pareja else "",
        "players": [
            {"name": name, "dealer": deals(mesa, side, position)} for position, name in enumerate(side.players, start=1)
        ],
        "points": side.points,
        "perros": side.perros,
        "tantos": side.tantos,
        "chicas": side.won,
        "winner": side.winner,
    }
