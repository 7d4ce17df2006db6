"""People and authority: who somebody is, what their role lets them do, and how they come in by the door."""
