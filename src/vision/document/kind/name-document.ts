import type { DocumentType } from '../../../formats/document-words.ts'
import { countryOf } from '../../../formats/text/countries.ts'
import { longDate } from '../../../formats/text/dates.ts'
import type { VisualField } from '../../../formats/visual-field.ts'
import type { Classification } from './classify.ts'

const TYPE_NAMES: Record<DocumentType, string> = {
  PASSPORT: 'Passport',
  IDENTITY_CARD: 'Identity Card',
  DRIVER_LICENSE: 'Driver License',
  VISA: 'Visa',
  RESIDENCE_PERMIT: 'Residence Permit',
  OTHER: 'Unnamed Document',
}

/**
 * Country, optional region, type, release year and optional version in words, and the year separately; `revised` is the
 * revision date of the design from the barcode.
 */
export function nameDocument(
  { country, region, type, model }: Classification,
  visual: readonly VisualField[],
  revised?: string,
): { documentName: string; releaseYear?: string } {
  const place = country && (countryOf(country)?.name ?? country)
  const releaseYear = revisionYear(revised) ?? releaseYearOf(model?.releases, visual)
  const name = [place, region ?? model?.region, TYPE_NAMES[type]].filter(Boolean).join(' - ')
  const details = [releaseYear, model?.version].filter(Boolean).join(', ')
  return { documentName: details ? `${name} (${details})` : name, ...(releaseYear ? { releaseYear } : {}) }
}

/** AAMVA DL/ID card design standard, annex D: DDB is the date of the card's design, MMDDCCYY in the United States. */
const revisionYear = (revised: string | undefined): string | undefined =>
  revised === undefined ? undefined : longDate(revised, 'MDY')?.slice(0, 4)

/** The latest model released before this one was issued; unknown without a date of issue. */
function releaseYearOf(releases: readonly string[] | undefined, visual: readonly VisualField[]): string | undefined {
  const issued = visual.find(({ name }) => name === 'date_of_issue')?.date?.slice(0, 4)
  return issued && releases?.findLast((year) => year <= issued)
}
