import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Picture } from '../../../../src/vision/picture/picture.ts'
import type { DocumentModel } from '../../../../src/vision/taught/model.ts'
import { drawCard, glaring, judged, photographed, taughtWith } from './drawn-card.ts'

async function assertRefused(model: DocumentModel, photo: Picture): Promise<void> {
  const { score, properties } = await judged(model, photo)
  assert.ok(score <= 50, JSON.stringify(properties))
}

async function assertGenuine(model: DocumentModel, photo: Picture): Promise<void> {
  const { score, properties } = await judged(model, photo)
  assert.ok(score > 50, JSON.stringify(properties))
  assert.notEqual(properties?.pattern, null)
}

describe('a document taught with three files that no camera took', async () => {
  const model = await taughtWith([drawCard(), drawCard({ shade: 20 }), drawCard({ shade: 40 })])

  it('takes a photograph of a fourth for genuine', () => assertGenuine(model, photographed(drawCard({ shade: 30 }))))

  it('says which part light covers, and of a page without glare nothing', async () => {
    const photo = photographed(drawCard({ shade: 30 }))
    assert.equal((await judged(model, photo)).hidden, undefined)
    const { x, y, width, height } = (await judged(model, glaring(photo))).hidden ?? assert.fail('nothing is hidden')
    for (const [found, right] of [
      [x, 0.5],
      [y, 0.1],
      [x + width, 0.8],
      [y + height, 0.6],
    ] as const)
      assert.ok(Math.abs(found - right) < 0.1, `${found} ${right}`)
  })

  it('says of a picture with too few pixels that it is too coarse, and does not judge its pattern', async () => {
    const photo = photographed(drawCard({ shade: 30 }))
    const far = await judged(model, photo, 400)
    assert.deepEqual([far.isTooCoarse, far.properties?.pattern], [true, null])
    assert.equal((await judged(model, photo, 500)).isTooCoarse, undefined)
  })

  it('refuses a photograph with other print in a part of it, and one with a flat background', async () => {
    await assertRefused(model, photographed(drawCard({ other: true })))
    await assertRefused(model, photographed(drawCard({ faded: 1 })))
  })
})

describe('a document with a plain background, taught with three files', async () => {
  const model = await taughtWith([0, 20, 40].map((shade) => drawCard({ faded: 1, shade })))

  it('takes a photograph of a fourth for genuine: the grain of the camera is no pattern', () =>
    assertGenuine(model, photographed(drawCard({ faded: 1, shade: 30 }))))
})

describe('a document taught with three photographs', async () => {
  const model = await taughtWith([0, 20, 40].map((shade) => photographed(drawCard({ shade, dots: true }))))

  it('takes a file of a fourth, which is lighter and has no grain, for genuine', () =>
    assertGenuine(model, drawCard({ shade: 30, dots: true })))

  it('refuses a file with other print in a part of it', () =>
    assertRefused(model, drawCard({ other: true, dots: true })))
})
