"""Who plays whom: championships, people, parejas, stages, fixtures, the floor and the standings."""
