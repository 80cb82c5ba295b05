from referee.selectors.prints.selection import Chosen, from_data, from_tokens, title_of

BLANKS = Chosen("planillas-en-blanco", (("stage", 1), ("round", 2)), "Planillas en blanco · Semifinal")
RULES = Chosen("reglas", (), "Reglas")


def test_what_a_job_keeps_is_what_was_ticked_in_whatever_order_the_database_has_its_fields() -> None:
    kept = [BLANKS.as_data(), RULES.as_data()]
    turned = [{**row, "where": dict(reversed(row["where"].items()))} for row in kept]

    assert from_data(kept) == from_data(turned) == [BLANKS, RULES]
    assert from_data(turned)[0].name == BLANKS.name


def test_only_what_is_offered_can_be_ticked() -> None:
    assert BLANKS.token == "planillas-en-blanco?stage=1&round=2"
    assert from_tokens(["reglas", "otra", BLANKS.token, BLANKS.token], [BLANKS, RULES]) == [BLANKS, RULES]
    assert from_tokens(["planillas-en-blanco"], [BLANKS, RULES]) == []


def test_a_job_is_called_by_its_first_document() -> None:
    assert title_of([BLANKS]) == "Planillas en blanco · Semifinal"
    assert title_of([BLANKS, RULES, RULES]) == "Planillas en blanco · Semifinal y 2 más"
