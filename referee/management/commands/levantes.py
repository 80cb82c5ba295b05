"""`manage.py levantes --mesa "2 3 6 7 J" --carta 5`: every legal capture, most cards first."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from referee.rules import (
    NotationError,
    RuleViolation,
    UnknownReglamento,
    captures,
    check_cards,
    parse_cards,
    reglamento_get,
)


class Command(BaseCommand):
    help = "Lista los levantes que una carta puede hacer: exit 0, 2 si las cartas o el reglamento no existen."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mesa", required=True, help="cartas sobre la mesa, por ejemplo «2 3 6 7 J»; puede ser «»")
        parser.add_argument("--carta", required=True, help="la carta que se lanza")
        parser.add_argument("--reglamento", default="riobamba", help="clave del reglamento")
        parser.add_argument("--json", action="store_true", help="una sola lista JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            rules = reglamento_get(options["reglamento"])
            table, card = parse_cards(options["mesa"]), _card(options["carta"])
            check_cards(rules, (*table, card))
        except NotationError as error:
            self.stderr.write(error.message)
            sys.exit(2)
        except (RuleViolation, UnknownReglamento) as error:
            self.stderr.write(str(error))
            sys.exit(2)
        found = captures(rules, table, card)
        if options["json"]:
            self.stdout.write(json.dumps([capture.as_json() for capture in found], ensure_ascii=False))
            return
        for capture in found:
            self.stdout.write(capture.as_line())
        if not found:
            self.stdout.write("ningún levante")


def _card(text: str) -> str:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise NotationError("se lanza una carta, y solo una")
    return cards[0]
