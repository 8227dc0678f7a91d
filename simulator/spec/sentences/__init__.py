"""What is wrong with files, sentence by sentence, and how Russian says it."""
