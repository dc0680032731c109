"""A network from and to files and other libraries, and in the numbers of statements."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from perturb.networks import Network, convolution, dense, exchange, expression, leaky, residual
from perturb.networks.arithmetic import fractions
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.systems.certified import Exact
from perturb.vocab.systems.evaluate import Evaluation
from tests.networks.weights import weight_files
from tests.networks.zoo import networks

stored = pytest.mark.skipif(find_spec("safetensors") is None, reason="files need the extra `networks`")


def zoo() -> list[Network]:
    return list(networks(np.random.default_rng(0), Fraction(1, 2)).values())


def same(one: Network, other: Network) -> bool:
    x = fractions(np.random.default_rng(1).integers(-3, 4, size=(9, one.inputs)))
    return bool((one(x) == other(x)).all())


@pytest.mark.parametrize("network", zoo())
def test_floats_fractions_balls_and_symbols_agree(network: Network) -> None:
    x = [Fraction(1, 3), Fraction(-2), Fraction(1, 7)]
    exact = network(fractions(x))
    assert network(np.array(x, dtype=float)) == pytest.approx(exact.astype(float), abs=1e-12)
    balls = network(np.array([arb(fmpq(y.numerator, y.denominator)) for y in x], dtype=object))
    assert all(ball.contains(fmpq(y.numerator, y.denominator)) for ball, y in zip(balls, exact, strict=True))
    wide = network(np.array([arb(0, 3)] * 3, dtype=object))
    assert all(ball.contains(fmpq(y.numerator, y.denominator)) for ball, y in zip(wide, exact, strict=True))
    said = expression(network, variable("x", Kind.VECTOR))
    found = Evaluation(Exact({"x": tuple(fmpq(y.numerator, y.denominator) for y in x)}))(said)
    assert [Fraction(str(y)) for y in found] == exact.tolist()


@stored
@pytest.mark.parametrize("network", zoo())
def test_safetensors_keep_the_graph_and_every_bit(network: Network, tmp_path: Path) -> None:
    exchange.save_safetensors(network, tmp_path / "n.safetensors")
    assert same(exchange.load_safetensors(tmp_path / "n.safetensors"), network)
    third = dense([[[Fraction(1, 3)]]])
    with pytest.raises(ValueError, match=r"0\.weight has an entry that is no float64"):
        exchange.save_safetensors(third, tmp_path / "third.safetensors")


def test_safetensors_are_read_without_their_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of any type, integers of 64 bits with every bit; a file that lies is refused as by `perturb audit`."""
    monkeypatch.setattr(exchange, "import_module", None)
    path, whole = tmp_path / "n", np.array([[2**62 + 1, 3]])
    halves = {"0.weight": {"dtype": "BF16", "shape": [1, 2], "data_offsets": [0, 4]}}
    path.write_bytes(weight_files.safetensors(halves, np.array([1.5, -2], "<f4").view("<u2")[1::2].tobytes()))
    assert exchange.load_safetensors(path).nodes[0].matrices[0].tolist() == [[1.5, -2]]
    entry = {"0.weight": {"dtype": "I64", "shape": [1, 2], "data_offsets": [0, 16]}}
    path.write_bytes(weight_files.safetensors(entry, whole.tobytes()))
    assert exchange.load_safetensors(path).nodes[0].matrices[0].tolist() == whole.tolist()
    path.write_bytes(weight_files.safetensors(entry, whole.tobytes()[:8]))
    with pytest.raises(ValueError, match=r"0\.weight: ends at .*, and the file at "):
        exchange.load_safetensors(path)


def test_arrays_of_a_state_are_a_stack_in_the_order_of_their_numbers() -> None:
    rng = np.random.default_rng(2)
    W = [rng.integers(-3, 4, size=shape) for shape in ((4, 3), (4, 4), (2, 4))]
    state = {"0.weight": W[0], "0.bias": np.arange(4), "2.weight": W[1], "10.weight": W[2]}
    assert same(exchange.from_arrays(state, leaky(2)), dense(W, [range(4), [0] * 4, [0] * 2], leaky(2)))
    with pytest.raises(ValueError, match=r"no name ends in \.weight among w"):
        exchange.from_arrays({"w": W[0]})


def tensor(A: Any) -> Any:
    """What of a tensor is read: detach().cpu().double().numpy()."""
    found: Any = SimpleNamespace(numpy=lambda: np.asarray(A, dtype=float))
    for step in ("double", "cpu", "detach"):
        found = type("Tensor", (), {step: lambda self, inner=found: inner, "__len__": lambda self: len(A)})()
    return found


def layer(name: str, W: Any = None, bias: Any = None, **values: Any) -> Any:
    """What a layer of torch shows of itself, where torch is missing."""
    made = type(name, (SimpleNamespace,), {})(**values)
    if W is not None:
        made.weight, made.bias = tensor(W), None if bias is None else tensor(bias)
    return made


