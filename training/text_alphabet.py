"""The letters of the reader, under the name that programs outside text/ know."""

from text.alphabet import ALPHABET, CLASS, CLASSES  # noqa: F401
