"""The version of the package, for pages and for `perturb --version`, and the folder where it is."""

import os.path

VERSION = "0.1.0"
HOUSE = os.path.dirname(__file__)

# As in `typing`, which takes longer to load than all of `import perturb`: Ctrl-C is not answered before.
TYPE_CHECKING = False
