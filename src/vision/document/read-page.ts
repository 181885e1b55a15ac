import type { Hint } from '../../formats/hints.ts'
import type { Eyes, Place } from '../../formats/place.ts'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { layoutOf } from '../catalogue/catalogue.ts'
import type { Corners, PageResult } from '../engine.ts'
import { eyesIn } from '../face/judge-features.ts'
import type { Portrait } from '../face/take-portrait.ts'
import { boundsOf, shareOf } from '../picture/box.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import type { Size } from '../picture/picture.ts'
import { readTakenAt } from '../picture/read-taken-at.ts'
import type { ReadContext } from '../read-engine.ts'
import type { DocumentRefusal } from '../refusals.ts'
import { type PageBarcode, readMatrixCodes } from './barcode/read-barcode.ts'
import { type Checked, hottestOf, lookEarly, runChecks } from './checks/run-checks.ts'
import { cutImages, hashPhoto, portraitCut } from './cut-images.ts'
import type { EarlyReading } from './early-reading.ts'
import { readFilm } from './film/read-film.ts'
import { faultsOfComparison } from './judge-page.ts'
import { nameDocument } from './kind/name-document.ts'
import type { FoundMrz } from './mrz/read-mrz.ts'
import { findQuad } from './outline/find-outline.ts'
import { cornersOf, type PagePlace } from './page-place.ts'
import type { PageReading } from './page-reading.ts'
import { type ReadDocument, readDocument } from './read-document.ts'

/** The print of a smaller document is less than two pixels high. */
const MIN_SIDE = 100

interface PageOptions {
  /** The heat map is drawn if there is a doubt, or always if this is set. */
  alwaysHeat?: boolean
  /** The camera's frames from the second before. */
  film?: readonly Uint8Array[] | undefined
  /** Whether to look for matrix codes. */
  codes?: boolean | undefined
  /** The corners as set by a person; the document is then not searched for. */
  corners?: Corners | undefined
  /** Whether this may be the back of a card that nobody can name. */
  ofUnnamed?: boolean | undefined
}

/** Reads the picture of one side of a document: first its contents, then the findings of the checks. */
export async function readPage(
  context: ReadContext,
  bytes: Uint8Array,
  { alwaysHeat = false, film, codes: wantsCodes = false, corners, ofUnnamed }: PageOptions = {},
): Promise<Result<PageResult, DocumentRefusal>> {
  const { settings, time, decoding } = context
  const photo = await decoding(bytes, () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  if (Math.min(photo.width, photo.height) < MIN_SIDE) return refuse('DOCUMENT_NOT_RECOGNIZED', ['TOO_SMALL'])
  const read = await readDocument(context, photo, { corners, ofUnnamed })
  if (!read.ok) return read
  const page = read.value
  const { outline, document, place, kind, print, portrait, barcode, signature, faults, copies } = page

  const early = await context.early?.()
  const { lines } = print
  const checks = page.isSecondLook ? undefined : early?.checks
  const checked = await runChecks(context, { ...page, photo, quad: outline.quad, bytes, lines }, checks)

  const filmed = film?.length ? await readFilm(context, { photo, quad: outline.quad }, film) : undefined
  const cuttings = {
    original: early?.original ?? copies.original ?? toJpeg(photo),
    normalized: copies.normalized,
    document,
    face: portrait?.face,
    barcode: barcode?.found.picture,
    signature,
    layout: layoutOf(kind),
    heat: hottestOf(checked.heats, alwaysHeat),
  }
  const images = await time('cut-images', () => cutImages(cuttings, kind.side))
  const unjudged = faultsOfComparison(checked.noted.authenticity?.reference, page.hints, place, photo)
  const reading = describePage(page, checked.noted, unjudged.hints)
  const codes = wantsCodes ? await time('read-codes', () => readMatrixCodes(photo, page)) : []
  const hash = early?.hash ?? (await time('hash-picture', () => hashPhoto(photo)))
  const takenAt = await readTakenAt(bytes)
  return accept({
    reading: { ...reading, ...(filmed && { film: filmed }), models: context.used() },
    images,
    hash,
    marks: [...faults.marks, ...unjudged.marks],
    outline: cornersOf(place, photo),
    ...(codes.length && {
      codes: await Promise.all(
        codes.map(async ({ bytes: content, picture }) => ({ bytes: content, image: await toJpeg(picture) })),
      ),
    }),
    ...(takenAt && { takenAt }),
  })
}

/** What was read and found, in the domain's terms. The caller adds the nets that were used. */
function describePage(
  page: ReadDocument,
  checked: Checked['noted'],
  unjudged: readonly Hint[],
): Omit<PageReading, 'models'> {
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
    hints: [...hints, ...unjudged, ...missingParts(page)],
  }
}

/** What this side is known to have and could not be read. */
function missingParts({ kind: { model, side }, mrz, barcode }: ReadDocument): Hint[] {
  const hints: Hint[] = []
  if (model?.mrz?.side === side && !mrz) hints.push('MRZ_NOT_READ')
  if (model?.barcode?.side === side && !barcode) hints.push('BARCODE_NOT_READ')
  return hints
}

/** Where on the page a reviewer can find what was read. */
interface NotedPlaces {
  mrz?: Place
  barcode?: Place
  portrait?: Place
  eyes?: Eyes
}

interface Found {
  mrz: FoundMrz | undefined
  barcode: PageBarcode | undefined
  portrait: Portrait | undefined
}

const WHOLE = { width: 1, height: 1 }

function notePlaces(document: Size, lies: PagePlace, { mrz, barcode, portrait }: Found): NotedPlaces {
  const cut = portrait && portraitCut(portrait.face, document)
  return {
    ...(mrz && { mrz: shareOf(mrz.box, document) }),
    ...(barcode && { barcode: placeOf(barcode, document, lies) }),
    ...(portrait && cut && { portrait: shareOf(cut, document), eyes: eyesIn(portrait.points, cut) }),
  }
}

function placeOf({ found, foundIn }: PageBarcode, document: Size, lies: PagePlace): Place {
  return foundIn === 'document'
    ? shareOf(boundsOf(found.corners), document)
    : shareOf(boundsOf(found.corners.map((corner) => lies.onPage(corner))), WHOLE)
}

/**
 * The part of readPage that needs no text, for a worker that is idle. Two workers finish a page a quarter sooner, but
 * take a sixth more time in total, because both decode the picture and find the document in it.
 */
export async function readEarly(context: ReadContext, bytes: Uint8Array, corners?: Corners): Promise<EarlyReading> {
  const { nets, settings, time, decoding } = context
  const photo = await decoding(bytes, () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  const { quad } = await time('find-document', () => findQuad(nets, photo, corners))
  const early: EarlyReading = {
    checks: await lookEarly(context, { photo, quad }),
    models: context.used(),
    original: await time('cut-images', () => toJpeg(photo)),
    hash: await time('hash-picture', () => hashPhoto(photo)),
  }
  return early
}
