"""Files read: text into nodes that know their place, and nodes into what the models want."""
