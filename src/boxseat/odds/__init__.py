"""What a round is worth: exact values, best play, side bets."""
