"""What anybody can check: seeds committed to before the first card, and shuffles that follow from them."""
