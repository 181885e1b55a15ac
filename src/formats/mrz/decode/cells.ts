/** One reading of a character cell. */
interface MrzCandidate {
  character: string
  probability: number
}

/** The readings of a cell, best first. The remainder to 1 is the probability that there is no character at all. */
export type MrzCell = readonly MrzCandidate[]

/** The 37 characters of an MRZ (ICAO 9303 part 3, 4.3). */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<'

export const indexOf = (character: string): number => ALPHABET.indexOf(character)

/** Characters that readers confuse in OCR-B and similar fonts, the more likely one first. */
const CONFUSABLE: Readonly<Record<string, string>> = confusions(
  'O0 Q0 D0 I1 Z2 S5 B8 G6 A4 T7 OQ OD QD UO UV L1 IL T1 17 Z7 E3 GC K< C< E< L< X< R8 PR HN MN MW VY KX HK F< FE FP 8S 96 5G',
)

/**
 * The share of a reading that goes to the characters it is often confused with, whatever the reader itself says: half
 * of the reader's own doubt, within these bounds.
 */
const CONFUSION = { least: 5e-4, most: 0.02 }

/** The probability of any character whatever was read, so that no reading is beyond doubt. */
const FLOOR = 1e-5

/**
 * The mean probability that a general text reader reads a character of an MRZ correctly: half a per cent of them are
 * wrong (measured on synthetic and real lines with the Latin text model).
 */
const TEXT_ACCURACY = 0.995
/** The share of its errors that are confusions with a similar character; it gives no alternatives of its own. */
const TEXT_CONFUSION = 0.02
/** Numbers contain more digits than letters, so a digit is less often a misread letter than the other way round. */
const DIGIT_MISREAD = 0.3

/** The probability of each of the 37 characters, given what was read in the cell. */
export function emission(cell: MrzCell): Float64Array {
  const chances = new Float64Array(ALPHABET.length).fill(FLOOR)
  const doubt = (1 - (cell[0]?.probability ?? 0)) / 2
  const confused = Math.min(Math.max(doubt, CONFUSION.least), CONFUSION.most)
  for (const { character, probability } of cell) {
    const index = indexOf(character)
    if (index < 0) continue
    const others = CONFUSABLE[character] ?? ''
    const kept = others === '' ? 1 : 1 - confused
    chances[index] = (chances[index] ?? 0) + probability * kept
    for (const [rank, other] of Array.from(others).entries()) {
      const at = indexOf(other)
      chances[at] = (chances[at] ?? 0) + probability * confused * share(rank, others.length)
    }
  }
  return chances
}

/** The character that was read, or undefined for a cell that could be any character. */
export function readCharacter(cell: MrzCell): string | undefined {
  return cell === UNKNOWN ? undefined : cell[0]?.character
}

/** Cells from the text of a general reader, which writes other characters and spaces for fillers. */
export function cellsOfText(text: string, accuracy: number = TEXT_ACCURACY): MrzCell[] {
  const characters = Array.from(fillersMended(text.toUpperCase().trim()))
  return characters.map((character, index) => {
    if (character === ' ') return [{ character: '<', probability: 0.5 }]
    if (indexOf(character) < 0) return UNKNOWN
    const moved = boundaryMoved(characters, index)
    if (moved) return readings([character, 1 - MISCOUNTED_ZEROS], [moved, MISCOUNTED_ZEROS])
    const others = Array.from(CONFUSABLE[character] ?? '')
    const filler = others.includes('<') ? fillerMisread(characters, index) : 0
    if (filler > 0) return readings([character, 1 - filler], ['<', filler])
    const confused = others.map((other, rank) => {
      const rarely = isDigit(character) && !isDigit(other) ? DIGIT_MISREAD : 1
      return [other, TEXT_CONFUSION * share(rank, others.length) * rarely] as const
    })
    return readings([character, accuracy], ...confused)
  })
}

/** The cell with these readings, best first. */
function readings(...chances: (readonly [character: string, probability: number])[]): MrzCell {
  return chances
    .map(([character, probability]) => ({ character, probability }))
    .sort((a, b) => b.probability - a.probability)
}

/**
 * The probability that a single K or the like between fillers is a filler: an initial has one filler before it, rarely
 * two.
 */
function fillerMisread(characters: readonly string[], index: number): number {
  const [second, first, , next] = characters.slice(Math.max(index - 2, 0), index + 2)
  if (index < 2 || first !== '<' || next !== '<') return 0
  return second === '<' ? 0.9 : 0.4
}

/**
 * The probability that the last zero before the fillers is a filler, or the first filler a zero, as for runs of three
 * to four (SLIP_IN_RUN).
 */
const MISCOUNTED_ZEROS = 0.06

/**
 * The character here if a run of zeros before fillers is one longer or one shorter. No check digit sees the difference.
 */
function boundaryMoved(characters: readonly string[], index: number): string | undefined {
  const [second, first, here, next] = [index - 2, index - 1, index, index + 1].map((at) => characters[at])
  if (first !== '0') return undefined
  if (here === '0' && next === '<') return '<'
  return here === '<' && second === '0' ? '0' : undefined
}

const isDigit = (character: string): boolean => /\d/.test(character)

/** A character of another alphabet is most likely some character of ours. */
const UNKNOWN: MrzCell = Array.from(ALPHABET, (character) => ({ character, probability: 0.9 / ALPHABET.length }))

/** Each similar character is half as likely as the one before. */
const share = (rank: number, count: number): number => 0.5 ** (rank + 1) / (1 - 0.5 ** count)

function fillersMended(text: string): string {
  return text
    .replace(/[«»]/g, '<<')
    .replace(/[‹›≤≥>({[\]})]/g, '<')
    .replace(/\s/g, ' ')
}

function confusions(pairs: string): Record<string, string> {
  const table: Record<string, string> = {}
  for (const [a = '', b = ''] of pairs.split(' ').map((pair) => Array.from(pair))) {
    table[a] = `${table[a] ?? ''}${b}`
    table[b] = `${table[b] ?? ''}${a}`
  }
  return table
}
