import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { selfie } from '../../../../packages/specimen/src/photograph/selfie.ts'
import { motionJpeg } from '../../../../packages/specimen/src/photograph/video.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { documentPortrait } from '../../../support/faces.ts'

describe('a selfie made from a portrait', () => {
  it('has the face where and as large as asked', async () => {
    const { jpeg, face } = await documentPortrait('B')
    const made = await selfie(jpeg, { face, share: 0.3, at: { x: 0.4, y: 0.5 } })
    const picture = await decode(made.jpeg)
    assert.deepEqual([picture.width, picture.height], [720, 960])
    assert.ok(Math.abs(made.face.width - 216) < 1)
    assert.ok(Math.abs(made.face.x + made.face.width / 2 - 288) < 1)
  })

  it('is the same for the same seed, darker when asked', async () => {
    const { jpeg, face } = await documentPortrait('B')
    const [one, same, dark] = await Promise.all([1, 1, 0.3].map((brightness) => selfie(jpeg, { face, brightness })))
    assert.ok(one && same && dark)
    assert.ok(Buffer.from(one.jpeg).equals(Buffer.from(same.jpeg)))
    assert.ok(mean((await decode(dark.jpeg)).data) < mean((await decode(one.jpeg)).data) / 2)
  })
})

describe('a video for a camera that is not there', () => {
  it('is a row of JPEG frames, thirty for each second', async () => {
    const { jpeg } = await documentPortrait('B')
    const video = Buffer.from(
      await motionJpeg([{ picture: jpeg, seconds: 0.5, tremble: 2 }], { width: 320, height: 240 }),
    )
    const starts = [...video.toString('latin1').matchAll(/\xff\xd8\xff/g)].map(({ index }) => index)
    assert.equal(starts.length, 15)
    const frame = await decode(video.subarray(0, starts[1]))
    assert.deepEqual([frame.width, frame.height], [320, 240])
    assert.ok(!video.subarray(0, starts[1]).equals(video.subarray(starts[1], starts[2])))
  })
})

function mean(data: Uint8Array): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length
}
