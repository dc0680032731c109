"""Networks of piecewise affine neurons as exact objects: graphs, cells, constants, paths and invariants.

The room of layers and networks, and of what is public as `perturb.relu`, `perturb.weights` and
`perturb.training`. It imports numbers, laws and results, and the vocabulary for its words. Start with
`graph`, what a network is; `relu` encloses numbers of one layer, `files` reads weights (`files.reader`
says what a reader is), `weights` says what holds for them, `training` trains, and `words` are those of
statements, which `perturb.vocab` loads: what is slow to load is loaded where it is used.
"""

from perturb.networks.arithmetic import ABSOLUTE, LINEAR, RELU, Activation, leaky
from perturb.networks.build import chain, circulant, circulant_blocks, convolution, dense, residual
from perturb.networks.cells import Cell, Cells, TooManyCells, area, box, cells, plane, polygon
from perturb.networks.descent import Trained, descent, gradient, logistic, quadratic, squared
from perturb.networks.flow import Flow, NotUnique, gradient_flow
from perturb.networks.graph import Network, Neurons, Shared, expression, region_codes
from perturb.networks.invariants import Drift, Invariant, drift, invariants
from perturb.networks.lipschitz import (
    box_bound,
    layer_bounds,
    lipschitz_bounds,
    lipschitz_constant,
    multiplier_bound,
)
from perturb.networks.paths import Paths, TooManyPaths, Tree, paths
from perturb.networks.wires import parameters, with_parameters
from perturb.process import public

__all__ = [
    "ABSOLUTE",
    "LINEAR",
    "RELU",
    "Activation",
    "Cell",
    "Cells",
    "Drift",
    "Flow",
    "Invariant",
    "Network",
    "Neurons",
    "NotUnique",
    "Paths",
    "Shared",
    "TooManyCells",
    "TooManyPaths",
    "Trained",
    "Tree",
    "area",
    "box",
    "box_bound",
    "cells",
    "chain",
    "circulant",
    "circulant_blocks",
    "convolution",
    "dense",
    "descent",
    "drift",
    "expression",
    "gradient",
    "gradient_flow",
    "invariants",
    "layer_bounds",
    "leaky",
    "lipschitz_bounds",
    "lipschitz_constant",
    "logistic",
    "multiplier_bound",
    "parameters",
    "paths",
    "plane",
    "polygon",
    "quadratic",
    "region_codes",
    "residual",
    "squared",
    "with_parameters",
]
__dir__ = public.offered(__name__)
