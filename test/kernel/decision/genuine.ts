import '../../../src/features/index.ts'
import type { BarcodeReading } from '../../../src/formats/aamva/barcode-reading.ts'
import type { MrzReading } from '../../../src/formats/mrz/mrz-reading.ts'
import type { VisualField } from '../../../src/formats/visual-field.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import type { Evidence } from '../../../src/kernel/decision/factors/factor.ts'
import type { GradedFactorName } from '../../../src/kernel/decision/factors/index.ts'
import type { Policy } from '../../../src/kernel/decision/policy.ts'
import type { FactorRule } from '../../../src/kernel/decision/rule.ts'
import type { PageReading } from '../../../src/vision/document/page-reading.ts'
import type { FaceReading } from '../../../src/vision/face/face-reading.ts'
import type { FaceTemplate } from '../../../src/vision/face/face-template.ts'

/** Evidence of honest people with fictional names, for tests to spoil one thing at a time. */

export const today = '2026-06-15'

export const template = (...values: number[]): FaceTemplate => ({
  model: 'test-embedder',
  values,
  curve: [
    [-1, 0],
    [0.4, 50],
    [1, 100],
  ],
})

export const field = (name: VisualField['name'], value: string, extra: Partial<VisualField> = {}): VisualField => ({
  name,
  value,
  confidence: 96,
  pageSide: 'FRONT',
  ...extra,
})

/** ICAO 9303's own specimen person of the state of Utopia. */
export const mrz = (): MrzReading => ({
  fields: {
    mrz_type: 'TD3',
    document_code: 'P',
    issuing_state_or_organization: 'UTO',
    primary_identifier: 'ERIKSSON',
    secondary_identifier: 'ANNA MARIA',
    document_number: 'L898902C3',
    nationality: 'UTO',
    date_of_birth: '740812',
    sex: 'F',
    date_of_expiry: '320415',
  },
  lines: [],
  checks: [
    { name: 'document_number', valid: true },
    { name: 'date_of_birth', valid: true },
    { name: 'date_of_expiry', valid: true },
    { name: 'personal_number_or_optional_data', valid: true },
    { name: 'composite', valid: true },
  ],
  dateOfBirth: '1974-08-12',
  dateOfExpiry: '2032-04-15',
  confidence: 97,
  repaired: false,
})

export const passportPage = (extra: Partial<PageReading> = {}): PageReading => ({
  side: 'FRONT',
  twoSided: false,
  country: 'UTO',
  type: 'PASSPORT',
  documentName: 'Utopia Passport',
  visual: [
    field('surname', 'ERIKSSON'),
    field('given_name', 'ANNA MARIA'),
    field('document_number', 'L898902C3'),
    field('date_of_birth', '12 AUG 1974', { date: '1974-08-12' }),
    field('date_of_issue', '16 APR 2022', { date: '2022-04-16' }),
    field('date_of_expiry', '15 APR 2032', { date: '2032-04-15' }),
    field('sex', 'F'),
  ],
  mrz: mrz(),
  features: { mrz: true, barcode: false },
  portrait: template(1, 0),
  recapture: { score: 93, kinds: { original: 0.93, screen: 0.04, copy: 0.03 } },
  hints: [],
  models: [{ name: 'test-reader', sha256: '0'.repeat(64) }],
  ...extra,
})

/** The same of an issuer that exists: in live mode a document of Utopia is a specimen, which speaks against it. */
export const issuedPage = (extra: Partial<PageReading> = {}): PageReading => {
  const read = mrz()
  const fields = { ...read.fields, issuing_state_or_organization: 'XOM' }
  return passportPage({ country: 'XOM', mrz: { ...read, fields }, ...extra })
}

export const barcode = (): BarcodeReading => ({
  symbology: 'PDF417',
  fields: {
    document_number: 'D1234567',
    primary_identifier: 'SAMPLE',
    secondary_identifier: 'JANE',
    date_of_birth: '19840229',
    sex: 'F',
  },
  dateOfBirth: '1984-02-29',
  dateOfExpiry: '2029-02-28',
})

/** A licence with a barcode on its back and no MRZ. */
export const licencePages = (): PageReading[] => {
  const card = {
    twoSided: true,
    country: 'USA',
    type: 'DRIVER_LICENSE',
    documentName: 'United States Driver License',
    features: { mrz: false, barcode: true },
    hints: [],
    models: [],
    recapture: { score: 88, kinds: {} },
  } as const satisfies Partial<PageReading>
  return [
    {
      ...card,
      hints: [],
      models: [],
      side: 'FRONT',
      portrait: template(1, 0),
      visual: [
        field('surname', 'SAMPLE'),
        field('given_name', 'JANE'),
        field('document_number', 'D1234567'),
        field('date_of_birth', '02/29/1984', { date: '1984-02-29' }),
        field('date_of_expiry', '02/28/2029', { date: '2029-02-28' }),
        field('sex', 'F'),
      ],
    },
    { ...card, hints: [], models: [], side: 'BACK', visual: [], barcode: barcode() },
  ]
}

export const selfie = (extra: Partial<FaceReading> = {}): FaceReading => ({
  template: template(0.9, 0.2),
  liveness: { score: 91, kinds: { live: 0.91 } },
  pose: { yaw: 2, pitch: -3, roll: 1 },
  hints: [],
  models: [],
  ...extra,
})

export const passport = (page: Partial<PageReading> = {}, extra: Partial<Evidence> = {}): Evidence => ({
  document: { pages: [passportPage(page)] },
  face: selfie(),
  mode: 'test',
  steps: ['document', 'face'],
  today,
  ...extra,
})

export const licence = (extra: Partial<Evidence> = {}): Evidence => ({
  document: { pages: licencePages() },
  face: selfie(),
  mode: 'test',
  steps: ['document', 'face'],
  today,
  ...extra,
})

export const withRule = (
  name: GradedFactorName,
  rule: Partial<FactorRule>,
  policy: Policy = defaultPolicy(),
): Policy => ({
  ...policy,
  factors: { ...policy.factors, [name]: { ...policy.factors[name], ...rule } },
})
