"""Implementations of the commands about a floor: server, journal, backups, proofs and the program's files."""
