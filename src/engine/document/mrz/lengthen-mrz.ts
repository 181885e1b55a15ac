import type { Size } from '../../picture/picture.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import type { TextLine } from '../../text/read-text.ts'

/** ICAO Doc 9303 parts 4 to 7: characters a line, and how many lines. */
const FORMS = [
  { length: 30, lines: 3 },
  { length: 36, lines: 2 },
  { length: 44, lines: 2 },
] as const

/**
 * Where the lines of an MRZ must lie if only their beginnings were found: long runs of fillers are faint, and the text finder
 * stops at them. Each group holds the full-length lines of one format, extrapolated from the pitch of what was read.
 */
export function lengthenMrz(lines: readonly TextLine[], { width }: Size): Quad[][] {
  const begun = lines.filter(({ text }) => BEGINNING.test(text.replaceAll(' ', '')))
  return FORMS.flatMap(({ length, lines: count }) => {
    const group = pickLowest(begun, count)
    if (!group) return []
    const left = Math.min(...group.map(({ box }) => box.x))
    const pitch = Math.max(...group.map(({ text, box }) => box.width / text.replaceAll(' ', '').length))
    const right = left + pitch * length
    const fits = right <= width && group.some(({ text }) => text.includes('<<'))
    return fits ? [group.map(({ box }) => quadOf({ ...box, x: left, width: right - left }))] : []
  })
}

/** A third of the shortest line. */
const BEGINNING = /^[A-Z0-9<]{10,}$/

/** The lowest `count` lines, provided they start in one column, each close below the other. */
function pickLowest(begun: readonly TextLine[], count: number): TextLine[] | undefined {
  const sorted = begun.toSorted((a, b) => a.box.y - b.box.y)
  const group = sorted.slice(-count)
  const together = group.every(({ box }, i) => {
    const above = group[i - 1]?.box
    return !above || (Math.abs(box.x - above.x) < box.height && box.y - above.y < 3 * box.height)
  })
  return group.length === count && together ? group : undefined
}
