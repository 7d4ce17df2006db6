"""Commands about a floor: its server, its journal, its backups and the program itself."""
