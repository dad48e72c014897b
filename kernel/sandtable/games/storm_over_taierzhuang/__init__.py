"""Storm Over Taierzhuang: the battle of March and April 1938, area by area and impulse by impulse."""
