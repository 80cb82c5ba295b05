"""Rulebooks that differ from Riobamba in one parameter, whatever the registry holds."""

from dataclasses import replace

from referee.rules import REGLAMENTOS

RIOBAMBA = REGLAMENTOS["riobamba"]
ONLY_IGUAL = replace(RIOBAMBA, capture_sequence_after=("igual",))
TWO_ADD = replace(RIOBAMBA, capture_addition_max_cards=2)
TWO_OR_CLEAN = replace(TWO_ADD, capture_longer_sum_if_limpia=True)
RIVALS_TAKE = replace(RIOBAMBA, forgotten_cards_policy="las-toma-la-rival")
PARTNER_TAKES = replace(RIOBAMBA, forgotten_cards_policy="companero-y-luego-rival")
