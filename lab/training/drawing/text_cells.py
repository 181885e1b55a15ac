"""A cell of the atlas of letters in pixels: capitals are CAP high and stand on BASELINE; LEFT is where the pen stands, so that slanted letters may reach back over it."""

WIDTH, HEIGHT, CAP, BASELINE, LEFT = 44, 48, 22, 35, 5
