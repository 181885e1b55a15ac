import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawSpecimen } from '../../../../lab/specimen/draw/draw-specimen.ts'
import { findSignedLine } from '../../../../src/engine/document/find-signature.ts'
import { boundsOf } from '../../../../src/engine/picture/box.ts'
import { decode } from '../../../../src/engine/picture/decode.ts'
import type { TextLine } from '../../../../src/engine/text/read-text.ts'

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
