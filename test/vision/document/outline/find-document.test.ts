import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { overlap } from '../../../../lab/evaluate/measure/overlap.ts'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { photograph } from '../../../../packages/specimen/src/photograph/photograph.ts'
import { fillsPicture, findDocument, lookForDocument } from '../../../../src/vision/document/outline/find-document.ts'
import { decode } from '../../../../src/vision/picture/decode.ts'
import { quadOfPicture } from '../../../../src/vision/picture/quad.ts'
import { engine } from '../../../support/read-engine.ts'

const { nets } = engine

describe('the corners of a document', () => {
  it('are found on a photograph, on the back of a licence with its magnetic stripe too', async () => {
    const { front, back } = await drawSpecimen({ kind: 'us-licence', region: 'CA', seed: 'corners' })
    for (const page of [front, back]) {
      assert.ok(page)
      const { jpeg, quad } = await photograph(page, { seed: 'corners', level: 'easy' })
      const found = await findDocument(nets, await decode(jpeg))
      assert.ok(found && overlap(found.quad, quad) > 0.95, `overlap ${found && overlap(found.quad, quad)}`)
    }
  })

  it('are those of the picture when it is cut along the edges of the document', async () => {
    const { front } = await drawSpecimen({ kind: 'td3', seed: 11, today: '2026-01-01' })
    const page = await decode(front)
    assert.deepEqual((await findDocument(nets, page))?.quad, quadOfPicture(page))
  })
})

describe('a document', () => {
  it('must be one from afar and from near', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 'near' })
    const photo = await decode((await photograph(front, { seed: 'near', level: 'easy' })).jpeg)
    const { found, glanced } = await lookForDocument(nets, photo)
    assert.ok(found && glanced)
    assert.deepEqual(await lookForDocument(doubting(1), photo), {})
    assert.deepEqual(await lookForDocument(doubting(2), photo), { glanced }, 'what the first look saw is kept')
  })

  it('may be a plain back with nothing but a table, among lines of print', async () => {
    const { back } = await drawSpecimen({ kind: 'eu-licence', country: 'UTO', seed: 'evaluated 209' })
    assert.ok(back)
    const { jpeg, quad } = await photograph(back, { seed: 'evaluated 209 1', level: 'medium', turn: 'any' })
    const found = await findDocument(nets, await decode(jpeg))
    assert.ok(found && overlap(found.quad, quad) > 0.95)
  })
})

/** The nets, of which the finder of corners sees no document at the given look. */
function doubting(atLook: number): typeof nets {
  let looks = 0
  return {
    ...nets,
    async get(name) {
      const model = await nets.get(name)
      return {
        ...model,
        async run(feeds) {
          const seen = await model.run(feeds)
          looks++
          return looks === atLook ? { ...seen, judgement: { data: Float32Array.of(0.01, 1), dims: [1, 2] } } : seen
        },
      }
    },
  }
}

describe('a picture cut along the edges of a document', () => {
  const lopsided = [
    { x: 16, y: 12 },
    { x: 1230, y: 160 },
    { x: 1490, y: 1020 },
    { x: 26, y: 1010 },
  ] as const
  const unsure = { quad: lopsided, whole: 0.7, sharpness: 0.8 } as unknown as Parameters<typeof fillsPicture>[0]

  it('has the shape of one, and corners named without certainty', () => {
    assert.equal(fillsPicture(unsure, { width: 1500, height: 1056 }), true)
  })

  it('is not one of another shape, nor one whose corners are seen sharply', () => {
    assert.equal(fillsPicture(unsure, { width: 1500, height: 1125 }), false)
    assert.equal(fillsPicture({ ...unsure, sharpness: 0.99 }, { width: 1500, height: 1056 }), false)
  })
})
