import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayOf, tallyTaught } from '../../../../../lab/evaluate/sets/redteam/taught.ts'

const session: Parameters<typeof tallyTaught>[0][number] = {
  model: 'a',
  isScan: true,
  end: 'referred',
  reasons: [],
  against: [],
  byReference: true,
}

describe('the red team of taught documents', () => {
  it('plays the day before a document expires', () => {
    const days = ['22-04-2027', '29.01.2021', '21 08 2025', '12 Dec 23'].map((expiry_date) => dayOf({ expiry_date }))
    assert.deepEqual(
      days.map((day) => day?.toISOString().slice(0, 10)),
      ['2027-04-21', '2021-01-28', '2025-08-20', '2023-12-11'],
    )
    assert.equal(dayOf({}), undefined)
    assert.equal(dayOf({ expiry_date: 'never' }), undefined)
  })

  it('counts an imitation as unnoticed where only what speaks against its original speaks against it', () => {
    const { scans, genuineScans, byKind, types } = tallyTaught([
      { ...session, against: ['documentConsistency'] },
      { ...session, end: 'approved' },
      { ...session, method: 'blurred', against: ['documentConsistency'] },
      { ...session, method: 'blurred', against: ['documentConsistency', 'documentLiveness'] },
      { ...session, method: 'moved', byReference: false },
      { ...session, method: 'moved', end: 'approved', isApart: true },
    ])
    assert.equal(types, 1)
    assert.deepEqual([scans.n, scans.approved, scans.byReference, scans.unnoticed], [4, 1, 3, 2])
    assert.deepEqual([genuineScans.n, genuineScans.approved], [2, 1])
    assert.deepEqual([byKind.blurred?.unnoticed, byKind.moved?.unnoticed], [1, 1])
  })
})
