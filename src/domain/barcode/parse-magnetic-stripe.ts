import { accept, type Result, refuse } from '../result.ts'
import { isoDate } from '../text/dates.ts'
import { JURISDICTIONS, type Jurisdiction } from './aamva-jurisdictions.ts'
import type { PersonNames } from './aamva-names.ts'

interface StripeReading {
  iin: string
  jurisdiction?: Jurisdiction
  names: PersonNames
  documentNumber: string
  dateOfBirth?: string
  sex?: 'M' | 'F' | 'X'
}

/**
 * Three magnetic stripe tracks written into a barcode, as British Columbia does (AAMVA card design standard, annex F):
 * names on track 1, issuer, number and dates on track 2, sex on track 3.
 */
export function parseMagneticStripe(text: string): Result<StripeReading, 'NOT_A_STRIPE'> {
  const track2 = text.match(/;(\d{6})([\dA-Z]{1,13})=(\d{4})(\d{4})(\d{2})(\d{2})(\d*)/)
  const track1 = text.match(/%[A-Z]{2}[^^?]{1,13}\^?([^^?]+)\^/)
  if (!track1 || !track2) return refuse('NOT_A_STRIPE')

  const [, iin = '', number = '', , year, month, day, overflow = ''] = track2
  const reading: StripeReading = { iin, names: namesOf(track1[1] ?? ''), documentNumber: `${number}${overflow}` }
  const jurisdiction = JURISDICTIONS[iin]
  if (jurisdiction) reading.jurisdiction = jurisdiction
  const dateOfBirth = isoDate(Number(year), Number(month), Number(day))
  if (dateOfBirth) reading.dateOfBirth = dateOfBirth
  const sex = sexOf(text)
  if (sex) reading.sex = sex
  return accept(reading)
}

/** Surname, given names and middle names between dollar signs. */
function namesOf(text: string): PersonNames {
  const [surname = '', ...given] = text.split('$').map((part) => part.replace(/,/g, ' ').trim())
  const names: PersonNames = { surname }
  const givenNames = given.filter(Boolean).join(' ')
  if (givenNames) names.givenNames = givenNames
  return names
}

/** Track 3: two version characters, postal code (11), class (2), restrictions (10), endorsements (4), then the sex. */
function sexOf(text: string): 'M' | 'F' | 'X' | undefined {
  const [, sex] = text.match(/\?[^%#]*[%#].{2}.{11}.{2}.{10}.{4}([MFX129])/s) ?? []
  if (sex === undefined) return undefined
  return sex === 'M' || sex === '1' ? 'M' : sex === 'F' || sex === '2' ? 'F' : 'X'
}
