import type { MrzFormat } from '../formats.ts'
import { type MrzCell, readCharacter } from './cells.ts'

/** A line as it would have been read with a run of one figure counted otherwise. */
export interface Recounted {
  lines: readonly (readonly MrzCell[])[]
  line: number
  /** Of the run. */
  character: string
}

/** Chance that a reader counts a short run of one figure wrong. */
export const MISCOUNTED = 0.002
/** How sure a character can be that was put in. */
const PUT_IN = 0.9

/**
 * A reader that loses or doubles a zero in 0000 gives a line of the wrong length: each run of a figure that may be
 * the cause, counted one longer or one shorter.
 */
export function recounted(format: MrzFormat, lines: readonly (readonly MrzCell[])[]): Recounted[] {
  return lines.flatMap((cells, line) => {
    const missing = (format.lengths[line] ?? 0) - cells.length
    if (missing === 0) return []
    return runsOf(cells).map(({ at, character }) => {
      const put = missing > 0 ? [[{ character, probability: PUT_IN }]] : []
      const changed = cells.toSpliced(at, missing > 0 ? 0 : 1, ...put)
      return { lines: lines.with(line, changed), line, character }
    })
  })
}

/** Where a figure stands twice or more. */
function runsOf(cells: readonly MrzCell[]): { at: number; character: string }[] {
  const read = cells.map(readCharacter)
  return read.flatMap((character, at) =>
    character && /\d/.test(character) && read[at + 1] === character && read[at - 1] !== character
      ? [{ at, character }]
      : [],
  )
}
