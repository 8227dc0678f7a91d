"""Contacts as rows: points, patches, wheels; swept, or a few of them solved directly."""
