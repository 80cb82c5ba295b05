"""Which rows count, kept row by row, is what reading the whole log from its end finds."""

from hypothesis import given
from hypothesis import strategies as st

from referee.rules import Anula, Entry, Levante, annulments
from referee.rules.annulling import Annulments

ROWS = 5


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=25))
def test_who_annuls_whom_is_what_the_whole_log_says(targets):
    entries = [Entry(number, Levante("caida", "A")) for number in range(1, ROWS + 1)]
    kept = Annulments()
    for back, recorded in targets:
        known = annulments(entries)
        count = [entry.number for entry in entries if entry.number not in known]
        number, by = count[-1 - min(back, len(count) - 1)], len(entries) + 1
        end = kept.annul(number, by)
        if not recorded:
            kept.take_back()
            continue
        entries.append(Entry(by, Anula(number, "motivo")))
        jugadas = {entry.number: entry.jugada for entry in entries}
        while isinstance(jugadas[number], Anula):
            number = jugadas[number].number
        assert end == number
        found = {entry.number: kept.annulled_by(entry.number) for entry in entries}
        assert {number: by for number, by in found.items() if by} == annulments(entries)
