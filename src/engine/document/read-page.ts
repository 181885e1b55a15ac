import type { PageResult } from '../../actions/ports/engine.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { DocumentRefusal, Hint } from '../../domain/vocabulary.ts'
import { layoutOf } from '../catalogue/catalogue.ts'
import { fingerprintPhotograph } from '../face/fingerprint-photograph.ts'
import { boundsOf } from '../picture/box.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import { longSideOf } from '../picture/quad.ts'
import { readTakenAt } from '../picture/read-taken-at.ts'
import { releasePixels } from '../picture/release-pixels.ts'
import { shareOf } from '../picture/share.ts'
import { photoMap } from '../picture/sheet.ts'
import type { ReadContext } from '../read-engine.ts'
import { expectedOn } from '../taught/find-values.ts'
import { judgeReference } from '../taught/judge-reference.ts'
import { recognise } from '../taught/recognise.ts'
import { agrees, kindOfModel } from '../taught/settle-kind.ts'
import { readPageBarcode } from './barcode/read-barcode.ts'
import { findEditor } from './checks/find-editor.ts'
import { hottestOf, judgeAuthenticity } from './checks/judge-authenticity.ts'
import { judgeRecapture } from './checks/recapture/judge-recapture.ts'
import { judgeTraces } from './checks/traces/judge-traces.ts'
import { cutImages } from './cut-images.ts'
import { describePage } from './describe-page.ts'
import { readVisual } from './fields/read-visual.ts'
import { hashPhoto } from './hash-photo.ts'
import { hasGlareOnMrz, judgePage } from './judge-page.ts'
import { tellKindByRoles } from './kind/by-roles.ts'
import { classify } from './kind/classify.ts'
import { readStatements } from './kind/read-statements.ts'
import { readMissedMrz } from './mrz/read-missed-mrz.ts'
import { notePlaces } from './note-places.ts'
import { turnAgain, turnUpright } from './orientation/turn-upright.ts'
import { findOutline } from './outline/find-outline.ts'
import { cornersOf, pagePlace } from './page-place.ts'
import { findPrintedPortraits } from './portrait/find-printed-portrait.ts'
import { isComparable } from './portrait/judge-portrait.ts'
import { planReading } from './print/plan-reading.ts'
import { type Print, readRest, readTitles } from './print/read-print.ts'
import { findSignature } from './signature/find-signature.ts'

/** A document this small has print of under two pixels. */
const MIN_SIDE = 100

/**
 * Reads the picture of one side of a document, step by step in the order below. A refusal leaves where it arises. The heat
 * map is drawn where something is doubted, or always when it is asked for.
 */
