"""Accounts, roles and sessions: who somebody is, what their role permits, and how they log in."""
