import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCsv } from '../../../../lab/evaluate/measure/csv.ts'
import { detPlot, rocPlot } from '../../../../lab/evaluate/measure/plot.ts'
import {
  acceptedAt,
  auc,
  equalError,
  errorsAt,
  operatingPoints,
  quantile,
} from '../../../../lab/evaluate/measure/rates.ts'
import { renderTable } from '../../../../lab/evaluate/measure/table.ts'

const perfect = { positives: [8, 9, 10], negatives: [1, 2, 3, 4] }
const mixed = { positives: [1, 3, 5, 7, 9], negatives: [0, 2, 4, 6, 8] }

describe('error rates', () => {
  it('of a score that separates are none', () => {
    assert.equal(auc(perfect), 1)
    assert.equal(equalError(perfect).eer, 0)
    assert.deepEqual(errorsAt(perfect, 5), { falseAccepts: 0, falseRejects: 0 })
    assert.equal(acceptedAt(perfect, 0.001).rate, 1)
  })

  it('of a score that knows nothing are a half', () => {
    const same = { positives: [1, 2, 3, 4], negatives: [1, 2, 3, 4] }
    assert.equal(auc(same), 0.5)
    assert.ok(Math.abs(equalError(same).eer - 0.5) <= 0.25)
  })

  it('count a pair as accepted only over the threshold', () => {
    assert.deepEqual(errorsAt(mixed, 5), { falseAccepts: 2, falseRejects: 3 })
    assert.equal(auc(mixed), 15 / 25)
  })

  it('find the threshold that lets so many through and no more', () => {
    const { rate, threshold } = acceptedAt(mixed, 0.2)
    assert.equal(threshold, 6)
    assert.equal(errorsAt(mixed, threshold).falseAccepts, 1)
    assert.equal(rate, 2 / 5)
  })

  it('fall for one side as they rise for the other', () => {
    const points = operatingPoints(mixed)
    for (const [i, point] of points.slice(1).entries()) {
      assert.ok(point.fmr <= (points[i]?.fmr ?? 1) && point.fnmr >= (points[i]?.fnmr ?? 0))
    }
  })

  it('have quantiles', () => assert.deepEqual([quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.95)], [2, 3]))
})

describe('what is printed and drawn', () => {
  it('is a Markdown table', () => {
    assert.equal(
      renderTable({ title: 'T', head: ['a', 'bb'], rows: [[1, 'x']] }),
      'T\n\n| a | bb |\n|---|----|\n| 1 | x  |',
    )
  })

  it('is an SVG whose every number is finite', () => {
    for (const svg of [detPlot('t', mixed), rocPlot('t', perfect)]) {
      assert.match(svg, /^<svg /)
      assert.doesNotMatch(svg, /NaN|Infinity/)
    }
  })
})

describe('a CSV file', () => {
  it('may quote commas, quotes and line ends', () => {
    assert.deepEqual(parseCsv('a,b\n"x, y","say ""hi"""\n1,\n'), [
      ['a', 'b'],
      ['x, y', 'say "hi"'],
      ['1', ''],
    ])
  })
})
