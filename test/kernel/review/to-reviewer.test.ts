import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayGoToReviewer, REVIEWER_FROM, withoutRefusals, withRefusal } from '../../../src/kernel/review/to-reviewer.ts'
import type { Session } from '../../../src/kernel/session/session.ts'
import type { TenantSettings } from '../../../src/kernel/tenants/tenant.ts'

const session = { status: 'PENDING', images: {} } as unknown as Session
const now = new Date('2026-11-18T12:00:00Z')
const settings: Pick<TenantSettings, 'steps' | 'refusedToReviewer'> = {
  steps: ['document', 'face'],
  refusedToReviewer: true,
}
const may = (each: Session) => mayGoToReviewer(each, 'FRONT', settings, now)

describe('a refused picture of the document', () => {
  it('may go to a reviewer after repeated refusals', () => {
    let refused = session
    for (let times = 1; times <= REVIEWER_FROM; times++) {
      refused = withRefusal(refused, 'FRONT')
      assert.equal(may(refused), times >= REVIEWER_FROM)
    }
  })

  it('may not where the tenant does not allow it', () => {
    const refused = withRefusal(session, 'FRONT', true)
    assert.equal(mayGoToReviewer(refused, 'FRONT', { steps: settings.steps }, now), false)
  })

  it('may go at once where it shows a card that nobody knows', () => {
    assert.equal(may(withRefusal(session, 'FRONT', true)), true)
    assert.equal(may(withRefusal(withRefusal(session, 'FRONT', true), 'FRONT')), true)
  })

  it('may not once a good picture of the part is there', () => {
    const taken = withoutRefusals(withRefusal(session, 'FRONT', true), 'FRONT')
    assert.equal(may(taken), false)
    assert.equal(taken.unknownCards, undefined)
  })
})
