"""The ground of the tests themselves: transactional tests leave nothing behind, what one database is not asked is there, Chromium starts."""

import pickle
from collections.abc import Callable
from pathlib import Path
from threading import Thread, current_thread, main_thread

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page
from pytest_django import DjangoAssertNumQueries
from pytest_django.live_server_helper import LiveServer

from brackets.models import User
from referee.rules import reglamento_get
from referee.selectors.folding import state_of, states
from tests.factories.referee import SORTEO, Keeper, kept_mesa, sealed_mesa
from tests.on_postgres import LEFT_TO_SQLITE, SHORT_ALL_THE_SAME, TESTS_LEFT_TO_SQLITE


def triggers_of_the_log() -> int:
    table = (
        "sqlite_master WHERE type = 'trigger' AND name" if connection.vendor == "sqlite" else "pg_trigger WHERE tgname"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table} LIKE 'referee_jugada_keeps_%%'", [])  # noqa: S608
        return int(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_a_transactional_test_finds_empty_tables_and_a_guarded_log(turn: int) -> None:
    assert User.objects.count() == 0
    assert triggers_of_the_log() >= 2

    User.objects.create_user(f"persona-{turn}")


def test_what_is_left_to_sqlite_is_there(project_root: Path) -> None:
    """A test that was renamed would be asked of PostgreSQL again, and nobody would know."""
    named = [each.partition("[")[0].split("::") for each in TESTS_LEFT_TO_SQLITE | SHORT_ALL_THE_SAME]

    assert [each for each in LEFT_TO_SQLITE if not each.exists()] == []
    assert [name for path, name in named if f"def {name}(" not in (project_root / path).read_text()] == []


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("build", [kept_mesa, sealed_mesa])
def test_a_world_laid_again_is_in_memory_as_one_just_built(
    build: Callable[..., Keeper], turn: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lines = (SORTEO, "caida A") if build is kept_mesa else ()
    states.clear()

    mesa = build(*lines).mesa

    with django_assert_num_queries(0):
        state_of(mesa)


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
def test_a_world_laid_again_has_no_state_that_another_test_has_read(turn: int) -> None:
    mesa = kept_mesa().mesa

    assert states.get(mesa.head_hash) is None
    state_of(mesa)  # for the other turn


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_tablet_and_a_phone_open_the_served_site(
    tablet_page: Page, phone_page: Page, live_server: LiveServer
) -> None:
    for page, width in ((tablet_page, 1280), (phone_page, 390)):
        answer = page.goto(f"{live_server.url}/salud")

        assert answer is not None
        assert answer.json()["estado"] == "bien"
        assert page.evaluate("window.innerWidth") == width


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_what_breaks_on_a_page_fails_its_test(
    open_context: Callable[..., BrowserContext], live_server: LiveServer, page_errors: list[str]
) -> None:
    page = open_context().new_page()
    page.goto(f"{live_server.url}/salud")

    page.evaluate("document.head.append(Object.assign(document.createElement('script'), {text: 'window.x = 1'}))")
    page.evaluate("setTimeout(() => { throw new Error('se cayó la mesa') })")
    page.wait_for_timeout(200)

    assert len(page_errors) == 2
    page_errors.clear()


@pytest.mark.django_db
def test_what_another_thread_renders_is_none_of_the_clients(client: Client) -> None:
    """As the live server does, for a page that was closed before it was answered."""

    def beside(**_signal: object) -> None:
        if current_thread() is main_thread():
            other = Thread(target=Template("").render, args=(Context({"form": "of another page"}),))
            other.start()
            other.join()

    template_rendered.connect(beside)
    try:
        answer = client.get(reverse("brackets:sign_in"))
    finally:
        template_rendered.disconnect(beside)

    assert answer.context["form"] != "of another page"


def test_a_rulebook_of_a_world_that_another_process_built_is_the_one_that_is_here() -> None:
    rules = reglamento_get("riobamba")
    assert pickle.loads(pickle.dumps(rules)) is rules  # noqa: S301 (of this test)
