"""The house: the one door through which every command comes, and one transaction goes out."""
