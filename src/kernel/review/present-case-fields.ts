import type { SealFields } from '../../features/seal/seal-reading.ts'
import {
  type BarcodeFieldName,
  type MrzFieldName,
  type PageSide,
  VISUAL_FIELDS,
  type VisualFieldName,
} from '../../formats/document-words.ts'
import { placeOfMrzField } from '../../formats/mrz/formats.ts'
import type { Place } from '../../formats/place.ts'
import { tracesOf } from '../../vision/document/checks/trace-checks.ts'
import type { PageReading } from '../../vision/document/page-reading.ts'
import { OPERATING_POINT } from '../../vision/operating-point.ts'
import type { SidePlace } from '../contract/place.ts'
import type { FactorResult } from '../decision/decide.ts'
import type { IdentityDocument } from '../evidence/document/document.ts'
import { barcodeOf, mrzOf, visualField } from '../evidence/document/view.ts'
import type { Session } from '../session/session.ts'
import type { CaseField, CaseView, FieldValue } from './contract/console-case.ts'

/** The names of the visual zone's fields in the MRZ and the barcode. */
const IN_MRZ: Partial<Record<VisualFieldName, MrzFieldName>> = {
  surname: 'primary_identifier',
  given_name: 'secondary_identifier',
  document_number: 'document_number',
  personal_number: 'personal_number_or_optional_data',
  nationality: 'nationality',
  issuing_state_code: 'issuing_state_or_organization',
  document_class_code: 'document_code',
  date_of_birth: 'date_of_birth',
  date_of_expiry: 'date_of_expiry',
  sex: 'sex',
}
const IN_BARCODE: Partial<Record<VisualFieldName, BarcodeFieldName>> = {
  surname: 'primary_identifier',
  given_name: 'secondary_identifier',
  document_number: 'document_number',
  document_class_code: 'document_code',
  date_of_birth: 'date_of_birth',
  sex: 'sex',
}

/** Their names in a signed barcode, and in its comparison with the document. */
const IN_SEAL: Partial<Record<VisualFieldName, { field: keyof SealFields; compared?: string }>> = {
  surname: { field: 'surname', compared: 'surname' },
  given_name: { field: 'givenNames', compared: 'given names' },
  surname_and_given_names: { field: 'fullName', compared: 'name' },
  document_number: { field: 'documentNumber', compared: 'document number' },
  date_of_birth: { field: 'dateOfBirth', compared: 'date of birth' },
  personal_number: { field: 'personalNumber' },
  nationality: { field: 'nationality' },
  issuing_state_code: { field: 'issuingState' },
  date_of_expiry: { field: 'dateOfExpiry' },
  sex: { field: 'sex' },
}

/** The value of each field in each source, and where it is. */
export function caseFields({ document, decision, chip, seal }: Session): CaseField[] {
  const mrz = mrzOf(document)
  const barcode = barcodeOf(document)
  const mrzSide = sideOf(document, ({ mrz: own }) => own === mrz)
  const barcodeSide = sideOf(document, ({ barcode: own }) => own === barcode)
  const differing = (factor: FactorResult['name']) =>
    new Set(
      (decision?.factors.find(({ name }) => name === factor)?.fields ?? [])
        .filter(({ distance }) => distance > 0)
        .map(({ inputFieldName }) => inputFieldName),
    )
  const [mrzDiffers, barcodeDiffers] = [differing('mrzOcrCrossCheck'), differing('barcodeOcrCrossCheck')]
  const chipDiffers = differing('chipCrossCheck')
  const compared = decision?.factors.find(({ name }) => name === 'sealCrossCheck')?.used?.differing
  const sealDiffers = new Set(String(compared ?? '').split(', '))

  return FIELD_ORDER.flatMap((name) => {
    const printed = visualField(document, name)
    const inMrz = IN_MRZ[name]
    const inBarcode = IN_BARCODE[name]
    const mrzValue = valueIn(
      inMrz && mrz?.fields[inMrz],
      dateOf(name, mrz),
      onSide(mrzSide, mrz && inMrz && placeOfMrzField(mrz, inMrz)),
    )
    const barcodeValue = valueIn(
      inBarcode && barcode?.fields[inBarcode],
      dateOf(name, barcode),
      onSide(barcodeSide, barcode?.place),
    )
    const chipValue = valueIn(chipText(chip, name), dateOf(name, chip?.mrz), undefined)
    const inSeal = IN_SEAL[name]
    const sealText = inSeal && seal?.fields[inSeal.field]
    if (!printed && !mrzValue && !barcodeValue && !chipValue && !sealText) return []
    return [
      {
        name,
        visual: printed && {
          ...printed,
          text: printed.value,
          side: printed.pageSide,
          place: onSide(printed.pageSide, printed.place),
        },
        mrz: mrzValue,
        barcode: barcodeValue,
        chip: chipValue,
        seal: sealText ? { text: sealText } : undefined,
        differs: [
          ...(mrzDiffers.has(name) ? ['mrz' as const] : []),
          ...(barcodeDiffers.has(name) ? ['barcode' as const] : []),
          // The comparison of MRZ and barcode with the chip names a field as the MRZ does.
          ...(chipDiffers.has(name) || (inMrz && chipDiffers.has(inMrz)) ? ['chip' as const] : []),
          ...(inSeal?.compared && sealDiffers.has(inSeal.compared) ? ['seal' as const] : []),
        ],
      },
    ]
  })
}

