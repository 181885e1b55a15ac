import type { Hint } from '../../formats/hints.ts'
import { settleByPrint } from '../../formats/mrz/decode/settle-by-print.ts'
import { accept, type Result, refuse } from '../../formats/result.ts'
import type { VisualField } from '../../formats/visual-field.ts'
import { layoutOf } from '../catalogue/catalogue.ts'
import type { Corners } from '../engine.ts'
import type { PhotographFingerprint } from '../face/face-template.ts'
import { fingerprintPhotograph } from '../face/fingerprint-photograph.ts'
import type { Portrait } from '../face/take-portrait.ts'
import type { Box } from '../picture/box.ts'
import { toJpeg } from '../picture/decode.ts'
import type { Picture } from '../picture/picture.ts'
import type { ReadContext } from '../read-engine.ts'
import type { DocumentRefusal } from '../refusals.ts'
import { expectedOn } from '../taught/find-values.ts'
import { agrees, kindOfModel, type Recognised } from '../taught/recognise.ts'
import type { TextLine } from '../text/read-text.ts'
import { type Barcode, type PageBarcode, readPageBarcode } from './barcode/read-barcode.ts'
import { readVisual } from './fields/read-visual.ts'
import { findPrintedPortraits, isComparable, type PrintedPortraits } from './find-portraits.ts'
import { findSignature } from './find-signature.ts'
import { hasGlareOnMrz } from './judge-page.ts'
import { tellKindByRoles } from './kind/by-roles.ts'
import { type Classification, classify, readStatements } from './kind/classify.ts'
import { type LocatedDocument, locateDocument, upsideDown } from './locate-document.ts'
import { readMissedMrz } from './mrz/read-missed-mrz.ts'
import { type FoundMrz, isSure, pickMrz } from './mrz/read-mrz.ts'
import { hasTwoPages, otherParts } from './outline/find-outline.ts'
import { planReading } from './print/plan-reading.ts'
import { type Print, readColumns, readRest, readTitles } from './print/read-print.ts'

/** The contents of a picture of one side of a document: where it lies, what it is, and what is written on it. */
export interface ReadDocument extends LocatedDocument, IdentifiedDocument {
  kind: Classification
  visual: VisualField[]
  /** Every line that the fields were read from. */
  lines: readonly TextLine[]
  /** Whether it was found at another place than at first: what another worker saw there in the meantime is of no use. */
  isSecondLook: boolean
  /** Hints about the photo. */
  hints: Hint[]
  /** Found by its strokes, if the catalogue does not say where it is. */
  signature: Box | undefined
  /** The fingerprint of the portrait, for comparison with other photographs. */
  photograph: PhotographFingerprint | undefined
  /** The copies that are stored; their encoding has started. Undefined if another worker makes it. */
  copies: { normalized: Promise<Uint8Array>; original: Promise<Uint8Array> | undefined }
}

interface DocumentOptions {
  corners?: Corners | undefined
  /** Whether this may be the back of a card that nobody can name. */
  ofUnnamed?: boolean | undefined
}

