"""Number systems, in which statements are read: float64 that screens, balls and exact numbers that decide.

Imports `grammar`. Start with `evaluate`: the protocol `System` and the walk over a tree. The systems:
`evaluate.Floats`; `Residual`, `CharPoly` and `Exact` in `certified`, over `values` and `facts`; and for the
arrays of a caller (`immediate`, `elements`) those of `bounded`, by the rules of `rounding`, `longer`,
`conditions`, `definite` and `eigen_conditions`, and `sharp.Sharp`.
"""
