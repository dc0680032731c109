"""Figures of A. Heinecke and W.-L. Hwang, Deep Representation with ReLU Neural Networks."""
