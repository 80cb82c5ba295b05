"""All that writes. Each service is one transaction, is given the time, and audits what a person did.

Whether that person may is asked before, at the edge, with `brackets.selectors.access.may`. A refusal is a
`BracketError` or a `DrawRefusal` and has changed nothing; the same again does nothing.
"""
