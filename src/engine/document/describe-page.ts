import type {
  AuthenticityReading,
  PageReading,
  PhotographFingerprint,
  RecaptureReading,
  VisualField,
} from '../../domain/document/document.ts'
import type { Hint } from '../../domain/vocabulary.ts'
import type { Portrait } from '../face/take-portrait.ts'
import type { Recognised } from '../taught/recognise.ts'
import type { PageBarcode } from './barcode/read-barcode.ts'
import type { Classification } from './kind/classify.ts'
import { nameDocument } from './kind/name-document.ts'
import type { FoundMrz } from './mrz/read-mrz.ts'
import type { NotedPlaces } from './note-places.ts'

/** What the checks found on a page. */
interface Findings {
  mrz: FoundMrz | undefined
  barcode: PageBarcode | undefined
  portrait: Portrait | undefined
  ghost: Portrait | undefined
  /** The portrait, as it compares with other photographs. */
  photograph: PhotographFingerprint | undefined
  visual: VisualField[]
  recapture: RecaptureReading | undefined
  editor: string | undefined
  authenticity: AuthenticityReading
  /** The taught model that it is one of. */
  taught: Pick<Recognised, 'model' | 'share'> | undefined
  /** About the photo. */
  hints: Hint[]
  places: NotedPlaces
}

/** The findings in the domain's terms; the nets that made them are added by the caller. */
export function describePage(kind: Classification, found: Findings): Omit<PageReading, 'models'> {
  const { side, twoSided, country, type, model, alternatives } = kind
  const { mrz, barcode, portrait, ghost, photograph, visual, recapture, editor, authenticity, hints, taught } = found
  const { places } = found
  return {
    side,
    twoSided,
    ...(country ? { country } : {}),
    type,
    ...(alternatives?.length ? { alternatives } : {}),
    ...nameDocument(kind, visual),
    ...(model ? { model: model.id } : {}),
    ...(taught
      ? { taught: { id: taught.model.id, version: taught.model.version, score: Math.round(100 * taught.share) } }
      : {}),
    visual,
    ...(mrz ? { mrz: { ...mrz.decoded.reading, ...(places.mrz && { place: places.mrz }) } } : {}),
    ...(barcode ? { barcode: { ...barcode.reading, ...(places.barcode && { place: places.barcode }) } } : {}),
    ...(portrait ? { portrait: portrait.template } : {}),
    ...(places.portrait ? { portraitPlace: places.portrait } : {}),
    ...(places.eyes ? { portraitEyes: places.eyes } : {}),
    ...(ghost ? { ghost: ghost.template } : {}),
    ...(photograph ? { photograph } : {}),
    features: { mrz: Boolean(mrz ?? model?.mrz), barcode: Boolean(barcode ?? model?.barcode) },
    ...(recapture ? { recapture } : {}),
    ...(editor ? { editor } : {}),
    authenticity,
    hints: [...hints, ...missingParts(kind, found)],
  }
}

/** What this side is known to carry and could not be read. */
function missingParts({ model, side }: Classification, { mrz, barcode }: Findings): Hint[] {
  const hints: Hint[] = []
  if (model?.mrz?.side === side && !mrz) hints.push('MRZ_NOT_READ')
  if (model?.barcode?.side === side && !barcode) hints.push('BARCODE_NOT_READ')
  return hints
}
