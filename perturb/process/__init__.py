"""What a run of the program rests on, whatever it computes: signals, workers, limits, sources, output.

Ctrl-C is answered and kept in `signals` and ends a command in `ending`, and nowhere else; `pool` has worker
processes, `beside` a thread that can be given up, `guard` a process with limits. `sources` reads modules that
declare statements, `output` writes what leaves, `public` says which modules are public. Imports nothing of
the other rooms, and nothing at all here: `import perturb` loads no engine. Start with `signals`.
"""
