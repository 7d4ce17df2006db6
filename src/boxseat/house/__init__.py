"""The house: takes every command, and stores its effect in one transaction."""