/** Finds outline, orientation, text, kind and fields, in this order. A refusal returns immediately. */
export async function readDocument(
  context: ReadContext,
  photo: Picture,
  { corners, ofUnnamed = false }: DocumentOptions = {},
): Promise<Result<ReadDocument, DocumentRefusal>> {
  const { located, identified, isSecondLook } = await identifyAnywhere(context, photo, corners)
  const { outline, faults, document } = located
  const { mrz, portrait, areSeveral, isBarcodeUnread } = identified
  const kind = identified.kind ?? unnamedKind(located, identified, ofUnnamed)

  const isMrzHidden = mrz && (await context.time('judge-page', () => hasGlareOnMrz(document, mrz.box)))
  const hints: Hint[] = isMrzHidden ? [...faults.hints, 'GLARE_ON_MRZ'] : [...faults.hints]
  const isNothing = !kind && !outline.isFound && identified.print.lines.length < MIN_LINES
  // Whatever else is wrong: values and portrait must belong to one person.
  if (areSeveral) {
    const seen: Hint[] = ['SEVERAL_PORTRAITS', ...hints]
    return refuse('DOCUMENT_NOT_RECOGNIZED', isNothing ? withoutDocument(seen) : seen, faults.marks)
  }
  if (!kind) {
    const why: Hint[] = isBarcodeUnread ? ['BARCODE_NOT_READ'] : outline.isFound ? [] : ['NO_DOCUMENT']
    const seen = isNothing && !isBarcodeUnread ? withoutDocument(hints) : [...hints, ...why]
    return refuse('DOCUMENT_NOT_RECOGNIZED', seen, faults.marks)
  }
  if (kind.side === 'FRONT') {
    if (!portrait) {
      hints.push('NO_PORTRAIT')
      if (!countsWithoutPortrait(located, identified)) return refuse('FACE_QUALITY_LOW', hints, faults.marks)
    } else if (!isComparable(portrait, outline.enlarged)) return refuse('FACE_QUALITY_LOW', hints, faults.marks)
  }

  // Encoded by threads of the picture library, in parallel with the nets. Awaited later, unless something else fails
  // first.
  const copies = { normalized: toJpeg(document), original: context.early ? undefined : toJpeg(photo) }
  for (const copy of [copies.normalized, copies.original]) copy?.catch(() => undefined)
  return accept({
    ...located,
    ...identified,
    kind,
    hints,
    copies,
    isSecondLook,
    ...(await readContent(context, kind, located, identified)),
  })
}

/**
 * A flat, sharp picture of a card or page with printed lines and a portrait is a document, whoever issued it. Its back
 * need not show anything that a front does: it is what is sent for it.
 */
function unnamedKind(
  located: LocatedDocument,
  identified: IdentifiedDocument,
  ofUnnamed: boolean,
): Classification | undefined {
  if (isSpoilt(located, identified)) return undefined
  if (ofUnnamed && !identified.portrait) return { type: 'OTHER', side: 'BACK', twoSided: true }
  const isCard = identified.portrait && isPrinted(located, identified)
  return isCard ? { type: 'OTHER', side: 'FRONT', twoSided: true } : undefined
}

/** Whether there is as much print as a card has, all of it inside of the picture. */
function isPrinted(located: LocatedDocument, identified: IdentifiedDocument): boolean {
  const { isFound } = located.outline
  const least = isFound ? MIN_LINES : MIN_LINES_ALONE
  return legibleLines(identified).length >= least && (isFound || isInside(located, identified))
}

/**
 * Whether the front of a named document is read although it shows no portrait: some have none, such as licences that are
 * valid without a photograph, or it is worn off. Whether another picture is asked for first is not decided here.
 */
const countsWithoutPortrait = (located: LocatedDocument, identified: IdentifiedDocument): boolean =>
  identified.kind !== undefined && isPrinted(located, identified) && !isSpoilt(located, identified)

/** Whether another picture has to be taken, because of this one's light or sharpness, or because a part is missing. */
const isSpoilt = (located: LocatedDocument, identified: IdentifiedDocument): boolean =>
  located.faults.hints.some((hint) => SPOILS.includes(hint) || (hint === 'CUT_OFF' && !isInside(located, identified)))

/** What is cut runs into the edge; print that keeps away from it is whole, wherever the edge was seen. */
function isInside({ document }: LocatedDocument, identified: IdentifiedDocument): boolean {
  const { portrait } = identified
  const isPrintInside = legibleLines(identified).every(({ box }) => keepsOff(box, document))
  return isPrintInside && (!portrait || keepsOff(portrait.face, document))
}

const legibleLines = ({ print }: IdentifiedDocument): TextLine[] =>
  print.lines.filter(({ confidence }) => confidence > LEGIBLE)

/** The quality of a picture matters only if a document is in it; in bad light none is seen. */
const withoutDocument = (hints: readonly Hint[]): Hint[] => [
  ...hints.filter((hint) => IN_BAD_LIGHT.includes(hint)),
  'NO_DOCUMENT',
  ...hints.filter((hint) => !IN_BAD_LIGHT.includes(hint)),
]

const IN_BAD_LIGHT: readonly Hint[] = ['TOO_DARK', 'TOO_BRIGHT']

/** With fewer lines, a picture on the wall could be mistaken for a card. */
const MIN_LINES = 4
/** The same without an outline: the card must then fill the picture. */
const MIN_LINES_ALONE = 8
const LEGIBLE = 0.7

