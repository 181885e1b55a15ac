import type { Place } from '../../../formats/place.ts'
import type { NamedField } from '../../engine.ts'
import { type Box, joinBoxes, overlapOf } from '../../picture/box.ts'
import { findWord, fold } from '../../text/fold.ts'
import type { TextLine } from '../../text/read-text.ts'
import { SCRIPTS } from '../../text/scripts.ts'
import type { ModelField } from '../model.ts'
import { boxOf } from '../print.ts'
import type { StudiedPage } from './study-page.ts'

/** A named value on its page: its place, and its text as far as it was read. */
export interface FoundField {
  field: NamedField['field']
  picture: number
  box: Box
  text: string
}

/** The place of a named value: where it was marked, or where it was read. */
export function findNamed(named: NamedField, page: StudiedPage): FoundField | undefined {
  const { field, picture, value } = named
  if (named.box) {
    const box = boxOf(named.box, page.document)
    return { field, picture, box, text: value ?? textIn(box, page.lines) }
  }
  const found = value && bestOf(value, field, page)
  return found ? { field, picture, box: found.box, text: value } : undefined
}

const textIn = (box: Box, lines: readonly TextLine[]): string =>
  lines
    .filter(({ box: { x, y, width, height } }) => {
      const [across, down] = [x + width / 2, y + height / 2]
      return across > box.x && across < box.x + box.width && down > box.y && down < box.y + box.height
    })
    .map(({ text }) => text)
    .join(' ')

interface Hit {
  box: Box
  /** Lower is better. */
  cost: number
}

/** The share of letters that may be misread in a value that is searched for. */
const MAX_ERRORS = 0.25
/** A text this short is part of many lines: it must be on its own. */
const SHORT = 2

function bestOf(value: string, field: NamedField['field'], { lines, suggested }: StudiedPage): Hit | undefined {
  const wanted = fold(value)
  if (!wanted) return undefined
  const hits = lines.flatMap(({ text, box }, i): Hit[] => {
    const isSuggested = suggested.get(i)?.some(({ name }) => name === field) ?? false
    const bonus = isSuggested ? 0 : 0.2
    const { folded, starts } = foldedWithStarts(text)
    if (folded === wanted) return [{ box, cost: bonus }]
    if (wanted.length <= SHORT) {
      const at = tokenAt(text, wanted)
      return at === undefined ? [] : [{ box: stretch(box, text, at, at + value.length), cost: bonus + 0.15 }]
    }
    const { distance, start, end } = findWord(folded, wanted)
    if (distance > MAX_ERRORS * wanted.length || end <= start) return []
    const part = stretch(box, text, starts[start] ?? 0, (starts[end - 1] ?? text.length - 1) + 1)
    return [{ box: part, cost: bonus + distance / wanted.length + 0.1 * (1 - wanted.length / folded.length) }]
  })
  return hits.toSorted((a, b) => a.cost - b.cost)[0]
}

/** The part of a line's box that a range of its characters covers. */
export const stretch = (box: Box, text: string, start: number, end: number): Box => ({
  ...box,
  x: box.x + (box.width * start) / Math.max(1, text.length),
  width: (box.width * (end - start)) / Math.max(1, text.length),
})

function tokenAt(text: string, wanted: string): number | undefined {
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) if (fold(token) === wanted) return index
  return undefined
}

function foldedWithStarts(text: string): { folded: string; starts: number[] } {
  let folded = ''
  const starts: number[] = []
  for (const [at, letter] of [...text].entries()) {
    for (const part of fold(letter)) {
      folded += part
      starts.push(at)
    }
  }
  return { folded, starts }
}

type Placed = FoundField & { place: Place }

/** The place and script of each field; a field may be in two places, in two scripts. */
export function describeFields(found: readonly Placed[]): ModelField[] {
  const groups: Placed[][] = []
  for (const each of found) {
    const near = groups.find(
      ([first]) => first && first.field === each.field && overlapOf(first.place, each.place) > 0.3,
    )
    if (near) near.push(each)
    else groups.push([each])
  }
  return groups.map((group) => {
    const script = SCRIPTS.find(({ letters }) => group.some(({ text }) => letters.test(text)))
    return {
      name: (group[0] as Placed).field,
      box: joinBoxes(group.map(({ place }) => place)),
      ...(script ? { script: script.name } : {}),
    }
  })
}
