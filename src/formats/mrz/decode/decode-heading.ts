import { headingLine, type MrzFormat, type SlotName } from '../formats.ts'
import type { AlignedLine } from './align-cells.ts'
import { ALL, CAPITALS, characterTexts, countryTexts } from './slot-options.ts'

export interface Heading {
  slots: Partial<Record<SlotName, { text: string; posterior: number }>>
  /** Document code and issuer, five characters. */
  issuer: string
  posterior: number
  score: number
}

/** The probability of a first letter that is unusual for the format. */
const UNUSUAL = 0.01
/** The probability of a digit as the second character, as driving licences and US cards have it. */
const DIGIT_IN_CODE = 0.1

/**
 * The number of readings of each part that are combined: for three unreadable letters, every country is equally likely.
 */
const MOST = 30

/** Decodes document code and issuer together, since formats of one size differ only in them. */
export function decodeHeading(format: MrzFormat, lines: readonly AlignedLine[]): Heading {
  const row = headingLine(format)
  const [first, second, ...country] = lines[row]?.chances.slice(0, 5) ?? []
  if (!first || !second) throw new Error('a heading of five characters is needed')
  const options: { text: string; weight: number }[] = []
  for (const issuer of countryTexts(country).slice(0, MOST)) {
    for (const a of characterTexts(first, CAPITALS).slice(0, MOST)) {
      for (const b of characterTexts(second, ALL).slice(0, MOST)) {
        const text = `${a.text}${b.text}${issuer.text}`
        if (!format.start.test(text)) continue
        const prior = (format.usual.includes(a.text) ? 1 : UNUSUAL) * (/\d/.test(b.text) ? DIGIT_IN_CODE : 1)
        options.push({ text, weight: issuer.weight * a.weight * b.weight * prior })
      }
    }
  }
  const best = options.reduce((a, b) => (b.weight > a.weight ? b : a), { text: '<<<<<', weight: 0 })
  const total = options.reduce((sum, { weight }) => sum + weight, 0)
  const share = (matches: (text: string) => boolean) =>
    options.reduce((sum, { text, weight }) => sum + (matches(text) ? weight : 0), 0) / total
  return {
    slots: {
      document_code: {
        text: best.text.slice(0, 2),
        posterior: share((text) => text.slice(0, 2) === best.text.slice(0, 2)),
      },
      issuing_state_or_organization: {
        text: best.text.slice(2),
        posterior: share((text) => text.slice(2) === best.text.slice(2)),
      },
    },
    issuer: best.text,
    posterior: best.weight / total,
    score: Math.log(best.weight),
  }
}
