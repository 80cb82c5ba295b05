"""Real tablets in real browsers, all that a hall can do to them, and a count of what they showed as saved.

`make churn` makes it last; a short form is in `make long`. docs/bitacora.md says what is done and counted.
"""
