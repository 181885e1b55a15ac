import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { LEVELS, photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { warpQuad } from '../../../../src/vision/picture/warp.ts'
import { difference, sharpness } from './measure.ts'

const size = { width: 500, height: 352 }

describe('a photograph of a specimen', () => {
  let front: Uint8Array

  before(async () => {
    front = (await drawSpecimen({ kind: 'td3', seed: 4, today: '2026-06-15' })).front
  })

  it('shows the document inside the corners it states, turned as asked', async () => {
    const flat = await flatten(front)
    for (const turn of [0, 90, 180, 270] as const) {
      const { jpeg, quad } = await photograph(front, { seed: 9, level: 'easy', turn, background: 'desk', size: 900 })
      const seen = warpQuad(await decode(jpeg), quad, size)
      assert.ok(difference(seen.data, flat) < 30, `turned by ${turn}: ${difference(seen.data, flat)}`)
      const wrong = warpQuad(await decode(jpeg), [quad[2], quad[3], quad[0], quad[1]], size)
      assert.ok(difference(wrong.data, flat) > difference(seen.data, flat) * 1.3)
    }
  })

  it('is the same for the same seed and another for another', async () => {
    const [one, same, other] = await Promise.all([5, 5, 6].map((seed) => photograph(front, { seed, size: 800 })))
    assert.ok(one && same && other)
    assert.ok(Buffer.from(one.jpeg).equals(Buffer.from(same.jpeg)))
    assert.deepEqual(one.quad, same.quad)
    assert.notDeepEqual(one.quad, other.quad)
  })

  it('keeps the whole document in the frame at every level', async () => {
    for (const level of LEVELS) {
      for (const seed of [1, 2, 3]) {
        const { quad, width, height } = await photograph(front, { seed, level, size: 600 })
        for (const { x, y } of quad) assert.ok(x >= 0 && y >= 0 && x <= width && y <= height, level)
      }
    }
  })

  it('has the defect that was asked for', async () => {
    const options = { seed: 2, level: 'easy', background: 'desk', size: 900 } as const
    const good = await photograph(front, options)
    const [blurred, dark, cut, small] = await Promise.all(
      (['blurred', 'dark', 'cut-off', 'small'] as const).map((defect) => photograph(front, { ...options, defect })),
    )
    assert.ok(blurred && dark && cut && small)
    const pixels = async ({ jpeg, quad }: typeof good) => warpQuad(await decode(jpeg), quad, size).data
    assert.ok(sharpness(await pixels(blurred), size.width) < sharpness(await pixels(good), size.width) / 3)
    assert.ok(mean(await pixels(dark)) < mean(await pixels(good)) / 3)
    assert.ok(cut.quad.some(({ x, y }) => x < 0 || y < 0 || x > cut.width || y > cut.height))
    assert.ok(small.quad[1].x - small.quad[0].x < small.width * 0.25)
  })
})

async function flatten(picture: Uint8Array): Promise<Uint8Array> {
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  context.drawImage(await loadImage(Buffer.from(picture)), 0, 0, size.width, size.height)
  const { data } = context.getImageData(0, 0, size.width, size.height)
  return Uint8Array.from({ length: size.width * size.height * 3 }, (_, i) => data[Math.floor(i / 3) * 4 + (i % 3)] ?? 0)
}

function mean(data: Uint8Array): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length
}
