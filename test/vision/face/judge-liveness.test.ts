import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { findFaces, pickFace } from '../../../src/vision/face/detect-faces.ts'
import { judgeLiveness } from '../../../src/vision/face/judge-liveness.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { type FaceName, facePicture } from '../../support/faces.ts'
import { engine } from '../../support/read-engine.ts'

/** Liveness of the face in the picture, and the nets that judged it. */
async function judge(jpeg: Uint8Array) {
  const picture = await decode(jpeg)
  const { value, nets } = await engine.read(async (context) => {
    const face = pickFace(await findFaces(context.nets, picture), picture)
    assert.ok(face)
    return judgeLiveness(context.nets, picture, face)
  })
  return { ...value, nets: nets.map(({ name }) => name) }
}

/** So near that nothing is left around the face. */
const close = async (name: FaceName) => (await facePicture(name, { context: 1.05, width: 300 })).jpeg

/** As a filmed screen looks: the room's bluish light over a dim picture, softened, in bands. */
async function filmed(jpeg: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sharp(jpeg).metadata()
  const bands = Buffer.from(
    `<svg width="${width}" height="${height}"><defs><pattern id="b" width="8" height="${height / 4}" patternUnits="userSpaceOnUse"><rect width="8" height="${height / 8}" fill="#000" fill-opacity="0.25"/></pattern></defs><rect width="100%" height="100%" fill="url(#b)"/></svg>`,
  )
  const dim = await sharp(jpeg).linear([0.35, 0.38, 0.5], [45, 48, 80]).blur(1.5).toBuffer()
  return sharp(dim)
    .composite([{ input: bands }])
    .jpeg({ quality: 70 })
    .toBuffer()
}

describe('liveness', () => {
  it('is judged by the surroundings where there are some', async () => {
    const { score, nets, surface } = await judge((await facePicture('B')).jpeg)
    assert.ok(score > 50)
    assert.equal(surface, 0)
    assert.deepEqual(nets, ['face-detect', 'face-liveness'])
  })

  it('is judged by the face’s own surface where there are none', async () => {
    const { nets, kinds, surface } = await judge(await close('D'))
    assert.ok(surface > 0)
    assert.ok(nets.includes('face-surface'))
    assert.ok(Math.abs(kinds.live + kinds.print + kinds.replay - 1) < 1e-6)
  })

  it('tells a screen that was filmed so near from the face itself', async () => {
    for (const name of ['A2', 'D'] as const) {
      const face = await close(name)
      const [live, screen] = [await judge(face), await judge(await filmed(face))]
      assert.ok(screen.score < 10, `${name}: screen ${screen.score}`)
      assert.ok(live.score > 50, `${name}: face ${live.score}`)
    }
  })
})
