"""From points to better points, in float64 unless it says exact: nothing here certifies or decides.

Walks (`perturb.search.method.Walk`): `climb.py` without derivatives, `descent.py` by them (`gradient.py`),
`flips.py` over signs and bits. Equations: `equations.py` is the hypotheses as a residual for Newton's method,
`restated.py` says them otherwise, `rationals.py` finds exact solutions, `contact.py` adds lhs = rhs,
`recognise.py` reads exact numbers off their digits.

Imports what `search` may, and nothing of the methods. Start with `climb.objective`: what all go down.
"""
