import { partsOf, type Seen, type SeenPart } from './seen.ts'

/** What was seen in a file, as a table for a terminal. */
export function formatSeen(seen: Seen): string {
  const parts = partsOf(seen)
  const names = Math.max(0, ...parts.map(({ name }) => name.length))
  return [`${seen.file}: ${headingOf(seen)}`, ...parts.map((part, index) => rowOf(part, index + 1, names))].join('\n')
}

function headingOf(seen: Seen): string {
  if (seen.is === 'no picture' || seen.is === 'failed') return seen.problem
  if (seen.is === 'refused') {
    const { document, face } = seen.refusals
    const why = [document && `as a document ${document}`, face && `as a face ${face}`].filter(Boolean).join(', ')
    return `not read: ${why}${hintsOf(seen.hints)}`
  }
  if (seen.is === 'face') return `a face${hintsOf(seen.found.reading.hints)}`
  const { type, side, country, documentName, hints } = seen.found.reading
  return `${type}, ${side}, ${country ?? 'country unknown'} (${documentName})${hintsOf(hints)}`
}

const hintsOf = (hints: readonly string[]): string => (hints.length ? `; hints: ${[...new Set(hints)].join(', ')}` : '')

function rowOf({ name, value, score, note }: SeenPart, number: number, width: number): string {
  const sure = score === undefined ? '   ' : String(Math.round(score)).padStart(3)
  return `  ${String(number).padStart(2)}  ${name.padEnd(width)}  ${sure}  ${[value, note && `(${note})`].filter(Boolean).join('  ')}`.trimEnd()
}

/** The same for programs: no numbers of faces, and no pictures. */
export function dataOf(seen: Seen): object {
  if (seen.is === 'document') {
    const { reading, outline, takenAt } = seen.found
    const { portrait, ghost, photograph, portraitPlace, portraitEyes, ...page } = reading
    const places = { ...(portraitPlace && { place: portraitPlace }), ...(portraitEyes && { eyes: portraitEyes }) }
    return {
      file: seen.file,
      is: seen.is,
      ...page,
      ...(portrait && { portrait: places }),
      secondPortrait: ghost !== undefined,
      ...(outline && { outline }),
      ...(takenAt && { takenAt }),
    }
  }
  if (seen.is === 'face') {
    const { reading, head, takenAt } = seen.found
    const { template, photograph, ...face } = reading
    return { file: seen.file, is: seen.is, ...face, ...(head && { head }), ...(takenAt && { takenAt }) }
  }
  return seen
}