/** The value of a field in DG1, or in DG11 and DG12 if the MRZ has no place for it. */
function chipText(chip: Session['chip'], name: VisualFieldName): string | undefined {
  if (!chip) return undefined
  const inMrz = IN_MRZ[name]
  if (inMrz) return chip.mrz.fields[inMrz]
  const details: Partial<Record<VisualFieldName, string | undefined>> = {
    place_of_birth: chip.holder?.placeOfBirth,
    address: chip.holder?.address,
    authority: chip.document?.issuingAuthority,
    date_of_issue: chip.document?.dateOfIssue,
  }
  return details[name]
}

/** The order in which a reviewer reads a document: who, which, until when, then the rest. */
const FIRST = [
  'surname',
  'given_name',
  'surname_and_given_names',
  'document_number',
  'date_of_birth',
  'date_of_expiry',
  'sex',
  'nationality',
] as const satisfies VisualFieldName[]
const FIELD_ORDER: VisualFieldName[] = [
  ...FIRST,
  ...VISUAL_FIELDS.filter((name) => !(FIRST as readonly string[]).includes(name)),
]

function dateOf(name: VisualFieldName, source: { dateOfBirth?: string; dateOfExpiry?: string } | undefined) {
  if (name === 'date_of_birth') return source?.dateOfBirth
  return name === 'date_of_expiry' ? source?.dateOfExpiry : undefined
}

const valueIn = (
  text: string | undefined,
  date: string | undefined,
  place: SidePlace | undefined,
): FieldValue | undefined => (text ? { text, date, place } : undefined)

/** Where the parts of the document are, and what looks altered on it. */
export function placesOf({ document }: Session): CaseView['places'] {
  const [mrz, barcode] = [mrzOf(document), barcodeOf(document)]
  const front = document?.pages.find(({ portraitPlace }) => portraitPlace)
  return {
    portrait: onSide(front?.side, front?.portraitPlace),
    mrz: onSide(
      sideOf(document, (page) => page.mrz === mrz),
      mrz?.place,
    ),
    barcode: onSide(
      sideOf(document, (page) => page.barcode === barcode),
      barcode?.place,
    ),
    traces: (document?.pages ?? []).flatMap(placesOfTraces),
  }
}

export function eyesOf({ document, face }: Session): CaseView['eyes'] {
  const portrait = document?.pages.find(({ portraitEyes }) => portraitEyes)?.portraitEyes
  return { portrait, selfie: face?.eyes }
}

const onSide = (side: PageSide | undefined, place: Place | undefined): SidePlace | undefined =>
  side && place && { side, ...place }

const sideOf = (document: IdentityDocument | undefined, isIt: (page: PageReading) => boolean): PageSide | undefined =>
  document?.pages.find(isIt)?.side

const placesOfTraces = ({ side, authenticity }: PageReading): CaseView['places']['traces'] =>
  tracesOf(authenticity).flatMap(({ trace }) =>
    trace.score <= OPERATING_POINT ? (trace.places ?? []).map((place) => ({ side, ...place })) : [],
  )
