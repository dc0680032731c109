"""Gradient flow across and along boundaries: what it conserves, where it stops, and descent beside it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from perturb.networks import LINEAR, RELU, Network, Neurons, chain, convolution, dense, drift, invariants
from perturb.networks.clarke import Kinks
from perturb.networks.descent import descent, logistic, squared
from perturb.networks.flow import NotUnique, gradient_flow

LEFT = np.array([[1.2, -0.9], [1.0, 1.0]])


def stopping() -> Network:
    """Neuron u, which becomes smaller, beside neuron v; the example is (1, 1)."""
    return dense([LEFT, np.array([[1.0, 1.0]])])


def random(seed: int, sizes: tuple[int, ...] = (3, 4, 1)) -> tuple[Network, Any, Any]:
    rng = np.random.default_rng(seed)
    weights = [rng.standard_normal((m, n)) for n, m in pairwise(sizes)]
    biases = [rng.standard_normal(m) for m in sizes[1:-1]] + [np.zeros(1)]
    return dense(weights, biases), rng.standard_normal((5, sizes[0])), np.sign(rng.standard_normal(5))


def test_a_neuron_that_stops_at_zero_breaks_what_is_printed() -> None:
    """Definition 6 counts it as active from then on; entry (u, v) of (6) grows, and (4) holds."""
    flow = gradient_flow(stopping(), [[1.0, 1.0]], squared([1]), np.linspace(0, 2, 9))
    (met,) = flow.events
    assert (met.what, met.group, met.example, met.neuron) == ("stops", 1, 0, 0)
    later = [n for t, n in zip(flow.times, flow.networks, strict=True) if t > met.time]
    at_zero = [n.nodes[0].before([np.ones((1, 2))])[0, 0] for n in later]
    assert np.abs(at_zero).max() < 1e-9
    matrix = invariants(dense([LEFT, [[1.0, 1.0]]], None, LINEAR))[0]
    entries = [matrix.value(n)[0, 1] for n in later]
    assert np.all(np.diff(entries) > 0)
    assert entries[-1] - entries[0] > 1e-3
    assert max(d.worst for d in drift(flow.networks)) < 1e-12


def test_nothing_drifts_across_boundaries_and_along_them() -> None:
    network, x, y = random(4)
    flow = gradient_flow(network, x, logistic(y), np.linspace(0, 4, 5))
    assert {"crosses", "slides"} <= {event.what for event in flow.events}
    assert max(d.worst for d in drift(flow.networks)) < 1e-10
    end = max(event.time for event in flow.events)
    assert end < flow.times[-1]
    slid = next(event for event in flow.events if event.what == "slides")
    if ("leaves", slid.example, slid.neuron) not in {(e.what, e.example, e.neuron) for e in flow.events}:
        z = flow.networks[-1].nodes[slid.group - 1].before([x])[slid.example, slid.neuron]
        assert abs(z) < 1e-8


def test_a_velocity_outside_of_the_subdifferential_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slide ends where its velocity leaves the hull of the gradients, though no other way be found."""
    network, x, y = random(24)
    flow = gradient_flow(network, x, squared(y), [0, 0.5])
    assert [event.what for event in flow.events] == ["slides", "leaves"]
    every = Kinks.ways
    monkeypatch.setattr(Kinks, "ways", lambda self: [w for w in every(self) if w.kept or w.margin < 0])
    with pytest.raises(
        ArithmeticError, match=r"at time 0\.1\d+ no way to go on was found from the kink of neuron"
    ):
        gradient_flow(network, x, squared(y), [0, 0.5])


def test_the_matrices_of_theorem_1_do_not_drift() -> None:
    """Cases 2 and 5, a convolution before another one and before a row; 6 and 7, before a free block."""
    rng = np.random.default_rng(1)

    def normal(*shape: int) -> Any:
        return rng.standard_normal(shape)

    convolutions = chain(
        convolution(normal(2, 1, 2), (4,)), convolution(normal(2, 2, 2), (3,)), dense([normal(1, 4)])
    )
    inner = Neurons((0,), (normal(2, 6),), np.zeros(2), RELU)
    free = Network(6, (inner, Neurons((1, 0), (normal(2, 2), normal(2, 6)), np.zeros(2))))
    block = chain(convolution(normal(2, 1, 2), (4,)), free, dense([normal(1, 2)]))
    for network, end in ((convolutions, 0.3), (block, 0.1)):
        fixed = [(k, "bias") for k in range(1, len(network.nodes) + 1)]
        flow = gradient_flow(network, normal(3, 4), squared([1, -1, 1]), [0, end], fixed)
        found = drift(flow.networks, fixed)
        assert sum(d.invariant.kind == "mixture" for d in found) == 2
        assert max(d.worst for d in found) < 1e-10


def test_the_drift_of_descent_falls_with_the_step() -> None:
    """Half the step, half the drift, after the same time."""
    network, x, y = random(2)
    worst = [drift(descent(network, x, logistic(y), 1 / n, n, n))[0].worst for n in (128, 256, 512)]
    assert np.allclose(np.divide(worst[:-1], worst[1:]), 2, rtol=0.05)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="times must be two or more numbers that increase"):
        gradient_flow(stopping(), [[1.0, 1.0]], squared([1]), [0, 0])


def test_a_boundary_that_repels_is_met_by_no_flow() -> None:
    """From just beside it, the flow goes away: uniqueness fails on the boundary alone."""
    network = dense([np.array([[1e-6]]), np.array([[1.0]])])
    flow = gradient_flow(network, [[1.0]], squared([1]), [0, 1])
    assert not flow.events
    assert flow.networks[-1].nodes[0].matrices[0][0, 0] > 0.1
    assert issubclass(NotUnique, ArithmeticError)


