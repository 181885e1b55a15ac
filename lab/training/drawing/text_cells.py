"""A cell of the letter atlas in pixels: capitals are CAP high and sit on BASELINE; LEFT is the pen position, so that
slanted letters may extend to its left."""

WIDTH, HEIGHT, CAP, BASELINE, LEFT = 44, 48, 22, 35, 5
