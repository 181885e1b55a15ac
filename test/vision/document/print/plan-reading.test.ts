import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { chooseLines, planReading } from '../../../../src/vision/document/print/plan-reading.ts'
import { boundsOf } from '../../../../src/vision/picture/box.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'
import type { TextBox } from '../../../../src/vision/text/find-text.ts'

const size = { width: 1200, height: 845 }

const box = (x: number, y: number, width: number, height: number): TextBox => ({
  score: 0.9,
  quad: [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ] as Quad,
})

const placesOf = (quads: readonly Quad[]) => quads.map((quad) => boundsOf(quad).y)

describe('what is read of a page', () => {
  const boxes = [box(300, 40, 600, 40), box(350, 300, 200, 34), box(60, 690, 1080, 34), box(60, 745, 1080, 34)]

  it('parts lines of an MRZ, titles and the rest', () => {
    const { mrz, titles, rest } = planReading(boxes, size, undefined)
    assert.deepEqual([placesOf(mrz), placesOf(titles), placesOf(rest)], [[690, 745], [40], [300]])
  })

  it('knows lines of an MRZ that lie at an angle', () => {
    const tilted: TextBox = {
      score: 0.9,
      quad: [
        { x: 140, y: 482 },
        { x: 980, y: 440 },
        { x: 982, y: 478 },
        { x: 142, y: 520 },
      ],
    }
    assert.equal(planReading([tilted, ...boxes], size, undefined).mrz.length, 3)
  })

  it('does not take the page for a face because its emblem looks like one', () => {
    const fields = [320, 360, 400, 440, 480].map((y) => box(400, y, 150, 30))
    const face = { x: 350, y: 290, width: 400, height: 400 }
    assert.deepEqual(placesOf(planReading(fields, size, face).rest), [320, 360, 400, 440, 480])
  })

  it('leaves out what is too low to be read, and patterns in the face', () => {
    const face = { x: 80, y: 300, width: 200, height: 200 }
    const { rest } = planReading([box(400, 400, 90, 8), box(100, 350, 120, 30), ...boxes], size, face)
    assert.deepEqual(placesOf(rest), [300])
  })

  it('keeps the smallest print for when a field is missing, but reads single letters at once', () => {
    const letter = box(945, 400, 22, 12)
    const label = box(400, 450, 90, 12)
    const { rest, small } = planReading([letter, label, ...boxes], size, undefined)
    assert.deepEqual([placesOf(rest), placesOf(small)], [[400, 300], [450]])
  })

  it('keeps to the places the catalogue names, where it names them', () => {
    const model = openCatalogue().models.find(({ id }) => id === 'ALB-IDENTITY_CARD')
    assert.ok(model)
    const kind = { country: 'ALB', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true, model } as const
    const card = { width: 1200, height: 757 }
    const surname = box(380, 135, 120, 45).quad
    const elsewhere = box(40, 600, 120, 45).quad
    assert.deepEqual(chooseLines([surname, elsewhere], kind, card), { wanted: [surname], spare: [elsewhere] })
    assert.deepEqual(chooseLines([surname, elsewhere], undefined, card), { wanted: [surname, elsewhere], spare: [] })
  })
})
