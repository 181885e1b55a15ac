import type { MrzFormat, Slot, SlotContent } from '../formats.ts'
import { ALPHABET } from './cells.ts'

const DIGITS = indices(/[0-9<]/)
const LETTERS = indices(/[A-Z<]/)
export const ALL = indices(/./)
export const CAPITALS = indices(/[A-Z]/)
const FILLER = indices(/</)

const ALPHABETS: Readonly<Record<SlotContent, readonly number[]>> = {
  code: ALL,
  country: LETTERS,
  date: DIGITS,
  digits: DIGITS,
  check: DIGITS,
  alphanumeric: ALL,
  names: LETTERS,
  sex: indices(/[MFX<]/),
}

/** Indices into ALPHABET of what may stand at a position; outside all slots only the filler may. */
export function alphabetOf(format: MrzFormat, line: number, position: number): readonly number[] {
  const slot = slotAt(format, line, position)
  if (!slot) return FILLER
  return slot.content === 'code' && position === slot.start ? CAPITALS : ALPHABETS[slot.content]
}

export function slotAt(format: MrzFormat, line: number, position: number): Slot | undefined {
  return format.slots.find((slot) => slot.line === line && slot.start <= position && position < slot.end)
}

function indices(allowed: RegExp): readonly number[] {
  return Array.from(ALPHABET, (_, index) => index).filter((index) => allowed.test(ALPHABET[index] ?? ''))
}
