"""What the program says, in Russian and English; what it calls the kinds of blocks."""
