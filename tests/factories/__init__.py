"""One factory per model, a module per app; invented people only."""
