"""Whom the stages of a championship take from one another, so that nobody is left for a repechaje who goes on anyway."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from brackets.draw.qualification import Before, Best, FromEach, Rest, Rule, WinnerOf, qualify


def taken_by_others(
    number: int, entries: Mapping[int, Sequence[Rule]], before: Mapping[int, Before]
) -> dict[int, frozenset[int]]:
    """Whom all stages but this `number` take, by the stage they take them from; `entries` are the rules of each stage.

    Who comes to one of those after it from a stage before it is not left over in it either.
    A place in a series goes before being one of the best of the others; of these an earlier stage has the first choice.
    """
    return {source: frozenset(_from(source, number, entries, before)) for source in before}


def _from(source: int, number: int, entries: Mapping[int, Sequence[Rule]], before: Mapping[int, Before]) -> set[int]:
    known = {
        each: [rule for rule in own if isinstance(rule, FromEach | Best | Rest | WinnerOf) and rule.stage in before]
        for each, own in entries.items()
    }
    rules = {each: [rule for rule in own if rule.stage == source] for each, own in known.items()}
    placed = {
        each: _parejas([rule for rule in own if _is_by_place(rule) and rule.stage <= source], before)
        for each, own in known.items()
        if each > source
    }
    everywhere = set().union(*placed.values())
    taken = set[int]().union(*(parejas for each, parejas in placed.items() if each != number))
    chooses = any(map(_is_by_choice, rules.get(number, ())))
    for each, own in sorted(rules.items()):
        if each < number or (each > number and not chooses):
            taken |= _parejas(filter(_is_by_choice, own), before, {source: everywhere | taken})
    return taken


def _is_by_choice(rule: Rule) -> bool:
    return isinstance(rule, Best) and not rule.place


def _is_by_place(rule: Rule) -> bool:
    return isinstance(rule, FromEach | WinnerOf | Best) and not _is_by_choice(rule)


def _parejas(
    rules: Iterable[Rule], before: Mapping[int, Before], taken: Mapping[int, Collection[int]] | None = None
) -> set[int]:
    spots = qualify(list(rules), before, taken=taken or {})
    return {spot.pareja for spot in spots if spot.pareja is not None}
