"""HTTP routes, one file a subject."""
