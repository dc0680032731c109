"""The checker of universal certificates: it imports nothing of the rest (AUDIT.md says what must be believed)."""
