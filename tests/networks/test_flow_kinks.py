"""Gradient flow at and along kinks of two layers and more, against Euler's method; its risk never rises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.flows import TOLERANCE
from benchmarks.flows.euler import NUMBERS, TIMES, case, euler
from benchmarks.flows.score import score
from perturb.networks import (
    ABSOLUTE,
    Network,
    NotUnique,
    chain,
    convolution,
    dense,
    descent,
    gradient_flow,
    logistic,
    parameters,
    squared,
)

FLOWS = Path(__file__).parents[2] / "benchmarks" / "flows"
SLIDING = (0, 127, 154, 178, 184)  # on some the first version of this flow was wrong, or refused


def risks(networks: Any, x: Any, y: Any) -> Any:
    return [float(np.mean((1 - np.asarray(y) * n(np.asarray(x, dtype=float))[:, 0]) ** 2)) for n in networks]


def test_a_chain_of_two_kinks_slides_down() -> None:
    """Both neurons have the same kink: settled one after the other, the risk rose to .660."""
    x, y = [[1.0, 0.0], [1.0, 1.0]], [-1, 1]
    network, fixed = dense([[[0.1, 0.5]], [[1.0]], [[1.0]]]), [(k, "bias") for k in (1, 2, 3)]
    flow = gradient_flow(network, x, squared(y), [0, 0.3, 0.6, 1.0], fixed=fixed)
    steps = descent(network, x, squared(y), 2e-4, 5_000, 500)
    found = risks(flow.networks, x, y)
    assert found == pytest.approx(risks([steps[k] for k in (0, 3, 6, 10)], x, y), abs=1e-3)
    assert np.all(np.diff(found) < -5e-3)
    assert [(e.what, e.group, e.example, e.neuron) for e in flow.events] == [("slides", 1, 0, 0)]


@pytest.mark.parametrize("deep", [False, True])
def test_the_flow_agrees_with_eulers_method(deep: bool) -> None:
    """With steps of 2^-13, 32 times those of the record."""
    numbers = [k for k in SLIDING if (k >= 100) == deep]
    steps = euler([case(k) for k in numbers], 2.0**-13, TIMES)
    found = [score(k, steps[:, j]) for j, k in enumerate(numbers)]
    assert [one["found"] for one in found] == ["agrees"] * len(numbers)
    assert all({"slides", "stops"} & set(one["events"]) for one in found)


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FLOWS / name).read_text(encoding="utf-8").splitlines()]


def test_the_record_of_two_hundred_networks() -> None:
    """None disagrees, and fewer than one in twenty are refused."""
    for name in ("first.jsonl", "score.jsonl"):
        assert [one["number"] for one in records(name)] == list(NUMBERS)
    found = [one["found"] for one in records("score.jsonl")]
    assert "disagrees" not in found
    assert found.count("refused") < len(found) / 20
    assert all(one["distance"] < TOLERANCE for one in records("score.jsonl") if one["found"] == "agrees")


def test_the_euler_of_the_record_is_descent() -> None:
    for number in (2, 3):
        one = case(number)
        (steps,) = np.swapaxes(euler([one], 2.0**-6, [0, 0.5]), 0, 1)
        loss = {"squared": squared, "logistic": logistic}[one.loss](one.y)
        found = descent(dense(one.weights, one.biases), one.x, loss, 2.0**-6, 32, 32)
        assert np.allclose(steps, [parameters(n).astype(float) for n in found], rtol=0, atol=1e-12)


def at_zero(y: int) -> tuple[Network, Any, Any]:
    """A neuron that is 0 at the one example."""
    return dense([[[1.0, -1.0]], [[1.0]]]), [[1.0, 1.0]], squared([y])


def test_from_a_kink_at_the_start() -> None:
    """Inactive, nothing moves; active, the neuron goes back to 0 for y = -1 and away from it for y = 1."""
    flow = gradient_flow(*at_zero(-1), [0, 1])
    assert [(e.time, e.what, e.group) for e in flow.events] == [(0.0, "stops", 1)]
    assert np.all(parameters(flow.networks[1]) == parameters(flow.networks[0]))
    with pytest.raises(
        NotUnique, match="at time 0 the flow may go on in 2 ways from the kink of neuron 0 of group 1"
    ):
        gradient_flow(*at_zero(1), [0, 1])


def test_a_concave_kink_is_left_on_both_sides() -> None:
    """f = |w| and y = 1, at w = 0: to stay, to rise and to fall are three ways; for y = -1 there is one."""
    network = dense([[[0.0]], [[1.0]]], activation=ABSOLUTE)
    with pytest.raises(NotUnique, match="3 ways from the kink of neuron 0 of group 1 at example 0"):
        gradient_flow(network, [[1.0]], squared([1]), [0, 1])
    flow = gradient_flow(network, [[1.0]], squared([-1]), [0, 1])
    assert flow.events[0].what == "slides"
    assert abs(parameters(flow.networks[1])[0]) < 1e-12


def test_a_neuron_that_rests_and_could_wake_is_named() -> None:
    """It falls to 0 on the only example where it is active, as f > 1 there; for the sake of the other example
    neuron 1 goes on to fall, and as f < 1 neuron 0 would rise if it were active.
    """
    network = dense([[[0.05, -1.0], [1.5, 1.0]], [[1.0, 1.0]]])
    x, y, fixed = [[1.0, 0.0], [0.5, 1.0]], [1, -1], [(2, 0)]
    flow = gradient_flow(network, x, squared(y), [0, 0.2], fixed=fixed)
    assert [(e.what, e.example, e.neuron) for e in flow.events] == [("stops", 0, 0)]
    with pytest.raises(NotUnique, match="2 ways from the kink of neuron 0 of group 1 at example 0") as said:
        gradient_flow(network, x, squared(y), [0, 1], fixed=fixed)
    end = float(str(said.value).split()[3])
    last = gradient_flow(network, x, squared(y), [0, end - 1e-5], fixed=fixed).networks[1]
    assert last(np.array([1.0, 0.0]))[0] == pytest.approx(1, abs=1e-4)


def test_dead_layers_and_examples_at_0() -> None:
    """What is 0 whatever the weights near here has no kink: the flow is that of the other examples."""
    rng = np.random.default_rng(3)
    weights = [rng.standard_normal(s) for s in ((3, 2), (3, 3), (1, 3))]
    x, y = rng.standard_normal((4, 2)), np.array([1, -1, 1, -1])
    alone = gradient_flow(dense(weights), x, squared(y), [0, 0.5])
    more = gradient_flow(
        dense(weights), [*x, [0.0, 0.0]], lambda f: np.append(squared(y)(f[:4]), 0 * f[4:], axis=0), [0, 0.5]
    )
    assert [e.what for e in more.events] == [e.what for e in alone.events]
    assert np.allclose(*(parameters(f.networks[1]).astype(float) for f in (alone, more)), rtol=0, atol=1e-9)
    dead = dense([-np.abs(weights[0]), *weights[1:]])
    flow = gradient_flow(dead, np.abs(x), squared(y), [0, 1])
    assert not flow.events
    assert np.all(parameters(flow.networks[1]) == parameters(dead))


def test_biases_that_begin_at_0_behind_inactive_neurons() -> None:
    """Their kinks are those of the bias, one for all inactive examples; it goes where the others push it."""
    first, x, y = [[1.0, 0.5], [0.5, 1.0]], [[1.0, 1.0], [-1.0, -1.0], [-1.0, -2.0]], [-1, -1, -1]
    network = dense([first, [[1.0, 0.5]], [[1.0]]], [np.zeros(2), np.zeros(1), np.zeros(1)])
    flow = gradient_flow(network, x, squared(y), [0, 0.5])
    steps = descent(network, x, squared(y), 2.0**-12, 2**11, 2**11)
    assert np.allclose(parameters(flow.networks[1]).astype(float), parameters(steps[1]), rtol=0, atol=1e-3)


def test_a_shared_bias_is_one_axis_along_a_kink() -> None:
    """The three neurons of a channel have one bias: counted three times the velocity would be another one."""
    rng = np.random.default_rng(8)
    first = convolution(rng.standard_normal((2, 1, 2)), (4,), bias=0, activation="relu")
    network, x = chain(first, dense([rng.standard_normal((1, 6))])), rng.standard_normal((3, 4))
    flow = gradient_flow(network, x, squared([1, -1, 1]), [0, 1.0])
    assert "slides" in {event.what for event in flow.events}
    (_, steps) = descent(network, x, squared([1, -1, 1]), 2.0**-12, 2**12, 2**12)
    assert np.allclose(parameters(flow.networks[1]).astype(float), parameters(steps), rtol=0, atol=1e-3)