/** Of a picture with one of these faults, another one is asked for. */
const SPOILS: readonly Hint[] = ['TOO_DARK', 'TOO_BRIGHT', 'TOO_SMALL', 'BLURRED']

/** As a share of the width: what is nearer to the edge may go on behind it. */
const EDGE = 0.005

function keepsOff({ x, y, width, height }: Box, size: { width: number; height: number }): boolean {
  const edge = EDGE * size.width
  return x > edge && y > edge && x + width < size.width - edge && y + height < size.height - edge
}

interface Identified {
  located: LocatedDocument
  identified: IdentifiedDocument
}

/**
 * If nothing was read where the document seems to lie, and the picture has the shape of two pages, the
 * document is searched for again in each half: a data page can be one of them.
 */
async function identifyAnywhere(
  context: ReadContext,
  photo: Picture,
  corners: Corners | undefined,
): Promise<Identified & { isSecondLook: boolean }> {
  const whole = wholePicture(context, photo)
  const first = await identifyEitherWay(context, photo, whole, corners)
  const { outline } = first.located
  const isCutSpread = outline.cutOff !== undefined && hasTwoPages(photo) && !first.identified.mrz
  const isWanted = !corners && !first.identified.areSeveral && (isCutSpread || lacksContent(first.identified))
  const parts = isWanted ? otherParts(photo) : []
  let best: Identified = first
  for (const part of parts) {
    const other = await identifyEitherWay(context, photo, whole, undefined, part)
    if (isBetter(other.identified, best.identified)) best = other
    if (best === other && !lacksContent(other.identified)) break
  }
  return { ...best, isSecondLook: best !== first }
}

/** Whether the kind is unknown, or an MRZ that this kind of page has was not read. */
function lacksContent({ kind, mrz }: IdentifiedDocument): boolean {
  if (mrz && isSure(mrz)) return false
  const hasMrz = kind?.type === 'PASSPORT' || kind?.type === 'VISA' || kind?.model?.mrz?.side === kind?.side
  return !kind || mrz !== undefined || hasMrz
}

/** Whether it shows a page that can be accepted, with an MRZ that is read better. */
function isBetter(other: IdentifiedDocument, first: IdentifiedDocument): boolean {
  const { kind, mrz, portrait, areSeveral } = other
  if (!kind || areSeveral || (kind.side === 'FRONT' && !portrait)) return false
  return mrz ? pickMrz(first.mrz, mrz) === mrz : !first.kind
}

/**
 * The orientation of a line is judged by the look of its letters, and in some scripts they look alike upside down. A
 * page of unknown kind and without a portrait is turned by 180 degrees if it then shows one.
 */
async function identifyEitherWay(
  context: ReadContext,
  photo: Picture,
  wholePicture: WholePicture,
  corners: Corners | undefined,
  part?: Box,
): Promise<Identified> {
  const located = await locateDocument(context, photo, corners, part)
  const identified = await identifyDocument(context, photo, located)
  const { isFound, cutOff } = located.outline
  if (!identified.portrait && isFound && cutOff) {
    // What was taken for its edge may be print on a scan that is cut along its edges.
    const { portraits } = await wholePicture.locate()
    if (portraits.portrait || !identified.mrz) {
      const whole = await wholePicture.identify()
      const { kind, portrait, mrz } = whole.identified
      if (kind && (portrait || (mrz && !identified.mrz))) return whole
    }
  }
  if (identified.kind || identified.portrait || !isFound) return { located, identified }
  const turned = upsideDown(located, photo)
  const portraits = await findPrintedPortraits(context, turned.document)
  if (!portraits.portrait) return { located, identified }
  return { located: turned, identified: await identifyDocument(context, photo, turned, portraits) }
}

/** The whole picture taken for the document. It is read once, however often it is compared with a part. */
interface WholePicture {
  locate(): Promise<{ located: LocatedDocument; portraits: PrintedPortraits }>
  identify(): Promise<Identified>
}

function wholePicture(context: ReadContext, photo: Picture): WholePicture {
  const locate = once(async () => {
    const located = await locateDocument(context, photo, WHOLE_PICTURE)
    return { located, portraits: await findPrintedPortraits(context, located.document) }
  })
  const identify = once(async () => {
    const { located, portraits } = await locate()
    return { located, identified: await identifyDocument(context, photo, located, portraits) }
  })
  return { locate, identify }
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined
  return () => (begun ??= work())
}

