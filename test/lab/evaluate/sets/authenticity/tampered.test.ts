import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderTable } from '../../../../../lab/evaluate/measure/table.ts'
import { editsByTraining, editsFlagged } from '../../../../../lab/evaluate/report/tables/authenticity.ts'
import { figuresOf } from '../../../../../lab/evaluate/sets/authenticity/tampered.ts'

describe('figures of edited pictures', () => {
  const genuine = Array.from({ length: 20 }, (_, i) => ({
    forged: false,
    kind: 'untouched',
    model: i % 2 ? 'esp_id' : 'alb_id',
    score: 40 + 3 * i,
  }))
  const forged = [10, 45, 46, 60].map((score) => ({
    forged: true,
    kind: 'text',
    model: score === 60 ? 'esp_id' : 'alb_id',
    score,
  }))

  it('count a forged picture as passed that lies at or above the limit under which a tenth of the genuine lie', () => {
    // The limit is 46: two of twenty genuine pictures lie below.
    assert.equal(figuresOf([...genuine, ...forged]).missAt10, 0.5)
  })

  it('count what the product flags by kind', () => {
    const { flaggedGenuine, flaggedForged, byKind, auc = 0 } = figuresOf([...genuine, ...forged])
    assert.deepEqual([flaggedGenuine, flaggedForged], [4, 3])
    assert.deepEqual(byKind, { untouched: { n: 20, flagged: 4 }, text: { n: 4, flagged: 3 } })
    assert.ok(auc > 0.8 && auc < 1)
  })

  it('leave out what cannot be said: there are no forged pictures, or no types that were trained on', () => {
    const figures = figuresOf(genuine.filter(({ model }) => model === 'esp_id'))
    assert.deepEqual([figures.auc, figures.missAt10, figures.byTraining.trained], [undefined, undefined, undefined])
    for (const table of [editsFlagged(figures), editsByTraining(figures)]) assert.match(renderTable(table), /–/)
  })

  it('tell types that were trained on from those that were not, each with its own limit', () => {
    const { byTraining, byModel } = figuresOf([...genuine, ...forged])
    assert.deepEqual([byTraining.trained?.forged, byTraining.untrained?.forged], [3, 1])
    // Of ten genuine pictures each one lies below 46 and 49.
    assert.deepEqual([byTraining.trained?.missAt10, byTraining.untrained?.missAt10], [1 / 3, 1])
    assert.deepEqual(byModel.esp_id, { untouched: { n: 10, flagged: 2 }, text: { n: 1, flagged: 0 } })
  })
})
