import type { MrzFormat, Slot, SlotName } from '../formats.ts'
import type { AlignedLine } from './align-cells.ts'
import { ALPHABET, indexOf } from './cells.ts'

/** What the visual zone prints in a slot, as the MRZ writes it, fillers included; `?` in cells of which it says nothing. */
export type PrintedTexts = Partial<Record<SlotName, string>>

// Both were chosen on drawn zones and measured on others (lab/training/mrz/read-drawn-zones.ts, models/mrz.md).
/**
 * How many times likelier a character becomes that is printed. A cell follows the print where the reader gave the printed
 * character 5 % or more; a cell that is read clearly does not, so that a forged print still differs from the MRZ.
 */
const PRINTED = 20
/** A letter between two digits of a number: some issuers write one there, but a reader takes 0 for O more often. */
const LETTER_BETWEEN_DIGITS = 0.1

/** The chance of every character, weighed by its neighbours and by what is printed. */
export function weighCells(
  format: MrzFormat,
  lines: readonly AlignedLine[],
  printed: PrintedTexts = {},
): AlignedLine[] {
  return lines.map((line, row) => {
    const chances = [...line.chances]
    for (const slot of format.slots.filter((each) => each.line === row)) {
      for (let at = slot.start; at < slot.end; at++) {
        const said = indexOf(printed[slot.name]?.[at - slot.start] ?? '?')
        const chance = chances[at] as Float64Array
        if (said >= 0) chances[at] = chance.map((value, index) => (index === said ? value * PRINTED : value))
        else if (isBetweenDigits(slot, line.chances, at))
          chances[at] = chance.map((value, index) => (LETTER[index] ? value * LETTER_BETWEEN_DIGITS : value))
      }
    }
    return { ...line, chances }
  })
}

const LETTER = Array.from(ALPHABET, (character) => /[A-Z]/.test(character))

function isBetweenDigits({ content, start, end }: Slot, chances: readonly Float64Array[], at: number): boolean {
  if (content !== 'alphanumeric' || at === start || at === end - 1) return false
  return isDigit(chances[at - 1]) && isDigit(chances[at + 1])
}

const isDigit = (chance: Float64Array | undefined): boolean =>
  chance !== undefined && chance.indexOf(Math.max(...chance)) <= indexOf('9')
