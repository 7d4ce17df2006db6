"""The oracle against irregular rounds whose answers were computed by hand, and against properties of random ones."""
