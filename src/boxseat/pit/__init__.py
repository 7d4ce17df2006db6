"""What staff of the pit keep about persons, disputes, payments and chips: one sub-room for each subject."""
