"""What a statement is made of: words, trees of words, kinds and sides of values, the range of an index.

Imports nothing of `perturb.vocab` but itself. Start with `tree`: a `Word` and an `Expr`; `kinds` says what
words give, `ranges` which integers an index stands for, `elsewhere` what words are called in numpy and in
books.
"""
