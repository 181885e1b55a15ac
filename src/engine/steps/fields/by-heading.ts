import { countryOf } from '../../../domain/countries.ts'
import type { Size } from '../../picture.ts'
import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** ICAO Doc 9303 part 4, 4.1.1.1: a passport's heading shows P and the issuing state's code, each standing alone. */
export function byHeading(spans: readonly Span[], country: string, reading: Reading, { height }: Size): Candidate[] {
  const upper = spans.filter(({ box }) => box.y < height / 2)
  const code = upper.find(({ text }) => /^(?:[A-Z]{3}|D)$/.test(text) && countryOf(text)?.alpha3 === country)
  const type = upper.find(({ text }) => /^P[A-Z<]?$/.test(text))
  const candidates = [
    code && asValue('issuing_state_code', code, 0.9, reading),
    type && asValue('document_class_code', type, 0.9, reading),
  ]
  return candidates.filter((candidate) => candidate !== undefined)
}
