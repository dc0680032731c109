"""The check of a witness by hand: a few lines of Python with `fractions` that a page prints.

Start with `script`. `terms` and `tables` are its numbers and matrices, with what evaluates a statement in
them, the files of words say how each word is checked, and `kit` is pasted into the script. It imports
vocab, domains and statements, and nothing of the kernels that decide.
"""
