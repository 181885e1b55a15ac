import type { PageResult } from '../../actions/ports/engine.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { DocumentRefusal } from '../../domain/vocabulary.ts'
import { layoutOf } from '../catalogue/catalogue.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import { readTakenAt } from '../picture/read-taken-at.ts'
import type { ReadContext } from '../read-engine.ts'
import { readMatrixCodes } from './barcode/read-matrix-codes.ts'
import { hottestOf, runChecks } from './checks/run-checks.ts'
import { cutImages } from './cut-images.ts'
import { describePage } from './describe-page.ts'
import { readFilm } from './film/read-film.ts'
import { hashPhoto } from './hash-photo.ts'
import { cornersOf } from './page-place.ts'
import { readDocument } from './read-document.ts'

/** A document this small has print of under two pixels. */
const MIN_SIDE = 100

interface PageOptions {
  /** The heat map is drawn where something is doubted, or always when it is asked for. */
  alwaysHeat?: boolean
  /** What the camera saw in the second before. */
  film?: readonly Uint8Array[] | undefined
  /** Matrix codes are looked for. */
  codes?: boolean | undefined
}

/** Reads the picture of one side of a document: what it says, then what the checks find. */
export async function readPage(
  context: ReadContext,
  bytes: Uint8Array,
  { alwaysHeat = false, film, codes: wantsCodes = false }: PageOptions = {},
): Promise<Result<PageResult, DocumentRefusal>> {
  const { settings, time } = context
  const photo = await time('decode', () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  if (Math.min(photo.width, photo.height) < MIN_SIDE) return refuse('DOCUMENT_NOT_RECOGNIZED', ['TOO_SMALL'])
  const read = await readDocument(context, photo)
  if (!read.ok) return read
  const page = read.value
  const { outline, document, place, kind, print, portrait, barcode, signature, faults, copies } = page

  const early = await context.early?.()
  const { lines } = print
  const checked = await runChecks(context, { ...page, photo, quad: outline.quad, bytes, lines }, early?.checks)

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
  const reading = describePage(page, checked.noted)
  const codes = wantsCodes ? await time('read-codes', () => readMatrixCodes(photo, page)) : []
  const hash = early?.hash ?? (await time('hash-picture', () => hashPhoto(photo)))
  const takenAt = await readTakenAt(bytes)
  return accept({
    reading: { ...reading, ...(filmed && { film: filmed }), models: context.used() },
    images,
    hash,
    marks: faults.marks,
    outline: cornersOf(place, photo),
    ...(codes.length && {
      codes: await Promise.all(
        codes.map(async ({ bytes: content, picture }) => ({ bytes: content, image: await toJpeg(picture) })),
      ),
    }),
    ...(takenAt && { takenAt }),
  })
}
