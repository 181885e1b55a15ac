import type { Hint } from '../../formats/hints.ts'
import type { Mark } from '../../formats/result.ts'
import { type Box, boundsOf, clipBox } from '../picture/box.ts'
import { applyHomography, invertHomography, quadToRect } from '../picture/matrix.ts'
import { meanOf, type Picture, type Size } from '../picture/picture.ts'
import { longSideFirst, longSideOf, type Quad, quadOf } from '../picture/quad.ts'
import {
  DETAIL_SCALE,
  DETAIL_SIDE,
  hasGlare,
  judgeQuality,
  OVERVIEW_WIDTH,
  type QualityFault,
} from '../picture/quality/judge-quality.ts'
import type { Area, Grey } from '../picture/quality/measures.ts'
import { shrinkPart, shrinkWithin } from '../picture/resize.ts'
import type { Outline } from './outline/find-outline.ts'
import type { PagePlace } from './page-place.ts'
import { isPartHidden, type ReferenceReading } from './page-reading.ts'

/**
 * Minimum long side of the document in the photo, in pixels: phone photos have 569 or more, photographs taken from too
 * far away at most 341.
 */
const MIN_WIDTH = 480

const hints = { dark: 'TOO_DARK', bright: 'TOO_BRIGHT', glare: 'GLARE', blurred: 'BLURRED' } as const satisfies Record<
  QualityFault,
  Hint
>

/** What a person could do better, most urgent first, and where the problem is in the photo. */
export interface PageFaults {
  hints: Hint[]
  marks: Mark[]
}

/** Judges the photo before anything is read, with the same measures and limits as the page that took it. */
export async function judgePage(photo: Picture, outline: Outline): Promise<PageFaults> {
  const { quad, document } = outline
  const sides = cutSides(photo, outline)
  const overview = toGrey((await shrinkWithin(document, OVERVIEW_WIDTH)).picture)
  const faults = judgeQuality({ overview, area: wholeOf(overview), detail: await detailOf(photo, quad) })
  const inLight = faults.filter(({ fault }) => fault === 'dark' || fault === 'bright')
  const rest = faults.filter((fault) => !inLight.includes(fault))
  const small = longSideOf(quad) < MIN_WIDTH

  const found: { hint: Hint; places: Box[] }[] = [
    ...inLight.map(({ fault }) => ({ hint: hints[fault], places: [] })),
    ...(sides.length ? [{ hint: 'CUT_OFF' as const, places: sides }] : []),
    ...(small ? [{ hint: 'TOO_SMALL' as const, places: [boundsOf(quad)] }] : []),
    ...rest.map(({ fault, place }) => ({
      hint: hints[fault],
      places: [place ? inPhoto(place, overview, quad) : boundsOf(quad)],
    })),
  ]
  const marks = found.flatMap(({ hint, places }) => places.map((place) => markOf(hint, place, photo)))
  return { hints: found.map(({ hint }) => hint), marks }
}

/** Whether there is a reflection on the lines of the MRZ. The document is straight and upright. */
export async function hasGlareOnMrz(document: Picture, mrz: Box): Promise<boolean> {
  const { picture, scale } = await shrinkWithin(document, OVERVIEW_WIDTH)
  const area = { x: mrz.x * scale, y: mrz.y * scale, width: mrz.width * scale, height: mrz.height * scale }
  return hasGlare(toGrey(picture), area)
}

/** The middle of the document at the size at which sharpness is judged. */
async function detailOf(photo: Picture, quad: Quad): Promise<Grey> {
  const wanted = Math.min(1, DETAIL_SCALE / longSideOf(quad)) * Math.max(photo.width, photo.height)
  const { x, y } = meanOf(quad)
  const detail = await shrinkPart(photo, Math.round(wanted), ({ width, height }, scale) => {
    const side = Math.min(DETAIL_SIDE, width, height)
    const fit = (middle: number, most: number) => Math.max(0, Math.min(most - side, middle * scale - side / 2))
    return { x: fit(x, width), y: fit(y, height), width: side, height: side }
  })
  return toGrey(detail)
}

/** Strips along the edges of the photo that the document crosses; if it crosses none, the edge it is nearest to. */
function cutSides(photo: Size, { quad, isFound, cutOff }: Outline): Box[] {
  const seen = cutOff ?? (isFound ? quad : undefined)
  if (!seen) return []
  const { width, height } = photo
  const rooms = [
    Math.min(...seen.map(({ x }) => x)),
    Math.min(...seen.map(({ y }) => y)),
    Math.min(...seen.map(({ x }) => width - 1 - x)),
    Math.min(...seen.map(({ y }) => height - 1 - y)),
  ]
  const least = Math.min(...rooms)
  const depth = 0.05 * Math.max(width, height)
  const { x, y, width: across, height: down } = clipBox(boundsOf(seen), photo)
  const strips = [
    { x: 0, y, width: depth, height: down },
    { x, y: 0, width: across, height: depth },
    { x: width - depth, y, width: depth, height: down },
    { x, y: height - depth, width: across, height: depth },
  ]
  return strips.filter((_, side) => {
    const room = rooms[side] ?? 0
    return room < -2 || (cutOff !== undefined && room === least)
  })
}

/**
 * What another picture would show that was missing in this one for the comparison with a taught document: more pixels,
 * or a part that light covers.
 */
export function faultsOfComparison(
  reference: ReferenceReading | undefined,
  known: readonly Hint[],
  place: PagePlace,
  photo: Size,
): PageFaults {
  if (reference?.isTooCoarse) return { hints: known.includes('TOO_SMALL') ? [] : ['TOO_SMALL'], marks: [] }
  const hidden = reference && isPartHidden(reference) ? reference.hidden : undefined
  if (!hidden || known.includes('GLARE')) return { hints: [], marks: [] }
  const covered = boundsOf(quadOf(hidden).map(place.inPhoto))
  return { hints: ['GLARE'], marks: [markOf('GLARE', covered, photo)] }
}

/** Maps a place from the overview of the straightened document to the photo. */
function inPhoto(place: Area, overview: Size, quad: Quad): Box {
  const back = invertHomography(quadToRect(longSideFirst(quad), overview))
  return boundsOf(quadOf(place).map((corner) => applyHomography(back, corner)))
}

function markOf(hint: Hint, place: Box, photo: Size): Mark {
  const { x, y, width, height } = clipBox(place, photo)
  const share = (length: number, of: number) => Math.round((1000 * length) / of) / 1000
  return {
    hint,
    x: share(x, photo.width),
    y: share(y, photo.height),
    width: share(width, photo.width),
    height: share(height, photo.height),
  }
}

const wholeOf = ({ width, height }: Size): Area => ({ x: 0, y: 0, width, height })

/** The same luma as on the page (BT.601). */
function toGrey({ width, height, data }: Picture): Grey {
  const grey = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 3)
    grey[at] = ((data[from] as number) * 77 + (data[from + 1] as number) * 150 + (data[from + 2] as number) * 29) >> 8
  return { width, height, data: grey }
}
