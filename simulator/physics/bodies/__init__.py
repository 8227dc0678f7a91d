"""Bodies: the tables of the world, free motion, clusters of bodies and their sleep."""