const WHOLE_PICTURE: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

/** Reads the contents: the print, the signature, and the portrait as a photograph. */
async function readContent(
  context: ReadContext,
  kind: Classification,
  { document }: LocatedDocument,
  { print, mrz: found, portrait, taught }: IdentifiedDocument,
): Promise<Pick<ReadDocument, 'visual' | 'lines' | 'mrz' | 'signature' | 'photograph'>> {
  const { time, today } = context
  const text = { ...print, mrz: found, face: portrait?.face }
  const { visual, lines } = await readVisual(context, kind, text, document, taught && expectedOn(taught))
  const mrz = found && { ...found, decoded: settleByPrint(found.decoded, found.cells, visual, today) }
  const known = { lines: print.lines, mrz, portrait }
  const signature = layoutOf(kind)?.signature
    ? undefined
    : await time('find-signature', () => findSignature(document, kind, known))
  const photograph =
    portrait && (await time('print-photograph', () => fingerprintPhotograph(document, portrait.points)))
  return { visual, lines, mrz, signature, photograph }
}

/** What is on a document, and what kind of document it is. */
interface IdentifiedDocument {
  portrait: Portrait | undefined
  ghost: Portrait | undefined
  /** The portraits are of several people. */
  areSeveral: boolean
  barcode: PageBarcode | undefined
  /** Whether there is a barcode that could not be read. */
  isBarcodeUnread: boolean
  /** Matrix codes, whose contents may be signed. */
  codes: Barcode[]
  print: Print
  mrz: FoundMrz | undefined
  /** Undefined if nothing identifies the document. */
  kind: Classification | undefined
  /** The taught model that the document matches. */
  taught: Recognised | undefined
}

async function identifyDocument(
  context: ReadContext,
  photo: Picture,
  located: LocatedDocument,
  portraits?: PrintedPortraits,
): Promise<IdentifiedDocument> {
  const { catalogue, today, time } = context
  const { document, boxes, recognised } = located
  // Portrait and barcode need no text, and help to decide which lines to read and what they mean.
  const { portrait, ghost, areSeveral } = portraits ?? (await findPrintedPortraits(context, document))
  const { barcode, isBarcodeUnread, codes } = await time('read-barcode', () => readPageBarcode(photo, located, today))

  // The titles usually identify the kind, and the kind determines what else to read.
  const tellKind = ({ lines, mrz }: Print) =>
    time('classify', () => {
      const statements = readStatements(mrz, barcode?.reading, lines)
      return classify(catalogue, { lines, size: document, portrait: portrait !== undefined, ...statements })
    })
  const { columns, plan } = await readColumns(context, document, planReading(boxes, document, portrait?.face))
  const titles = await readTitles(context, document, plan, columns)
  let found = await tellKind(titles)
  const print = await readRest(context, document, plan, titles, found)
  // A back with neither MRZ nor barcode has no title: recognising it takes all of its lines.
  const isSettled = found && print.mrz === titles.mrz && (found.side === 'FRONT' || print.mrz || barcode)
  if (!isSettled) found = await tellKind(print)
  const expectsMrz = !found || found.model?.mrz?.side === found.side
  const mrz = expectsMrz ? await readMissedMrz(context, document, print) : print.mrz
  if (mrz !== print.mrz) found = await tellKind({ ...print, mrz })
  const statements = readStatements(mrz, barcode?.reading, print.lines)
  const isStated = statements.licence !== undefined || statements.mrz?.certain === true
  const isTaught = (kind: Classification | undefined) => recognised && agrees(recognised, { kind, isStated })
  const sure = recognised?.isSure && isTaught(found) ? recognised : undefined
  if (sure) found = kindOfModel(catalogue, sure, found)
  const seen = { size: document, portrait: portrait !== undefined, face: portrait?.face }
  const kind = await time('classify', () => tellKindByRoles(context, print.lines, seen, found))
  // A document that was recognised with low confidence counts as the model once everything that was read agrees.
  const taught = sure ?? (recognised && !recognised.isSure && isTaught(kind) ? recognised : undefined)
  return { portrait, ghost, areSeveral, barcode, isBarcodeUnread, codes, print, mrz, kind, taught }
}
