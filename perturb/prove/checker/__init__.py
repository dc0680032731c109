"""The checker of universal certificates: it imports nothing of the rest (AUDIT.md: what it trusts)."""
