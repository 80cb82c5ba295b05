"""`python -m bench`: everything, in turn. Each part can be run alone: `python -m bench.recording`."""

from bench import allocation, control, correction, draw, engine, planillas, rebuild, recording, swiss

for part in (allocation, control, correction, draw, engine, planillas, rebuild, recording, swiss):
    part.main()
