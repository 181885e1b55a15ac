import type { PageReading } from '../../domain/document/document.ts'
import type { Hint } from '../../domain/vocabulary.ts'
import type { Checked } from './checks/run-checks.ts'
import { nameDocument } from './kind/name-document.ts'
import { notePlaces } from './note-places.ts'
import type { ReadDocument } from './read-document.ts'

/** What was read and found, in the domain's terms; the nets that did so are added by the caller. */
export function describePage(page: ReadDocument, checked: Checked['noted']): Omit<PageReading, 'models'> {
  const { side, twoSided, country, type, model, alternatives } = page.kind
  const { mrz, barcode, portrait, ghost, photograph, visual, hints, taught } = page
  const places = notePlaces(page.document, page.place, { mrz, barcode, portrait })
  return {
    side,
    twoSided,
    ...(country ? { country } : {}),
    type,
    ...(alternatives?.length ? { alternatives } : {}),
    ...nameDocument(page.kind, visual, barcode?.reading.raw?.DDB),
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
    ...checked,
    hints: [...hints, ...smallFor(checked, hints), ...missingParts(page)],
  }
}

/** What this side is known to carry and could not be read. */
function missingParts({ kind: { model, side }, mrz, barcode }: ReadDocument): Hint[] {
  const hints: Hint[] = []
  if (model?.mrz?.side === side && !mrz) hints.push('MRZ_NOT_READ')
  if (model?.barcode?.side === side && !barcode) hints.push('BARCODE_NOT_READ')
  return hints
}

/** Too small to be compared with its model, though not too small to be read. */
const smallFor = ({ authenticity }: Checked['noted'], hints: readonly Hint[]): Hint[] =>
  authenticity?.reference?.isTooCoarse && !hints.includes('TOO_SMALL') ? ['TOO_SMALL'] : []
