"""A statement at fixed sizes becomes polynomials: inputs, words, paths of answers.

Start at sized_claim.py: a claim at sizes, its goals, and the evaluation of one goal along a path (path.py),
word by word (number_words, matrix_words, spectrum_words). free_parts.py says what of a statement may be
anything, or diagonal. Imports nothing else of `prove`.
"""
