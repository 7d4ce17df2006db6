"""Tables at which people deal real cards: what staff key, what went wrong, and what only such a table keeps."""
