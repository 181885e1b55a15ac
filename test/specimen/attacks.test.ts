import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { warpQuad } from '../../src/engine/geometry.ts'
import { decode } from '../../src/engine/steps/decode.ts'
import { attack } from '../../src/specimen/attacks.ts'
import { drawSpecimen } from '../../src/specimen/draw-specimen.ts'
import { type Photograph, photograph } from '../../src/specimen/photograph.ts'
import { difference, hueSpread } from './measure.ts'

const size = { width: 800, height: 504 }
/** The same camera and light for the document and for its reproductions. */
const camera = { seed: 2, level: 'easy', background: 'desk', size: 1200 } as const

describe('a reproduction of a specimen', () => {
  let front: Uint8Array
  let genuine: Uint8Array

  before(async () => {
    front = (await drawSpecimen({ kind: 'td1', country: 'EST', seed: 3, today: '2026-06-15' })).front
    genuine = await flat(await photograph(front, camera))
  })

  it('on a display differs from the document itself', async () => {
    assert.ok(difference(await flat(await attack('screen', front, camera)), genuine) > 10)
  })

  it('in grey has lost the colours', async () => {
    assert.ok(hueSpread(await flat(await attack('grey-copy', front, camera))) < hueSpread(genuine) / 2)
  })

  it('in colour has lost the light tones and kept the colours', async () => {
    const copy = await flat(await attack('colour-copy', front, camera))
    assert.ok(difference(copy, genuine) > 8)
    assert.ok(hueSpread(copy) > hueSpread(genuine) / 2)
  })

  it('in print differs from the document itself', async () => {
    assert.ok(difference(await flat(await attack('print', front, camera)), genuine) > 8)
  })

  it('is the same for the same seed', async () => {
    const [one, same] = await Promise.all([1, 2].map(() => attack('screen', front, { ...camera, size: 600 })))
    assert.ok(one && same && Buffer.from(one.jpeg).equals(Buffer.from(same.jpeg)))
  })
})

async function flat({ jpeg, quad }: Photograph): Promise<Uint8Array> {
  return warpQuad(await decode(jpeg), quad, size).data
}
