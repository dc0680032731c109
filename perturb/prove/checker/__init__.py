"""The checker of universal certificates. Every file here is trusted, and nothing else is: AUDIT.md says why.

It imports nothing of the rest of perturb, and of Python only what reads a file and computes with integers.
"""
