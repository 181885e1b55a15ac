import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasSpoken, settles, standing, verdictsAmong } from '../../../src/kernel/review/review.ts'
import { statusAt } from '../../../src/kernel/session/session.ts'

const at = '2026-06-15T12:00:00.000Z'
const act = (reviewer: string, verdict: 'approve' | 'reject' | 'note' | 'undo' | 'escalate') => ({ reviewer, verdict })

describe('reviews', () => {
  it('settle at once, or when a second pair of eyes agrees', () => {
    const said = (verdict: 'approve' | 'reject' | 'escalate') => ({
      opinions: [{ by: 'ada', verdict, at, evidence: 'first' }],
    })
    const ben = { by: 'ben', evidence: 'first' }
    assert.equal(settles({}, 'approve', undefined, ben), true)
    assert.equal(settles({}, 'approve', 'off', ben), true)
    assert.equal(settles({}, 'approve', 'approvals', ben), false)
    assert.equal(settles({}, 'reject', 'approvals', ben), true)
    assert.equal(settles(said('approve'), 'approve', 'always', ben), true)
    assert.equal(settles(said('reject'), 'approve', 'always', ben), false)
    assert.equal(settles(said('escalate'), 'approve', 'always', ben), false, 'an escalation is no opinion')
    const later = { by: 'ben', evidence: 'second' }
    assert.equal(settles(said('approve'), 'approve', 'always', later), false, 'it ends with the evidence')
    assert.equal(hasSpoken(said('approve'), 'ada', 'second'), false)
    assert.equal(hasSpoken(said('escalate'), 'ada', 'second'), true, 'who left the case has left it')
    const linked = { ...said('approve'), linkTakers: ['ada'] }
    assert.equal(settles(linked, 'approve', 'always', ben), false, 'who may have sent the pictures says nothing')
    assert.equal(hasSpoken(linked, 'ada', 'first'), true)
    const old = { opinions: [{ by: 'ada', verdict: 'approve' as const, at }] }
    assert.equal(settles(old, 'approve', 'always', ben), true, 'of version 1.0')
  })

  it('that were taken back do not stand; notes do', () => {
    const acts = [
      act('ada', 'note'),
      act('ada', 'approve'),
      act('ada', 'note'),
      act('ada', 'undo'),
      act('ben', 'reject'),
    ]
    assert.deepEqual(
      standing(acts).map(({ verdict }) => verdict),
      ['note', 'note', 'reject'],
    )
    assert.deepEqual(verdictsAmong(acts), [act('ben', 'reject')])
  })

  it('are not seen while they can be taken back', () => {
    const now = new Date(at)
    const heldUntil = new Date(now.getTime() + 1)
    const session = { status: 'MANUAL_APPROVED', expiresAt: now, heldUntil } as const
    assert.equal(statusAt(session, now), 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal(statusAt(session, heldUntil), 'MANUAL_APPROVED')
    assert.equal(statusAt({ status: 'PENDING', expiresAt: heldUntil, heldUntil }, now), 'PENDING')
  })
})
