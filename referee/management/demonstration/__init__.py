"""The demonstration championship: invented people, played by a script through the real services."""
