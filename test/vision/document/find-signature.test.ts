import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import type { Kind } from '../../../packages/specimen/src/issue/truth.ts'
import { findPenStrokes, findSignedLine } from '../../../src/vision/document/find-signature.ts'
import { type Box, boundsOf } from '../../../src/vision/picture/box.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import type { TextLine } from '../../../src/vision/text/read-text.ts'

describe('a signature', async () => {
  const { front, truth } = await drawSpecimen({ kind: 'td3', seed: 3, today: '2026-01-01' })
  const document = await decode(front)
  const [side] = truth.sides
  const line = (box: TextLine['box'], confidence: number, text = 'Erika Muster'): TextLine => ({
    text,
    confidence,
    probabilities: [],
    box,
  })
  const signed = boundsOf(side?.regions.signature as never)
  const printed = (side?.visual ?? []).map(({ quad }) => boundsOf(quad))

  it('is found among the lines by its strokes', () => {
    const lines = [...printed.map((box) => line(box, 0.5)), line(signed, 0.3)]
    const found = findSignedLine(document, lines)
    assert.ok(found)
    assert.ok(found.x <= signed.x && found.x + found.width >= signed.x + signed.width)
  })

  it('is no print, however badly it was read', () => {
    assert.equal(
      findSignedLine(
        document,
        printed.map((box) => line(box, 0.3)),
      ),
      undefined,
    )
  })

  it('is found though a letter was read in it without a doubt', () => {
    assert.ok(findSignedLine(document, [line(signed, 0.99, 'L')]))
  })

  it('is nothing that was read as print', () => {
    assert.equal(findSignedLine(document, [line(signed, 0.95)]), undefined)
  })
})

/** A drawn side, and what a reader knows of it: where fields, MRZ and portrait are. */
async function sideOf(kind: Kind, at: 0 | 1) {
  const { front, back, truth } = await drawSpecimen({ kind, seed: 3, today: '2026-01-01' })
  const side = truth.sides[at]
  assert.ok(side)
  const { signature, ...others } = side.regions
  const labelled = side.visual.map(({ quad }) => upwards(boundsOf(quad)))
  const known = Object.values(others).map((quad) => boundsOf(quad))
  const document = await decode((at === 0 ? front : back) as Uint8Array)
  return { document, taken: [...labelled, ...known], signature: signature && boundsOf(signature) }
}

/** With the label above it. */
const upwards = ({ x, y, width, height }: Box): Box => ({ x, y: y - height, width: 2 * width, height: 2 * height })

describe('a signature that was not seen as text', () => {
  for (const kind of ['td1', 'td3', 'eu-licence'] as const) {
    it(`is found on a ${kind} by its strokes`, async () => {
      const { document, taken, signature } = await sideOf(kind, 0)
      const found = await findPenStrokes(document, taken)
      assert.ok(found && signature)
      const middle = { x: found.x + found.width / 2, y: found.y + found.height / 2 }
      assert.ok(middle.x > signature.x && middle.x < signature.x + signature.width)
      assert.ok(middle.y > signature.y && middle.y < signature.y + signature.height)
    })
  }

  it('is not made up where nobody signed', async () => {
    for (const [kind, at] of [
      ['mrva', 0],
      ['td1', 1],
      ['eu-licence', 1],
    ] as const) {
      const { document, taken } = await sideOf(kind, at)
      assert.equal(await findPenStrokes(document, taken), undefined, kind)
    }
  })
})
