"""The legal instruments as data: a book of rules for each game, and a register of every clause."""
