import { alpha3Of, sexOf } from '../../../formats/text/compare.ts'
import { barcodeOf, mrzOf, statedDates, visualField } from '../../../kernel/evidence/document/view.ts'
import type { Session } from '../../../kernel/session/session.ts'
import { plainIdentifier } from './list-entry.ts'

/** The person who is compared with the lists, in every spelling that was read in the session. */
export interface ScreenedPerson {
  /** Names in the document's own script, and as written in the MRZ, the barcode and the chip. */
  names: string[]
  /** Complete ISO 8601 dates. */
  births: string[]
  /** ISO 3166 alpha-3: nationality and issuer. */
  countries: string[]
  sex?: 'M' | 'F'
  /** Numbers of the document and of the person, with only capitals and digits. */
  identifiers: string[]
}

/** The person according to the document, its chip and a wallet's credential; without names if none could be read. */
export function personOf({
  document,
  chip,
  credential,
}: Pick<Session, 'document' | 'chip' | 'credential'>): ScreenedPerson {
  const mrz = mrzOf(document)?.fields
  const barcode = barcodeOf(document)?.fields
  const printed = (name: Parameters<typeof visualField>[1]) => visualField(document, name)?.value
  const whole = (last: string | undefined, first: string | undefined) => [first, last].filter(Boolean).join(' ')
  const fromChip = chip?.mrz
  const shown = credential?.claims ?? {}
  const sexes = [fromChip?.fields.sex, mrz?.sex, printed('sex')].flatMap((value) =>
    value ? (sexOf(value, document?.pages[0]) ?? []) : [],
  )
  const sex = sexes.find((each) => each !== 'X')
  return {
    names: unique([
      whole(printed('surname'), printed('given_name')),
      printed('surname_and_given_names'),
      whole(mrz?.primary_identifier, mrz?.secondary_identifier),
      whole(barcode?.primary_identifier, barcode?.secondary_identifier),
      whole(fromChip?.fields.primary_identifier, fromChip?.fields.secondary_identifier),
      chip?.holder?.fullName,
      whole(shown.family_name, shown.given_name),
    ]),
    births: unique([
      ...statedDates(document, 'date_of_birth').map(({ date }) => date),
      fromChip?.dateOfBirth,
      chip?.holder?.dateOfBirth,
      shown.birth_date,
    ]),
    countries: unique(
      [
        mrz?.nationality,
        printed('nationality'),
        fromChip?.fields.nationality,
        document?.pages[0]?.country,
        ...(shown.nationality?.split(', ') ?? []),
        shown.issuing_country,
      ].map((stated) => stated && alpha3Of(stated)),
    ),
    ...(sex && { sex }),
    identifiers: unique(
      [
        mrz?.document_number,
        printed('document_number'),
        barcode?.document_number,
        printed('personal_number'),
        fromChip?.fields.document_number,
        chip?.holder?.personalNumber,
        shown.document_number,
      ].map((number) => number && plainIdentifier(number)),
    ).filter((number) => number.length >= 5),
  }
}

/** The key of a person for dismissals: another name or birth date is another person. */
export const personKey = ({ names, births }: ScreenedPerson): string =>
  [
    ...names
      .map((name) =>
        name
          .toUpperCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim(),
      )
      .sort(),
    ...births.toSorted(),
  ].join('|')

const unique = (values: (string | undefined)[]): string[] => [
  ...new Set(values.map((value) => value?.trim() ?? '').filter(Boolean)),
]
