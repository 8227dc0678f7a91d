"""Qualification: small scenes judged against closed forms."""