PLAIN = {"stride": (1, 1), "padding": (0, 0), "dilation": (1, 1), "groups": 1, "padding_mode": "zeros"}


def test_a_sequential_is_read_layer_by_layer() -> None:
    V, W, b = np.array([[1.0, 2.0], [0.5, -1.0]]), np.array([[3.0, 1.0]]), np.array([1.0, 0.0])
    inner = type("Sequential", (list,), {})([layer("LeakyReLU", negative_slope=0.25), layer("Dropout")])
    read = exchange.from_torch([layer("Flatten"), layer("Linear", V, b), inner, layer("Linear", W)])
    assert same(read, dense([V, W], [b, [0]], leaky(0.25)))
    steep = exchange.from_torch([layer("Linear", V, b), layer("LeakyReLU", negative_slope=2)])
    assert steep([0.0, -2.0]).tolist() == [-6.0, 2.0]
    assert len(read.nodes) == 2
    kernel = np.arange(8.0).reshape(2, 1, 2, 2)
    sliding = exchange.from_torch([layer("Conv2d", kernel, [1, 2], **PLAIN), layer("ReLU")], (1, 2, 3))
    assert same(sliding, convolution(kernel, (2, 3), [1, 2], "relu"))


LINEAR_LAYER = layer("Linear", [[1.0, 2.0]])


@pytest.mark.parametrize(
    ("modules", "line"),
    [
        ([LINEAR_LAYER, layer("Tanh")], "layer 1 is a Tanh, which is not known here"),
        ([layer("ReLU"), LINEAR_LAYER], "layer 0 is a ReLU before any layer that has a size"),
        ([type("Sequential", (list,), {})([layer("GELU")])], r"layer 0\.0 is a GELU"),
        ([layer("Conv2d", np.ones((1, 1, 2, 2)), **PLAIN)], "layer 0 is a Conv2d: give shape="),
        (LINEAR_LAYER, "a Sequential is needed, not a Linear"),
        ([], "no Linear layer"),
    ],
)
def test_what_of_a_sequential_is_not_known_is_named(modules: Any, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        exchange.from_torch(modules)


def test_torch_itself_computes_the_same() -> None:
    """Both ways, where torch is installed."""
    torch = pytest.importorskip("torch")
    nn = torch.nn
    torch.manual_seed(0)
    sizes = {"stride": 2, "padding": 1}
    read_from = nn.Sequential(
        nn.Conv2d(2, 3, 3, **sizes),
        nn.Sequential(nn.LeakyReLU(0.25), nn.Flatten()),
        nn.Linear(18, 5, bias=False),
        nn.Dropout(),
        nn.ReLU(),
        nn.Linear(5, 2),
    ).eval()
    network = exchange.from_torch(read_from, (2, 4, 5))
    X = torch.randn(20, 2, 4, 5)
    with torch.no_grad():
        expected = read_from.double()(X.double()).numpy()
    assert network(X.double().numpy().reshape(20, -1)) == pytest.approx(expected, abs=1e-12)
    at = X.double()[:1]
    slopes = torch.autograd.functional.jacobian(read_from, at).numpy().reshape(2, -1)
    assert network.affine(at.numpy().ravel())[0] == pytest.approx(slopes, abs=1e-12)
    written = exchange.to_torch(network)
    assert same(exchange.from_torch(written), network)
    with pytest.raises(ValueError, match="this network has skips"):
        exchange.to_torch(residual(dense([np.eye(2)])))
    with pytest.raises(ValueError, match="slope 3 above 0"):
        exchange.to_torch(dense([np.eye(2)], last=leaky(3)))
    with pytest.raises(ValueError, match="groups, a dilation or a padding"):
        exchange.from_torch([nn.Conv2d(2, 2, 3, groups=2)], (2, 4, 4))
    with pytest.raises(ValueError, match="has padding = same"):
        exchange.from_torch([nn.Conv2d(1, 2, 3, padding="same")], (1, 4, 4))


def test_what_is_missing_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(exchange, "import_module", missing)
    with pytest.raises(ImportError, match=r"this needs onnx: pip install 'perturb\[networks\]'"):
        exchange.from_onnx("n.onnx")
    with pytest.raises(ImportError, match="this needs torch: pip install torch"):
        exchange.to_torch(dense([[[1]]]))


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        (lambda: dense([]), "no weights"),
        (lambda: dense([[[1, 2], [3]]]), r"weights\[0\]: rows of different lengths"),
        (lambda: dense([[[np.inf]]]), "not finite"),
        (lambda: dense([[[1]], [[1, 2]]]), "group 2 needs 2 numbers of 1, not 1"),
        (lambda: dense([[[1]]], activation="tanh"), "activation = 'tanh' is none of relu, absolute, linear"),
        (lambda: dense([[[1]]])(np.zeros(2)), r"an input of shape \(2,\)"),
        (lambda: dense([[[1]]]).head(2), "k = 2 is not the number of a group"),
    ],
)
def test_bad_input_is_one_line(bad: Any, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        bad()
