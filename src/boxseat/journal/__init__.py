"""The append-only log: what happened on the floor, chained by hashes, with the money in the same transaction."""
