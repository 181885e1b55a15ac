import type { PageSide } from '../../formats/document-words.ts'
import type { Region, SideLayout } from '../catalogue/schema.ts'
import type { DocumentImageName, ReviewImageName } from '../image-names.ts'
import { type Box, clipBox, crop } from '../picture/box.ts'
import { toJpeg } from '../picture/decode.ts'
import { hashPicture } from '../picture/hash-picture.ts'
import type { Picture, Size } from '../picture/picture.ts'
import { shrinkWithin } from '../picture/resize.ts'
import { drawHeatMap, type HeatMap } from './draw-heat-map.ts'

/** Where things are on the upright document, if they were found. */
interface CutSources {
  /** The photo and the straightened document as they are stored; their encoding may have started earlier. */
  original: Uint8Array | Promise<Uint8Array>
  normalized: Promise<Uint8Array>
  document: Picture
  face: Box | undefined
  barcode: Picture | undefined
  /** Found by its strokes, if the layout does not say where it is. */
  signature: Box | undefined
  layout: SideLayout | undefined
  /** Where the page looks changed. */
  heat: HeatMap | undefined
}

/** The page's pictures as JPEG, under the names in the specification. Anything that was not found has no picture. */
export async function cutImages(
  { original, normalized, document, face, barcode, signature, layout, heat }: CutSources,
  side: PageSide,
): Promise<Partial<Record<DocumentImageName | ReviewImageName, Uint8Array>>> {
  const parts: [DocumentImageName, Picture | undefined][] = [
    ['primary_face', face && crop(document, portraitCut(face, document))],
    ['barcode', barcode],
    ['signature', cutInked(document, layout?.signature) ?? (signature && crop(document, clipBox(signature, document)))],
    ['fingerprint', cutInked(document, layout?.fingerprint)],
  ]
  const made: [DocumentImageName | ReviewImageName, Uint8Array | Promise<Uint8Array>][] = [
    [`original_${side}`, original],
    [`original_normalized_${side}`, normalized],
    ...parts.flatMap(([name, picture]): typeof made => (picture ? [[name, toJpeg(picture)]] : [])),
    ...(heat ? ([[`authenticity_${side}`, drawHeatMap(document, heat)]] satisfies typeof made) : []),
  ]
  return Object.fromEntries(await Promise.all(made.map(async ([name, jpeg]) => [name, await jpeg])))
}

/** The part of the document that `primary_face` shows. */
export const portraitCut = (face: Box, document: Size): Box => clipBox(portraitOf(face), document)

/** Head and shoulders, as on the printed portrait (ISO/IEC 39794-5: the head takes up about half of the width). */
const portraitOf = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.45 * width,
  y: y - 0.5 * height,
  width: 1.9 * width,
  height: 2.2 * height,
})

// Empty signature panels of specimens stay under 1 % of dark pixels; signatures have 2 to 15 %.
const MIN_INK = 0.015
const DARKER = 60

/** Cuts out the region if something is written in it: strokes clearly darker than their background. */
function cutInked(document: Picture, region: Region | undefined): Picture | undefined {
  if (!region) return undefined
  const [x, y, width, height] = region
  const cut = crop(document, {
    x: x * document.width,
    y: y * document.height,
    width: width * document.width,
    height: height * document.height,
  })
  const greens = new Uint8Array(cut.width * cut.height)
  for (let i = 0, at = 1; i < greens.length; i++, at += 3) greens[i] = cut.data[at] as number
  const paper = greens.toSorted()[Math.floor(greens.length * 0.6)] ?? 0
  let ink = 0
  for (const green of greens) if (green < paper - DARKER) ink++
  return ink >= MIN_INK * greens.length ? cut : undefined
}

/** The same size as for judging recaptures, so that both steps share the shrunk picture. */
const HASHED_SIDE = 720

/** The hash by which the photo of a page is recognised again. */
export async function hashPhoto(photo: Picture): Promise<Uint8Array> {
  return hashPicture((await shrinkWithin(photo, HASHED_SIDE)).picture)
}
