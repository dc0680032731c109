"""Files of weights: named arrays of safetensors, numpy, ONNX and PyTorch, read so that nothing in a file
is run.

A file may be hostile: every size is held against what the file has, and numbers are read when they are
asked for. Nothing of perturb is imported here but types and `perturb.networks.machine`;
`perturb.networks.exchange` makes networks of what is read, `perturb.networks.weights` audits it. Start
with `reader`, what a reader is; `tensors` has the table of readers by suffix.
"""
