"""The pages of the reports and their sections, made from the material alone.

Start with `grid` (the index), then `chapter` (with its claims), `law`, `paper`, `errata`. It may import what
`perturb.pages` may, and figures only for the page of a run.
"""
