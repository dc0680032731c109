"""How far invariants drift, in proportion to the step of descent; and one that is printed and is none."""

from __future__ import annotations

import numpy as np

from perturb.networks import LINEAR, dense, drift, invariants
from perturb.networks.descent import descent, logistic, squared
from perturb.networks.flow import gradient_flow
from perturb.statements.experiment import Picture
from theorems.le2022 import LE

STEPS = tuple(2**k for k in range(3, 10))
STOPPING = (np.array([[1.2, -0.9], [1.0, 1.0]]), np.array([[1.0, 1.0]]))


def example(seed):
    """Three inputs, four ReLU neurons with biases, five examples with random labels."""
    rng = np.random.default_rng(seed)
    first, last, bias = rng.standard_normal((4, 3)), rng.standard_normal((1, 4)), rng.standard_normal(4)
    return (
        dense([first, last], [bias, np.zeros(1)]),
        rng.standard_normal((5, 3)),
        np.sign(rng.standard_normal(5)),
    )


def draw_drift(axes, seed):
    """The largest drift until t = 2 over the step, and that of the flow as a line."""
    network, x, y = example(seed)
    steps = [2 / n for n in STEPS]
    worst = [drift(descent(network, x, logistic(y), 2 / n, n, n))[0].worst for n in STEPS]
    flow = gradient_flow(network, x, logistic(y), [0, 2])
    level = max(one.worst for one in drift(flow.networks))
    axes.loglog(steps, worst, "o-", label="gradient descent")
    axes.loglog(steps, [worst[-1] * s / steps[-1] for s in steps], ":", label="proportional to the step")
    axes.axhline(max(level, 1e-16), color="k", linewidth=1, label="integrated flow")
    axes.set_xlabel(r"step $\eta$")
    axes.set_ylabel("largest drift until $t=2$")
    axes.legend(fontsize=8)


def draw_stop(axes):
    """Entry (u, v) of the matrix in (6), and that of (4), along a flow in which neuron u stops at 0."""
    times = np.linspace(0, 1, 81)
    flow = gradient_flow(dense(STOPPING), [[1.0, 1.0]], squared([1]), times)
    (matrix,) = invariants(dense(STOPPING, None, LINEAR))
    entries = np.array([matrix.value(network) for network in flow.networks])
    change = entries - entries[0]
    axes.axvspan(0, flow.events[0].time, color="0.9", label="$z_u>0$; behind it $z_u=0$")
    axes.plot(times, change[:, 0, 1], label="entry $(u,v)$: (5), (6)")
    axes.plot(times, change[:, 0, 0], "--", label="entry $(u,u)$: (4)")
    axes.set_xlabel("$t$")
    axes.set_ylabel("change since $t=0$")
    axes.legend(fontsize=8)


def draw(figure, seed):
    """Both panels."""
    left, right = figure.subplots(1, 2)
    draw_drift(left, seed)
    draw_stop(right)


DRIFT = Picture(
    name="le2022/drift",
    title="What gradient flow conserves, and what gradient descent does with it",
    source="T. Le, S. Jegelka, *Training invariances and the low-rank phenomenon*, Lemma 2 and Theorem 1",
    paper=LE,
    printed=("lem-2.4", "lem-2.5"),
    draw=draw,
    size=(10.0, 4.0),
    seed=4,
    note=(
        "Left: four ReLU neurons with biases, logistic loss, five examples. A step of size $\\eta$ moves "
        "each difference of squares by $\\eta^2(\\lVert g_{in}\\rVert^2-\\lVert g_{out}\\rVert^2)$, which "
        "adds up to $O(\\eta)$; the flow is integrated across activation boundaries and along them, and "
        "drifts by its rounding. `perturb.networks.drift` gives these numbers for the checkpoints of any "
        "run. Right: one example, two neurons without biases, squared loss. Neuron $u$ falls to $z_u=0$ and "
        "stays. Definition 6 counts it as active, as $z_u\\ge0$; yet its slope is $0$ from there on, and the "
        "entry that (5) and (6) say is constant moves on. Before, with $z_u>0$, it is constant; (4) holds "
        "throughout."
    ),
)

if __name__ == "__main__":
    from perturb.cli.simulate import main

    main(DRIFT)
