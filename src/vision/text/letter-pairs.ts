/**
 * Which lines can be similar to a word, by their pairs of adjacent letters, before they are compared letter by letter.
 * Pairs are numbered by a hash. Where two have the same number, a line may be compared in vain, but none is missed.
 */
export interface LetterPairs {
  /** For each group of lines and each number of a pair, a bit for each line that has it. */
  groups: Int32Array[]
}

/** The lines of a group: the bits of a number. */
export const MASK_LINES = 32

const NUMBERS = 4096

const numberOf = (first: number, second: number): number => (first * 61 + second * 7) & (NUMBERS - 1)

/** The number of each pair of adjacent letters of a word. */
export const pairsOf = (word: string): Uint16Array =>
  Uint16Array.from({ length: Math.max(0, word.length - 1) }, (_, i) =>
    numberOf(word.charCodeAt(i), word.charCodeAt(i + 1)),
  )

export function letterPairs(lines: readonly string[]): LetterPairs {
  const groups = Array.from({ length: Math.ceil(lines.length / MASK_LINES) }, () => new Int32Array(NUMBERS))
  for (const [at, line] of lines.entries()) {
    const group = groups[Math.floor(at / MASK_LINES)] as Int32Array
    const bit = 1 << (at % MASK_LINES)
    for (let i = 1; i < line.length; i++) {
      const pair = numberOf(line.charCodeAt(i - 1), line.charCodeAt(i))
      group[pair] = (group[pair] as number) | bit
    }
  }
  return { groups }
}

/**
 * The lines of a group that can have a passage in which at most `most` letters of the word differ: a bit for each. Of
 * one part more than that, one must be in the line as it is, with all of its pairs.
 */
export function linesWith({ groups }: LetterPairs, pairs: Uint16Array, most: number, which: number): number {
  const group = groups[which]
  if (!group) return 0
  const length = pairs.length + 1
  let found = 0
  for (let part = 0, from = 0; part <= most; part++) {
    const to = Math.floor(((part + 1) * length) / (most + 1))
    let left = -1
    for (let i = from; i + 1 < to && left; i++) left &= group[pairs[i] as number] as number
    found |= left
    if (found === -1) return -1
    from = to
  }
  return found
}
