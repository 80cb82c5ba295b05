"""The print page: what can be printed of a championship, what was ticked, and how far each job is."""
