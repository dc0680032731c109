"""The pictures, byte for byte the same from the same data: of laws, distributions, curves and runs.

Start with `drawing`: what a picture of the reports is, the protocol of those that `perturb.pages.render`
lists. It needs matplotlib, and imports what `perturb.pages` may.
"""
