"""The Merkle tree of a championship (`docs/transparencia.md`): what its leaves say, what has none yet, proofs, and its check."""
