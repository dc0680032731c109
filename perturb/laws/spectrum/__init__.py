"""The eigenvalues of one random matrix, held against the ensemble that they are said to come from."""
