"""Files that are saved while they run: noticed, built again beside the old ones."""
