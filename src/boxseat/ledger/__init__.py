"""The double-entry ledger: each movement of chips or money is one posting in whole cents, never changed or deleted."""
