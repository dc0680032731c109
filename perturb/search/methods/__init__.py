"""The methods of searching, each a `perturb.search.method.SearchMethod`; `perturb.search.attack` lists them.

`listed.py` (`known`, `grid`): points that need no search. `isolated.py`: equality in strict conclusions.
`solve.py` (`solved`): equations among the hypotheses. `wander.py`: random batches and the walks from them,
with `composed.py`, which makes larger points of smaller ones. To add a method, write it beside these and list
it there; its driver names must be new, and those that are there must stay (they are keys of random streams).

Imports `solvers/` and what search may.
"""
