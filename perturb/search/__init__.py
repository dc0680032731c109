"""Finding a violation of a claim, and making it simple: float64 proposes points, certification decides.

Start with `method.py`, which says what a method of searching gets, yields and must not do; `attack.py` lists
the methods in the order in which they run, and runs them; `found.py` is what they have seen. `methods/` are
the methods, `solvers/` what leads from points to better ones (a `Walk` is in `method.py`, too), `shrink.py`
the shrinkers of a violation. All randomness is of
`method.claim_stream`, limits in seconds of one computation of `perturb.process.pool`.

Imports process, numbers, vocab, domains, statements and certify. Inside: solvers know no method, and methods
nothing of `attack`.
"""
