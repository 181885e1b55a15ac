import { type Candidate, type Span, slice } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** The last line of an address in North America. */
const LAST = /(?<![A-Z])[A-Z]{2},? {0,2}(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/
/** Its first line begins with the number of the building, after a field number that may be misread. */
const FIRST = /^(?:8\s|\p{Ll}\s?)?\d{1,6}\s?\D/u
/** Numbers in front of the two names, however they were read. */
const NUMBER = /^[124Il|][.,:]?\s?(?=\p{Lu}{2})/u
const NAME = /^\p{Lu}[\p{Lu}\p{M} .'’,-]+$/u

/** As for names above a date of birth: below a number that was read. */
const BY_PLACE = 0.75
/** In line heights. */
const ASIDE = 2
const APART = 2.6

/**
 * AAMVA DL/ID card design standard, annex A: elements 1, 2 and 8 (family name, given names, address) are in one column,
 * one under the other. The first line of the address is where its numbers may be missing.
 */
export function aboveAddress(spans: readonly Span[], reading: Reading): Candidate[] {
  const last = spans.find(({ text }) => LAST.test(text))
  if (!last) return []
  const column = spans
    .filter(({ box }) => Math.abs(box.x - last.box.x) < ASIDE * last.box.height && box.y < last.box.y)
    .filter(({ text }) => text.length > 2)
    .toSorted((a, b) => b.box.y - a.box.y)
  const at = column.findIndex(({ text }) => FIRST.test(text))
  const first = column[at]
  if (!first || at > 1) return []
  const [given, surname] = column.slice(at + 1).map(withoutNumber)
  if (!given || !surname || !NAME.test(given.text) || !NAME.test(surname.text)) return []
  const pitch = APART * Math.max(given.box.height, surname.box.height)
  if (first.box.y - given.box.y > pitch || given.box.y - surname.box.y > pitch) return []
  return [
    asValue('surname', surname, BY_PLACE, 'number', reading),
    asValue('given_name', given, BY_PLACE, 'number', reading),
  ].filter((name) => name !== undefined)
}

function withoutNumber(span: Span): Span {
  const length = NUMBER.exec(span.text)?.[0].length ?? 0
  return length ? slice(span, length, span.text.length) : span
}
