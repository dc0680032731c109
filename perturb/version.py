"""The version of the package, for pages and for `perturb --version`."""

VERSION = "0.1.0"

# As in `typing`, which takes longer to load than all of `import perturb`: Ctrl-C is not answered before.
TYPE_CHECKING = False
