"""Many runs: drawn, spread over processors with Dask, kept as Parquet. Knows no window."""
