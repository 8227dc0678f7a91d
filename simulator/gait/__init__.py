"""How a biped walks: patterns of its feet and centre of mass, and the joint angles for them."""
