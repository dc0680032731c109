"""What `perturb audit` and WeightWatcher answer, feature by feature."""

from __future__ import annotations

FEATURES = [
    ["singular values", "all, with certified error bars", "all, in float32 or float64"],
    ["rank, stable rank, kappa", "enclosed", "rank and stable rank in floating point; no kappa"],
    ["convolutions", "kernel as a matrix, bounds of the map", "slices of the kernel, or by FFT"],
    ["skips", "declared; tau, kappa and norm of A + rho I", "no"],
    ["law of Marchenko and Pastur", "median fit, distance with p-value", "fit of the bulk (`mp_fit`)"],
    ["values beyond the edge", "outliers at a stated alpha, with a band", "spikes, no level"],
    ["power law", "fit, p beside random matrices, goodness of fit, Vuong", "fit; exponent and distance D"],
    [
        "other heavy tails",
        "lognormal and exponential by Vuong's test",
        "truncated power law, exponential as fits",
    ],
    ["quality of a model without data", "no", "alpha, log norms, shape metrics: its purpose"],
    ["shuffled weights", "exact Gaussian spectra of the shape", "`randomize`: correlation traps"],
    ["ReLU singular values, mean widths", "enclosed", "no"],
    ["kappa with masks", "printed and sharpened bounds beside masks", "no"],
    ["Lipschitz bounds", "from above, attained, exact for small networks", "no"],
    ["activations on data", "dead units, regions, kappa where data are", "no"],
    ["pruning", "certified bound and measured change, harmonic pruning", "SVDSmoothing of weights"],
    ["checkpoints", "Weyl, Wedin, outliers gained, what gradient flow keeps", "distances of two models"],
    ["files", ".safetensors, .npz, .npy, .onnx, state_dict", "PyTorch, Keras, ONNX, safetensors, folders"],
    ["output", "sentences, page, JSON, DataFrame", "DataFrame, plots a layer"],
]
