"""ReLU layers: what is certified about them, how their ranks are cut."""
