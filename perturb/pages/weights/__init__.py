"""Pages about the weights of a network, which `perturb audit --write` makes.

It imports `perturb.networks.weights` and what all pages share. Start with `audit_page`, which has the
sections of `--theory` too; `theory_figures` has its pictures.
"""
