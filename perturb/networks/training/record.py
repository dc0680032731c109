"""What is kept of a training run: small JSON, so that pages are drawn without training again."""

from __future__ import annotations

from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from perturb.networks.relu.dense import Dense
from perturb.networks.training.run import TrainingRun

DIGITS = 8


def run_record(run: TrainingRun) -> dict[str, Any]:
    """Settings, what was measured epoch by epoch, and the singular values of every layer before and after."""
    return {
        "settings": asdict(run.settings),
        "versions": {name: version(name) for name in ("jax", "numpy", "optax", "scikit-learn")},
        "parameters": run.after.parameters,
        "history": [rounded(epoch) for epoch in run.history],
        "before": [layer_record(layer) for layer in run.before.layers],
        "after": [layer_record(layer) for layer in run.after.layers],
    }


def layer_record(layer: Dense) -> dict[str, Any]:
    return {"shape": list(layer.shape), "singular_values": rounded(layer.svd[1])}


def rounded(values: Any) -> list[float]:
    """To 8 significant digits."""
    return [float(f"{value:.{DIGITS}g}") for value in values]
