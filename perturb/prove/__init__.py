"""Universal certificates: a statement proved for all matrices of a small size; see FORMAT.md."""
