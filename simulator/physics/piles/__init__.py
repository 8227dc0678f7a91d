"""Contacts of many free bodies: in lanes, along conjugate gradients, as banded systems."""
