"""How numbers are written, where Django's own formats are not what players write."""
