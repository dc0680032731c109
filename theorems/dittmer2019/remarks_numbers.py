"""Numbers of the text and what it saw in trained networks."""

from __future__ import annotations

from perturb import remark
from theorems.dittmer2019 import DITTMER

REMARKS = [
    remark(
        DITTMER,
        "num-61206",
        "num-328510",
        "num-5-times",
        kind="definition",
        reason="Right, for CIFAR-10 with 3072 inputs, 10 classes and biases: 57,196 + 1,700 + 1,300 + "
        "1,010 = 61,206 and 307,300 + 2 x 10,100 + 1,010 = 328,510; the quotient is 5.37.",
        seen_by=["eq-28.prop-2"],
    ),
    remark(
        DITTMER,
        "num-268",
        "num-ranks",
        kind="empirical",
        reason="One run. Each iteration takes one from one rank, so 268 + 18 + 8 + 6 = 300 is the sum of "
        "the initial ranks: three layers of size 100 were at full rank, and no double-layers in the "
        "sense k < min(m, n) of (28).",
        depends=["eq-28.hyp", "alg-hp.step-3one"],
    ),
    remark(
        DITTMER,
        "num-10-percent",
        kind="definition",
        reason="Guessing one of ten classes of equal size is right once in ten times.",
    ),
    remark(
        DITTMER,
        "num-40-percent",
        kind="empirical",
        reason="The number of parameters is comparable indeed: widths 20, 9, 7 have 61,799. On digits a "
        "narrow network of single layers with as many parameters as a pruned one has is no worse, but "
        "better: the figure pruned-networks.",
    ),
    remark(
        DITTMER,
        "num-cifar-52",
        "num-cifar-normal",
        "num-cifar-why",
        "num-mnist-higher",
        "num-constant",
        "num-50-percent",
        kind="empirical",
        reason="Accuracies of trained networks on CIFAR-10 and MNIST, seeds and rates not given. Asked of "
        "networks on digits, with bands over seeds: the figures pruned-networks and fig-5-trained.",
    ),
    remark(
        DITTMER,
        "num-fig5-test",
        "fig-5.axes",
        "sl-hp.fig-5",
        kind="empirical",
        reason="The text says test set, the caption of Figure 5 and the slides say training set.",
    ),
    remark(
        DITTMER,
        "num-layer-order-1",
        "num-layer-order-2",
        kind="empirical",
        reason="For the greatest bounds in 29 and 30 of 30 networks on digits, in 23 and 22 of 30 on breast "
        "cancer, in 17 and 11 of 29 on wine: it depends on the data and on the norms of the layers. Bands "
        "in the figure thirty-networks. Values of (10) over a finite X do bound s_{k,X} from above.",
        seen_by=["def-9.numerics", "layer.two-data"],
    ),
    remark(
        DITTMER,
        "num-correct-greater",
        "num-structural",
        kind="empirical",
        reason="In the last hidden layer in 15 of 30 networks on digits, 30 of 30 on breast cancer, 23 of "
        "29 on wine; in all three layers in 7, 30 and 20. Bands in the figure thirty-networks.",
        seen_by=["def-9.numerics"],
    ),
    remark(
        DITTMER,
        "num-gmw-two",
        "num-gmw-correct",
        "num-gmw-diff",
        "num-metrics",
        kind="empirical",
        reason="Wider by certified bands in the last hidden layer in 23 of 30 networks on digits (6 open), "
        "30 of 30 on breast cancer, 27 of 29 on wine; in all three layers in 16, 30 and 23. The ratio grows "
        "from the inputs to the last layer on all three data sets: the figure thirty-networks.",
    ),
    remark(
        DITTMER,
        "num-gmw-clearer",
        kind="empirical",
        reason="So on digits and wine, 23 and 27 networks for the width against 15 and 23 for the greatest "
        "bound; both are in all networks on breast cancer. Nothing is smoothed here. The figure "
        "thirty-networks.",
    ),
    remark(
        DITTMER,
        "num-gmw-converge",
        kind="empirical",
        reason="The width of the last hidden layer still grows by a tenth late in the training in 28 of 30 "
        "networks on digits, 19 of 30 on breast cancer, 24 of 29 on wine. Late is the last two thirds of "
        "the epochs. Sets shrink meanwhile, as fewer data come out wrong, and the width of a set grows "
        "with its size: growth is seen in spite of that, its absence may be due to it.",
    ),
    remark(
        DITTMER,
        "num-gmw-deeper",
        "num-growth",
        kind="empirical",
        reason="A width grows at most by the norm of the weight matrix in a layer, for ReLU expands "
        "nothing: growth needs norms above 1. Glorot's initialisation has them already, about 2 for "
        "a square matrix, so that growth is no evidence on what training does.",
        seen_by=["layer.two-data"],
    ),
    remark(
        DITTMER,
        "num-hyp-dominate",
        "num-hyp-typical",
        "num-hyp-drop",
        "num-hyp-repr",
        "sl-hyp.dominate",
        kind="empirical",
        reason="A large random square matrix has a first singular value of twice their root mean square "
        "already. That it holds a larger share of |A|_F after training than before, in all three layers, is "
        "so in 10 of 30 networks on digits, 12 of 30 on breast cancer, 4 of 29 on wine. Bounds over the "
        "data fall faster than singular values in all. The "
        "figure thirty-networks.",
        seen_by=["def-9.numerics"],
    ),
    remark(
        DITTMER,
        "num-hyp-lowrank",
        "num-hyp-few",
        "sl-hyp.lowrank",
        "sl-hyp.few",
        kind="empirical",
        reason="Half the ranks, cut at once, cost at most a hundredth of the training part in 0 of 30 "
        "networks of width 20 on digits, 14 of 30 on breast cancer, 11 of 29 on wine; after retraining far "
        "fewer are enough (the figure fig-5-trained). For every layer: cutting all but k singular values "
        "moves no output by more than sigma_k |x|.",
        seen_by=["lem-5.main"],
    ),
    remark(
        DITTMER,
        "num-hyp-width",
        "sl-hyp.gmw",
        kind="empirical",
        reason="Larger by half at least in the last hidden layer in 1 of 30 networks on digits, 29 of 30 on "
        "breast cancer, 9 of 29 on wine. The figure thirty-networks.",
    ),
    remark(
        DITTMER,
        "num-hyp-cause",
        "sl-hyp.cause",
        kind="empirical",
        reason="No cause can be seen from outside. What the first quarter of the singular values lets "
        "through ReLU, over |x|, is larger on average for correctly classified data in all layers in 16 of "
        "30 networks on digits, 24 of 30 on breast cancer, 13 of 29 on wine. The figure thirty-networks.",
        seen_by=["eq-15"],
    ),
    remark(
        DITTMER,
        "num-linear-only",
        "num-sparsity",
        "num-rw-nonlinear",
        "num-rw-bottleneck",
        "num-rw-subspace",
        "num-rw-others",
        "num-explain",
        "num-use",
        "num-open",
        "sl-concl.tools",
        "sl-concl.bottleneck",
        "sl-concl.transfer",
        "sl-concl.overfit",
        kind="qualitative",
        reason="Motivation, other people's work, open questions.",
    ),
]
