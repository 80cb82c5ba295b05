"""Threads that wait for SQLite share a commit, and nothing else."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from queue import SimpleQueue
from threading import Thread, get_ident
from time import sleep

import pytest
from django.db import DatabaseError, OperationalError, connection, connections, transaction

from brackets.models import User
from referee.services.writing import _queue, one_writer, write

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


def add(name: str) -> str:
    User.objects.create(username=name, date_joined=datetime(2026, 12, 1, tzinfo=UTC))
    return name


def refuse(name: str) -> str:
    add(name)
    raise ValueError(name)


def fill_the_disk() -> str:
    """What SQLite does when it cannot write: the whole transaction is gone, and the statement fails."""
    with connection.cursor() as cursor:
        cursor.execute("ROLLBACK")
    raise OperationalError("database or disk is full")


def together(*works: Callable[[], object]) -> list[Future[object]]:
    """Have all of them wait for the same turn."""

    def run(work: Callable[[], object]) -> object:
        try:
            return write(work)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        with transaction.atomic():
            answers = [pool.submit(run, work) for work in works]
            while _queue._waiting.qsize() < len(works) - 1:  # the writer has one of them in hand
                sleep(0.001)
        return answers


def users() -> set[str]:
    return set(User.objects.values_list("username", flat=True))


def test_all_that_waits_is_done_in_one_transaction_of_one_thread() -> None:
    threads: list[tuple[int, bool]] = []

    def note(name: str) -> str:
        threads.append((get_ident(), connection.in_atomic_block))
        return add(name)

    answers = together(*(partial(note, name) for name in "abcdef"))

    assert [answer.result() for answer in answers] == list("abcdef")
    assert len(set(threads)) == 1
    assert users() == set("abcdef")


def test_what_fails_is_undone_alone_and_raised_where_it_was_asked_for() -> None:
    first, second, third = together(partial(add, "a"), partial(refuse, "b"), partial(add, "c"))

    assert (first.result(), third.result()) == ("a", "c")
    assert isinstance(second.exception(), ValueError)
    assert users() == {"a", "c"}


def test_nothing_is_answered_as_done_when_the_database_gave_up_the_transaction() -> None:
    answers = together(partial(add, "a"), fill_the_disk, partial(add, "c"))

    assert all(isinstance(answer.exception(), DatabaseError) for answer in answers)
    assert users() == set()


def test_a_thread_that_is_told_to_stop_leaves_nothing_half_done() -> None:
    def stop() -> None:
        raise SystemExit

    answers = together(partial(add, "a"), stop, partial(add, "c"))

    assert all(isinstance(answer.exception(), SystemExit) for answer in answers)
    assert users() == set()
    assert together(partial(add, "a"))[0].result() == "a"


def test_the_queue_goes_on_after_a_failure() -> None:
    together(fill_the_disk)

    assert together(partial(add, "a"))[0].result() == "a"


def test_a_process_whose_writer_is_gone_starts_another() -> None:
    """As after a fork: threads stay behind."""
    gone = Thread(target=int)
    gone.start()
    gone.join()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_queue, "_writer", gone)
        patch.setattr(_queue, "_waiting", SimpleQueue())  # the writer of the other tests goes on at its own

        assert together(partial(add, "a"))[0].result() == "a"


def test_whoever_comes_while_one_commits_is_served_by_the_next() -> None:
    names = [f"n{number}" for number in range(40)]

    def run(name: str) -> None:
        write(partial(add, name))
        connections.close_all()

    threads = [Thread(target=run, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)

    assert users() == set(names)


def test_other_writers_wait_for_the_same_turn() -> None:
    def run() -> None:
        write(partial(add, "b"))
        connections.close_all()

    other = Thread(target=run)
    with one_writer():
        other.start()
        while not _queue._waiting.empty() or not other.is_alive():
            sleep(0.001)
        assert write(partial(add, "a")) == "a"  # inside a transaction there is nothing to wait for
        assert users() == {"a"}
    other.join(timeout=20)

    assert users() == {"a", "b"}


def test_inside_a_transaction_work_is_part_of_it() -> None:
    with transaction.atomic():
        write(partial(add, "a"))
        transaction.set_rollback(True)

    assert users() == set()
