import { BadPicture } from '../../../actions/ports/engine.ts'
import type { FilmReading } from '../../../domain/document/document.ts'
import type { Box } from '../../picture/box.ts'
import { crop } from '../../picture/crop.ts'
import { decode } from '../../picture/decode.ts'
import type { Picture } from '../../picture/picture.ts'
import { mapQuad, type Quad } from '../../picture/quad.ts'
import type { Registrable } from '../../picture/register/register.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { LocatedPhoto } from '../checks/check.ts'
import { expectedIn, findable, findFrame, layFrame } from './lay-frame.ts'
import { type LaidFrames, movingWaves } from './moving-waves.ts'

/** The time that a film takes grows with the pixels of its frames: larger ones than the page sends are not decoded. */
const MAX_MEGAPIXELS = 0.3

/** Waves from which on it is a screen, in logarithms of power, and how far from it the score falls from 73 to 27: see docs/decisions/0097-recapture.md. */
const LIMIT = 0.5
const SPREAD = 0.2

/** The frames that came with the picture of a page → whether it lies on a display. */
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

/** How alike the two frames are that differ least, pixel for pixel: no two frames of a camera share their grain. */
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

/** Frames that show the same part of the still share it. What does not show this page is left out. */
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

/** A frame that cannot be opened is left out: the picture itself is what was asked for. */
async function decodeFrame(bytes: Uint8Array): Promise<Picture | undefined> {
  try {
    return await decode(bytes, MAX_MEGAPIXELS)
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}
