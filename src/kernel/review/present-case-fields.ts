import {
  type BarcodeFieldName,
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
import type { IdentityDocument } from '../evidence/document/document.ts'
import { barcodeOf, mrzOf, visualField } from '../evidence/document/view.ts'
import type { Session } from '../session/session.ts'
import { caseColumns } from './case-column.ts'
import { comparedDiffering, dateOf, nameInMrz, valueIn } from './case-sources.ts'
import type { CaseField, CaseView } from './contract/console-case.ts'

/** The names of the visual zone's fields in the barcode. */
const IN_BARCODE: Partial<Record<VisualFieldName, BarcodeFieldName>> = {
  surname: 'primary_identifier',
  given_name: 'secondary_identifier',
  document_number: 'document_number',
  document_class_code: 'document_code',
  date_of_birth: 'date_of_birth',
  sex: 'sex',
}

/** The value of each field in each source, and where it is. */
export function caseFields(session: Session): CaseField[] {
  const { document } = session
  const mrz = mrzOf(document)
  const barcode = barcodeOf(document)
  const mrzSide = sideOf(document, ({ mrz: own }) => own === mrz)
  const barcodeSide = sideOf(document, ({ barcode: own }) => own === barcode)
  const mrzDiffers = comparedDiffering(session, 'mrzOcrCrossCheck')
  const barcodeDiffers = comparedDiffering(session, 'barcodeOcrCrossCheck')
  const columns = caseColumns.parts().map((column) => ({ ...column, differs: column.differing(session) }))

  return FIELD_ORDER.flatMap((name) => {
    const printed = visualField(document, name)
    const inMrz = nameInMrz(name)
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
    const others = columns.flatMap((column) => {
      const value = column.valueOf(session, name)
      return value ? [[column.name, value]] : []
    })
    if (!printed && !mrzValue && !barcodeValue && !others.length) return []
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
        ...Object.fromEntries(others),
        differs: [
          ...(mrzDiffers.has(name) ? ['mrz' as const] : []),
          ...(barcodeDiffers.has(name) ? ['barcode' as const] : []),
          ...columns.filter(({ differs }) => differs(name)).map((column) => column.name),
        ],
      },
    ]
  })
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
