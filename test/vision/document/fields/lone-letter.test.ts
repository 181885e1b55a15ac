import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toSpan } from '../../../../src/vision/document/fields/candidate.ts'
import { byLoneLetter } from '../../../../src/vision/document/fields/gather.ts'

const found = (...texts: string[]) => {
  const spans = texts.map((text, i) =>
    toSpan(
      {
        text,
        confidence: 0.98,
        probabilities: Array.from(text, () => 0.98),
        box: { x: 100, y: 60 * i, width: 200, height: 30 },
      },
      i,
    ),
  )
  const candidates = byLoneLetter(spans, { order: 'DMY', today: '2026-11-18' })
  return Object.fromEntries(candidates.map(({ name, value }) => [name, value]))
}

describe('a value says by itself what it is', () => {
  it('a letter that stands alone is the sex, and two are not', () => {
    assert.deepEqual(found('NOBODY', 'F'), { sex: 'F' })
    assert.deepEqual(found('K/F'), { sex: 'K/F' })
    assert.deepEqual(found('F', 'M'), {})
  })
})
