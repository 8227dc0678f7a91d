"""How signals flow: blocks, an ordered plan, its interpreter, its plain-Python twin."""
