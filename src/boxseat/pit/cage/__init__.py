"""The cage and the pit's books: floats and their counts, orders of chips, drop, cash, ratings, the shift log, and footage."""
