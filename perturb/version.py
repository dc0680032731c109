"""The version of the package, for pages and for `perturb --version`."""

VERSION = "0.1.0"
