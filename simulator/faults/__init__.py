"""What goes wrong: values spoilt between the stages of a step, and the data link."""
