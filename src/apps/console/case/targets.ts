import type { SidePlace } from '../../../kernel/contract/place.ts'
import type { CaseField, CaseView } from '../../../kernel/review/contract/console-case.ts'
import { plain } from '../../ui/words.ts'

/** What a reviewer has selected: a field of the document or a Trust Factor. */
export type Picked = { field: string } | { factor: string }

/** The props of every component in which something can be selected. */
export interface PickProps {
  view: CaseView
  picked: Picked | undefined
  pick: (picked: Picked | undefined) => void
}

export const isFactorPicked = (picked: Picked | undefined, factor: string): boolean =>
  picked !== undefined && 'factor' in picked && picked.factor === factor

/** A place to show enlarged, and the source that was read there. */
export interface Target {
  source: string
  place: SidePlace
  /** The text that was read there. */
  text?: string
}

type View = Pick<CaseView, 'fields' | 'places' | 'explanation'>

/** Every place of the selected item, one for each source. Empty if no place was recorded. */
export function targetsOf(view: View, picked: Picked): Target[] {
  if ('field' in picked) {
    const field = view.fields.find(({ name }) => name === picked.field)
    return field ? targetsOfField(field) : []
  }
  return targetsOfFactor(view, picked.factor)
}

/** The field or part at a point of a side; the smallest one if places overlap. */
export function pickedAt({ fields }: View, side: SidePlace['side'], x: number, y: number): Picked | undefined {
  const there = fields.flatMap((field) =>
    targetsOfField(field)
      .filter(({ place }) => place.side === side && isIn(place, x, y))
      .map(({ place }) => ({ field: field.name, area: place.width * place.height })),
  )
  const [first] = there.toSorted((a, b) => a.area - b.area)
  return first && { field: first.field }
}

function targetsOfField({ name, visual, mrz, barcode }: CaseField): Target[] {
  const sources = [
    ['Visual zone', visual],
    ['MRZ', mrz],
    ['Barcode', barcode],
  ] as const
  return sources.flatMap(([source, value]) =>
    value?.place ? [{ source: `${source}: ${plain(name).toLowerCase()}`, place: value.place, text: value.text }] : [],
  )
}

function targetsOfFactor(view: View, name: string): Target[] {
  const { places, fields } = view
  const part = (source: string, place: SidePlace | undefined): Target[] => (place ? [{ source, place }] : [])
  const named = (...wanted: string[]) => fields.filter((field) => wanted.includes(field.name)).flatMap(targetsOfField)
  switch (name) {
    case 'dateOfExpiration':
      return named('date_of_expiry')
    case 'ageVerification':
      return named('date_of_birth')
    case 'mrzOcrCrossCheck':
      return differing(view, 'mrz') ?? part('MRZ', places.mrz)
    case 'barcodeOcrCrossCheck':
      return differing(view, 'barcode') ?? part('Barcode', places.barcode)
    case 'mrzValidity':
      return part('MRZ', places.mrz)
    case 'overallOcrFieldsConfidence':
      return leastSure(fields)
    case 'applicantIntegrity':
      return named('surname', 'given_name', 'surname_and_given_names', 'date_of_birth').slice(0, MOST)
    case 'documentConsistency':
      return named('personal_number', 'document_number', 'date_of_birth', 'sex').slice(0, MOST)
    case 'documentAuthenticity':
      return places.traces
        .slice(0, MOST)
        .map(({ about, ...place }) => ({ source: about ? `Looks altered: ${plain(about)}` : 'Looks altered', place }))
    case 'faceVerification':
    case 'passiveLiveness':
    case 'captureIntegrity':
    case 'duplicateCheck':
      return part('Portrait', places.portrait)
    default:
      return []
  }
}

/** More than four strips would be too small to read. */
const MOST = 4

function differing({ fields }: View, source: 'mrz' | 'barcode'): Target[] | undefined {
  const own = fields.filter(({ differs }) => differs.includes(source)).flatMap(targetsOfField)
  return own.length ? own.slice(0, MOST) : undefined
}

const leastSure = (fields: CaseField[]): Target[] =>
  fields
    .flatMap((field) => (field.visual ? [{ field, confidence: field.visual.confidence }] : []))
    .toSorted((a, b) => a.confidence - b.confidence)
    .flatMap(({ field }) => targetsOfField(field).slice(0, 1))
    .slice(0, MOST)

const isIn = ({ x, y, width, height }: SidePlace, atX: number, atY: number): boolean =>
  atX >= x && atX <= x + width && atY >= y && atY <= y + height
