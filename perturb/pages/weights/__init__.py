"""Pages about the weights of a network, which `perturb audit --write` makes.

It imports `perturb.networks.weights` and what all pages share. Start with `audit_page`; `theory_page` has
the sections of `--theory`, `theory_figures` its pictures.
"""
