"""Things broken on purpose: the network, the process, two tablets at one mesa (docs/bitacora.md lists them).

Short in `make test` and `make long`; `make faults` makes them last. Each writes what it did to `var/faults/` as JSON: a green run
that injected nothing proves nothing.
"""
