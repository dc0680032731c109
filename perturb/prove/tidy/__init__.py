"""Certificates by themselves, whatever they are about: what they cost to check, how they get smaller.

Start at lean.py. Imports nothing else of `prove`.
"""
