"""What takes longer than a page may: a worker makes it, or without Redis a thread of the server."""

from referee.tasks.archives import archive_arrival_dispatch, archive_arrive, archive_dispatch, archive_make
from referee.tasks.prints import print_job_dispatch, print_job_make, prints_clear
from referee.tasks.trees import tree_sweep_at_once, trees_stamp, trees_start, trees_sweep

__all__ = [
    "archive_arrival_dispatch",
    "archive_arrive",
    "archive_dispatch",
    "archive_make",
    "print_job_dispatch",
    "print_job_make",
    "prints_clear",
    "tree_sweep_at_once",
    "trees_stamp",
    "trees_start",
    "trees_sweep",
]
