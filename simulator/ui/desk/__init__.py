"""The control desk: the cards of a console side by side, pages and tabs, alive."""
