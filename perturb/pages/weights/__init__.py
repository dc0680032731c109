"""The pages of an audit of trained weights, which `perturb audit --page` writes.

Start with `page`; `theory_page` has its further sections. It imports networks and
`perturb.pages`.
"""
