"""The inks of prints, under the name that programs outside recapture/ know."""

from recapture.surface_data import ANGLES, INKS  # noqa: F401
