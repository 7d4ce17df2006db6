"""Commands about what the games are worth."""
