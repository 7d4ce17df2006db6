"""What the pages of the floor and its entrance are served from."""
