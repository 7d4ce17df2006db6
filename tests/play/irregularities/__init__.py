"""Tests of irregularities: what staff may do about them in a round, by clause."""
