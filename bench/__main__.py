"""`python -m bench`: everything, in turn. Each part can be run alone: `python -m bench.recording`."""

from bench import draw, planillas, rebuild, recording

for part in (draw, planillas, rebuild, recording):
    part.main()
