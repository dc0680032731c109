"""Strict and "!=" statements that fail at isolated points, and true ones, chosen before the engine saw them.

A false one holds at nearly all points of its domain and fails where both sides are equal: at one number, at
a few matrices, rational ones or not. A true one comes as close to equality as it can.
"""

from perturb import paper

ISOLATED, STRICT = paper("isolated", "False at isolated points"), paper("strict", "True and strict")
