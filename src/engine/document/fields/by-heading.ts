import { countryOf } from '../../../domain/text/countries.ts'
import type { Size } from '../../picture/picture.ts'
import type { Candidate, Span } from './candidate.ts'
import { asValue, type Reading } from './value.ts'

/** ICAO Doc 9303 part 4, 4.1.1.1: a passport's heading shows P, the issuing state's code and the number in one row, each standing alone. */
export function byHeading(spans: readonly Span[], country: string, reading: Reading, { height }: Size): Candidate[] {
  const upper = spans.filter(({ box }) => box.y < height / 2)
  const code = upper.find(({ text }) => /^(?:[A-Z]{3}|D)$/.test(text) && countryOf(text)?.alpha3 === country)
  const type = upper.find(({ text }) => /^P[A-Z<]?$/.test(text))
  const number = code && upper.find((span) => isNumber(span.text) && standsBehind(span, code))
  const candidates = [
    code && asValue('issuing_state_code', code, 0.9, 'heading', reading),
    type && asValue('document_class_code', type, 0.9, 'heading', reading),
    number && asValue('document_number', number, 0.8, 'heading', reading),
  ]
  return candidates.filter((candidate) => candidate !== undefined)
}

/** Nine characters at most in an MRZ; printed numbers of passports have at least six, most of them digits. */
const isNumber = (text: string): boolean => /^[A-Z0-9]{6,9}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 5

const standsBehind = ({ box }: Span, { box: code }: Span): boolean =>
  box.x > code.x + code.width && Math.abs(box.y + box.height / 2 - code.y - code.height / 2) < code.height
