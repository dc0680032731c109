"""Weights of your own.

Statements are about all matrices; weights on disk are some. `theory` says what holds for these, certified,
and what a test tells of them: here of a network that was trained on handwritten digits, with data that it had
not seen. Each line says what it rests on. On the command line it is
`perturb audit digits_start.npz digits.npz --data digits_data.npz`.
"""

from perturb.weights import checkpoints, network_sentences, step_sentences, theory, theory_sentences

found = theory("digits.npz", data="digits_data.npz")
for line in theory_sentences(found.layers[1], found.alpha):
    print("fc2:", line)
for line in network_sentences(found.network):
    print("network:", line)
(step,) = checkpoints(["digits_start.npz", "digits.npz"])
for line in step_sentences(step, found.alpha):
    print("learned:", line)
