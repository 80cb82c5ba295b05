"""Rulebooks that differ from Riobamba in how they capture, whatever the registry holds."""

from dataclasses import replace

from referee.rules import REGLAMENTOS

RIOBAMBA = REGLAMENTOS["riobamba"]


def changed(rules=RIOBAMBA, **values):
    """`rules` with these parameters (`capture__sequence_after=…`) changed."""
    dotted = {key.replace("__", "."): value for key, value in values.items()}
    parameters = {
        key: replace(cited, value=dotted[key]) if key in dotted else cited for key, cited in rules.parameters.items()
    }
    typed = {key.replace(".", "_"): value for key, value in dotted.items() if hasattr(rules, key.replace(".", "_"))}
    return replace(rules, parameters=parameters, **typed)


ONLY_IGUAL = changed(capture__sequence_after=("igual",))
TWO_ADD = changed(capture__addition_max_cards=2)
