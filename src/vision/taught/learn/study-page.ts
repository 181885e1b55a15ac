import type { VisualFieldName } from '../../../formats/document-words.ts'
import { decodeBarcodes, FORMATS } from '../../document/barcode/decode-barcodes.ts'
import { chooseFields } from '../../document/fields/read-fields.ts'
import { type PageRoles, sayRoles, seenPage } from '../../document/fields/roles/say-roles.ts'
import { pickGhost, pickPortrait } from '../../document/find-portraits.ts'
import { findSignature } from '../../document/find-signature.ts'
import { type Classification, classify, readStatements } from '../../document/kind/classify.ts'
import { readMissedMrz } from '../../document/mrz/read-missed-mrz.ts'
import { findOutline } from '../../document/outline/find-outline.ts'
import { planReading } from '../../document/print/plan-reading.ts'
import { readColumns, readTitles } from '../../document/print/read-print.ts'
import { turnUpright } from '../../document/turn-upright.ts'
import { findFaces } from '../../face/detect-faces.ts'
import { type Box, boundsOf } from '../../picture/box.ts'
import { decode } from '../../picture/decode.ts'
import { longSideOf } from '../../picture/quad.ts'
import { photoMap, type Sheet } from '../../picture/sheet.ts'
import type { ReadContext } from '../../read-engine.ts'
import { readOtherScripts } from '../../text/other-scripts.ts'
import { readText, type TextLine } from '../../text/read-text.ts'
import type { PageSource } from '../compare/reference.ts'

/** Everything on a page found without knowing the document. Boxes are in pixels of the straightened page. */
export interface StudiedPage {
  isFound: boolean
  document: Sheet
  /** The photo, the map to its pixels, and its resolution along the document's long side. */
  source: PageSource
  /** Where the text finder found lines. */
  boxes: Box[]
  lines: TextLine[]
  /** Where text was found that is too small to be read. */
  unread: Box[]
  roles: PageRoles
  /** The possible meaning of a line, by its index. */
  suggested: Map<number, { name: VisualFieldName; start: number; end: number }[]>
  /** Only the face of the portrait. */
  face: Box | undefined
  portrait?: Box
  ghostPortrait?: Box
  /** All faces, including those that belong to neither portrait. */
  faces: Box[]
  signature?: Box
  mrz?: Box
  barcode?: Box
  kind?: Classification
}

/** Reads everything on a page; a normal reading stops when it has what it needs. `values` are known to be on it. */
export async function studyPage(
  context: ReadContext,
  bytes: Uint8Array,
  known?: Pick<Classification, 'country' | 'type' | 'side'>,
  values: readonly string[] = [],
): Promise<StudiedPage> {
  const { nets, catalogue, settings, today, time, decoding } = context
  const photo = await decoding(bytes, () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  const outline = await findOutline(context, photo)
  const { document, boxes, turns } = await turnUpright(context, photo, outline)
  const faces = await time('detect-faces', () => findFaces(nets, document))
  const face = pickPortrait(faces, document)
  const ghost = face && pickGhost(faces, face, document)

  const { columns, plan } = await readColumns(context, document, planReading(boxes, document, face))
  const titles = await readTitles(context, document, plan, columns)
  const others = await time('read-text', () => readText(nets, document, [...plan.rest, ...plan.small]))
  const lines = await readOtherScripts(context, document, [...titles.lines, ...others], values)
  const planned = new Set([
    ...plan.mrz,
    ...plan.titles,
    ...plan.columns.flatMap(({ quads }) => quads),
    ...plan.rest,
    ...plan.small,
  ])
  const unread = boxes.filter(({ quad }) => !planned.has(quad)).map(({ quad }) => boundsOf(quad))
  const mrz = await readMissedMrz(context, document, { lines, mrz: titles.mrz })
  const evidence = { lines, size: document, portrait: face !== undefined, ...readStatements(mrz, undefined, lines) }
  const classified = await time('classify', () => classify(catalogue, evidence))
  const kind = known ? asKnown(classified, known) : classified
  const said = mrz && { box: mrz.box, reading: mrz.decoded.reading }
  const roles = await time('line-roles', () => sayRoles(nets, ...seenPage(lines, document, today, face, said)))
  const [barcode] = await time('read-barcode', () => decodeBarcodes(document, FORMATS))
  const signature =
    kind &&
    (await time('find-signature', () => findSignature(document, kind, { lines, mrz, portrait: face && { face } })))
  const chosen = kind ? chooseFields(catalogue, { kind, lines, size: document, today, mrz: said?.reading, roles }) : []
  const suggested = Map.groupBy(chosen, ({ from }) => from.line)
  return {
    isFound: outline.isFound,
    document,
    source: { photo, map: photoMap(document, outline.quad, turns), across: longSideOf(outline.quad) },
    boxes: boxes.map(({ quad }) => boundsOf(quad)),
    lines,
    unread,
    roles,
    suggested: new Map(
      [...suggested].map(([line, all]) => [line, all.map(({ name, from: { start, end } }) => ({ name, start, end }))]),
    ),
    face,
    ...(face && { portrait: portraitAround(face) }),
    ...(ghost && { ghostPortrait: portraitAround(ghost) }),
    faces: faces.map(portraitAround),
    ...(signature && { signature }),
    ...(mrz && { mrz: mrz.box }),
    ...(barcode && { barcode: boundsOf(barcode.corners) }),
    ...(kind && { kind }),
  }
}

/** The teacher's statement counts; the page's own adds to it if both agree. */
function asKnown(
  classified: Classification | undefined,
  known: Pick<Classification, 'country' | 'type' | 'side'>,
): Classification {
  const agrees = classified && classified.country === known.country && classified.type === known.type
  return { twoSided: known.type !== 'PASSPORT' && known.type !== 'VISA', ...(agrees ? classified : {}), ...known }
}

/** The face detector's box covers hair to chin; the portrait shows shoulders and the area around the head. */
const portraitAround = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.25 * width,
  y: y - 0.35 * height,
  width: 1.5 * width,
  height: 1.8 * height,
})
