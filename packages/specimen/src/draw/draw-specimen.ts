import { issueDocument } from '../issue/issue.ts'
import type { Person } from '../issue/person.ts'
import type { Fault, Kind, Truth } from '../issue/truth.ts'
import { drawEuLicence } from './layouts/eu-licence.ts'
import { drawIdentityCard } from './layouts/identity-card.ts'
import type { Layout } from './layouts/layout.ts'
import { drawPassport } from './layouts/passport.ts'
import { drawTd2Card } from './layouts/td2-card.ts'
import { drawUsLicence } from './layouts/us-licence.ts'
import { drawVisaA, drawVisaB } from './layouts/visa.ts'
import { loadPortrait, type Portrait } from './portrait.ts'
import { type Sheet, sideTruth } from './sheet.ts'

export interface SpecimenOptions {
  kind: Kind
  /** ISO alpha-3 code or MRZ code of a state with a layout; the fictional Utopia by default. */
  country?: string
  seed?: number | string
  /**
   * Documents with the same number are printed on the same background, as an issuer's are; otherwise each has its own.
   */
  paper?: number
  faults?: Fault[]
  /** ISO date on which the document is shown; decides what expired means. Today by default. */
  today?: string
  person?: Person
  /** Postal abbreviation of the issuer of a US licence. */
  region?: string
  /** To match the portrait, if the person is invented. */
  sex?: 'M' | 'F'
  portrait?: Portrait
  /** JPEG of quality 95 by default; PNG takes several times as long. */
  format?: 'png' | 'jpeg'
}

export interface Specimen {
  front: Uint8Array
  back?: Uint8Array
  truth: Truth
}

/** Draws an invented document and returns its content. The same options give the same pictures. */
export async function drawSpecimen(options: SpecimenOptions): Promise<Specimen> {
  const { kind, seed = 1, faults = [], today = new Date().toISOString().slice(0, 10), format = 'jpeg' } = options
  const country = options.country ?? (kind === 'us-licence' ? 'USA' : 'UTO')
  const { person: holder, sex, region: issuer } = options
  const issue = issueDocument({
    kind,
    country,
    seed,
    faults,
    today,
    ...(holder && { person: holder }),
    ...(sex && { sex }),
    ...(issuer && { region: issuer }),
    ...(options.paper !== undefined && { paper: options.paper }),
  })
  const portrait = options.portrait && (await loadPortrait(options.portrait, engraved.has(kind)))
  const { sheets, mrz, barcode, region } = layouts[kind](issue, portrait)
  const [front, back] = sheets
  if (!front) throw new Error(`the layout of ${kind} drew no side`)
  const { person } = issue
  return {
    front: encode(front, format),
    ...(back ? { back: encode(back, format) } : {}),
    truth: {
      kind,
      country: issue.state.code,
      ...(region ? { region } : {}),
      type: issue.type,
      twoSided: sheets.length > 1,
      faults,
      holder: {
        surname: person.surname.latin,
        givenNames: person.givenNames.latin,
        dateOfBirth: person.dateOfBirth,
        sex: person.sex,
        nationality: issue.nationality.code,
      },
      documentNumber: issue.number,
      dateOfIssue: issue.dateOfIssue,
      dateOfExpiry: issue.dateOfExpiry,
      ...(mrz ? { mrz } : {}),
      ...(barcode ? { barcode } : {}),
      ...(issue.altered ? { altered: issue.altered } : {}),
      sides: sheets.map(sideTruth),
    },
  }
}

const layouts: Record<Kind, Layout> = {
  td3: drawPassport,
  td1: drawIdentityCard,
  td2: drawTd2Card,
  mrva: drawVisaA,
  mrvb: drawVisaB,
  'us-licence': drawUsLicence,
  'eu-licence': drawEuLicence,
}

/** Kinds whose portrait is engraved into plastic, without colour. */
const engraved: ReadonlySet<Kind> = new Set(['td1', 'eu-licence'])

function encode({ canvas }: Sheet, format: 'png' | 'jpeg'): Uint8Array {
  return format === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 95)
}
