"""The desks of the house: who has seen which notice, and when."""
