import type { Assurance } from '../vocabulary.ts'

/**
 * What was measured of a level, on issuers and kinds of attack that no net or limit was chosen on:
 * `npm run evaluate -- --only assurance` writes it.
 */
export interface LevelFigures {
  level: Assurance
  /** Genuine people with easy and ordinary captures; the 95 % interval of the share approved. */
  genuine: {
    n: number
    approved: number
    low: number
    high: number
    referred: number
    rejected: number
    refused: number
  }
  attacks: { n: number; approved: number; low: number; high: number }
  /** The kind of attack that is approved most often. */
  worst: { name: string; n: number; approved: number }
  reviewerHoursPer1000: number
}

/** One line for whoever chooses. Nobody in it brings a proof, which is what the highest level asks for. */
export function figuresInWords({ level, genuine, attacks, worst, reviewerHoursPer1000 }: LevelFigures): string {
  const hours = reviewerHoursPer1000.toFixed(1)
  const most = worst.approved ? `, most of “${worst.name}” (${worst.approved} of ${worst.n})` : ''
  const without = level === 'high' ? ', without chip, wallet or signed barcode' : ''
  return `${percent(genuine.approved, genuine.n)} of genuine people approved (${genuine.approved} of ${genuine.n}${without}), ${attacks.approved} of ${attacks.n} attacks approved${most}, ${hours} hours of review per 1,000 sessions`
}

const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)} %`
