import type { PageResult } from '../../actions/ports/engine.ts'
import type { PageReading, VisualField } from '../../domain/document/document.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { DocumentRefusal, Hint } from '../../domain/vocabulary.ts'
import type { SideLayout } from '../catalogue/schema.ts'
import type { Box } from '../picture/box.ts'
import { decode } from '../picture/decode.ts'
import type { Picture } from '../picture/picture.ts'
import type { Desk } from '../workbench.ts'
import { findEditor } from './authenticity/find-editor.ts'
import { type Cuttings, cutImages } from './cut-images.ts'
import { readVisual } from './fields/read-visual.ts'
import { judgePage, longSide } from './judge-page.ts'
import type { Classification } from './kind/classify.ts'
import { nameDocument } from './kind/name-document.ts'
import { type UprightDocument, uprightDocument } from './outline/upright-document.ts'
import { type PageContent, readPageContent } from './page-content.ts'
import { portraitWillDo } from './portrait/judge-face-portrait.ts'
import { judgeRecapture } from './recapture/judge-recapture.ts'
import { findPenStrokes } from './signature/find-pen-strokes.ts'
import { findSignature } from './signature/find-signature.ts'

/** A document this small has print of under two pixels. */
const MIN_SIDE = 100

/** The picture of one side of a document → what it says. */
export async function readPage(desk: Desk, bytes: Uint8Array): Promise<Result<PageResult, DocumentRefusal>> {
  const { nets, settings, time } = desk
  const photo = await time('decode', () => decode(bytes, settings.maxMegapixels))
  if (Math.min(photo.width, photo.height) < MIN_SIDE) return refuse('DOCUMENT_NOT_RECOGNIZED', ['TOO_SMALL'])
  const upright = await uprightDocument(desk, photo)
  const content = await readPageContent(desk, photo, upright)
  const hints = await time('judge-page', () => judgePage(upright.document, photo, upright.quad, content.mrz?.box))
  const { kind } = content
  if (!kind) return refuse('DOCUMENT_NOT_RECOGNIZED', [...hints, ...unknown(content, upright)])
  if (kind.side === 'FRONT' && !canCompare(content, upright)) {
    return refuse('FACE_QUALITY_LOW', content.portrait ? hints : [...hints, 'NO_PORTRAIT'])
  }

  const visual = await readVisual(desk, kind, content, upright.document)
  const recapture = await time('judge-recapture', () => judgeRecapture(nets, photo, upright.quad))
  const editor = findEditor(bytes)
  const reading: PageReading = {
    ...readingOf(kind, content, visual),
    ...(recapture ? { recapture } : {}),
    ...(editor ? { editor } : {}),
    hints: [...hints, ...missing(kind, content)],
    models: desk.used(),
  }
  const layout = kind.side === 'FRONT' ? kind.model?.front : kind.model?.back
  const signature = layout?.signature
    ? undefined
    : await time('find-signature', () => signatureOn(upright.document, kind, content))
  const cuttings = cuttingsOf(photo, upright, content, layout, signature)
  const images = await time('cut-images', () => cutImages(cuttings, kind.side))
  return accept({ reading, images })
}

/** Whether the portrait has detail enough to be compared with a selfie. */
function canCompare({ portrait }: PageContent, { document, quad }: UprightDocument): boolean {
  if (!portrait) return false
  const enlarged = Math.max(document.width, document.height) / longSide(quad)
  return portraitWillDo(portrait, enlarged)
}

/** What the page says, without what the photo says of itself. */
function readingOf(kind: Classification, { mrz, barcode, portrait }: PageContent, visual: VisualField[]) {
  const { side, twoSided, country, type, model, alternatives } = kind
  return {
    side,
    twoSided,
    country,
    type,
    ...(alternatives?.length ? { alternatives } : {}),
    ...nameDocument(kind, visual),
    ...(model ? { model: model.id } : {}),
    visual,
    ...(mrz ? { mrz: mrz.decoded.reading } : {}),
    ...(barcode ? { barcode: barcode.reading } : {}),
    ...(portrait ? { portrait: portrait.template } : {}),
    features: { mrz: Boolean(mrz ?? model?.mrz), barcode: Boolean(barcode ?? model?.barcode) },
  }
}

/** Why nothing on the page says what it is. */
function unknown({ unreadBarcode }: PageContent, { found }: UprightDocument): Hint[] {
  if (unreadBarcode) return ['BARCODE_NOT_READ']
  return found ? [] : ['NO_DOCUMENT']
}

/** What this side is known to carry and could not be read. */
function missing({ model, side }: Classification, { mrz, barcode }: PageContent): Hint[] {
  const hints: Hint[] = []
  if (model?.mrz?.side === side && !mrz) hints.push('MRZ_NOT_READ')
  if (model?.barcode?.side === side && !barcode) hints.push('BARCODE_NOT_READ')
  return hints
}

/** By what was taken for a line of text; else, where holders sign, by its strokes alone: backs have tables, visas no signature. */
async function signatureOn(
  document: Picture,
  { side, type }: Classification,
  { lines, mrz, portrait }: PageContent,
): Promise<Box | undefined> {
  const seen = findSignature(document, lines)
  if (seen || side === 'BACK' || type === 'VISA') return seen
  const read = lines.filter(({ text, confidence }) => text.length > 1 && confidence > MIN_READ).map(({ box }) => box)
  const taken = [...read, ...(mrz ? [mrz.box] : []), ...(portrait ? [printed(portrait.face)] : [])]
  return findPenStrokes(document, taken)
}

/** The reader is surer of nearly all print; what it makes of a signature lies below. */
const MIN_READ = 0.8

/** The finder of faces goes from hair to chin and beyond the ears; the portrait shows the shoulders as well. */
const printed = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.05 * width,
  y: y - 0.15 * height,
  width: 1.1 * width,
  height: 1.4 * height,
})

/** What is worth a picture of its own. */
function cuttingsOf(
  photo: Picture,
  { document }: UprightDocument,
  { portrait, barcode }: PageContent,
  layout: SideLayout | undefined,
  signature: Box | undefined,
): Cuttings {
  return {
    photo,
    document,
    ...(portrait ? { face: portrait.face } : {}),
    ...(barcode ? { barcode: barcode.found.picture } : {}),
    ...(signature ? { signature } : {}),
    ...(layout ? { layout } : {}),
  }
}
