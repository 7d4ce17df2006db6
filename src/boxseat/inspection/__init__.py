"""Audit, recall, proofs of shoes and export, all read from the journal."""
