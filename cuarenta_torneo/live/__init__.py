"""The live stream: server-sent events from one process that follows the database (ADR 38)."""
