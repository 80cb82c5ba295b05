"""Which tests PostgreSQL is asked: each of what is here says why not, or why in the long form alone."""

from pathlib import Path

TESTS = Path(__file__).parent
LEFT_TO_SQLITE = [
    TESTS / each
    for each in (
        "attacks/test_columns.py",
        "attacks/test_costly_actas.py",
        "brackets/allocation",
        "brackets/draw",
        "brackets/forms",
        "brackets/hours",
        "brackets/selectors/test_access.py",
        "brackets/selectors/test_exits.py",
        "brackets/services/test_carrying.py",
        "brackets/services/test_defeats.py",
        "brackets/services/test_following.py",
        "brackets/services/test_formats.py",
        "brackets/services/test_law.py",
        "brackets/services/test_law_of_stages.py",
        "brackets/services/test_match_numbers.py",
        "brackets/services/test_planning.py",
        "brackets/services/test_queries.py",
        "brackets/services/test_refusals_agree.py",
        "brackets/services/test_repechajes.py",
        "brackets/services/test_series_apart.py",
        "brackets/services/test_swiss_protections.py",
        "brackets/services/test_told_results.py",
        "brackets/services/test_undoing.py",
        "brackets/services/test_voiding.py",
        "brackets/spreadsheets",
        "brackets/templatetags",
        "brackets/views",
        "cuarenta_torneo/english",
        "deploy",
        "engine",
        "faults/test_r3_control.py",
        "journeys",
        "referee/api/test_schema.py",
        "referee/management/rehearsal",
        "referee/management/test_archive_commands.py",
        "referee/management/test_demo.py",
        "referee/management/test_ensayo.py",
        "referee/management/test_verificar_planilla.py",
        "referee/printing",
        "referee/rules",
        "referee/sealing",
        "referee/selectors/papers",
        "referee/selectors/planilla",
        "referee/selectors/sealed",
        "referee/selectors/test_digest.py",
        "referee/services/appeals/test_appeal_machine.py",
        "referee/services/appeals/test_preview_is_kept.py",
        "referee/services/test_law_of_the_hall.py",
        "referee/services/transcriptions/test_day_and_words.py",
        "referee/services/transcriptions/test_transcription_machine.py",
        "referee/views",
        "test_access_guessing.py",
        "test_access_matrix.py",
        "test_conduct_is_private.py",
        "test_counts_in_source.py",
        "test_day_of_play.py",
        "test_deck_is_named.py",
        "test_docs.py",
        "test_live_visibility.py",
        "test_midnight.py",
        "test_numbers_agree.py",
        "test_one_number_each.py",
        "test_public_addresses.py",
        "test_public_in_english.py",
        "test_queries_do_not_grow.py",
        "test_reglamento_doc.py",
        "test_voided_everywhere.py",
    )
]
"""What asks PostgreSQL nothing new. It may differ in locks, constraints, triggers, SQL of our own, JSON, sums and order.

Pages and papers show what services and selectors gave; the laws, `test_formats` and `test_match_numbers` play at length what the
other tests of services ask both databases; so do those of what the draw makes of departures, series and repechajes, whose
services `test_unsettled`, `test_reopening` and `test_late_entries` call too, in the long form. The rest is about words, files, digests, and how many
queries there are; or it needs no database, or a browser. `test_pages_are_sound` asks PostgreSQL for every kind of page.
"""
TESTS_LEFT_TO_SQLITE = {
    f"tests/{each}"
    for each in (
        # PostgreSQL keeps no text where a number belongs.
        "attacks/test_wrong_types.py::test_what_cannot_be_read_of_one_mesa_hides_nothing_of_another",
        # The order of a table is the draw's; that it is set, kept and frozen is asked of both.
        "brackets/services/test_treatment.py::test_who_is_expelled_after_the_end_has_no_place_all_the_same",
        "brackets/services/test_treatment.py::test_who_left_or_was_expelled_stands_as_set_and_qualifies_for_nothing",
        "brackets/services/test_treatment.py::test_who_was_only_absent_stands_as_set",
        "brackets/services/test_treatment.py::test_who_won_a_table_and_goes_home_is_still_its_champion",
        # What comes out of an archive again is asked of PostgreSQL for each way that there is to write one.
        "referee/services/archives/test_restoring.py::test_a_whole_championship_of_every_kind",
        "referee/services/archives/test_restoring.py::test_a_zapateria_puts_out_in_an_archive_who_it_put_out_where_it_was_played",
        "referee/services/archives/test_restoring.py::test_whatever_happened_at_the_tables",
        # Whether a file is ours is told before anything is written of it; what two bring at once is.
        "referee/services/test_outside.py::test_a_busy_server_does_not_call_it_altered_and_a_crowd_of_strangers_keeps_nobody_out",
        "referee/services/test_outside.py::test_a_pdf_without_our_signature_is_refused",
        "referee/services/test_outside.py::test_anything_else_is_refused_with_its_reason",
        "referee/services/test_outside.py::test_that_of_a_version_that_was_replaced_is_refused",
        "referee/services/test_outside.py::test_that_of_another_mesa_is_refused",
        "referee/services/test_outside.py::test_what_was_fetched_before_the_delivery_is_still_ours",
        # The Director sees whatever they see.
        "test_pages_are_sound.py::test_whatever_is_offered_is_there_and_sound[control-1]",
        "test_pages_are_sound.py::test_whatever_is_offered_is_there_and_sound[juez-1]",
    )
}
"""The same, of modules of which PostgreSQL is asked the rest."""
LONG_ON_POSTGRES = [
    TESTS / each
    for each in (
        "attacks/test_acts.py",
        "attacks/test_archives.py",
        "attacks/test_bound_columns.py",
        "attacks/test_costly_texts.py",
        "attacks/test_derived.py",
        "attacks/test_draws_recorded.py",
        "attacks/test_exports_are_noted.py",
        "attacks/test_origin.py",
        "attacks/test_rivals.py",
        "attacks/test_signing_digits.py",
        "attacks/test_verifier.py",
        "attacks/test_who_is_in.py",
        "brackets/selectors",
        "brackets/services/test_as_it_was.py",
        "brackets/services/test_assignment.py",
        "brackets/services/test_callups.py",
        "brackets/services/test_commitments.py",
        "brackets/services/test_departures.py",
        "brackets/services/test_doubts.py",
        "brackets/services/test_drafts.py",
        "brackets/services/test_entries.py",
        "brackets/services/test_imports.py",
        "brackets/services/test_late_entries.py",
        "brackets/services/test_late_papers.py",
        "brackets/services/test_personal_data.py",
        "brackets/services/test_players.py",
        "brackets/services/test_preview.py",
        "brackets/services/test_reopening.py",
        "brackets/services/test_results.py",
        "brackets/services/test_stages.py",
        "brackets/services/test_treatment.py",
        "brackets/services/test_unsettled.py",
        "faults/test_r1_lossy_network.py",
        "faults/test_r9_double_judge.py",
        "referee/api",
        "referee/management",
        "referee/selectors",
        "referee/services/appeals/test_decided_by_desk.py",
        "referee/services/appeals/test_later_stages.py",
        "referee/services/appeals/test_ruling.py",
        "referee/services/archives/test_made_by_hand.py",
        "referee/services/archives/test_restoring.py",
        "referee/services/test_mesas_of_others.py",
        "referee/services/test_mesas_played_anew.py",
        "referee/services/test_mesas_reopened.py",
        "referee/services/test_mesas_turned.py",
        "referee/services/transcriptions",
        "test_champion_everywhere.py",
        "test_closed_championship.py",
        "test_single_players.py",
    )
]
"""What `make test` asks SQLite alone, and `make long` PostgreSQL too: services and selectors that ask with the same queries as the others, and attacks on
what is read of them in Python: archives, texts, pages, and the record beside its leaves (`test_bound`, `test_tree` and `test_rewrites` ask both)."""
SHORT_ALL_THE_SAME = {
    f"tests/{each}"
    for each in (
        # What was carried through on purpose is found by what its events say in JSON.
        "brackets/services/test_reopening.py::test_a_mark_outlives_an_exchange_and_its_undoing_gives_the_result_back",
        # What the database itself keeps of a row's JSON.
        "brackets/services/test_reopening.py::test_only_a_published_stage_keeps_the_plan_that_it_was_published_on",
        "brackets/services/test_results.py::test_the_database_keeps_no_mesa_ended_by_a_zapateria_that_nobody_made",
        "brackets/services/test_unsettled.py::test_undone_who_left_keeps_again_the_mesa_that_it_kept",
        # An archive is written with one statement for each table, past the services.
        "referee/services/archives/test_restoring.py::test_the_log_stays_append_only",
        "referee/services/archives/test_restoring.py::test_what_comes_out_again_is_what_went_in",
    )
}
"""Of these what the short form asks PostgreSQL too."""
assert all(each.exists() for each in (*LEFT_TO_SQLITE, *LONG_ON_POSTGRES))
