"""From points to better points, in float64 unless it says exact: nothing here certifies or decides.

Walks (`perturb.search.method.Walk`): `climb.py` without derivatives, `descent.py` by them (`gradient.py`),
`flips.py` over signs and bits. Equations: `equations.py` is the hypotheses as a residual for Newton's method,
`rationals.py` finds exact solutions and reads exact numbers off their digits, `contact.py` adds lhs = rhs.

Imports what `search` may, and nothing of the methods. Start with `climb.objective`: what all go down.
"""
