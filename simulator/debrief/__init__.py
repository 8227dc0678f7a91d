"""The page after a session: what happened, how well, and what to practise, in one HTML file."""
