"""Pages of dealers and trainees over HTTP: rulings, the dealer's picture, exercises."""
