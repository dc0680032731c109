"""The pages of the reports and their sections, made from the material alone.

Start with `grid` (the index), then `chapter` and `claim` (a statement in its chapter), `law`, `paper`,
`errata`. It may import what `perturb.pages` may, and figures only for the page of a run.
"""
