"""The characters of the machine readable zone, in the order of the reader's classes."""

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