export async function readPage(
  context: ReadContext,
  bytes: Uint8Array,
  alwaysHeat = false,
): Promise<Result<PageResult, DocumentRefusal>> {
  const { nets, catalogue, settings, taughtDocuments, today, time } = context
  const photo = await time('decode', () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  if (Math.min(photo.width, photo.height) < MIN_SIDE) return refuse('DOCUMENT_NOT_RECOGNIZED', ['TOO_SMALL'])

  // The document: where it lies, and which way up.
  const outline = await findOutline(context, photo)
  const faults = await time('judge-page', () => judgePage(photo, outline))
  const upright = await turnUpright(context, photo, outline)
  const recognised = await time('recognise', () => recognise(taughtDocuments, upright.document))
  const { document, boxes, turns } = turnAgain(upright, photo, outline, recognised?.turns ?? 0)
  const lies = pagePlace(outline.quad, turns)

  // Portrait and barcode need no text, and help to decide which lines to read and what they mean.
  const { portrait, ghost } = await findPrintedPortraits(context, document)
  const { barcode, isBarcodeUnread } = await time('read-barcode', () => readPageBarcode(photo, document, lies, today))

  // Text, MRZ and kind: the titles usually reveal the kind, and the kind tells what else to read.
  const tellKind = ({ lines, mrz }: Print) =>
    time('classify', () => {
      const statements = readStatements(mrz, barcode?.reading, lines)
      return classify(catalogue, { lines, size: document, portrait: portrait !== undefined, ...statements })
    })
  const plan = planReading(boxes, document, portrait?.face)
  const titles = await readTitles(context, document, plan)
  let found = await tellKind(titles)
  const print = await readRest(context, document, plan, titles, found)
  // A back with neither MRZ nor barcode has no title: it takes all of its lines to recognise it.
  const isSettled = found && print.mrz === titles.mrz && (found.side === 'FRONT' || print.mrz || barcode)
  if (!isSettled) found = await tellKind(print)
  const expectsMrz = !found || found.model?.mrz?.side === found.side
  const mrz = expectsMrz ? await readMissedMrz(context, document, print) : print.mrz
  if (mrz !== print.mrz) found = await tellKind({ ...print, mrz })
  const statements = readStatements(mrz, barcode?.reading, print.lines)
  const isStated = statements.licence !== undefined || statements.mrz?.certain === true
  const taught = recognised && agrees(recognised, { kind: found, isStated }) ? recognised : undefined
  if (taught) found = kindOfModel(catalogue, taught, found)
  const seen = { size: document, portrait: portrait !== undefined, face: portrait?.face }
  const kind = found ?? (await time('classify', () => tellKindByRoles(context, print.lines, seen)))

  const isMrzHidden = mrz && (await time('judge-page', () => hasGlareOnMrz(document, mrz.box)))
  const hints: Hint[] = isMrzHidden ? [...faults.hints, 'GLARE_ON_MRZ'] : faults.hints
  if (!kind) {
    const why: Hint[] = isBarcodeUnread ? ['BARCODE_NOT_READ'] : outline.isFound ? [] : ['NO_DOCUMENT']
    return refuse('DOCUMENT_NOT_RECOGNIZED', [...hints, ...why], faults.marks)
  }
  if (kind.side === 'FRONT') {
    if (!portrait) return refuse('FACE_QUALITY_LOW', [...hints, 'NO_PORTRAIT'], faults.marks)
    if (!isComparable(portrait, outline.enlarged)) return refuse('FACE_QUALITY_LOW', hints, faults.marks)
  }

  // By threads of the picture library, in parallel with the nets.
  const normalized = toJpeg(document)
  const original = context.parallel ? undefined : toJpeg(photo)
  for (const stored of [normalized, original]) stored?.catch(() => undefined) // awaited below, unless something else fails first

  // What the document says, and what the picture reveals about itself.
  const visual = await readVisual(
    context,
    kind,
    { ...print, mrz, face: portrait?.face },
    document,
    taught && expectedOn(taught),
  )
  const layout = layoutOf(kind)
  const { lines } = print
  const signature = layout?.signature
    ? undefined
    : await time('find-signature', () => findSignature(document, kind, { lines, mrz, portrait }))
  const photograph =
    portrait && (await time('print-photograph', () => fingerprintPhotograph(document, portrait.points)))
  const parallel = await context.parallel?.()
  const recapture = parallel
    ? parallel.recapture
    : await time('judge-recapture', () => judgeRecapture(nets, photo, outline.quad))
  const editor = findEditor(bytes)
  const known = { map: parallel?.traces, face: portrait && shareOf(portrait.face, document) }
  const traces = await time('judge-traces', () => judgeTraces(nets, photo, outline.quad, turns, known))
  const reference =
    taught &&
    (await time('judge-reference', async () =>
      judgeReference(
        taught,
        await taughtDocuments.reference(taught.model),
        document,
        { photo, map: photoMap(document, outline.quad, turns), across: longSideOf(outline.quad) },
        { lines: boxes.map(({ quad }) => boundsOf(quad)), face: portrait?.face },
      ),
    ))
  const suspect = { lines, visual, traces, reference: reference?.trace }
  const authenticity = await time('judge-authenticity', () => judgeAuthenticity(context, suspect))

  const shown = {
    face: portrait?.face,
    barcode: barcode?.found.picture,
    signature,
    heat: hottestOf(authenticity, traces?.heat, reference?.heat) ?? (alwaysHeat ? reference?.heat : undefined),
  }
  const stored = parallel?.original ?? original ?? toJpeg(photo)
  const cuttings = { original: stored, normalized, document, ...shown, layout }
  const images = await time('cut-images', () => cutImages(cuttings, kind.side))
  const portraits = { portrait, ghost, photograph }
  const reading = describePage(kind, {
    mrz,
    barcode,
    ...portraits,
    visual,
    recapture,
    editor,
    authenticity,
    hints,
    taught,
    places: notePlaces(document, lies, { mrz, barcode, portrait }),
  })
  const hash = parallel?.hash ?? (await time('hash-picture', () => hashPhoto(photo)))
  const takenAt = await readTakenAt(bytes)
  releasePixels(photo)
  return accept({
    reading: { ...reading, models: context.used() },
    images,
    hash,
    marks: faults.marks,
    outline: cornersOf(lies, photo),
    ...(takenAt && { takenAt }),
  })
}
