import type { Corners } from '../../actions/ports/engine.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import type { ReadContext } from '../read-engine.ts'
import { lookEarly } from './checks/run-checks.ts'
import { hashPhoto } from './cut-images.ts'
import type { EarlyReading } from './early-reading.ts'
import { findQuad } from './outline/find-outline.ts'

/**
 * The part of readPage that needs no word of what is printed, for a worker that has nothing else to do: the two of them are
 * done a quarter sooner, and take a sixth more together, because both decode the picture and find the document in it.
 */
export async function readEarly(context: ReadContext, bytes: Uint8Array, corners?: Corners): Promise<EarlyReading> {
  const { nets, settings, time } = context
  const photo = await time('decode', () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  const { quad } = await time('find-document', () => findQuad(nets, photo, corners))
  const early: EarlyReading = {
    checks: await lookEarly(context, { photo, quad }),
    models: context.used(),
    original: await time('cut-images', () => toJpeg(photo)),
    hash: await time('hash-picture', () => hashPhoto(photo)),
  }
  return early
}
