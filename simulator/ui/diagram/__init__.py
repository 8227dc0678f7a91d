"""The page of the functional diagram: sheet, columns, plots."""
