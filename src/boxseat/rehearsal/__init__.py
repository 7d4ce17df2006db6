"""Written days: a document of people, tables and steps, played through the real house on a journal in memory."""
