import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SeenPage, stepOf } from '../../../../../lab/evaluate/sets/documents/explain-misses.ts'
import { quadOf } from '../../../../../src/vision/picture/quad.ts'

const line = (text: string, y: number) => ({ text, box: { x: 100, y, width: 200, height: 30 } })
const place = { x: 0.1, y: 0.5, width: 0.2, height: 0.03 }

/** A page of 1000 by 1000 pixels with these lines, candidates and given values. */
const page = (
  lines: ReturnType<typeof line>[],
  candidates: SeenPage['candidates'] = [],
  visual: SeenPage['candidates'] = [],
): SeenPage =>
  ({
    candidates,
    document: {
      lines,
      visual,
      document: { width: 1000, height: 1000 },
      boxes: lines.map(({ box }) => ({ quad: quadOf(box), score: 1 })),
    },
  }) as unknown as SeenPage

const miss = { name: 'surname', right: 'WAGNER', place } as const

describe('the step that lost a value', () => {
  const cases: [step: string, page: SeenPage | undefined][] = [
    ['page refused', undefined],
    ['not found', page([line('REPUBLIC', 100)])],
    ['not read', page([line('', 500)])],
    ['read wrongly', page([line('WACNER', 500)])],
    ['no role', page([line('WAGNER', 500)])],
    [
      'lost to another candidate',
      page([line('WAGNER', 500)], [{ name: 'surname', value: 'WAGNER' }], [{ name: 'given_name', value: 'WAGNER' }]),
    ],
  ]
  for (const [step, seen] of cases) it(`is named: ${step}`, () => assert.equal(stepOf(seen, miss).step, step))

  it('takes a single letter for read only where it stands alone', () => {
    const sex = { name: 'sex', right: 'F', place: undefined } as const
    assert.equal(stepOf(page([line('FRANCE', 500)]), sex).step, 'not found')
    assert.equal(stepOf(page([line('SEX F', 500)]), sex).step, 'no role')
  })
})
