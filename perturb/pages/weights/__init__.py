"""Pages about the weights of a network, which `perturb audit --write` makes."""
