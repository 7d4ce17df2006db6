"""Who may play at a table: exclusions, bars and Player Cards, copied from the house's register of persons."""
