"""Harmonic pruning: the ranks of the layers of a trained network are cut one by one.

S. Dittmer, E. J. King and P. Maass, Singular values for ReLU layers (2019), Section V-C. As printed the
algorithm does not work, or does not say what to do, in five places; `prune` does the following.

- Step 5 returns to Step 2, which leaves the layer A of Step 1 for ever in place. `prune` returns to Step 1.
- Step 2 takes for k an arg min: of equal singular values it may be the first, and the first k columns then
  hold less than all that is left. Here k is the number of singular values left. (Counted from 0, as the
  paper counts singular values, the arg min is one less than their number also where none are equal.)
- Of a layer of rank 1 nothing is left, and Step 2 has no arg min. Here k = 0: the layer is its bias. A
  layer of rank 0 is chosen no more, and the algorithm ends when all are.
- "Non-zero" means nothing for computed singular values: a product WM of rank k has n - k that are of the
  size of rounding, and cutting them changes nothing, for ever. Here they are zeros.
- Accuracies are multiples of 1/N, so that many layers decrease it "the least". Of these the one that raises
  the cross-entropy least is taken, and of equal ones the first.

Behind it stands what it is held against at equal parameters: truncated SVDs, small weights set to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from perturb.networks.relu.arguments import listed, whole
from perturb.networks.relu.dense import (
    Dense,
    DenseStack,
    Network,
    accuracy,
    cross_entropy,
    dense_stack,
    labelled,
)
from perturb.types import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class PruningStep:
    """The network after `iteration` cuts; `layer` is the one that was cut last, None at the start.

    Accuracy and cross-entropy are those on the data that steer the pruning, after a retraining if there was
    one.
    """

    iteration: int
    layer: int | None
    network: DenseStack
    accuracy: float
    loss: float
    retrained: bool = False

    @property
    def ranks(self) -> tuple[int, ...]:
        return self.network.ranks

    @property
    def parameters(self) -> int:
        return self.network.parameters


Retrain = Callable[[DenseStack], Network]
Decide = Callable[[PruningStep, PruningStep], bool]


def printed_criteria(step: PruningStep, start: PruningStep) -> bool:
    """When the paper retrains: accuracy lower by more than 0.005, every 10th time, or a rank below 10.

    The last layer, which is not pruned unless asked for, has no more ranks than classes: it is left out.
    """
    lost = start.accuracy - step.accuracy > 0.005
    return lost or step.iteration % 10 == 0 or min(step.ranks[:-1], default=10) < 10


def prune(
    network: Network,
    data: Any,
    *,
    retrain: Retrain | None = None,
    when: Decide = printed_criteria,
    stop: Decide | None = None,
    layers: Sequence[int] | None = None,
    activation: str = "relu",
) -> Iterator[PruningStep]:
    """The steps of harmonic pruning, the untouched network first, until the ranks of all `layers` are 0.

    `network` is a list of pairs (weight, bias) or a DenseStack, `data` a pair (inputs, labels). `layers`
    are numbers from 0, all but the last if not given. `retrain` takes the network and returns it with other
    numbers in the same shapes, where `when(step, start)` says so; `stop(step, start)` ends the pruning.
    Each step is made when it is asked for. ValueError, at once, for a network, data or layers that make no
    sense.
    """
    stack = dense_stack(network, activation)
    X, y = labelled(stack, data)
    chosen = _chosen(stack, layers)
    _callable(retrain=retrain, when=when, stop=stop)

    def choose(stack: DenseStack) -> RankCut | None:
        cuts = [cut for i in chosen if (cut := corrected_cut(stack.layers[i], i)) is not None]
        return _least_harmful(stack, cuts, X, y)

    return _steps(stack, (X, y), choose, retrain, when, stop)


@dataclass(frozen=True, eq=False)
class RankCut:
    """A layer and what shall stand in its place."""

    index: int
    layer: Dense


def corrected_cut(layer: Dense, index: int) -> RankCut | None:
    """The layer without its least non-zero singular value; None for one of rank 0."""
    return RankCut(index, layer.cut(layer.rank - 1)) if layer.rank else None


def prune_as_printed(
    network: Network,
    data: Any,
    *,
    retrain: Retrain | None = None,
    when: Decide = printed_criteria,
    stop: Decide | None = None,
    layers: Sequence[int] | None = None,
    activation: str = "relu",
    first_index: int = 1,
) -> Iterator[PruningStep]:
    """The same to the letter: one layer is chosen and cut until Step 2 asks for an arg min over nothing.

    Mostly this does not end: a computed WM has singular values of the size of rounding, and new ones when
    they have been cut. Take as many steps as you want.

    `first_index` is that of the largest singular value: 0 in Section II of the paper; Step 3 makes sense
    with 1.
    """
    if first_index not in (0, 1):
        raise ValueError(f"first_index = {first_index!r} is neither 0 nor 1")
    stack = dense_stack(network, activation)
    X, y = labelled(stack, data)
    _callable(retrain=retrain, when=when, stop=stop)
    cuts = [cut for i in _chosen(stack, layers) if (cut := printed_cut(stack.layers[i], i, first_index))]
    first = _least_harmful(stack, cuts, X, y)

    def choose(stack: DenseStack) -> RankCut | None:
        return None if first is None else printed_cut(stack.layers[first.index], first.index, first_index)

    return _steps(stack, (X, y), choose, retrain, when, stop)


def printed_cut(layer: Dense, index: int = 0, first_index: int = 1) -> RankCut | None:
    """Steps 2 and 3 to the letter: k is the first arg min; None where there is none."""
    U, values, Vt = np.linalg.svd(layer.weight, full_matrices=False)
    left = values[values != 0][:-1]
    if not left.size:
        return None
    k = int(left.argmin()) + first_index
    roots = np.sqrt(left)[:k]
    return RankCut(index, Dense((U[:, :k] * roots, roots[:, None] * Vt[:k]), layer.bias))


def _steps(
    stack: DenseStack,
    data: tuple[FloatArray, IntArray],
    choose: Callable[[DenseStack], RankCut | None],
    retrain: Retrain | None,
    when: Decide,
    stop: Decide | None,
) -> Iterator[PruningStep]:
    step = start = _measured(PruningStep(0, None, stack, 0.0, 0.0), data)
    yield start
    while (cut := choose(step.network)) is not None:
        pruned = step.network.with_layer(cut.index, cut.layer)
        step = _measured(PruningStep(step.iteration + 1, cut.index, pruned, 0.0, 0.0), data)
        if retrain is not None and when(step, start):
            again = _same_shapes(retrain(pruned), pruned)
            step = _measured(replace(step, network=again, retrained=True), data)
        yield step
        if stop is not None and stop(step, start):
            return


def _measured(step: PruningStep, data: tuple[FloatArray, IntArray]) -> PruningStep:
    logits = step.network(data[0])
    return replace(step, accuracy=accuracy(logits, data[1]), loss=cross_entropy(logits, data[1]))


def _least_harmful(stack: DenseStack, cuts: list[RankCut], X: FloatArray, y: IntArray) -> RankCut | None:
    """Step 1; what comes before a layer is not computed again for it."""
    if not cuts:
        return None
    inputs = stack.inputs(X)
    scores = []
    for cut in cuts:
        logits = stack.with_layer(cut.index, cut.layer)(inputs[cut.index], cut.index)
        scores.append((-accuracy(logits, y), cross_entropy(logits, y), cut.index))
    return cuts[scores.index(min(scores))]


def _callable(**given: Any) -> None:
    for name, function in given.items():
        if function is not None and not callable(function):
            raise ValueError(f"{name} = {function!r} is no function")


def _chosen(stack: DenseStack, layers: Sequence[int] | None) -> tuple[int, ...]:
    if layers is None:
        return tuple(range(max(1, len(stack.layers) - 1)))
    for index in listed("layers", layers):
        if not isinstance(index, (int, np.integer)) or not 0 <= index < len(stack.layers):
            raise ValueError(f"layers: {index!r} is no layer of a network of {len(stack.layers)} layers")
    return tuple(sorted({int(index) for index in layers}))


def _same_shapes(network: Network, before: DenseStack) -> DenseStack:
    """A retraining that gives a factor another shape would undo the pruning: ValueError."""
    stack = dense_stack(network, before.activation)
    new, old = ([[f.shape for f in layer.factors] for layer in s.layers] for s in (stack, before))
    if new != old:
        raise ValueError(f"retrain returned factors of shapes {new} for {old}")
    return stack


def truncate(network: Network, ranks: Sequence[int | None], activation: str = "relu") -> DenseStack:
    """Each layer by its truncated SVD of the given rank, as a double layer; None leaves a layer as it is.

    ValueError unless there is one rank for each layer, from 0 to min(m, n).
    """
    stack = dense_stack(network, activation)
    if len(listed("ranks", ranks)) != len(stack.layers):
        raise ValueError(f"ranks = {list(ranks)} for a network of {len(stack.layers)} layers")
    pairs = zip(stack.layers, ranks, strict=True)
    return replace(stack, layers=tuple(_truncated(layer, rank, i) for i, (layer, rank) in enumerate(pairs)))


def _truncated(layer: Dense, rank: int | None, index: int) -> Dense:
    if rank is None:
        return layer
    if not isinstance(rank, (int, np.integer)) or not 0 <= rank <= min(layer.shape):
        raise ValueError(f"ranks: {rank!r} for layer {index}, which takes 0 to {min(layer.shape)}")
    return layer.cut(int(rank))


def truncate_to(network: Network, parameters: int, activation: str = "relu") -> DenseStack:
    """Truncated SVDs of all layers but the last, with at most so many parameters in all.

    Each layer loses about the same share of its |A|_F^2, as far as whole ranks allow, and one that would save
    nothing keeps its form. ValueError where even rank 0 has more parameters.
    """
    stack = dense_stack(network, activation)
    whole("parameters", parameters, 0)
    ranks: list[int | None] = [None] * len(stack.layers)
    for index, kept in _in_order_of_loss(stack):
        cut = truncate(stack, ranks)
        if cut.parameters <= parameters:
            return cut
        m, n = stack.layers[index].shape
        if kept * (m + n) < stack.layers[index].parameters - m:
            ranks[index] = kept
    cut = truncate(stack, ranks)
    if cut.parameters > parameters:
        raise ValueError(f"parameters = {parameters}: at rank 0 the network still has {cut.parameters}")
    return cut


def _in_order_of_loss(stack: DenseStack) -> list[tuple[int, int]]:
    """Pairs (layer, number of singular values left), by the share of |A|_F^2 that is lost."""
    cuts = []
    for index, layer in enumerate(stack.layers[:-1]):
        squares = layer.svd[1][: layer.rank] ** 2
        lost = np.cumsum(squares[::-1])[::-1] / squares.sum()
        cuts += [(share, index, kept) for kept, share in enumerate(lost)]
    return [(index, kept) for _, index, kept in sorted(cuts)]


def prune_by_magnitude(network: Network, parameters: int, activation: str = "relu") -> DenseStack:
    """The smallest weights of all layers but the last set to 0, so that at most so many parameters are not 0.

    Biases and the last layer stay. Factors of double layers are pruned as they are. Where the zeros are is
    not counted as a parameter. ValueError where what stays has more parameters.
    """
    stack = dense_stack(network, activation)
    whole("parameters", parameters, 0)
    pruned = stack.layers[:-1]
    sizes = np.concatenate([np.abs(f).ravel() for layer in pruned for f in layer.factors] or [np.empty(0)])
    kept = parameters - (stack.parameters - sizes.size)
    if kept < 0:
        raise ValueError(f"parameters = {parameters}: {stack.parameters - sizes.size} are not pruned")
    if kept >= sizes.size:
        return stack
    bar = np.sort(sizes)[sizes.size - kept - 1] if kept < sizes.size else -np.inf
    return replace(stack, layers=(*(_above(layer, float(bar)) for layer in pruned), stack.layers[-1]))


def _above(layer: Dense, bar: float) -> Dense:
    """All entries as large as the largest that goes, go with it: never more parameters than asked for."""
    return replace(layer, factors=tuple(np.where(np.abs(f) > bar, f, 0.0) for f in layer.factors))


def nonzero_parameters(network: Network, activation: str = "relu") -> int:
    """Biases, and entries of factors that are not 0."""
    return sum(_nonzero(layer) for layer in dense_stack(network, activation).layers)


def _nonzero(layer: Dense) -> int:
    factors: tuple[FloatArray, ...] = layer.factors
    return layer.bias.size + int(sum(np.count_nonzero(factor) for factor in factors))
