import { BadPicture } from '../../engine.ts'
import { type Box, crop } from '../../picture/box.ts'
import { decode } from '../../picture/decode.ts'
import { boxBlur, type Greys, greysOf } from '../../picture/greys.ts'
import type { Picture, Point, Size } from '../../picture/picture.ts'
import { mapQuad, type Quad, quadOf } from '../../picture/quad.ts'
import type { Registrable } from '../../picture/register/register.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { LocatedPhoto } from '../checks/check.ts'
import { meanOfHighest } from '../checks/recapture/choose-cuts.ts'
import { CUT, findLattice } from '../checks/recapture/find-lattice.ts'
import type { FilmReading } from '../page-reading.ts'
import { expectedIn, findable, findFrame, layFrame } from './lay-frame.ts'

/** The time for a film grows with the pixels of its frames: frames larger than those the page sends are not decoded. */
const MAX_MEGAPIXELS = 0.3

/**
 * The wave strength, as a logarithm of power, above which it is a screen, and the range over which the score falls from
 * 73 to 27: see docs/decisions/0097-recapture.md.
 */
const LIMIT = 0.5
const SPREAD = 0.2

/** The frames sent with the picture of a page → whether the page is shown on a display. */
export async function readFilm(
  { time }: ReadContext,
  { photo, quad }: LocatedPhoto,
  frames: readonly Uint8Array[],
): Promise<FilmReading> {
  const decoded = await time('decode-film', () => Promise.all(frames.map((frame) => decodeFrame(frame))))
  const laid = await time('lay-frames', () => layFrames(photo, quad, decoded))
  const same = laid.reduce((sum, each) => sum + each.frames.length, 0)
  const waves = same ? await time('film-waves', () => movingWaves(laid)) : undefined
  const leastChange = leastChangeOf(decoded)
  return {
    frames: frames.length,
    same,
    ...(leastChange !== undefined && { leastChange }),
    ...(waves !== undefined && { score: Math.round(100 / (1 + Math.exp((waves - LIMIT) / SPREAD))) }),
  }
}

/** How much the two most similar frames differ, pixel for pixel: no two frames of a camera have the same grain. */
function leastChangeOf(frames: readonly (Picture | undefined)[]): number | undefined {
  const changes = frames.flatMap((one, at) =>
    frames.slice(at + 1).flatMap((other) => (one && other && one.width === other.width ? [changeOf(one, other)] : [])),
  )
  return changes.length ? Math.round(100 * Math.min(...changes)) / 100 : undefined
}

function changeOf({ data: one }: Picture, { data: other }: Picture): number {
  const length = Math.min(one.length, other.length)
  let sum = 0
  for (let at = 0; at < length; at++) sum += Math.abs((one[at] as number) - (other[at] as number))
  return sum / length
}

/** Frames that show the same part of the still share one cut of it. Frames that do not show this page are left out. */
function layFrames(photo: Picture, quad: Quad, frames: readonly (Picture | undefined)[]): LaidFrames[] {
  const parts = new Map<string, LaidFrames & { model: Registrable }>()
  for (const frame of frames) {
    const expected = frame && expectedIn(photo, quad, frame)
    if (!expected) continue
    const part = findFrame(photo, expected, frame)
    const key = Object.values(part).join()
    const known = parts.get(key) ?? partOf(photo, quad, part)
    const laid = layFrame(known.model, frame)
    if (laid) parts.set(key, { ...known, frames: [...known.frames, laid] })
  }
  return [...parts.values()]
}

function partOf(photo: Picture, quad: Quad, part: Box): LaidFrames & { model: Registrable } {
  const still = crop(photo, part)
  const within = mapQuad(quad, ({ x, y }) => ({ x: x - part.x, y: y - part.y }))
  return { still, quad: within, frames: [], model: findable(still) }
}

