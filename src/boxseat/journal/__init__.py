"""The journal: an append-only log with a hash chain, and the ledger's balances written in the same transaction."""
