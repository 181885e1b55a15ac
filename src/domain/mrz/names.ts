import { transliterate } from '../text/transliterate.ts'

interface MrzNames {
  primary: string
  secondary: string
}

/** Primary and secondary identifier of a name field: two fillers between them, one between parts (ICAO 9303 part 3, 4.6). */
export function splitNames(field: string): MrzNames {
  const text = field.replace(/<+$/, '')
  const boundary = text.indexOf('<<')
  if (boundary < 0) return { primary: fillersToSpaces(text), secondary: '' }
  return { primary: fillersToSpaces(text.slice(0, boundary)), secondary: fillersToSpaces(text.slice(boundary + 2)) }
}

/**
 * The name field in the given width. Names that do not fit are cut, the secondary identifier first,
 * so that at least one character of it stays (ICAO 9303 part 3, 4.6.3).
 */
export function joinNames({ primary, secondary }: MrzNames, width: number): string {
  const first = mrzText(primary)
  const second = mrzText(secondary)
  if (!second) return first.slice(0, width).padEnd(width, '<')

  const kept = first.slice(0, Math.max(width - 2 - Math.min(second.length, 1), 0))
  return `${kept}<<${second}`.slice(0, width).padEnd(width, '<')
}

/** A text in the alphabet of the MRZ: transliterated, apostrophes dropped, other gaps as one filler. */
export function mrzText(text: string): string {
  return transliterate(text)
    .replace(/['’ʼ`´.]/g, '')
    .replace(/[^A-Z0-9]+/g, '<')
    .replace(/^<+|<+$/g, '')
}

export const fillersToSpaces = (text: string): string => text.replace(/<+/g, ' ').trim()
