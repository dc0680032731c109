"""Statements about matrices that are not in the catalogue, chosen before the engine was run on them.

Each set holds true and false ones as a user would write them: no equality cases, no hints. A false one comes
with a known counterexample, `KNOWN[id]`, which the engine is not shown: it certifies the encoding is false.
"""
