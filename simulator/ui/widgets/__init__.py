"""What a console is made of: every type of widget, measured, drawn, and under the hand."""
