import { BadPicture } from '../../../actions/ports/engine.ts'
import type { FilmReading } from '../../../domain/document/document.ts'
import { crop } from '../../picture/crop.ts'
import { decode } from '../../picture/decode.ts'
import type { Picture } from '../../picture/picture.ts'
import { mapQuad } from '../../picture/quad.ts'
import type { ReadContext } from '../../read-engine.ts'
import type { Sight } from '../checks/check.ts'
import { findable, layFrame, shownIn } from './lay-frame.ts'
import { movingWaves } from './moving-waves.ts'

/** A frame is small: what claims to be larger is not decoded. */
const MAX_MEGAPIXELS = 1

/** Waves from which on it is a screen, in logarithms of power, and how far from it the score falls from 73 to 27: see docs/decisions/0092-film-of-the-document.md. */
const LIMIT = 0.5
const SPREAD = 0.2

/** The frames that came with the picture of a page → whether it lies on a display. */
export async function readFilm(
  { time }: ReadContext,
  { photo, quad }: Sight,
  frames: readonly Uint8Array[],
): Promise<FilmReading> {
  const decoded = await time('decode-film', () => Promise.all(frames.map((frame) => decodeFrame(frame))))
  const [first] = decoded.filter((frame) => frame !== undefined)
  const part = first && shownIn(photo, quad, first)
  if (!part) return { frames: frames.length, same: 0 }
  const still = crop(photo, part)
  const same = await time('lay-frames', () => {
    const model = findable(still)
    const alike = (frame: Picture | undefined) =>
      frame?.width === still.width && frame.height === still.height ? layFrame(model, frame) : undefined
    return decoded.map(alike).filter((frame) => frame !== undefined)
  })
  const within = mapQuad(quad, ({ x, y }) => ({ x: x - part.x, y: y - part.y }))
  const waves = same.length ? await time('film-waves', () => movingWaves(still, within, same)) : undefined
  return {
    frames: frames.length,
    same: same.length,
    ...(waves !== undefined && { score: Math.round(100 / (1 + Math.exp((waves - LIMIT) / SPREAD))) }),
  }
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
