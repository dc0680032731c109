"""Relations between trees: made by `given` and `then`, printed with the ranges of their indices, decided.

Imports all other rooms of `perturb.vocab`. Start with `order.Link`; `quantifier` prints its ranges,
`decide` has the verdict on it at an exact point.
"""
