import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  closedBy,
  missingParts,
  move,
  type Session,
  statusAt,
  transitions,
} from '../../../src/kernel/session/session.ts'
import { STATUSES } from '../../../src/kernel/session/session-words.ts'
import { DEFAULT_SETTINGS, type TenantSettings } from '../../../src/kernel/tenants/tenant.ts'
import { selfie } from '../decision/genuine.ts'

const created = new Date('2026-01-01T00:00:00Z')
const session: Session = {
  id: '00000000-0000-4000-8000-000000000000',
  tenant: 'default',
  mode: 'test',
  status: 'PENDING',
  version: 0,
  createdAt: created,
  expiresAt: new Date('2026-01-01T01:00:00Z'),
  request: {},
  images: {},
}

describe('the transition table', () => {
  it('is the picture next to it', () => {
    const picture = readFileSync(new URL('../../../src/kernel/session/session.mermaid', import.meta.url), 'utf8')
    const drawn = [...picture.matchAll(/^\s+(\w+) --> (\w+): (\w+)$/gm)].map(([, from, to, event]) => [from, event, to])
    const coded = Object.entries(transitions).flatMap(([from, events]) =>
      Object.entries(events).map(([event, to]) => [from, event, to]),
    )
    const inOrder = (rows: (string | undefined)[][]) => rows.map((row) => row.join(' ')).sort()
    assert.deepEqual(inOrder(drawn), inOrder(coded))
  })

  it('never leaves a final state, and never moves what has expired', () => {
    for (const status of STATUSES) {
      if (status === 'PENDING' || status === 'WAITING_FOR_MANUAL_APPROVE') continue
      for (const event of ['approve', 'reject', 'refer', 'expire'] as const)
        assert.throws(() => move({ ...session, status }, event), /cannot/)
    }
  })

  it('calls a reviewer’s verdict manual', () => {
    const referred = move(session, 'refer')
    assert.equal(move(referred, 'approve').status, 'MANUAL_APPROVED')
    assert.equal(move(referred, 'reject').status, 'MANUAL_REJECTED')
    assert.throws(() => move(referred, 'expire'))
  })
})

describe('validity', () => {
  it('ends at expiryDateUtc for a pending session, seen at once', () => {
    assert.equal(statusAt(session, new Date(session.expiresAt.getTime() - 1)), 'PENDING')
    assert.equal(statusAt(session, session.expiresAt), 'EXPIRED')
  })

  it('never touches a session that was decided or referred', () => {
    for (const status of ['AUTO_APPROVED', 'WAITING_FOR_MANUAL_APPROVE'] as const)
      assert.equal(statusAt({ ...session, status }, new Date('2030-01-01')), status)
  })
})

describe('a session', () => {
  it('takes nothing more once it was completed or is over, but the new picture that is awaited', () => {
    const asked = { of: 'FACE', reason: 'BLURRED', by: 'ada', askedAt: '', until: '2026-02-01T00:00:00Z' } as const
    const waiting: Session = { ...session, status: 'WAITING_FOR_MANUAL_APPROVE', completedAt: created }
    assert.equal(closedBy(session, created), undefined)
    assert.equal(closedBy(session, session.expiresAt), 'SESSION_EXPIRED')
    assert.equal(closedBy(waiting, created), 'SESSION_ALREADY_COMPLETED')
    assert.equal(closedBy({ ...waiting, newPictures: [asked] }, created), undefined)
    assert.equal(closedBy({ ...waiting, newPictures: [asked] }, new Date(asked.until)), 'SESSION_ALREADY_COMPLETED')
  })
})

describe('what complete still wants', () => {
  it('is every step of the flow and nothing else', () => {
    assert.deepEqual(missingParts(session, { steps: ['document', 'face'] }), ['document.FRONT', 'face'])
    assert.deepEqual(missingParts(session, { steps: ['document'] }), ['document.FRONT'])
    assert.deepEqual(missingParts(session, { steps: ['face'] }), ['face'])
  })

  it('is the picture that a reviewer asked for, and of the rest of that step what was never there', () => {
    const asked = { of: 'FACE', reason: 'BLURRED', by: 'ada', askedAt: '', until: '2026-02-01T00:00:00Z' } as const
    const waiting: Session = { ...session, status: 'WAITING_FOR_MANUAL_APPROVE', completedAt: created }
    const settings: TenantSettings = { ...DEFAULT_SETTINGS, chip: 'required' }
    assert.deepEqual(missingParts({ ...waiting, newPictures: [asked] }, settings), ['face'])
    assert.deepEqual(missingParts({ ...waiting, newPictures: [{ ...asked, of: 'BACK' }] }, settings), [
      'document.BACK',
      'document.FRONT',
      'chip',
    ])
    const sent = { ...waiting, face: selfie(), newPictures: [{ ...asked, sent: true } as const] }
    assert.deepEqual(missingParts(sent, settings), [])
  })
})
