"""Commitments and shuffles that anybody can check."""
