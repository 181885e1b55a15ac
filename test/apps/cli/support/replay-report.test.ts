import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawReplay, formatReplay } from '../../../../src/apps/cli/commands/replay.ts'
import type { Tally } from '../../../../src/kernel/decision/replay.ts'

const tally: Tally = {
  sessions: 100,
  moves: {
    approve: { approve: 70, refer: 10, reject: 0 },
    refer: { approve: 5, refer: 5, reject: 0 },
    reject: { approve: 0, refer: 0, reject: 10 },
  },
  because: { passiveLiveness: 10, mrzValidity: 5 },
}
const moved = {
  id: '00000000-0000-4000-8000-000000000001',
  before: { outcome: 'approve', score: 90 },
  after: { outcome: 'refer', score: 70 },
  because: ['passiveLiveness'],
} as const

describe('the report of a replay', () => {
  it('is a table of outcomes before and after, with causes and sessions', () => {
    const table = formatReplay(tally, [{ ...moved, because: [...moved.because] }])
    assert.match(table, /approve +70 +10 +0 +80/)
    assert.match(table, /15 of 100 sessions \(15\.0 %\) would be decided otherwise/)
    assert.match(table, /passiveLiveness +10\n +mrzValidity +5/)
    assert.match(table, /approve 90 → refer 70 {2}passiveLiveness/)
  })

  it('is a picture with a band for every move that happens and no other', () => {
    const picture = drawReplay(tally, { before: 'default 1', after: '<strict> 2' })
    assert.equal(picture.match(/<path /g)?.length, 5)
    assert.match(picture, /<title>approve → refer: 10<\/title>/)
    assert.match(picture, /&lt;strict&gt; 2/)
    assert.doesNotMatch(picture, /NaN|undefined/)
  })

  it('can be drawn when there was nothing to replay', () => {
    const row = () => ({ approve: 0, refer: 0, reject: 0 })
    const empty: Tally = { sessions: 0, moves: { approve: row(), refer: row(), reject: row() }, because: {} }
    assert.match(formatReplay(empty, []), /0 of 0 sessions/)
    assert.doesNotMatch(drawReplay(empty, { before: 'a', after: 'b' }), /NaN|Infinity|<path/)
  })
})
