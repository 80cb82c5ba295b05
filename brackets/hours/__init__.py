"""When mesas are played: durations, and a list schedule of the hall. Pure: no framework, clock, chance or I/O."""