@pytest.mark.parametrize("phi", [RELU, LINEAR])
@pytest.mark.parametrize("bias", [0, (0.5, -0.25)])
def test_the_biases_of_a_channel_stay_one(phi: Any, bias: Any) -> None:
    """With a bias to learn a convolution stays one, so nothing drifts."""
    rng = np.random.default_rng(8)
    first = convolution(rng.standard_normal((2, 1, 2)), (4,), bias=bias, activation=phi)
    network = chain(first, dense([rng.standard_normal((1, 6))]))
    flow = gradient_flow(network, rng.standard_normal((3, 4)), squared([1, -1, 1]), [0, 0.5])
    b = flow.networks[-1].nodes[0].bias
    assert np.ptp(b[:3]) == np.ptp(b[3:]) == 0
    assert abs(b[0] - b[3]) > 1e-3
    assert max(d.worst for d in drift(flow.networks)) < 1e-10


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([[1.0]], [1], r"x of shape \(1, 1\) where \(N, 2\)"),
        (np.zeros((0, 2)), [], r"x of shape \(0, 2\)"),
        ([[1.0, np.nan]], [1], "not finite"),
        ([[1.0, 1.0]], [1, 1, 1], r"the loss gives shape \(3, 1\) for outputs of shape \(1, 1\)"),
    ],
)
def test_examples_that_do_not_fit_are_named(x: Any, y: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gradient_flow(stopping(), x, squared(y), [0, 1])
    with pytest.raises(ValueError, match=message):
        descent(stopping(), x, squared(y), 0.1, 1)


@pytest.mark.parametrize("changed", [{"step": -1.0}, {"steps": 0}, {"every": 0}, {"step": np.nan}])
def test_steps_are_positive(changed: dict[str, Any]) -> None:
    (name,) = changed
    with pytest.raises(ValueError, match=f"descent: {name} = .* is not positive"):
        descent(stopping(), [[1.0, 1.0]], squared([1]), **{"step": 0.1, "steps": 1, **changed})


def test_times_and_tolerance_are_checked() -> None:
    for times in ([0, np.nan], [1, 0], [0]):
        with pytest.raises(ValueError, match="times must be"):
            gradient_flow(stopping(), [[1.0, 1.0]], squared([1]), times)
    with pytest.raises(ValueError, match="rtol = -1 is not positive"):
        gradient_flow(stopping(), [[1.0, 1.0]], squared([1]), [0, 1], rtol=-1)


def linear(network: Network) -> Network:
    """The same weights with linear neurons: what the flow conserves as long as all neurons are positive."""
    return Network(network.inputs, tuple(replace(node, activation=LINEAR) for node in network.nodes))


def free_block(before: int, sizes: tuple[int, int, int], draw: Any) -> tuple[Neurons, Neurons]:
    """r(x; U, Y, Z) behind output number `before`: Y is b x a, U is c x b, Z is c x a."""
    a, b, c = sizes
    inner = Neurons((before,), (draw(b, a),), np.zeros(b), RELU)
    return inner, Neurons((before + 1, before), (draw(c, b), draw(c, a)), np.zeros(c), RELU)


def test_active_neurons_keep_the_matrices_of_cases_1_3_4_and_7() -> None:
    """Layer, block, block, layer: 7 (a layer before a block), 3, 4, 3, 7 (a block before a layer); then 1."""
    rng = np.random.default_rng(3)

    def positive(*shape: int) -> Any:
        return rng.uniform(0.2, 0.6, shape)

    first = Neurons((0,), (positive(3, 2),), np.zeros(3), RELU)
    last = Neurons((5,), (positive(1, 3),), np.zeros(1), LINEAR)
    one, two = free_block(1, (3, 2, 3), positive), free_block(3, (3, 2, 3), positive)
    blocks = Network(2, (first, *one, *two, last))
    layers = dense([positive(3, 2), positive(4, 3), positive(1, 4)])
    x, y = rng.uniform(0.2, 1, (3, 2)), [1, -1, 1]
    for network, groups in ((blocks, 5), (layers, 2)):
        fixed = [(k, "bias") for k in range(1, len(network.nodes) + 1)]
        flow = gradient_flow(network, x, squared(y), [0, 0.05], fixed)
        assert not flow.events
        found = drift([linear(n) for n in flow.networks], fixed)
        assert [d.invariant.kind for d in found] == ["mixture"] * groups
        assert max(d.worst for d in found) < 1e-10
        pairs = zip(flow.networks[0].nodes, flow.networks[-1].nodes, strict=True)
        assert min(np.abs(a.weights[0] - b.weights[0]).max() for a, b in pairs) > 1e-4


def test_linear_layers_behind_rectifiers_stay_balanced_on_separable_data() -> None:
    """Corollary 1, on data that the network separates at the start; across boundaries too."""
    network, x, _ = random(5, (2, 4, 3, 3, 1))
    network = Network(
        2, tuple(replace(n, activation=RELU if k == 0 else LINEAR) for k, n in enumerate(network.nodes))
    )
    flow = gradient_flow(network, x, logistic(np.sign(network(x))), [0, 1.0])
    found = [d for d in drift(flow.networks) if d.invariant.kind == "mixture"]
    assert len(found) == 2
    assert max(d.worst for d in found) < 1e-10
