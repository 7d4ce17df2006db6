"""The command line: ``boxseat`` and its commands."""
