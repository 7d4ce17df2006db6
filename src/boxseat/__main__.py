"""``python -m boxseat`` is ``boxseat``."""

from boxseat.cli.main import main

main()