/** A frame that cannot be opened is left out: the picture itself is still needed. */
async function decodeFrame(bytes: Uint8Array): Promise<Picture | undefined> {
  try {
    return await decode(bytes, MAX_MEGAPIXELS)
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}

/** Light and shadow are coarser than this, in pixels. */
const LIGHT = 8
/** The gain for small differences of a few grey levels. */
const GAIN = 4
const MIDDLE = 128

/** Fewer cuts than this, over all frames, are not enough to judge. */
const LEAST_CUTS = 4

/** A part of the still, and the frames that show it, laid over it. `quad` is the document's outline in that part. */
interface LaidFrames {
  still: Picture
  quad: Quad
  frames: readonly Picture[]
}

/**
 * The strength of regular waves that move over the page, compared with those that stay on it: in the difference between
 * a still and the mean of its frames, minus in the mean of all. Each is the mean of the higher half of the cuts. Print
 * stays in place, including halftone dots, of which resampling leaves a little in the difference. The moiré of a
 * display's and the camera's pixels stays with the camera. Undefined if too little of the document is shown.
 */
function movingWaves(parts: readonly LaidFrames[]): number | undefined {
  const [moving, staying]: [number[], number[]] = [[], []]
  let shown = 0
  for (const { still, quad, frames } of parts) {
    const boxes = cutsWithin(still, quad, CUT)
    shown += boxes.length * frames.length
    const flat = withoutLight(still)
    const others = meanOf(frames.map(withoutLight))
    const ofStill = 1 / (frames.length + 1)
    for (const box of boxes) {
      moving.push(findLattice(combine(flat, others, box, 1, -1))[0])
      staying.push(findLattice(combine(flat, others, box, ofStill, 1 - ofStill))[0])
    }
  }
  if (shown < LEAST_CUTS) return undefined
  return meanOfHighest(moving, moving.length / 2) - meanOfHighest(staying, staying.length / 2)
}

/** As many adjacent cuts as there is room for; only those that lie on the document. */
function cutsWithin(still: Size, quad: Quad, size: Size): Box[] {
  const [columns, rows] = [Math.floor(still.width / size.width), Math.floor(still.height / size.height)]
  const along = (all: number, length: number, count: number, at: number) =>
    Math.round(((all - count * length) * (at + 1)) / (count + 1) + at * length)
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: along(still.width, size.width, columns, i % columns),
    y: along(still.height, size.height, rows, Math.floor(i / columns)),
    width: size.width,
    height: size.height,
  })).filter((box) => quadOf(box).every((corner) => isInside(quad, corner)))
}

function isInside(quad: Quad, { x, y }: Point): boolean {
  return quad.every((a, i) => {
    const b = quad[(i + 1) % 4] as Point
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0
  })
}

function withoutLight(picture: Picture): Greys {
  const greys = greysOf(picture)
  const light = boxBlur(greys, LIGHT).values
  for (let i = 0; i < light.length; i++) greys.values[i] = (greys.values[i] as number) - (light[i] as number)
  return greys
}

function meanOf(all: readonly Greys[]): Float32Array {
  const sum = new Float32Array(all[0]?.values.length ?? 0)
  for (const { values } of all) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (values[i] as number)
  return sum.map((value) => value / all.length)
}

/** A cut of the weighted sum of both, in grey. */
function combine({ width, values }: Greys, other: Float32Array, box: Box, factor: number, ofOther: number): Picture {
  const data = new Uint8ClampedArray(3 * box.width * box.height)
  for (let y = 0, to = 0; y < box.height; y++) {
    let at = (box.y + y) * width + box.x
    for (let x = 0; x < box.width; x++, at++, to += 3) {
      const value = MIDDLE + GAIN * (factor * (values[at] as number) + ofOther * (other[at] as number))
      data[to] = value
      data[to + 1] = value
      data[to + 2] = value
    }
  }
  return { width: box.width, height: box.height, data: new Uint8Array(data.buffer) }
}
