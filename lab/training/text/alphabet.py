"""The characters that the reader of text lines knows, in the order of its classes: the CTC blank is class 0, these follow."""

import unicodedata

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
WESTERN = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
CENTRAL = "ĀāĂăĄąĆćĊċČčĎďĐđĒēĖėĘęĚěĞğĠġĢģĦħĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŐőŒœŔŕŘřŚśŞşŠšŤťŪūŮůŰűŲųŹźŻżŽžȘșȚț"
SCHWA = "Əə"
ACCENTED = WESTERN + CENTRAL + SCHWA
CYRILLIC = (
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
    "ЁёІіЇїЄєҐґЈјЉљЊњЋћЂђЏџЃѓЌќЅѕЎў"
)
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰ"
DIGITS = "0123456789"
COMMON = " .,-'()/:<"
RARE = ";·\"°№+*&#%!?@_=>«»„“”§€"

ALPHABET = DIGITS + LATIN + COMMON + ACCENTED + CYRILLIC + GREEK + RARE
CLASS = {letter: i + 1 for i, letter in enumerate(ALPHABET)}
CLASSES = len(ALPHABET) + 1

# Which letters a font must have: a line is drawn in a font that has every group it needs.
GROUPS = {"western": WESTERN, "central": CENTRAL, "schwa": SCHWA, "cyrillic": CYRILLIC, "greek": GREEK, "rare": RARE}
NEEDS = {letter: 1 << i for i, letters in enumerate(GROUPS.values()) for letter in letters}

SAME = str.maketrans({"–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "Ţ": "Ț", "ţ": "ț", "º": "°", "•": "·", "∙": "·", "\u00a0": " "})


def spelled(text):
    """The text in letters of the alphabet, or None if one is missing."""
    text = unicodedata.normalize("NFC", text).translate(SAME)
    return text if all(c in CLASS for c in text) else None


def needs(text):
    mask = 0
    for c in text:
        mask |= NEEDS.get(c, 0)
    return mask
