"""Limits that are applied before a request is read: connections, raw frames and bytes, per address and in all."""
