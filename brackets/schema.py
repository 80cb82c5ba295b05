"""How an initial migration creates its tables: all at once.

Until the first release no database is kept: a changed model makes `0001_initial` anew (see CONTRIBUTING.md).
"""

from typing import Any

from django.db import migrations
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, CreateModel

CREATING = (CreateModel, AddField, AddIndex, AddConstraint)


class InitialMigration(migrations.Migration):
    """Create each table once, as the last operation leaves it.

    Django renders every model anew after each operation, and SQLite rebuilds the table for each constraint: fifteen seconds of
    processor for an empty database. TypeError for an operation that is not part of creating tables.
    """

    def apply(self, project_state: Any, schema_editor: Any, collect_sql: bool = False) -> Any:  # noqa: FBT001, FBT002 (Django's)
        if other := [each for each in self.operations if not isinstance(each, CREATING)]:
            raise TypeError(f"an initial migration only creates tables: {other}")
        project_state.__dict__.pop("apps", None)  # else each operation renders it again
        for operation in self.operations:
            operation.state_forwards(self.app_label, project_state)
        for operation in self.operations:
            if isinstance(operation, CreateModel):
                schema_editor.create_model(project_state.apps.get_model(self.app_label, operation.name))
        return project_state
