import type { MrzFormat, Slot, SlotName } from '../formats.ts'
import { ALPHABET, indexOf, type MrzCell, readCharacter } from './cells.ts'
import { alphabetOf } from './slot-options.ts'

export interface AlignedLine {
  /** For each position of the line, the cell that was read there; undefined if one is missing. */
  cells: (MrzCell | undefined)[]
  /** The probability of each character at each position. */
  chances: Float64Array[]
  /** Log probability of the moves that were needed. */
  penalty: number
  /** Log probability of the moves and of the characters, with the most likely permitted character at each position. */
  score: number
  /** Characters that were removed or inserted, not counting blanks. */
  moved: number
}

/** A cell that is not a character, or a character without a cell: outside runs of fillers readers miss few. */
const SLIP = 0.002
/**
 * The same next to a run of fillers, by its length: readers count short runs correctly and often miscount long ones.
 */
const SLIP_IN_RUN = [SLIP, 0.005, 0.01, 0.02, 0.1]

/** A character that is not permitted where it was read is more likely misread than out of place. */
const MISREAD = 1e-3

/** Aligns the cells of a line with the positions of its format, moving them where fillers were miscounted. */
export function alignCells(
  format: MrzFormat,
  line: number,
  cells: readonly MrzCell[],
  emissions: readonly Float64Array[],
): AlignedLine {
  const width = format.lengths[line] ?? 0
  const matches = Array.from({ length: width }, (_, position) => {
    const alphabet = alphabetOf(format, line, position)
    return emissions.map((chances) => Math.log(Math.max(best(chances, alphabet), MISREAD)))
  })
  const skips = cells.map((_, index) => Math.log(skipChance(cells, index)))
  const gaps = Array.from({ length: cells.length + 1 }, (_, index) => Math.log(gapChance(cells, index)))

  // costs[p][c]: the best score with p positions filled from the first c cells.
  const costs = Array.from({ length: width + 1 }, () =>
    new Float64Array(cells.length + 1).fill(Number.NEGATIVE_INFINITY),
  )
  const moves = Array.from({ length: width + 1 }, () => new Uint8Array(cells.length + 1))
  const reach = (p: number, c: number, score: number, move: number) => {
    const row = costs[p]
    if (!row || score <= (row[c] ?? 0)) return
    row[c] = score
    const taken = moves[p]
    if (taken) taken[c] = move
  }
  reach(0, 0, 0, 0)
  for (let p = 0; p <= width; p++) {
    for (let c = 0; c <= cells.length; c++) {
      const score = costs[p]?.[c] ?? Number.NEGATIVE_INFINITY
      if (p < width && c < cells.length) reach(p + 1, c + 1, score + (matches[p]?.[c] ?? 0), MATCH)
      if (c < cells.length) reach(p, c + 1, score + (skips[c] ?? 0), SKIP)
      if (p < width) reach(p + 1, c, score + (gaps[c] ?? 0), GAP)
    }
  }
  const score = costs[width]?.[cells.length] ?? Number.NEGATIVE_INFINITY
  return { ...walkBack(moves, cells, emissions, { width, skips, gaps }), score }
}

const MATCH = 1
const SKIP = 2
const GAP = 3

interface Moves {
  width: number
  skips: number[]
  gaps: number[]
}

function walkBack(
  moves: Uint8Array[],
  cells: readonly MrzCell[],
  emissions: readonly Float64Array[],
  { width, skips, gaps }: Moves,
): Omit<AlignedLine, 'score'> {
  const placed: (MrzCell | undefined)[] = new Array(width).fill(undefined)
  const chances: Float64Array[] = new Array(width)
  let moved = 0
  let penalty = 0
  let p = width
  let c = cells.length
  while (p > 0 || c > 0) {
    const move = moves[p]?.[c]
    if (move === SKIP) {
      c--
      penalty += skips[c] ?? 0
      if (missing(cells[c] ?? []) < 0.3) moved++
    } else if (move === GAP) {
      p--
      moved++
      penalty += gaps[c] ?? 0
      chances[p] = nextToFiller(cells, c) ? FILLER : UNKNOWN
    } else {
      p--
      c--
      placed[p] = cells[c]
      chances[p] = emissions[c] ?? UNKNOWN
    }
  }
  return { cells: placed, chances, penalty, moved }
}

const UNKNOWN = new Float64Array(37).fill(1 / 37)
const FILLER = new Float64Array(37).fill(1e-5)
FILLER[indexOf('<')] = 1

function skipChance(cells: readonly MrzCell[], index: number): number {
  const cell = cells[index] ?? []
  return Math.max(missing(cell), isFiller(cell) ? slipIn(runAround(cells, index)) : SLIP)
}

function gapChance(cells: readonly MrzCell[], index: number): number {
  const run = Math.max(runAround(cells, index - 1), runAround(cells, index))
  return run > 0 ? slipIn(run) : SLIP / 37
}

const slipIn = (run: number): number => SLIP_IN_RUN[Math.min(run, SLIP_IN_RUN.length - 1)] ?? SLIP

/** The length of the run of fillers that the cell belongs to. */
function runAround(cells: readonly MrzCell[], index: number): number {
  if (!isFiller(cells[index])) return 0
  let from = index
  let to = index
  while (isFiller(cells[from - 1])) from--
  while (isFiller(cells[to + 1])) to++
  return to - from + 1
}

const missing = (cell: MrzCell): number => 1 - cell.reduce((sum, { probability }) => sum + probability, 0)

const isFiller = (cell: MrzCell | undefined): boolean => cell !== undefined && readCharacter(cell) === '<'

/** Does the gap before this cell touch a filler? */
const nextToFiller = (cells: readonly MrzCell[], index: number): boolean =>
  isFiller(cells[index - 1]) || isFiller(cells[index])

function best(chances: Float64Array, alphabet: readonly number[]): number {
  let highest = 0
  for (const index of alphabet) highest = Math.max(highest, chances[index] ?? 0)
  return highest
}

/**
 * What the visual zone prints for a slot, in the MRZ's spelling, including fillers; `?` in cells that it does not
 * determine.
 */
export type PrintedTexts = Partial<Record<SlotName, string>>

// Both were chosen on drawn zones and measured on others (lab/training/mrz/read-drawn-zones.ts, models/mrz.md).
/**
 * How many times more likely a character becomes if it is printed. A cell follows the print if the reader gave the
 * printed character 5 % or more; a clearly read cell does not, so that a forged print still differs from the MRZ.
 */
const PRINTED = 20
/** A letter between two digits of a number: some issuers write one there, but readers confuse 0 with O more often. */
const LETTER_BETWEEN_DIGITS = 0.1

/** The probability of every character, weighted by its neighbours and by what is printed. */
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
