import sharp from 'sharp'
import { accept } from '../../../src/formats/result.ts'
import type { Engine } from '../../../src/vision/engine.ts'
import { back, front, type WrittenEngine, writtenEngine } from '../../support/app.ts'

/** Pictures that the written engine below knows: the front and the back of a card, and a face. */
export async function smallPictures(): Promise<{ front: Buffer; back: Buffer; face: Buffer }> {
  const plain = (background: string) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer()
  return { front: await plain('#224466'), back: await plain('#664422'), face: await plain('#226644') }
}

/** Reads the small picture of a back as a back and everything else as a front. */
export function cardEngine(backPicture: Uint8Array): WrittenEngine {
  const engine = writtenEngine()
  engine.page = async (picture) => accept(Buffer.compare(picture, backPicture) === 0 ? back() : front())
  return engine
}

/** Reads a front first and then backs, whatever the pictures show. */
export function inTurn(): Engine['readPage'] {
  let calls = 0
  return async () => accept(calls++ === 0 ? front() : back())
}
