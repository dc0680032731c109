"""Weights of your own.

Statements are about all matrices; weights on disk are some. `theory` says what holds for these, certified,
and what a test tells of them: here of a network that was trained on handwritten digits, with data that it had
not seen. Each line says what it rests on. A file of weights does not say which layer follows which, so the
order is declared; without one nothing is said of the whole network. On the command line it is
`perturb audit digits_start.npz digits.npz --data digits_data.npz --order fc1.weight,fc2.weight,fc3.weight`.
"""

from perturb.weights import checkpoints, network_sentences, step_sentences, theory, theory_sentences

order = {"order": ["fc1.weight", "fc2.weight", "fc3.weight"]}
found = theory("digits.npz", order, data="digits_data.npz")
for line in theory_sentences(found.layers[1], found.alpha):
    print("fc2:", line)
for line in network_sentences(found.network):
    print("network:", line)
(step,) = checkpoints(["digits_start.npz", "digits.npz"], order)
for line in step_sentences(step, found.alpha):
    print("learned:", line)
