"""The skills of the course, by subject."""
